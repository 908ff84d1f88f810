// Every scene of a game's first steps is what the house would have shown then.

import { describe, expect, test } from "vitest";
import { scenes as skullQueen } from "../src/games/skull_queen/view.ts";
import { scenes as vampireQueen } from "../src/games/vampire_queen/view.ts";
import { scenes as voodoo } from "../src/games/voodoo/view.ts";
import { scenes as voodooPrince } from "../src/games/voodoo_prince/view.ts";
import told from "./beginnings.json";

type Step = { events: any[]; view: any };
type Told = { game: string; players: number; steps: Step[] };

const SCENES: Record<string, (before: any, events: any[], after: any) => { view: any; events: any[] }[]> = {
  voodoo_prince: voodooPrince,
  vampire_queen: vampireQueen,
  skull_queen: skullQueen,
  voodoo,
};

// What one sees of a view, whatever the order in which cards are held.
const SEEN: Record<string, (view: any) => unknown> = {
  voodoo_prince: ({ hand, hand_sizes, trick, tricks, playing, left, points, scores }) => ({
    hand: held(hand),
    hand_sizes,
    trick,
    tricks,
    playing,
    left,
    points,
    scores,
  }),
  vampire_queen: ({ hand, hand_sizes, known, round, crypt, barred, barred_for, passes, scores }) => ({
    hand: held(hand),
    hand_sizes,
    known: known.map(held),
    round,
    crypt: held(crypt),
    barred,
    barred_for,
    passes,
    scores,
  }),
  skull_queen: ({
    hand,
    hand_sizes,
    stack_size,
    centre,
    chosen,
    choice,
    planks,
    trick,
    trick_color,
    points,
    scores,
  }) => ({
    hand: held(hand),
    hand_sizes,
    stack_size,
    centre,
    chosen: held(chosen),
    choice,
    planks,
    trick,
    trick_color,
    points,
    scores,
  }),
  voodoo: ({
    turn,
    turns,
    dice,
    more_dice,
    target,
    shielded,
    scores,
    skulls,
    in_force,
    permanents,
    curses,
    artefacts,
  }) => ({
    turn,
    turns,
    dice: held(dice),
    more_dice,
    target,
    shielded,
    scores,
    skulls,
    in_force,
    permanents,
    stocks: [curses, artefacts].map(stock),
  }),
};

const held = (cards: unknown[]) => [...cards].sort();
const stock = ({ deck, hand, hand_sizes }: any) => ({ deck, hand: held(hand), hand_sizes });
const DEALT: Record<string, string> = {
  voodoo_prince: "Dealt",
  vampire_queen: "Dealt",
  skull_queen: "Dealt",
  voodoo: "TurnBegan",
};

/** The scene on show after so many events: none where they are shown together with what follows. */
function sceneAfter(made: { view: any; events: any[] }[], count: number) {
  let shown = 0;
  return made.filter((scene) => (shown += scene.events.length) === count).at(-1);
}

describe.each(told as Told[])("$game with $players players", ({ game, steps }) => {
  const first = steps.findIndex((step) => step.events.some((event) => event.type === DEALT[game])); // all is dealt
  const seen = SEEN[game]!;

  test("is as the house tells it, however much has happened when one looks", () => {
    let compared = 0;
    for (const from of [-1, ...steps.keys()].filter((from) => from < 0 || from >= first)) {
      // nobody is shown half a deal
      for (let to = Math.max(first, from + 1); to < steps.length; to += 3) {
        const events = steps.slice(from + 1, to + 1).flatMap((step) => step.events);
        const made = SCENES[game]!(from < 0 ? null : steps[from]!.view, events, steps[to]!.view);
        expect(made.at(-1)!.view).toBe(steps[to]!.view);
        for (let at = Math.max(first, from + 1); at < to; at++) {
          const scene = sceneAfter(made, steps.slice(from + 1, at + 1).flatMap((step) => step.events).length);
          if (!scene) continue;
          compared++;
          expect(seen(scene.view), `from ${from} to ${to}, at ${at}`).toEqual(seen(steps[at]!.view));
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  test("shows no card twice while it is dealt", () => {
    const events = steps.slice(0, first + 1).flatMap((step) => step.events);
    for (const { view } of SCENES[game]!(null, events, steps[first]!.view)) {
      const unique = [view.hand, view.curses?.hand, view.artefacts?.hand].filter(
        (cards) => cards && game !== "vampire_queen",
      );
      for (const cards of unique) expect(new Set(cards).size).toBe(cards.length);
      if (view.hand && view.seat !== null) expect(view.hand).toHaveLength(view.hand_sizes[view.seat]);
      const slayers = (view.known ?? []).flat();
      expect(new Set(slayers).size).toBe(slayers.length);
    }
  });
});
