import { expect, test } from "vitest";
import STORIES from "../../tests/golden/stories.json";
import { loadGame } from "../src/games/index.ts";
import { logBlocks } from "../src/tables/log_blocks.ts";

const TOLD = STORIES.map((story) => [`${story.game} with ${story.names.length}`, story] as const);

test("what belongs to a line is below it, and the newest comes last", () => {
  const lines: Record<string, string[]> = {
    rolled: ["Marie: 4 rolled"],
    cast: ["Marie → Lukas: Hic!", "    all the time: hiccup", "  Lukas: 2 points"],
  };
  expect(logBlocks([{ type: "rolled" }, { type: "cast" }], ({ type }) => lines[type]!)).toEqual([
    { moves: ["Marie: 4 rolled"], outcome: [] },
    { moves: ["Marie → Lukas: Hic!"], outcome: ["all the time: hiccup", "Lukas: 2 points"] },
  ]);
  expect(logBlocks([{ type: "late" }], () => ["  nothing is known of before"])).toEqual([
    { moves: ["nothing is known of before"], outcome: [] },
  ]);
});

test.each(TOLD)("the log of %s keeps every line, the oldest first", async (_title, { game, names, ...story }) => {
  const events: { type: string }[] = story.events;
  const { sentences, trick } = await loadGame(game);
  const lines = events.flatMap((event) => sentences(event, names));
  const blocks = logBlocks(events, (event) => sentences(event, names), trick);
  const isOuter = (line: string) => !line.startsWith(" ");
  expect(blocks.flatMap(({ moves }) => moves)).toEqual(lines.filter(isOuter));
  expect(blocks.flatMap(({ outcome }) => outcome)).toEqual(
    lines.filter((line) => !isOuter(line)).map((line) => line.trim()),
  );
});
