// What everybody must have seen, and so stays on the table for a moment.

import type { VoodooEvent } from "../../protocol.ts";

const BIG = new Set<string>([
  "CurseCast",
  "PermanentDrawn",
  "ArtefactUsed",
  "ActDone",
  "Called",
  "VotesRevealed",
  "CallJudged",
  "CurseHandedOver",
]);

/** The last of them, but for one's own act, and for a call that has a panel of its own. */
export function bigNews(events: VoodooEvent[], you: number | null, atTable: boolean): VoodooEvent | undefined {
  const isKnown = (event: VoodooEvent) =>
    (event.type === "ActDone" && event.seat === you) || (event.type === "Called" && atTable);
  return events.findLast((event) => BIG.has(event.type) && !isKnown(event));
}
