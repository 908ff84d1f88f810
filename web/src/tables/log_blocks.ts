// The log: what happened, the oldest first, a trick in one block.

/** The types of events that make a trick. */
export interface TrickEvents {
  moves: readonly string[]; // what players do in it, each after the other
  ends: readonly string[]; // after which the next move begins another
}

/** A move, or all moves of a trick; and what came of them. */
export interface LogBlock {
  moves: string[];
  outcome: string[];
}

/** Group the sentences about `events` by tricks; where a game has none, by moves. */
export function logBlocks<E extends { type: string }>(
  events: readonly E[],
  sentences: (event: E) => readonly string[],
  trick: TrickEvents = { moves: [], ends: [] },
): LogBlock[] {
  const blocks: LogBlock[] = [];
  let isGoingOn = false; // the last block is a trick that more may be played to
  for (const event of events) {
    const isMove = trick.moves.includes(event.type);
    for (const line of sentences(event)) {
      const last = blocks.at(-1);
      if (isInner(line) && last) last.outcome.push(line.trim());
      else if (isMove && isGoingOn) last!.moves.push(line.trim());
      else {
        blocks.push({ moves: [line.trim()], outcome: [] });
        isGoingOn = isMove;
      }
    }
    if (trick.ends.includes(event.type)) isGoingOn = false;
  }
  return blocks;
}

/** A line that says more about the one before it. */
function isInner(line: string): boolean {
  return line.startsWith(" ");
}
