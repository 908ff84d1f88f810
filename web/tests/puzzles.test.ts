import { beforeEach, describe, expect, test } from "vitest";
import { nextUnsolved } from "../src/puzzles/next.ts";
import { keepTry, marks, solvedCount } from "../src/puzzles/solved.ts";

const kept = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  },
});

beforeEach(() => kept.clear());

describe("what stays of a try", () => {
  test("right at once, right once one knew, or not yet", () => {
    keepTry("voodoo", "a", true);
    keepTry("voodoo", "b", false);
    keepTry("voodoo", "b", true);
    keepTry("voodoo", "c", false);
    expect(marks("voodoo")).toEqual({ a: "first", b: "later", c: "missed" });
    expect([solvedCount("voodoo"), solvedCount("skull_queen")]).toEqual([2, 0]);
  });

  test("what is solved stays solved", () => {
    keepTry("voodoo", "a", true);
    keepTry("voodoo", "a", false);
    expect(marks("voodoo")).toEqual({ a: "first" });
  });
});

describe("the next puzzle", () => {
  const ids = ["a", "b", "c", "d"];

  test("is the next that is not solved, round the end too", () => {
    expect(nextUnsolved(ids, null, {})).toBe("a");
    expect(nextUnsolved(ids, "a", { b: "later", c: "missed" })).toBe("c");
    expect(nextUnsolved(ids, "d", { a: "first" })).toBe("b");
  });

  test("is none when all others are solved", () => {
    expect(nextUnsolved(ids, "d", { a: "first", b: "first", c: "later" })).toBeNull();
  });
});
