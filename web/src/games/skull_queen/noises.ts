// What one hears of Skull Queen, beside pirates that walk and fall (walk.ts).

import type { Noises } from "../noises.ts";
import type { SkullQueenEvent } from "../../protocol.ts";

const noises: Noises<SkullQueenEvent> = {
  Dealt: "deal",
  PlanksRevealed: "creak",
  GhostPlayed: "ghost",
  Played: "card",
  CardsRevealed: "card",
};

export default noises;
