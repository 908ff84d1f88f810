// What one hears of Voodoo Prince.

import type { Noises } from "../noises.ts";
import type { VoodooPrinceEvent } from "../../protocol.ts";

const noises: Noises<VoodooPrinceEvent> = {
  Dealt: "deal",
  Played: "card",
  TrickTaken: ({ tricks }) => (tricks > 1 ? "crack" : "trick"),
  RoundLeft: "points",
  LeftOver: "sigh",
};

export default noises;
