import { beforeAll, describe, expect, test } from "vitest";
import skullQueen from "../src/games/skull_queen/lesson.ts";
import vampireQueen from "../src/games/vampire_queen/lesson.ts";
import voodoo, { forgotten } from "../src/games/voodoo/lesson.ts";
import voodooPrince from "../src/games/voodoo_prince/lesson.ts";
import { Lesson } from "../src/learn/lesson.svelte.ts";
import type { Now, Plan } from "../src/learn/plan.ts";
import { learnCards } from "../src/games/voodoo/cards.svelte.ts";
import type {
  SkullQueenView,
  VampireQueenView,
  VoodooPrinceView,
  VoodooStockView,
  VoodooView,
} from "../src/protocol.ts";

const NAMES = ["You", "Marie", "Lukas", "Nina"];
const now = (view: any, ...events: any[]): Now => ({ view, events, you: 0, names: NAMES });
const due = (plan: Plan, moment: Now) => plan.tips.filter((tip) => tip.when(moment)).map((tip) => tip.id);
const said = (plan: Plan, id: string, moment: Now) => plan.tips.find((tip) => tip.id === id)!.text(moment);

// prettier-ignore
const PRINCE: VoodooPrinceView = {
  seat: 0, players: 3, rounds: 2, marshmallow: false, round: 1, goal: 4, top: 10, turn: 0, to_move: [0],
  trump: "yellow", hand: ["r2", "y3"], hand_sizes: [2, 2, 2], trick: [], winning: null, last_trick: [],
  tricks: [0, 0, 0],
  playing: [0, 1, 2], left: [], points: [0, 0, 0], scores: [0, 0, 0], played: [[], [], []], voids: [[], [], []],
  actions: ["r2", "y3"], is_over: false,
};

describe("Voodoo Prince is told", () => {
  test("when it is one's turn to lead", () => {
    expect(due(voodooPrince, now(PRINCE))).toEqual(["goal", "trump", "lead"]);
    expect(due(voodooPrince, now({ ...PRINCE, to_move: [1] }))).toEqual([]);
  });

  test("when one must follow, and when one cannot", () => {
    const trick = [[1, "r9"]];
    expect(due(voodooPrince, now({ ...PRINCE, trick, actions: ["r2"] }))).toEqual(["follow"]);
    expect(due(voodooPrince, now({ ...PRINCE, trick, hand: ["b2", "y3"], actions: ["b2", "y3"] }))).toEqual(["free"]);
  });

  test("when a trick is taken: how", () => {
    const after = (card: string) => ({
      ...PRINCE,
      to_move: [],
      trick: [
        [0, "r10"],
        [1, card],
      ],
    });
    const taken = (card: string, tricks = 1) => ({ type: "TrickTaken", seat: 1, card, tricks, total: tricks });
    expect(due(voodooPrince, now(after("r11"), taken("r11")))).toEqual(["taken"]);
    expect(due(voodooPrince, now(after("r0"), taken("r0")))).toEqual(["doll"]);
    expect(due(voodooPrince, now(after("y7"), taken("y7", 2)))).toEqual(["split", "trumped"]);
  });

  test("when somebody leaves, until the new round's trump is named", () => {
    const left = { type: "RoundLeft", seat: 1, points: 5 };
    expect(said(voodooPrince, "left", now({ ...PRINCE, to_move: [] }, left))).toContain(
      "Marie: enough tricks, out of the round with 5 points",
    );
    expect(due(voodooPrince, now({ ...PRINCE, round: 2, trump: "unnamed" }))).toEqual(["naming"]);
    expect(voodooPrince.isDone(now({ ...PRINCE, round: 2, trump: "unnamed" }))).toBe(false);
    expect(voodooPrince.isDone(now({ ...PRINCE, round: 2 }))).toBe(true);
  });
});

// prettier-ignore
const VAMPIRES: VampireQueenView = {
  seat: 0, players: 3, phases: 2, phase: 1, turn: 0, to_move: [0], hand: ["3", "7", "7", "q", "slayer 20"],
  hand_sizes: [5, 4, 6], known: [["slayer 20"], ["slayer 15"], []], open_hands: [], round: [], last_round: [],
  barred: null, barred_for: null, crypt: [], played: [[], [], []], taken_up: [[], [], []], passes: [0, 0, 0],
  passed_on: [[], [], []],
  scores: [0, 0, 0], is_over: false, actions: ["3", "7", "7 7", "q", "slayer 20"],
};

describe("Vampire Queen is told", () => {
  test("when one starts: the slayer and the queen only later", () => {
    expect(due(vampireQueen, now(VAMPIRES))).toEqual(["goal", "start"]);
    expect(due(vampireQueen, now({ ...VAMPIRES, last_round: [[0, ["3"]]] }))).toEqual([
      "goal",
      "start",
      "slayer",
      "queen",
    ]);
  });

  test("when one can go higher, or must pass, or is hunted", () => {
    const round = [[1, ["5", "5"]]];
    expect(due(vampireQueen, now({ ...VAMPIRES, round, actions: ["7 7", "pass"] }))).toEqual(["raise"]);
    expect(said(vampireQueen, "raise", now({ ...VAMPIRES, round }))).toContain("2 cards of one value higher than 5");
    expect(due(vampireQueen, now({ ...VAMPIRES, round, actions: ["pass"] }))).toEqual(["pass"]);
    expect(due(vampireQueen, now({ ...VAMPIRES, round: [[1, ["slayer 15"]]], actions: ["3", "7", "q"] }))).toEqual([
      "hunted",
    ]);
  });

  test("when cards go to the crypt or into a hand", () => {
    const after = { ...VAMPIRES, to_move: [] };
    expect(due(vampireQueen, now(after, { type: "LaidAside", seat: 1, cards: ["5"] }))).toEqual(["crypt"]);
    expect(due(vampireQueen, now(after, { type: "TakenUp", seat: 1, cards: ["5"], barred: "slayer 20" }))).toEqual([
      "taken",
    ]);
    expect(due(vampireQueen, now(after, { type: "TakenUp", seat: 0, cards: ["5"], barred: "slayer 20" }))).toEqual([
      "caught",
    ]);
  });

  test("when a phase is about to end, until the next has begun", () => {
    expect(due(vampireQueen, now({ ...VAMPIRES, hand_sizes: [5, 3, 6] }))).toContain("few");
    expect(vampireQueen.isDone(now({ ...VAMPIRES, phase: 2 }))).toBe(true);
  });
});

// prettier-ignore
const PIRATES: SkullQueenView = {
  seat: 0, players: 4, low: 1, top: 12, round: 1, dealer: 3, turn: 0, to_move: [0, 1, 2, 3],
  hand: ["r9", "b5", "mate"], hand_sizes: [3, 3, 3, 3], stack_size: 0, centre: ["y4"], chosen: [], choice: null,
  planks: [], trick: [], trick_color: null, winning: null, outlook: [], outlooks: [],
  last_trick: null, gone: [], played: [[], [], [], []],
  voids: [[], [], [], []], points: [], scores: [0, 0, 0, 0], actions: ["front r? y? g? b?", "back r? y? g? b?"],
  is_over: false,
};
const SAILING = {
  ...PIRATES,
  to_move: [0],
  planks: [0, 1, 2, 3].map(() => ({ side: "front", pirates: [2, 2, 2, 2] })),
  actions: ["r9", "b5", "mate"],
};

describe("Skull Queen is told", () => {
  test("when pirates are placed, and when one leads", () => {
    expect(due(skullQueen, now(PIRATES))).toEqual(["place", "walk", "side"]);
    expect(due(skullQueen, now(SAILING))).toEqual(["lead", "centre"]);
  });

  test("when one must follow, and when one cannot", () => {
    const trick = [{ seat: 1, card: "r3", color: "red" }];
    expect(due(skullQueen, now({ ...SAILING, trick, trick_color: "red", actions: ["r9", "mate"] }))).toEqual([
      "centre",
      "follow",
      "any",
    ]);
    const green = { ...SAILING, centre: [], trick: [{ seat: 1, card: "g3", color: "green" }], trick_color: "green" };
    expect(due(skullQueen, now(green))).toEqual(["free", "any"]);
  });

  test("when pirates walk or fall, and when a card stays", () => {
    const move = (seat: number, steps: number, end: number) => ({
      seat,
      color: "red",
      side: "front",
      steps,
      start: 2,
      end,
    });
    const resolved = (...moves: any[]) => ({
      type: "TrickResolved",
      trick: [{ seat: 1, card: "g3", color: "green" }],
      moves,
      gone: [],
      centre: [],
      leader: 0,
    });
    const after = { ...SAILING, to_move: [] };
    expect(due(skullQueen, now(after, resolved(move(1, 1, 1))))).toEqual(["up"]);
    expect(due(skullQueen, now(after, resolved(move(1, -2, 4))))).toEqual(["down", "two"]);
    expect(due(skullQueen, now(after, resolved(move(1, 1, -1))))).toEqual(["fall"]);
    expect(due(skullQueen, now(after, { ...resolved(), centre: ["g3"] }))).toEqual(["single"]);
    expect(said(skullQueen, "up", now(after, resolved(move(1, 1, 1), move(0, 1, 1))))).toContain(
      "You: the highest red card",
    );
  });
});

// prettier-ignore
const STOCK: VoodooStockView = {
  deck: 20, fresh: 20, under: [], hand: ["gardus_corpux"], hand_sizes: [1, 1, 1], known: [[], [], []], drawn: [],
  drawers: [], shown: [],
};
// prettier-ignore
const DOLL: VoodooView = {
  seat: 0, players: 3, at_table: false, real_dice: false, phase: "before_rolling", turn: 0, turns: 1, to_move: [0],
  dice: [], more_dice: [0, 0, 0], stopped: false, casting: null, used: [], target: null, shielded: [],
  scores: [0, 0, 0], skulls: [0, 0, 0], in_force: [], permanents: 10, curses: STOCK, artefacts: { ...STOCK,
  hand: [] }, diary: [], barred: [], call: null, voted: [], vote: null, actions: ["roll"], is_over: false,
};

describe("Voodoo is told", () => {
  beforeAll(learnCards);

  test("when one has the doll", () => {
    expect(due(voodoo, now(DOLL))).toEqual(["goal", "roll"]);
    const rolled = (...dice: string[]) => now({ ...DOLL, phase: "preparing", dice, actions: ["discard star", "stop"] });
    expect(due(voodoo, rolled("raven", "star"))).toEqual(["cost", "discard"]);
    expect(due(voodoo, rolled("bat", "star"))).toEqual(["cost", "enough"]); // a bat and any other
    expect(due(voodoo, rolled("bat"))).toEqual(["cost", "discard"]);
    expect(
      due(
        voodoo,
        now({ ...DOLL, phase: "acting", actions: ["cast gardus_corpux on 1", "draw curse with bat star", "pass"] }),
      ),
    ).toEqual(["cast"]);
    expect(due(voodoo, now({ ...DOLL, phase: "acting", actions: ["draw curse with bat star", "pass"] }))).toEqual([
      "draw",
    ]);
    expect(due(voodoo, now({ ...DOLL, phase: "acting", actions: ["pass"] }))).toEqual(["pass"]);
  });

  test("when one is cursed and has to obey", () => {
    const cast = { type: "CurseCast", seat: 1, card: "gardus_corpux", victims: [0] };
    expect(said(voodoo, "cursed", now({ ...DOLL, to_move: [] }, cast))).toContain(
      "Marie curses you: “Gardus corpux”. Keep your arms crossed.",
    );
    expect(due(voodoo, now({ ...DOLL, actions: ["roll", "do gardus_corpux"] }))[0]).toBe("act");
  });

  test("when somebody has forgotten a curse, as long as it can be called", () => {
    const call = { ...DOLL, actions: ["roll", "call gardus_corpux on 2"] };
    const note = (what: string, card: string | null = null) => ({ what, seat: 2, card });
    const turn = [note("rolled"), note("did", "gardus_corpux"), note("passed")];
    expect(forgotten(now({ ...call, diary: [] }))).toBeUndefined();
    expect(forgotten(now({ ...call, diary: [note("did", "gardus_corpux"), ...turn] }))).toBeUndefined();
    expect(forgotten(now({ ...call, diary: turn }))).toEqual({ card: "gardus_corpux", seat: 2 });
    expect(
      forgotten(now({ ...call, diary: [note("rolled"), note("bound", "gardus_corpux"), note("passed")] }))?.seat,
    ).toBe(2);
    expect(due(voodoo, now({ ...call, diary: turn }))[0]).toBe("call");
  });

  test("for three turns", () => {
    expect(voodoo.isDone(now({ ...DOLL, turns: 7 }))).toBe(false);
    expect(voodoo.isDone(now({ ...DOLL, turns: 8 }))).toBe(true);
  });
});

describe("A lesson", () => {
  test("says one thing at a time and nothing twice", () => {
    const lesson = new Lesson("CODE", voodooPrince);
    expect(lesson.look(now(PRINCE))).toBe(true);
    expect(lesson.tip!.id).toBe("goal");
    expect(lesson.next()).toBe(true);
    expect(lesson.tip!.id).toBe("trump");
    lesson.drop(); // the learner plays on
    expect(lesson.look(now({ ...PRINCE, to_move: [1] }))).toBe(false);
    lesson.look(now(PRINCE));
    expect(lesson.tip!.id).toBe("lead");
    expect(lesson.next()).toBe(false);
  });

  test("is done when nothing is left to say, and silent once it is over", () => {
    const lesson = new Lesson("CODE", voodooPrince);
    const named = now({ ...PRINCE, round: 2, to_move: [] }, { type: "TrumpNamed", seat: 1, color: "yellow" });
    lesson.look(named);
    expect([lesson.tip!.id, lesson.isDone]).toEqual(["named", false]);
    lesson.next();
    expect(lesson.isDone).toBe(true);
    expect([lesson.look(now(PRINCE)), lesson.tip]).toEqual([true, null]);
    lesson.end();
    expect(lesson.look(now(PRINCE))).toBe(false);
  });
});
