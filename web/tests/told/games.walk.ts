// Every scene of a whole game is what the house told each seat at that moment.

import { describe, expect, inject, test } from "vitest";
import { loadGame } from "../../src/games/index.ts";
import type { Scene } from "../../src/tables/scenes.ts";
import { logBlocks } from "../../src/tables/log_blocks.ts";

declare module "vitest" {
  interface ProvidedContext {
    told: string; // a line for each game and seat
  }
}

type Step = { events: any[]; view: any };
type Told = { game: string; players: number; seat: number | null; steps: Step[] };
type Scenes = (before: any, events: any[], after: any) => Scene<any, any>[];

const SCENES = import.meta.glob<Scenes>("../../src/games/*/view.ts", { import: "scenes", eager: true });

/** What scenes do not follow: no event tells it, or no room shows it before the last of them. */
const UNTOLD: Record<string, string[]> = {
  voodoo_prince: ["turn", "winning", "played", "voids"],
  vampire_queen: ["turn", "played", "taken_up", "passed_on"],
  skull_queen: ["turn", "dealer", "winning", "outlook", "outlooks", "played", "voids", "gone"],
  voodoo: [
    "phase",
    "stopped",
    "casting",
    "used",
    "barred",
    "diary",
    "vote",
    "fresh",
    "under",
    "known",
    "drawn",
    "drawers",
    "shown",
    "since",
  ],
};
const WHOSE_TURN = ["to_move", "actions"]; // nobody acts while others' doings are shown
const DEALT = ["Dealt", "TurnBegan"]; // from here on all is dealt
const WINDOW = 7; // steps that are looked at together
const STRIDE = 4;

const games: Told[] = inject("told")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** What one sees of a view, whatever the order in which cards and dice are held. */
function seen(value: any, hidden: readonly string[]): any {
  if (Array.isArray(value)) {
    const inside = value.map((one) => seen(one, hidden));
    return inside.every((one) => typeof one === "string") ? inside.sort() : inside;
  }
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(([name]) => !hidden.includes(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, seen(one, hidden)]));
}

/** The scene on show after so many events: none where they are shown together with what follows, or are the last. */
function sceneAfter(made: Scene<any, any>[], count: number) {
  let shown = 0;
  const scene = made.filter((scene) => (shown += scene.events.length) === count).at(-1);
  return scene === made.at(-1) ? undefined : scene;
}

describe.each(games)("$game with $players players, seen by seat $seat", ({ game, players, steps }) => {
  const scenes = SCENES[`../../src/games/${game}/view.ts`]!;
  const hidden = [...UNTOLD[game]!, ...WHOSE_TURN];
  const first = steps.findIndex((step) => step.events.some((event) => DEALT.includes(event.type)));
  const heard = (from: number, to: number) => steps.slice(from + 1, to + 1).flatMap((step) => step.events);

  test("is as the house told it, however much has happened when one looks", () => {
    let compared = 0;
    for (let from = -1; from + 1 < steps.length; from = Math.max(first, from + STRIDE)) {
      const to = Math.min(steps.length - 1, Math.max(first, from) + WINDOW);
      const made = scenes(from < 0 ? null : steps[from]!.view, heard(from, to), steps[to]!.view);
      expect(made.at(-1)!.view).toBe(steps[to]!.view);
      for (let at = Math.max(first, from + 1); at < to; at++) {
        const { events, view } = steps[at]!;
        const scene = events.length ? sceneAfter(made, heard(from, at).length) : undefined;
        if (!scene || view.casting) continue; // what somebody pays for is named once it is cast
        compared++;
        expect(seen(scene.view, hidden), `from ${from} to ${to}, at ${at}`).toEqual(seen(view, hidden));
      }
    }
    expect(compared).toBeGreaterThan(steps.length / 2);
  });

  test("shows no card twice while it is dealt", () => {
    for (const { view } of scenes(null, heard(-1, first), steps[first]!.view)) {
      const hands = [view.hand, view.curses?.hand, view.artefacts?.hand].filter(Boolean);
      if (game !== "vampire_queen") for (const cards of hands) expect(new Set(cards).size).toBe(cards.length);
      if (view.hand && view.seat !== null) expect(view.hand).toHaveLength(view.hand_sizes[view.seat]);
      const slayers = (view.known ?? []).flat();
      expect(new Set(slayers).size).toBe(slayers.length);
    }
  });

  test("has each trick in one block of the log", async () => {
    const { sentences, trick } = await loadGame(game);
    const names = Array.from({ length: players }, (_none, at) => `Player ${at}`);
    const events = heard(-1, steps.length - 1);
    const others = events
      .filter(({ type }) => !trick?.moves.includes(type))
      .flatMap((event) => sentences(event, names));
    const tricks = events.filter(({ type }) => trick?.ends.includes(type)).length;
    expect(tricks > 0).toBe(game !== "voodoo");
    const blocks = logBlocks(events, (event) => sentences(event, names), trick);
    expect(blocks.length).toBe(tricks + others.filter((line) => !line.startsWith(" ")).length);
  });
});
