import { expect, test } from "vitest";
import { newestFirst } from "../src/shell/newest.ts";

test("the newest is on top, and what belongs to a line stands below it in the order in which it happened", () => {
  expect(
    newestFirst(["Marie: red 4", "Lukas: red 9", "  Marie: pirate down", "  Lukas: pirate up", "Lukas: blue 2"]),
  ).toEqual(["Lukas: blue 2", "Lukas: red 9", "  Marie: pirate down", "  Lukas: pirate up", "Marie: red 4"]);
  expect(newestFirst(["  nothing before it", "Marie: red 4"])).toEqual(["Marie: red 4", "  nothing before it"]);
});
