// The score pads count every round of whole games as the law does, and find nothing wrong with any.

import { expect, inject, test } from "vitest";
import type { Pad } from "../../src/pads/pad.ts";

declare module "vitest" {
  interface ProvidedContext {
    pads: string; // a line for each game
  }
}

type Played = {
  game: string;
  players: number;
  options: Record<string, number | string>;
  entries: unknown[];
  points: number[][]; // what the law gave for each
  over: boolean; // by what was written down
};

const PADS = import.meta.glob<Pad>("../../src/games/*/pad.ts", { import: "default", eager: true });

const games: Played[] = inject("pads")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

test("there are hundreds of rounds, of every game that has a pad", () => {
  const played = new Set(games.map(({ game }) => `../../src/games/${game}/pad.ts`));
  expect([...played].sort()).toEqual(Object.keys(PADS).sort());
  expect(games.flatMap(({ entries }) => entries).length).toBeGreaterThan(500);
});

test.each(games)("$game with $players players", ({ game, players, options, entries, points, over }) => {
  const pad = PADS[`../../src/games/${game}/pad.ts`]!;
  const company = { names: Array.from({ length: players }, (_unused, seat) => `Player ${seat}`), options };
  let scores = company.names.map(() => 0);
  expect(pad.setting.players).toContain(players);
  entries.forEach((entry, at) => {
    const before = { entries: entries.slice(0, at), scores };
    expect(pad.isOver(company, before), `before entry ${at}`).toBe(false);
    const counted = pad.count(company, before, entry);
    expect(counted.lack).toBe("");
    expect(counted.points, `entry ${at}: ${JSON.stringify(entry)}`).toEqual(points[at]);
    scores = scores.map((score, seat) => score + counted.points[seat]!);
  });
  expect(pad.isOver(company, { entries, scores })).toBe(over);
});
