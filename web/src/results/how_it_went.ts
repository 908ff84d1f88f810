// How a finished game went, in words.

import { _ } from "../shell/words.svelte.ts";

export interface Rounds {
  unit: string; // round, phase, or change where a game has no rounds
  scores: number[][]; // of every seat, after each of them
}

/** Who won, and since when they were ahead. */
export function story({ unit, scores }: Rounds, names: readonly string[]): string {
  const end = scores.at(-1) ?? [];
  const best = Math.max(...end);
  const winners = end.flatMap((score, seat) => (score === best ? [seat] : []));
  if (winners.length !== 1) return _("Nobody could get away from the others.");
  const [winner] = winners as [number];
  const who = names[winner] ?? "";
  const isAhead = (after: number[]) => after.every((score, seat) => seat === winner || score < after[winner]!);
  const since = scores.findLastIndex((after) => !isAhead(after)) + 1;
  if (since === 0) return _("{who} was ahead all the time.", { who });
  if (since === scores.length - 1) return _("{who} went ahead at the very end.", { who });
  if (unit === "round") return _("{who} took the lead in round {n} and kept it.", { who, n: since + 1 });
  if (unit === "phase") return _("{who} took the lead in phase {n} and kept it.", { who, n: since + 1 });
  return _("{who} took the lead and kept it.", { who });
}
