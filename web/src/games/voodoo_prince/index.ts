// Voodoo Prince for the app.

import type { VoodooPrinceEvent, VoodooPrinceView } from "../../protocol.ts";
import { FACES } from "../../cards/faces.ts";
import Face from "./Face.svelte";
import type { GameModule } from "../game.ts";
import { sentences } from "./sentences.ts";
import { roundSummary } from "./summary.ts";
import { actionLabel, cardLabel, sorts } from "./names.ts";
import Room from "./Room.svelte";
import SeatBadge from "./SeatBadge.svelte";
import { scenes } from "./view.ts";

const game: GameModule<VoodooPrinceView, VoodooPrinceEvent> = {
  Room,
  SeatBadge,
  scenes,
  sentences,
  actionLabel,
  cardLabel,
  roundSummary,
  sorts,
};

FACES["voodoo_prince"] = Face;

export default game;
