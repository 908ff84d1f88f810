import { describe, expect, test } from "vitest";
import { sentences } from "../src/games/skull_queen/sentences.ts";
import { roundSummary } from "../src/games/skull_queen/summary.ts";
import { actionLabel, cardLabel } from "../src/games/skull_queen/names.ts";
import { Placing } from "../src/games/skull_queen/placing.svelte.ts";
import { lanes, onTable, plankOf, scenes, sorted, walks } from "../src/games/skull_queen/view.ts";
import type { SkullQueenEvent, SkullQueenView } from "../src/protocol.ts";

const PATTERNS = ["front r? y? g? b?", "back r? y? g? b?"];
const PLANKS = [
  { side: "front", pirates: [1, 2, 2, 2] },
  { side: "back", pirates: [4, 2, 2, 2] },
];
const VIEW: SkullQueenView = {
  seat: 0,
  players: 2,
  low: 2,
  top: 11,
  round: 1,
  dealer: 1,
  turn: 0,
  to_move: [0, 1],
  hand: ["r9", "b5"],
  hand_sizes: [2, 2],
  stack_size: 1,
  centre: ["y4"],
  chosen: [],
  choice: null,
  planks: PLANKS,
  trick: [{ seat: 2, card: "r4", color: "red" }],
  trick_color: "red",
  winning: null,
  outlook: [],
  outlooks: [],
  last_trick: null,
  gone: [],
  played: [[], [], ["r4"]],
  voids: [[], []],
  points: [],
  scores: [0, 0],
  actions: ["r9"],
  is_over: false,
};
const TRICK = [
  { seat: 2, card: "r4", color: "red" },
  { seat: 0, card: "r9", color: "red" },
  { seat: 1, card: "monkey", color: "red" },
];
const RESOLVED: SkullQueenEvent = {
  type: "TrickResolved",
  trick: TRICK,
  gone: ["r4", "r9", "monkey"],
  centre: ["y4"],
  leader: null,
  moves: [
    { seat: 0, color: "red", side: "front", steps: 1, start: 1, end: 0 },
    { seat: 1, color: "red", side: "back", steps: -1, start: 4, end: -1 },
  ],
};

describe("Skull Queen", () => {
  test("sorts monkey and mate behind the colours, or by their values", () => {
    const hand = ["mate", "b5", "r10", "monkey", "r2"];
    expect(sorted(hand, "colour")).toEqual(["r2", "r10", "b5", "monkey", "mate"]);
    expect(sorted(hand, "value")).toEqual(["monkey", "r2", "b5", "r10", "mate"]);
  });

  test("reveals the cards, lets the pirates walk, then clears the table", () => {
    const after = {
      ...VIEW,
      trick: [],
      planks: [
        { side: "front", pirates: [0, 2, 2, 2] },
        { side: "back", pirates: [-1, 2, 2, 2] },
      ],
    };
    const made = scenes(
      VIEW,
      [{ type: "CardChosen", seat: 1, card: null }, { type: "CardsRevealed", trick: TRICK }, RESOLVED],
      after,
    );
    expect(made.map((scene) => scene.events[0]?.type)).toEqual([
      "CardChosen",
      "CardsRevealed",
      "TrickResolved",
      undefined,
    ]);
    expect(made[0]!.view.chosen).toEqual([1]);
    expect(made[1]!.view.hand).toEqual(["b5"]);
    expect(made[1]!.view.planks).toEqual(PLANKS);
    expect(made[2]!.view.trick).toEqual(TRICK);
    expect(made[2]!.view.planks[1]!.pirates).toEqual([-1, 2, 2, 2]);
    expect(made[3]!.view).toBe(after);
  });

  test("a monkey that led counts as the first colour after it", () => {
    const before = { ...VIEW, players: 3, trick: [], trick_color: null };
    const made = scenes(
      before,
      [
        { type: "Played", seat: 1, card: "monkey", color: null },
        { type: "Played", seat: 2, card: "g3", color: "green" },
        { type: "Played", seat: 0, card: "b5", color: "blue" },
      ],
      VIEW,
    );
    expect(made[0]!.view.trick_color).toBe(null);
    expect(made[1]!.view.trick.map((laid) => laid.color)).toEqual(["green", "green"]);
    expect(made[1]!.view.trick_color).toBe("green");
  });

  test("what was only chosen lies on the table face down, the own card in sight", () => {
    const view = { ...VIEW, chosen: [1] };
    expect(onTable(view, 0, null).map((laid) => [laid.seat, laid.card, !!laid.secret])).toEqual([
      [2, "r4", false],
      [1, "", true],
    ]);
    expect(onTable(view, 0, "r9").map((laid) => [laid.seat, laid.card, !!laid.secret])).toEqual([
      [2, "r4", false],
      [0, "r9", true],
      [1, "", true],
    ]);
    expect(onTable(view, 0, "r4")).toHaveLength(2);
  });

  test("a new round starts with the planks in secret", () => {
    const deal: SkullQueenEvent = { type: "Dealt", round: 2, dealer: 0, hands: [["r2", "r3"], []], centre: [] };
    const [first] = scenes(VIEW, [deal, { type: "Placed", seat: 1, plank: null }], {
      ...VIEW,
      round: 2,
      planks: [],
      hand: ["r2", "r3"],
    });
    expect(first!.view).toMatchObject({ round: 2, planks: [], trick: [], chosen: [], hand: ["r2", "r3"], actions: [] });
  });

  test("pirates of one colour walk together, colours one after the other", () => {
    const move = { side: "front", start: 2, end: 0 };
    const made = walks([
      { ...move, seat: 0, color: "red", steps: 2 },
      { ...move, seat: 1, color: "red", steps: -1, end: 3 },
      { ...move, seat: 0, color: "blue", steps: -1, end: 3 },
    ]);
    expect(made.walks.map((walk) => walk.delay)).toEqual([0, 0, 560]);
    expect(made.ms).toBe(840);
  });

  test("pirates on one space stand side by side", () => {
    const [red, yellow, green] = lanes([2, 2, 0, null]);
    expect(yellow! - red!).toBe(20);
    expect(green).toBeGreaterThan(50);
  });

  test("placing fills in the pattern of the side", () => {
    const placing = new Placing();
    expect(placing.action(PATTERNS)).toBe(null);
    for (const space of [0, 1, 2]) placing.put(placing.held!, "front", space);
    expect([placing.held, placing.missing, placing.action(PATTERNS)]).toEqual([3, 1, null]);
    placing.put(3, "front", 3);
    expect(placing.action(PATTERNS)).toBe("front r8 y5 g3 b2");
    placing.put(3, "back", 4);
    expect(placing.action(PATTERNS)).toBe("back r1 y2 g3 b8");
    placing.remove(0);
    expect([placing.held, placing.action(PATTERNS)]).toEqual([0, null]);
  });

  test("a placing reads back as a plank", () => {
    expect(plankOf("back r1 y2 g3 b8")).toEqual({ side: "back", pirates: [0, 1, 2, 4] });
    expect(plankOf("monkey")).toBe(null);
  });

  test("says cards, choices and moves as people do", () => {
    expect(cardLabel("b8")).toBe("blue 8, two steps up");
    expect(cardLabel("r5")).toBe("red 5, two steps down");
    expect(actionLabel("mate")).toBe("Play First Mate");
    expect(actionLabel("front r8 y5 g3 b2")).toBe("Place front, red 8, yellow 5, green 3, blue 2");
    expect(sentences(RESOLVED, ["Marie", "Lukas"])).toEqual([
      "  Marie: highest in red, pirate up 1, now on 8",
      "  Lukas: lowest in red, pirate down 1 and overboard",
      "  In the centre: yellow 4",
    ]);
    expect(sentences({ type: "CardsRevealed", trick: TRICK }, ["Marie", "Lukas"])).toEqual([
      "Revealed: Pirate King’s ghost red 4, Marie red 9, Lukas Monkey",
    ]);
  });

  test("the summary says what every pirate brought", () => {
    const planks = [
      { side: "front", pirates: [0, 1, 3, -1] },
      { side: "back", pirates: [4, 4, 4, 4] },
    ];
    const made = roundSummary({ type: "RoundEnded", round: 1, planks, points: [15, 32], scores: [15, 32] }, VIEW);
    expect(made).toEqual({
      title: "Round 1 of 2",
      rows: [
        { seat: 1, points: 32, total: 32, why: "red 8, yellow 8, green 8, blue 8" },
        { seat: 0, points: 15, total: 15, why: "red 8, yellow 5, green 2, blue overboard" },
      ],
    });
  });
});
