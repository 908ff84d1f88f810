// What one hears of Voodoo.

import type { Noises } from "../noises.ts";
import type { VoodooEvent } from "../../protocol.ts";

const noises: Noises<VoodooEvent> = {
  StartingCursesDealt: "deal",
  Rolled: "dice",
  CurseCast: "cackle",
  PermanentDrawn: "cackle",
  Drew: "card",
  ArtefactUsed: "card",
  MarkerMoved: ({ points }) => (points < 0 ? "sigh" : "points"),
  SkullCrossed: "bones",
  Called: "gong",
  CallJudged: ({ broken }) => (broken ? "crack" : "knock"),
  DollPassed: "hop",
};

export default noises;
