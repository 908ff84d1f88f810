import { describe, expect, test } from "vitest";
import { moved } from "../src/tables/muted.ts";
import type { SeatInfo } from "../src/protocol.ts";

const person = (name: string): SeatInfo => ({
  kind: "person",
  name,
  picture: "owl",
  level: null,
  presence: "here",
  salted: false,
});
const open: SeatInfo = { kind: "open", name: "", picture: "", level: null, presence: null, salted: false };
const [marie, lukas, leon] = [person("Marie"), person("Lukas"), person("Leon")];

describe("whom somebody does not hear", () => {
  test("stays the same when people change places", () => {
    expect(moved([1], [marie, lukas, leon], [marie, leon, lukas])).toEqual([2]);
    expect(moved([1, 2], [marie, lukas, leon], [marie, lukas, leon])).toEqual([1, 2]);
  });

  test("is nobody any more when they have gone", () => {
    expect(moved([1], [marie, lukas], [marie, open])).toEqual([]);
    expect(moved([1], [marie, lukas], [marie, leon])).toEqual([]);
  });
});
