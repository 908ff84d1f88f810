// Skull Queen for the app.

import type { SkullQueenEvent, SkullQueenView } from "../../protocol.ts";
import { FACES } from "../../cards/faces.ts";
import Face from "./Face.svelte";
import type { GameModule } from "../game.ts";
import { sentences } from "./sentences.ts";
import { roundSummary } from "./summary.ts";
import { actionLabel, cardLabel, sorts } from "./names.ts";
import Room from "./Room.svelte";
import "./seats.css";
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
  sorts,
};

FACES["skull_queen"] = Face;

export default game;
