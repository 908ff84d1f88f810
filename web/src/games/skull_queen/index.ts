// Skull Queen for the app.

import type { SkullQueenEvent, SkullQueenView } from "../../protocol.ts";
import BothSides from "./BothSides.svelte";
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
  look: { Face, back: () => ({ emblem: "skull", hue: "#20567f" }) },
  Room,
  SeatBadge,
  scenes,
  sentences,
  trick: { moves: ["GhostPlayed", "CardChosen", "CardsRevealed", "Played"], ends: ["TrickResolved"] },
  actionLabel,
  cardLabel,
  roundSummary,
  sorts,
  pictures: { 2: BothSides },
};

export default game;
