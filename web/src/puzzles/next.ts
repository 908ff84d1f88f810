// Which puzzle comes next.

import { isSolved, type Marks } from "./solved.ts";

/** The next one that is not solved, from the one after `id` on and then from the beginning; null when all are. */
export function nextUnsolved(ids: readonly string[], id: string | null, known: Marks): string | null {
  const start = id === null ? 0 : ids.indexOf(id) + 1;
  const order = [...ids.slice(start), ...ids.slice(0, start)];
  return order.find((one) => one !== id && !isSolved(known[one])) ?? null;
}
