// Vampire Queen for the app.

import type { VampireQueenEvent, VampireQueenView } from "../../protocol.ts";
import type { GameModule } from "../game.ts";
import { look } from "./look.ts";
import { sentences } from "./sentences.ts";
import { roundSummary } from "./summary.ts";
import { actionLabel, cardLabel, sorts } from "./names.ts";
import Room from "./Room.svelte";
import SeatBadge from "./SeatBadge.svelte";
import { scenes } from "./view.ts";
import "../rail.css";
import "./slaying.css";

const game: GameModule<VampireQueenView, VampireQueenEvent> = {
  look,
  Room,
  SeatBadge,
  scenes,
  sentences,
  trick: { moves: ["Played", "Passed"], ends: ["LaidAside", "TakenUp"] },
  actionLabel,
  cardLabel,
  roundSummary,
  sorts,
};

export default game;
