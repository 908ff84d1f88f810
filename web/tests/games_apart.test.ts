// What is about one game lies in its folder; all else knows no game, and finds what there is.

import { expect, test } from "vitest";
import { FRONTS } from "../src/games/front.ts";
import { loadGame } from "../src/games/index.ts";
import { TITLES } from "../src/shell/house_words.ts";
import { GAMES } from "../src/protocol.ts";

const SOURCES = import.meta.glob<string>(
  [
    "../src/**/*",
    "../plugins/*.js",
    "../*.{js,html}",
    "!../src/{protocol.ts,house_words.json,notice_words.json,setup_words.json}",
  ],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);
const isOwn = (path: string) => GAMES.some((game) => path.startsWith(`../src/games/${game}/`));
const spellings = (name: string) => [
  name,
  name.replaceAll("_", ""),
  name.replaceAll("_", "-"),
  name.replaceAll("_", " "),
];
const NAMES = new RegExp(GAMES.flatMap(spellings).join("|"), "i");

test("nothing outside its folder names a game", () => {
  const shared = Object.keys(SOURCES).filter((path) => !isOwn(path));
  expect(shared.length).toBeGreaterThan(100);
  expect(shared.filter((path) => NAMES.test(path) || NAMES.test(SOURCES[path]!))).toEqual([]);
});

test.each(GAMES)("%s has all that the pages ask for", async (game) => {
  const { look } = await loadGame(game);
  expect(look.back().hue).toMatch(/^#/);
  expect(TITLES[game]).toBeTruthy();
  expect(FRONTS[game]!.pitch()).toBeTruthy();
  expect(FRONTS[game]!.box).toContain("box.svg");
  const files = ["draws.ts", "lesson.ts", "rules.json", "Drawings.svelte"].map(
    (file) => `../src/games/${game}/${file}`,
  );
  expect(files.filter((file) => !(file in SOURCES))).toEqual([]);
});
