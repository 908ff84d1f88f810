import { afterEach, beforeEach, expect, test, vi } from "vitest";
import STORIES from "../../tests/golden/stories.json";
import type { Socket } from "../src/tables/connection.ts";
import { Table } from "../src/tables/table.svelte.ts";

/** What the points of a round are headed with; null where the game is one round. */
const HEADINGS: [string, string | null][] = [
  ["voodoo_prince", "Round 1 of 2"],
  ["vampire_queen", "Phase 1 of 2"],
  ["skull_queen", "Round 1 of 2"],
  ["voodoo", null],
];
const MANY = 25; // scenes, of which only the last is shown where nothing is read

/** The house's end of a table's socket. */
class House implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  version = 0;
  send = () => undefined;
  close = () => undefined;

  tell(message: object) {
    this.onmessage?.({ data: JSON.stringify({ version: ++this.version, ...message }) });
  }
}

beforeEach(() => {
  vi.stubGlobal("document", { hidden: false, addEventListener: () => undefined, querySelectorAll: () => [] });
  vi.stubGlobal("location", { origin: "http://house" });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("addEventListener", () => undefined);
});

afterEach(() => vi.unstubAllGlobals());

/** Somebody with the first seat of a table, and its house. */
async function sitDown(game: string, view: object): Promise<[Table, House]> {
  const house = new House();
  const table = new Table("ABC", () => house);
  table.enter();
  house.tell({ type: "welcome", you: { seat: 0, early: null }, table: { game, status: "playing", seats: [] } });
  house.tell({ type: "snapshot", view });
  await vi.waitFor(() => expect(table.game).not.toBeNull(), 60_000);
  return [table, house];
}

test.each(HEADINGS)("%s: it is nobody's turn until a round's points are read", async (game, heading) => {
  const [ended, view] = STORIES.find((story) => story.game === game)!.rounds[0] ?? [];
  const turn = { ...view, to_move: [0], actions: [] };
  const isOffered = heading === null;
  const [table, house] = await sitDown(game, { ...turn, to_move: [] });

  house.tell({ type: "step", events: ended ? [ended] : [], view: turn });
  expect([table.summary?.title ?? null, table.isMyTurn, table.isFresh]).toEqual([heading, isOffered, isOffered]);

  const shown = table.view;
  for (let step = 0; step < MANY; step++) house.tell({ type: "step", events: [], view: turn });
  expect([table.view !== shown, table.isMyTurn, table.isFresh]).toEqual([isOffered, isOffered, isOffered]);

  void table.early("a card");
  expect(table.chosen).toBe(isOffered ? "a card" : null);

  table.goOn();
  expect([table.summary, table.isMyTurn, table.behind]).toEqual([null, true, 0]);
});
