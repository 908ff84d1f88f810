// Voodoo Prince for the app.

import type { VoodooPrinceEvent, VoodooPrinceView } from "../../protocol.ts";
import Face from "./Face.svelte";
import type { GameModule } from "../game.ts";
import { sentences } from "./sentences.ts";
import { roundSummary } from "./summary.ts";
import { actionLabel, cardLabel, sorts } from "./names.ts";
import Room from "./Room.svelte";
import SeatBadge from "./SeatBadge.svelte";
import { scenes } from "./view.ts";
import "../rail.css";

const game: GameModule<VoodooPrinceView, VoodooPrinceEvent> = {
  look: { Face, back: () => ({ emblem: "doll", hue: "#5b3f8f" }) },
  Room,
  SeatBadge,
  scenes,
  sentences,
  trick: { moves: ["Played"], ends: ["TrickTaken"] },
  actionLabel,
  cardLabel,
  roundSummary,
  sorts,
};

export default game;
