import { describe, expect, test } from "vitest";
import { scenes, sorted } from "../src/games/voodoo_prince/view.ts";
import type { VoodooPrinceView } from "../src/protocol.ts";

const VIEW: VoodooPrinceView = {
  seat: 0,
  players: 3,
  rounds: 5,
  marshmallow: false,
  round: 1,
  goal: 4,
  top: 10,
  turn: 0,
  to_move: [0],
  trump: "blue",
  hand: ["b5", "r3"],
  hand_sizes: [2, 1, 1],
  trick: [
    [1, "r2"],
    [2, "r9"],
  ],
  winning: "r9",
  last_trick: [],
  tricks: [3, 0, 1],
  playing: [0, 1, 2],
  left: [],
  points: [0, 0, 0],
  scores: [0, 0, 0],
  played: [[], ["r2"], ["r9"]],
  voids: [[], [], []],
  actions: ["r3"],
  is_over: false,
};

describe("Voodoo Prince", () => {
  test("sorts by colour or by value", () => {
    const hand = ["p1", "r10", "b5", "r2", "y5"];
    expect(sorted(hand, "colour")).toEqual(["r2", "r10", "y5", "b5", "p1"]);
    expect(sorted(hand, "value")).toEqual(["p1", "r2", "y5", "b5", "r10"]);
  });

  test("shows the whole trick before it is taken", () => {
    const after = { ...VIEW, trick: [], winning: null, last_trick: [], tricks: [3, 0, 2], to_move: [2] };
    const made = scenes(
      VIEW,
      [
        { type: "Played", seat: 0, card: "r3" },
        { type: "TrickTaken", seat: 2, card: "r9", tricks: 1, total: 2 },
      ],
      after,
    );
    expect(made.map((scene) => scene.events[0]?.type)).toEqual(["Played", "TrickTaken", undefined]);
    const whole = [
      [1, "r2"],
      [2, "r9"],
      [0, "r3"],
    ];
    expect(made[0]!.view).toMatchObject({ trick: whole, winning: null, hand: ["b5"], tricks: [3, 0, 1] });
    expect(made[1]!.view).toMatchObject({ trick: whole, winning: "r9", hand: ["b5"], tricks: [3, 0, 2] });
    expect(made[1]!.hold).toBeGreaterThan(made[0]!.hold);
    expect(made[2]!.view).toBe(after);
  });

  test("offers nothing until the last scene", () => {
    const made = scenes(
      VIEW,
      [
        { type: "Played", seat: 0, card: "r3" },
        { type: "RoundLeft", seat: 0, points: 2 },
      ],
      VIEW,
    );
    expect(made[0]!.view.actions).toEqual([]);
    expect(made[0]!.view.to_move).toEqual([]);
  });

  test("a step without events still arrives", () => {
    expect(scenes(null, [], VIEW)).toEqual([{ view: VIEW, events: [], hold: 0 }]);
  });
});
