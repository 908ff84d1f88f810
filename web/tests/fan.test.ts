import { describe, expect, test } from "vitest";
import { fan } from "../src/tables/stage/fan.ts";

describe("a hand", () => {
  test.each([1, 2, 5, 7, 8, 9, 13, 14, 20, 30])(
    "of %i cards fits a small phone, and every card can be touched",
    (count) => {
      const { spots, card } = fan(count, 344, 58);
      expect(spots).toHaveLength(count);
      for (const [at, spot] of spots.entries()) {
        expect(spot.x).toBeGreaterThanOrEqual(-0.01);
        expect(spot.x + card).toBeLessThanOrEqual(344.01);
        const next = spots[at + 1];
        if (next && next.y === spot.y) expect(next.x - spot.x).toBeGreaterThanOrEqual(44);
      }
    },
  );

  test("keeps its place when it is empty", () => {
    expect(fan(0, 344, 58).height).toBeCloseTo(81.2);
    expect(fan(1, 344, 58).height).toBeCloseTo(81.2);
  });

  test("is one row while it can be", () => {
    expect(new Set(fan(7, 344, 58).spots.map((spot) => spot.y)).size).toBe(1);
    expect(new Set(fan(13, 344, 58).spots.map((spot) => spot.y)).size).toBe(2);
  });
});
