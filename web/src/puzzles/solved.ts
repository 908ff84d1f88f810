// Which puzzles somebody has solved; kept in this browser.

import { store, stored } from "../shell/memory.ts";

/** "first": at the first try; "later": once they knew; "missed": not yet. */
export type Mark = "first" | "later" | "missed";
export type Marks = Record<string, Mark>;

const key = (game: string) => `puzzles.${game}`;

export function marks(game: string): Marks {
  return stored<Marks>(key(game), {});
}

export function isSolved(mark: Mark | undefined): boolean {
  return mark === "first" || mark === "later";
}

export function solvedCount(game: string): number {
  return Object.values(marks(game)).filter(isSolved).length;
}

/** What stays of a try: the first one counts most. */
export function keepTry(game: string, id: string, right: boolean): void {
  const known = marks(game);
  const before = known[id];
  if (isSolved(before)) return;
  known[id] = right ? (before ? "later" : "first") : "missed";
  store(key(game), known);
}
