import { describe, expect, test } from "vitest";
import { sentences } from "../src/games/vampire_queen/sentences.ts";
import { roundSummary, sum } from "../src/games/vampire_queen/summary.ts";
import { cardWidth } from "../src/games/vampire_queen/laid.ts";
import { kindOfRound, task, whyNot } from "../src/games/vampire_queen/moment.ts";
import { actionLabel, cardLabel } from "../src/games/vampire_queen/names.ts";
import { cardOf, NO_PIECES, placed } from "../src/games/vampire_queen/pieces.ts";
import { actionOf, gathered, isSingle, offers, piecesFor, tapped } from "../src/games/vampire_queen/sets.ts";
import { scenes, sorted } from "../src/games/vampire_queen/view.ts";
import type { VampireQueenEvent, VampireQueenView } from "../src/protocol.ts";

const VIEW: VampireQueenView = {
  seat: 0,
  players: 3,
  phases: 5,
  phase: 1,
  turn: 0,
  to_move: [0],
  hand: ["3", "7", "7", "q", "slayer 20"],
  hand_sizes: [5, 4, 6],
  known: [["slayer 20"], ["slayer 15"], []],
  open_hands: [],
  round: [],
  last_round: [],
  barred: null,
  barred_for: null,
  crypt: [],
  played: [[], [], []],
  taken_up: [[], [], []],
  passes: [0, 0, 0],
  passed_on: [[], [], []],
  scores: [0, 0, 0],
  is_over: false,
  actions: ["3", "3 q", "7", "7 q", "7 7", "7 7 q", "q", "slayer 20"],
};
const NAMES = ["Marie", "Lukas", "Leon"];
const HAND = ["3.0", "7.1", "7.2", "q.3", "slayer 20.4"];
const PAIRS = ["7 7", "7 q", "9 9", "9 q", "pass"]; // following a pair
const FOLLOWER = ["7.0", "7.1", "7.2", "9.3", "9.4", "q.5"];

describe("a set by tapping", () => {
  test("equal cards and queens join, another value begins anew", () => {
    const tap = (piece: string, marked: string[]) => tapped(piece, marked, HAND, VIEW.actions);
    expect(tap("7.2", [])).toEqual(["7.2"]);
    expect(tap("7.1", ["7.2"])).toEqual(["7.2", "7.1"]);
    expect(tap("q.3", ["7.2", "7.1"])).toEqual(["7.2", "7.1", "q.3"]);
    expect(tap("7.1", ["7.2", "7.1"])).toEqual(["7.2"]);
    expect(tap("3.0", ["7.2", "7.1"])).toEqual(["3.0"]);
    expect(tap("3.0", ["7.2", "q.3"])).toEqual(["q.3", "3.0"]);
    expect(tap("slayer 20.4", ["q.3"])).toEqual(["slayer 20.4"]);
  });

  test("one tap fills the set where everybody must play as many, queens last", () => {
    expect(tapped("7.2", [], FOLLOWER, PAIRS)).toEqual(["7.2", "7.0"]);
    expect(tapped("q.5", ["7.2", "7.0"], FOLLOWER, PAIRS).sort()).toEqual(["7.2", "q.5"]);
    expect(tapped("9.4", ["7.2", "q.5"], FOLLOWER, PAIRS).sort()).toEqual(["9.4", "q.5"]);
    expect(tapped("9.4", ["7.2", "7.0"], FOLLOWER, PAIRS)).toEqual(["9.4", "9.3"]);
    expect(tapped("q.5", [], FOLLOWER, PAIRS)).toEqual(["q.5"]);
  });

  test("is matched with the names of the choices", () => {
    expect(actionOf(["q", "7", "7"])).toBe("7 7 q");
    expect(actionOf(["10", "10"])).toBe("10 10");
    expect(actionOf(["slayer 20"])).toBe("slayer 20");
    expect(offers(["7"], VIEW.actions)).toEqual(["7", "7 7", "7 q", "7 7 q"]);
    expect(offers(["7", "3"], VIEW.actions)).toEqual([]);
    expect(offers([], PAIRS)).toEqual(["7 7", "9 9", "7 q", "9 q"]);
    expect(piecesFor("7 7 q", ["7.2"], HAND)).toEqual(["7.2", "7.1", "q.3"]);
  });

  test("another tap plays a card that can only be played alone", () => {
    expect(isSingle(["7.1"], ["7", "9", "pass"])).toBe(true);
    expect(isSingle(["7.1"], VIEW.actions)).toBe(false);
    expect(isSingle(["slayer 20.4"], VIEW.actions)).toBe(true);
  });

  test("can be prepared before one's turn", () => {
    expect(gathered("7.1", ["7.2"])).toEqual(["7.2", "7.1"]);
    expect(gathered("3.0", ["7.2", "q.3"])).toEqual(["q.3", "3.0"]);
    expect(gathered("slayer 20.4", ["7.2"])).toEqual(["slayer 20.4"]);
  });
});

describe("pieces", () => {
  const dealt = placed(NO_PIECES, { phase: 1, hand: ["7", "7", "7", "q"], round: [] }, 0, []);

  test("equal cards are told apart and stay themselves", () => {
    expect(new Set(dealt.hand).size).toBe(4);
    expect(dealt.hand.map(cardOf)).toEqual(["7", "7", "7", "q"]);
    expect(placed(dealt, { phase: 1, hand: ["7", "7", "7", "q"], round: [] }, 0, [])).toEqual(dealt);
  });

  test("those marked go from the hand to the table, and back to whoever takes them up", () => {
    const [first, second, third, queen] = dealt.hand as [string, string, string, string];
    const played = placed(
      dealt,
      {
        phase: 1,
        hand: ["7", "q"],
        round: [
          [1, ["7"]],
          [0, ["7", "7"]],
        ],
      },
      0,
      [first, third],
    );
    expect(played.hand).toEqual([second, queen]);
    expect(played.table[1]).toEqual([first, third]);
    expect(dealt.hand).not.toContain(played.table[0]![0]);
    const taken = placed(played, { phase: 1, hand: ["7", "7", "7", "7", "q"], round: [] }, 0, []);
    expect(new Set(taken.hand)).toEqual(new Set([...played.hand, ...played.table.flat()]));
  });

  test("a new phase has new ones", () => {
    const next = placed(dealt, { phase: 2, hand: ["7"], round: [] }, 0, []);
    expect(dealt.hand).not.toContain(next.hand[0]);
  });
});

describe("scenes of Vampire Queen", () => {
  test("a whole round lies for a moment before it goes into the crypt", () => {
    const before: VampireQueenView = {
      ...VIEW,
      round: [
        [1, ["2"]],
        [2, []],
      ],
    };
    const after: VampireQueenView = { ...VIEW, hand: ["7", "7", "q", "slayer 20"], crypt: ["2", "3"], to_move: [0] };
    const made = scenes(
      before,
      [
        { type: "Played", seat: 0, cards: ["3"] },
        { type: "LaidAside", seat: 0, cards: ["2", "3"] },
      ],
      after,
    );
    expect(made[0]!.view.round).toEqual([
      [1, ["2"]],
      [2, []],
      [0, ["3"]],
    ]);
    expect(made[0]!.view.hand).toEqual(["7", "7", "q", "slayer 20"]);
    expect(made[0]!.view.hand_sizes).toEqual([4, 4, 6]);
    expect(made[0]!.view.actions).toEqual([]);
    expect(made.map((scene) => scene.events[0]?.type)).toEqual(["Played", "LaidAside", undefined]);
    expect(made[1]!.view.round).toEqual(made[0]!.view.round);
    expect(made[2]!.view).toBe(after);
  });

  test("whoever takes cards up holds them, and all know which", () => {
    const before: VampireQueenView = {
      ...VIEW,
      round: [
        [1, ["slayer 15"]],
        [2, ["9"]],
        [0, ["3"]],
      ],
      known: [["slayer 20"], [], []],
    };
    const made = scenes(
      before,
      [
        { type: "TakenUp", seat: 2, cards: ["3", "9", "slayer 15"], barred: "slayer 15" },
        { type: "Played", seat: 2, cards: ["9"] },
      ],
      VIEW,
    );
    expect(made[0]!.view.round).toHaveLength(3); // still there to look at
    expect(made[1]!.view).toMatchObject({ round: [], hand_sizes: [5, 4, 9], barred: "slayer 15", barred_for: 2 });
    expect(made[1]!.view.known[2]).toEqual(["3", "9", "slayer 15"]);
  });

  test("passes without a choice are shown together", () => {
    const passed = (seat: number, forced: boolean): VampireQueenEvent => ({ type: "Passed", seat, forced });
    const made = scenes(VIEW, [passed(0, false), passed(1, true), passed(2, true)], VIEW);
    expect(made.map((scene) => scene.events.length)).toEqual([1, 2]);
  });

  test("a deal shows the hands as they were before anybody played", () => {
    const after: VampireQueenView = {
      ...VIEW,
      phase: 2,
      round: [[1, ["4", "4"]]],
      hand_sizes: [5, 3, 5],
      scores: [-3, 0, -9],
    };
    const made = scenes(
      { ...VIEW, open_hands: [["3"], [], ["9"]] },
      [
        { type: "Dealt", phase: 2, dealer: 0, starter: 1, hands: [["7", "3", "7", "q"], [], []] },
        { type: "Played", seat: 1, cards: ["4", "4"] },
      ],
      after,
    );
    expect(made[0]!.view).toMatchObject({ phase: 2, round: [], open_hands: [], hand_sizes: [5, 5, 5] });
    expect(made[0]!.view.hand).toEqual(["7", "3", "7", "q", "slayer 20"]);
  });

  test("a step without events still arrives", () => {
    expect(scenes(null, [], VIEW)).toEqual([{ view: VIEW, events: [], hold: 0 }]);
  });
});

describe("words of Vampire Queen", () => {
  test("cards and choices as people say them", () => {
    expect(cardLabel("q")).toBe("queen, joker");
    expect(cardLabel("7")).toBe("vampire 7");
    expect(cardLabel("slayer 15", { barred: true })).toBe("slayer 15, barred this round");
    expect(actionLabel("7 7 q")).toBe("Play two 7s with a queen");
    expect(actionLabel("12 12 12 12 q")).toBe("Play four 12s with a queen");
    expect(actionLabel("q q")).toBe("Play two queens");
    expect(actionLabel("11 11")).toBe("Play two 11s");
    expect(actionLabel("6 q q")).toBe("Play 6 with two queens");
    expect(actionLabel("q")).toBe("Play queen");
    expect(actionLabel("slayer 20")).toBe("Play slayer 20");
    expect(actionLabel("pass")).toBe("Pass");
  });

  test("minus points are explained", () => {
    expect(sum(["q", "3", "7", "7", "slayer 15"])).toBe("3 + 2 × 7 + queen (14) + slayer 15");
    const event: VampireQueenEvent = {
      type: "PhaseEnded",
      phase: 1,
      hands: [["3", "10", "q"], [], ["1"]],
      points: [27, 0, 1],
      scores: [-27, 0, -1],
    };
    expect(roundSummary(event, VIEW)).toEqual({
      title: "Phase 1 of 5",
      rows: [
        { seat: 1, points: 0, total: 0, why: "no cards left" },
        { seat: 2, points: -1, total: -1, why: "1" },
        { seat: 0, points: -27, total: -27, why: "3 + 10 + queen (14)" },
      ],
    });
    expect(sentences(event, NAMES)).toEqual([
      "Phase 1 is over. Every card left costs its value, a queen 14.",
      "  Marie: 3 10 queen = 27 minus points, now −27",
      "  Lukas: no cards left, still 0",
      "  Leon: 1 = 1 minus point, now −1",
    ]);
  });

  test("a slayer is announced", () => {
    expect(sentences({ type: "Played", seat: 1, cards: ["slayer 15"] }, NAMES)).toEqual([
      "Lukas: slayer 15",
      "  Slayer round: one card from everybody else, and the highest takes all.",
    ]);
  });

  test("what is no choice says why", () => {
    const pair: VampireQueenView = {
      ...VIEW,
      round: [
        [1, ["8", "8"]],
        [2, []],
      ],
      actions: ["q q", "pass"],
    };
    expect(whyNot(pair, "7")).toBe("Play 2 cards of one value that is higher than 8, or pass.");
    expect(whyNot(pair, "slayer 20")).toBe("A slayer can only start a round.");
    expect(task(pair)).toBe("Your turn: 2 cards, higher than 8");
    expect(task({ ...pair, actions: ["pass"] })).toBe("You cannot go higher: pass.");
    expect(kindOfRound(pair, NAMES)).toBe("normal round: 2 cards, higher than 8");
    expect(kindOfRound({ ...VIEW, round: [[1, ["slayer 15"]]] }, NAMES)).toBe(
      "SLAYER ROUND: one card each, the highest takes all",
    );
    expect(whyNot({ ...VIEW, barred: "slayer 20", barred_for: 0 }, "slayer 20")).toBe(
      "You have just taken up slayer 20, so you cannot start with it now.",
    );
  });

  test("a hand is sorted by value, or by the length of its sets", () => {
    expect(sorted(["q", "10", "slayer 15", "9", "10"], "colour")).toEqual(["9", "10", "10", "q", "slayer 15"]);
    expect(sorted(["q", "10", "slayer 15", "9", "10"], "value")).toEqual(["10", "10", "9", "q", "slayer 15"]);
  });
});

describe("a round on the table", () => {
  test("has large cards where there is room", () => {
    expect(cardWidth([1, 1, 0, 1], 344, 160)).toBe(66);
    expect(cardWidth([3, 3], 700, 300)).toBe(100);
  });

  test("of twelve is seen at once on a phone", () => {
    expect(cardWidth([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 344, 160)).toBe(42);
    expect(cardWidth([2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0], 344, 120)).toBe(28);
  });
});
