// Why a game counts less for ratings, as the page says it.

import { describe, expect, test } from "vitest";
import { ratingNote, type Verdict } from "../src/results/rating.ts";

const NAMES = ["Marie", "Lukas", "Leon"];
const SAID: [Partial<Verdict>, string][] = [
  [{ reason: "network", seats: [0, 2] }, "not rated: Marie, Leon come from the same network"],
  [
    { reason: "newcomer", seats: [1], hours: 24 },
    "not rated: Lukas came here only lately. Games with other people are rated 24 h",
  ],
  [{ reason: "repeated", seats: [0, 1], games: 3 }, "not rated: Marie, Lukas have had 3 rated games together"],
  [{ reason: "repeated", seats: [0, 1], games: 1, weight: 0.5 }, "counts 50\u202f% for ratings: Marie, Lukas have had"],
  [{ reason: "repeated", seats: [1, 2], games: 2, weight: 0.25 }, "counts 25\u202f% for ratings: Lukas, Leon have had"],
  [{ reason: "advice" }, "not rated: the coach was asked"],
  [{ reason: "taken_back" }, "not rated: all agreed to take back a choice"],
  [{ reason: "tried" }, "not ranked: another person from the same network"],
];

const verdict = (some: Partial<Verdict>): Verdict => ({
  weight: 0,
  reason: null,
  seats: [],
  games: 0,
  hours: 0,
  ...some,
});

describe("the note on a game", () => {
  test.each(SAID)("with %o says why it counts less", (some, said) => {
    expect(ratingNote(verdict(some), NAMES)).toContain(said);
  });

  test("is empty where the game counts in full, or where nothing is known", () => {
    expect(ratingNote(verdict({ weight: 1 }), NAMES)).toBe("");
    expect(ratingNote(null, NAMES)).toBe("");
  });
});
