import { expect, test } from "vitest";
import { after, before, begun, moments, movesOf, opening, rounds, type Step } from "../src/replays/landmarks.ts";

const step = (seat: number | null, begins: number | null = null, ...names: string[]): Step => ({
  seat,
  begins,
  moments: names.map((name) => ({ name, seat })),
});
const STEPS = [
  step(null),
  step(null, 1),
  step(0),
  step(1, null, "split", "out"),
  step(0, null, "end_of_round"),
  step(null, 2),
  step(1, null, "end_of_game"),
];

test("a step leads to the position of its number", () => {
  expect(rounds(STEPS)).toEqual([2, 6]);
  expect(moments(STEPS)).toEqual([4, 5, 7]);
  expect(movesOf(STEPS, 0)).toEqual([3, 5]);
  expect(movesOf(STEPS, null)).toEqual([3, 4, 5, 7]);
});

test("it opens where the first round begins, with cards in all hands", () => {
  expect(opening(STEPS)).toBe(2);
  expect(opening([])).toBe(0);
});

test("from the middle of a round one comes to its beginning, and from there to the round before", () => {
  expect(before([2, 6], 7)).toBe(6);
  expect(before([2, 6], 6)).toBe(2);
  expect(before([2, 6], 2)).toBeUndefined();
  expect(after([2, 6], 0)).toBe(2);
  expect(after([2, 6], 2)).toBe(6);
  expect(after([2, 6], 6)).toBeUndefined();
});

test("before the first deal no round has begun", () => {
  expect([0, 1, 2, 5, 6, 7].map((position) => begun([2, 6], position))).toEqual([0, 0, 1, 1, 2, 2]);
});
