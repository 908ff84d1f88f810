// The spread of a day's points in few steps.

import { expect, test } from "vitest";
import { binned } from "../src/daily/bins.ts";
import { judgedTurns } from "../src/daily/judged.ts";
import type { Decision } from "../src/reviews/review.ts";

const counted = (...scores: number[]) => scores.map((score) => ({ score, count: 1 }));

test("few different points have a step each, with those between them", () => {
  expect(binned([...counted(3), { score: 5, count: 4 }])).toEqual([
    { low: 3, high: 3, count: 1 },
    { low: 4, high: 4, count: 0 },
    { low: 5, high: 5, count: 4 },
  ]);
});

test("many are put together in round steps, below zero too", () => {
  const bins = binned(counted(-130, -121, -120, -1, 0));
  expect(bins[0]).toEqual({ low: -140, high: -121, count: 2 });
  expect(bins.at(-1)).toEqual({ low: 0, high: 19, count: 1 });
  expect(bins).toHaveLength(8);
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(5);
});

test("the coach speaks of one's own choices, and of what was done out of turn it does not", () => {
  const nothing = { mean: 0, margin: 0 };
  const judged = (position: number, seat: number): Decision => ({
    ...{ position, seat, round: 1, action: "b5", better: null, mistake: false, legal: 2, choices: [] },
    ...{ points: nothing, chance: nothing },
  });
  const turn = (step: number) => ({ step, action: "b5", shares: [] });
  const [own, others] = [judged(4, 1), judged(7, 0)];
  expect(judgedTurns([turn(4), turn(7)], [own, others], 1)).toEqual([
    { turn: turn(4), number: 1, decision: own },
    { turn: turn(7), number: 2, decision: null },
  ]);
});

test("one result alone is one step", () => {
  expect(binned(counted(-46))).toEqual([{ low: -46, high: -46, count: 1 }]);
});
