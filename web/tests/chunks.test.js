import { expect, test } from "vitest";
import { neededAtTables } from "../plugins/chunks.js";

const SRC = "/app/src";
const GRAPH = {
  [`${SRC}/main.ts`]: { now: ["App.svelte"], later: ["tables/TablePage.svelte", "home/HomePage.svelte"] },
  [`${SRC}/tables/TablePage.svelte`]: { now: ["tables/Game.svelte"], later: ["tables/Lobby.svelte"] },
  [`${SRC}/tables/Game.svelte`]: { later: ["games/first/index.ts", "games/second/index.ts"] },
  [`${SRC}/games/first/index.ts`]: { now: ["art/Card.svelte", "art/Doll.svelte"] },
  [`${SRC}/games/second/index.ts`]: { now: ["art/Card.svelte"], later: ["art/Doll.svelte"] },
  [`${SRC}/tables/Lobby.svelte`]: { now: ["shell/Dialog.svelte"] },
  [`${SRC}/home/HomePage.svelte`]: { now: ["shell/Dialog.svelte", "App.svelte"] },
};

function moduleInfo(id) {
  const { now = [], later = [] } = GRAPH[id] ?? {};
  const ids = (names) => names.map((name) => `${SRC}/${name}`);
  return { importedIds: ids(now), dynamicallyImportedIds: ids(later) };
}

test("one file holds what every table begins with and what several games need", () => {
  const needed = [...neededAtTables(`${SRC}/main.ts`, moduleInfo)].map((id) => id.slice(SRC.length + 1));
  expect(needed.sort()).toEqual([
    "App.svelte",
    "art/Card.svelte",
    "main.ts",
    "tables/Game.svelte",
    "tables/TablePage.svelte",
  ]);
});
