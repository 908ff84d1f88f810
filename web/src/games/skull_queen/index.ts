// Skull Queen for the app.

import type { SkullQueenEvent, SkullQueenView } from "../../protocol.ts";
import type { GameModule } from "../game.ts";
import { roundSummary, sentences } from "./log.ts";
import { actionLabel, cardLabel } from "./names.ts";
import Room from "./Room.svelte";
import SeatBadge from "./SeatBadge.svelte";
import { scenes } from "./view.ts";

const game: GameModule<SkullQueenView, SkullQueenEvent> = {
  Room,
  SeatBadge,
  scenes,
  sentences,
  actionLabel,
  cardLabel,
  roundSummary,
};

export default game;
