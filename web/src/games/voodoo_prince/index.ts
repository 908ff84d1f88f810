// Voodoo Prince for the app.

import type { VoodooPrinceEvent, VoodooPrinceView } from "../../protocol.ts";
import type { GameModule } from "../game.ts";
import { roundSummary, sentences } from "./log.ts";
import { actionLabel, cardLabel } from "./names.ts";
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
};

export default game;
