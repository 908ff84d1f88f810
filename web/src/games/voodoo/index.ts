// Voodoo for the app.

import type { VoodooEvent, VoodooView } from "../../protocol.ts";
import { FACES } from "../../cards/faces.ts";
import Face from "./Face.svelte";
import type { GameModule } from "../game.ts";
import { learnCards } from "./cards.svelte.ts";
import { sentences } from "./sentences.ts";
import { actionLabel, cardLabel } from "./names.ts";
import Room from "./Room.svelte";
import SeatBadge from "./SeatBadge.svelte";
import "../rail.css";
import "./seats.css";
import { scenes } from "./view.ts";

await learnCards();

const game: GameModule<VoodooView, VoodooEvent> = {
  Room,
  SeatBadge,
  scenes,
  sentences,
  actionLabel: (action) => actionLabel(action),
  cardLabel,
  roundSummary: () => null, // the game is one round
};

FACES["voodoo"] = Face;

export default game;
