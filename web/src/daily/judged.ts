// One's own choices at the deal of a day, and what the coach says of them.

import type { Decision } from "../reviews/review.ts";
import type { Turn } from "./day.ts";

export interface Judged {
  turn: Turn;
  number: number; // from 1
  decision: Decision | null; // none until the coach is done, nor for what was done out of turn to no purpose
}

export function judgedTurns(turns: Turn[], decisions: Decision[], seat: number): Judged[] {
  const own = new Map(decisions.filter((one) => one.seat === seat).map((one) => [one.position, one]));
  return turns.map((turn, at) => ({ turn, number: at + 1, decision: own.get(turn.step) ?? null }));
}
