import { beforeAll, describe, expect, test } from "vitest";
import CARDS from "../../src/hexdeck/games/voodoo/data/cards.toml?raw";
import { cardsIn } from "../plugins/cards.js";
import { bigNews } from "../src/games/voodoo/big_news.ts";
import { learnCards, printed } from "../src/games/voodoo/cards.svelte.ts";
import { after, next, of, read, withCard, withDice } from "../src/games/voodoo/choices.ts";
import { settled, without } from "../src/games/voodoo/dice.ts";
import { remembered, sentences } from "../src/games/voodoo/sentences.ts";
import { actionLabel, cardLabel } from "../src/games/voodoo/names.ts";
import { picksOf, task } from "../src/games/voodoo/moment.ts";
import { byVictim, fit, ordered } from "../src/games/voodoo/spells.ts";
import { scenes } from "../src/games/voodoo/view.ts";
import type { VoodooEvent, VoodooStockView, VoodooView } from "../src/protocol.ts";

const NAMES = ["Marie", "Lukas", "Nina"];

const STOCK: VoodooStockView = {
  deck: 20,
  fresh: 20,
  under: [],
  hand: ["gardus_corpux"],
  hand_sizes: [1, 2, 0],
  known: [[], [], []],
  drawn: [],
  drawers: [],
  shown: [],
};
const VIEW: VoodooView = {
  seat: 0,
  players: 3,
  at_table: false,
  real_dice: false,
  phase: "acting",
  turn: 0,
  turns: 4,
  to_move: [0],
  dice: ["skull", "bat", "star"],
  more_dice: [0, 0, 0],
  stopped: false,
  casting: null,
  used: [],
  target: null,
  shielded: [],
  scores: [2, 0, 0],
  skulls: [0, 0, 0],
  in_force: [],
  permanents: 10,
  curses: STOCK,
  artefacts: { ...STOCK, hand: ["magpie"] },
  diary: [],
  barred: [],
  call: null,
  voted: [],
  vote: null,
  actions: ["pass"],
  is_over: false,
};

beforeAll(learnCards);

describe("the card file", () => {
  test("is read in one language", () => {
    const cards = cardsIn(CARDS, "de");
    expect(["curse", "permanent", "artefact"].map((kind) => cards.filter((card) => card.kind === kind).length)).toEqual(
      [36, 10, 13],
    );
    expect(cards[0]).toMatchObject({
      id: "gardus_corpux",
      cost: ["bat", "any"],
      casting: 1,
      act: "Halte die Arme verschränkt.",
    });
    expect(JSON.stringify(cards)).not.toContain("Keep your arms crossed.");
  });

  test("is loaded by the app", () => {
    expect(printed("gardus_corpux").act).toBe("Keep your arms crossed.");
    expect(cardLabel("gardus_corpux")).toBe(
      "Gardus corpux. Bat, any die. 1 point, 1 more if broken. All the time: Keep your arms crossed.",
    );
  });
});

describe("choices", () => {
  test.each([
    ["roll", "roll", null, []],
    ["discard bat", "discard", null, ["bat"]],
    ["keep nothing", "keep", null, []],
    ["keep bat star", "keep", null, ["bat", "star"]],
    ["draw curse with bat bat", "draw curse", null, ["bat", "bat"]],
    ["cast gardus_corpux on all", "cast", "gardus_corpux", ["all"]],
    ["use greedy_pot", "use", "greedy_pot", []],
    ["use crooked_spoon bat to star", "use", "crooked_spoon", ["bat", "star"]],
    ["use salt_circle on gardus_corpux", "use", "salt_circle", ["gardus_corpux"]],
    ["use hot_pebble gardus_corpux to 2", "use", "hot_pebble", ["gardus_corpux", "2"]],
    ["use weathercock to middle", "use", "weathercock", ["middle"]],
    ["use magpie from 1", "use", "magpie", ["1"]],
    ["stinky gardus_corpux on 1", "stinky", "gardus_corpux", ["1"]],
    ["do gardus_corpux", "do", "gardus_corpux", []],
    ["call gardus_corpux on 1", "call", "gardus_corpux", ["1"]],
    ["vote broken", "vote broken", null, []],
  ])("%s is read", (action, verb, card, rest) => {
    expect(read(action)).toEqual({ action, verb, card, rest });
  });

  test("dice are found in any order", () => {
    const choices = ["keep nothing", "keep skull", "keep skull bat", "draw curse with skull bat"].map(read);
    expect(withDice(choices, "keep", ["bat", "skull"])?.action).toBe("keep skull bat");
    expect(withDice(choices, "keep", [])?.action).toBe("keep nothing");
    expect(withDice(choices, "draw curse", ["bat", "bat"])).toBeUndefined();
  });

  test("a card is aimed step by step", () => {
    const choices = ["use hot_pebble duck to 1", "use hot_pebble duck to 2", "use hot_pebble drum to 2", "pass"].map(
      read,
    );
    const mine = withCard(choices, "hot_pebble");
    expect(next(mine, [])).toEqual(["duck", "drum"]);
    expect(next(mine, ["duck"])).toEqual(["1", "2"]);
    expect(after(mine, ["duck", "2"]).map((choice) => choice.action)).toEqual(["use hot_pebble duck to 2"]);
  });

  test("the Stinky Doll is aimed at a curse, then at a victim", () => {
    const choices = ["stinky duck on 1", "stinky drum on 2"].map(read);
    expect(next(withCard(choices, "stinky_doll"), [])).toEqual(["duck", "drum"]);
    expect(withCard(choices, "drum").map((choice) => choice.action)).toEqual(["stinky drum on 2"]);
    expect(of(choices, "cast")).toEqual([]);
  });

  test("say what they do", () => {
    expect(actionLabel("roll")).toBe("Roll the dice");
    expect(actionLabel("cast gardus_corpux on 1", NAMES)).toBe("Cast “Gardus corpux” on: Lukas");
    expect(actionLabel("use weathercock to middle", NAMES)).toBe("Use “The Weathercock”: the middle");
    expect(actionLabel("call gardus_corpux on 2", NAMES)).toBe("Call it broken: Gardus corpux (Nina)");
  });
});

describe("dice", () => {
  test("lie where they lay", () => {
    const first = settled([], ["bat", "skull", "bat"]);
    const then = settled(first, ["bat", "star", "skull"]);
    expect(then.map((die) => die.face)).toEqual(["bat", "skull", "star"]);
    expect(then.slice(0, 2)).toEqual(first.slice(0, 2));
    expect(first.some((die) => die.id === then[2]!.id)).toBe(false);
    const paid = settled(then, ["bat", "star"]);
    expect(paid.map((die) => die.place)).toEqual([0, 2]);
    expect(settled(paid, ["bat", "star", "raven"]).map((die) => [die.face, die.place])).toEqual([
      ["bat", 0],
      ["raven", 1],
      ["star", 2],
    ]);
  });

  test("go one by one", () => {
    expect(without(["bat", "bat", "star"], ["bat"])).toEqual(["bat", "star"]);
  });
});

describe("scenes", () => {
  const CAST: VoodooEvent[] = [
    { type: "Paid", seat: 0, faces: ["bat"] },
    { type: "CurseCast", seat: 0, card: "gardus_corpux", victims: [1] },
    { type: "TargetMoved", seat: 1 },
    { type: "MarkerMoved", seat: 0, points: 1, score: 3 },
    { type: "SkullCrossed", seat: 0, skull: 3 },
    { type: "PermanentDrawn", seat: 0, card: "rabbit_nose" },
  ];

  test("a cast curse is shown step by step", () => {
    const made = scenes(VIEW, CAST, VIEW);
    expect(made[0]!.view.dice).toEqual(["skull", "star"]);
    expect(made[1]!.view.in_force).toEqual([{ card: "gardus_corpux", caster: 0, victims: [1], since: 4 }]);
    expect(made[1]!.view.curses).toMatchObject({ hand: [], hand_sizes: [0, 2, 0] });
    expect(made[2]!.view.target).toBe(1);
    expect(made[3]!.view.scores).toEqual([3, 0, 0]);
    expect(made[4]!.view.skulls).toEqual([1, 0, 0]);
    expect(made[5]!.view).toBe(VIEW);
  });

  test("dice are lifted before they fall, and settle in time", () => {
    const made = scenes(
      VIEW,
      [
        { type: "Discarded", seat: 0, face: "star" },
        { type: "Kept", seat: 0, faces: ["skull"], rerolled: 1 },
        { type: "Rolled", seat: 0, faces: ["bat"], dice: ["skull", "bat"] },
      ],
      VIEW,
    );
    expect(made.map((scene) => scene.view.dice.length)).toEqual([2, 1, 3]);
    expect(made[2]!.hold).toBeLessThanOrEqual(700);
  });

  test("what others do among themselves takes less time", () => {
    const cast = (victims: number[]): VoodooEvent[] => [{ type: "CurseCast", seat: 1, card: "gardus_corpux", victims }];
    const [mine] = scenes(VIEW, cast([0]), VIEW);
    const [theirs] = scenes(VIEW, cast([2]), VIEW);
    expect([mine!.hold, theirs!.hold]).toEqual([1500, 450]);
  });

  test("calls stay possible while something is shown", () => {
    const now = { ...VIEW, actions: ["call gardus_corpux on 1", "pass"] };
    const [first, last] = scenes(
      VIEW,
      [
        { type: "Stopped", seat: 1 },
        { type: "DollPassed", seat: 1, to: 2 },
      ],
      now,
    );
    expect(first!.view.actions).toEqual(["call gardus_corpux on 1"]);
    expect(first!.view.to_move).toEqual([]);
    expect(last!.view).toBe(now);
  });

  test("a step without events still arrives", () => {
    expect(scenes(null, [], VIEW)).toEqual([{ view: VIEW, events: [], hold: 0 }]);
  });
});

describe("the log", () => {
  test.each<[VoodooEvent, string[]]>([
    [{ type: "TurnBegan", seat: 1, turn: 3, dice: 5 }, ["Turn 3, Lukas: 5 dice"]],
    [
      { type: "Rolled", seat: 1, faces: ["star", "bat"], dice: ["skull", "bat", "star"] },
      ["Lukas: bat, star rolled, now skull, bat, star"],
    ],
    [{ type: "Kept", seat: 1, faces: [], rerolled: 4 }, ["Lukas: nothing kept"]],
    [{ type: "Drew", seat: 1, deck: "curses", card: null }, ["  Lukas: a curse drawn"]],
    [{ type: "Drew", seat: 1, deck: "curses", card: "gardus_corpux" }, ["  Lukas: “Gardus corpux” drawn"]],
    [
      { type: "CurseCast", seat: 0, card: "gardus_corpux", victims: [1, 2] },
      ["Marie → everybody else: Gardus corpux!", "    all the time: Keep your arms crossed."],
    ],
    [{ type: "MarkerMoved", seat: 0, points: -1, score: 2 }, ["  Marie: −1 point, now 2"]],
    [{ type: "TargetMoved", seat: null }, ["  Target goes to the middle."]],
    [
      { type: "CurseHandedOver", card: "gardus_corpux", giver: 1, seat: 2 },
      ["  Lukas: “Gardus corpux” handed to Nina"],
    ],
    [
      {
        type: "VotesRevealed",
        votes: [
          [0, true],
          [2, false],
        ],
      },
      ["  Votes: Marie broken, Nina kept"],
    ],
    [
      { type: "CallJudged", seat: 0, card: "gardus_corpux", accused: 1, broken: false },
      ["  “Gardus corpux”: not broken"],
    ],
    [{ type: "DeckShuffled", deck: "curses", cards: 20 }, []],
    [{ type: "GameEnded", winners: [0], scores: [11, 0, 0] }, []],
  ])("%o", (event, lines) => {
    expect(sentences(event, NAMES)).toEqual(lines);
  });

  test("what an attentive player remembers", () => {
    expect(remembered({ what: "did", seat: 2, card: "gardus_corpux" }, NAMES)).toBe("Nina: the act of “Gardus corpux”");
    expect(remembered({ what: "rolled", seat: 2, card: null }, NAMES)).toBe("Nina: first roll");
  });
});

describe("curses in force", () => {
  const spell = (card: string, caster: number, ...victims: number[]) => ({ card, caster, victims, since: 1 });
  const view = {
    ...VIEW,
    in_force: [
      spell("duck", 1, 2),
      spell("tiny_drum", 0, 1),
      spell("hakuna_matata", 2, 0, 1),
      spell("lights_out", 1, 0),
    ],
  };

  test("are cards where there is room, else tiles", () => {
    expect(fit(2, 300, 200)).toEqual({ look: "card", size: 92, shown: 2 });
    expect(fit(8, 300, 130)).toEqual({ look: "tile", size: 60, shown: 8 });
    expect(fit(5, 250, 48)).toEqual({ look: "tile", size: 44, shown: 5 });
  });

  test("that do not fit leave room for a button to them", () => {
    expect(fit(22, 250, 48)).toEqual({ look: "tile", size: 44, shown: 4 });
    expect(fit(22, 0, 0).shown).toBe(0);
  });

  test("are shown by what they mean to you", () => {
    expect(ordered(view, 0).map((one) => one.card)).toEqual(["lights_out", "hakuna_matata", "tiny_drum", "duck"]);
    expect(ordered(view, null).map((one) => one.card)).toEqual(["tiny_drum", "duck", "lights_out", "hakuna_matata"]);
  });

  test("are told by whom they bind", () => {
    expect(byVictim(view, 1).map(({ seat, spells }) => [seat, spells.map((one) => one.card)])).toEqual([
      [1, ["tiny_drum"]],
      [2, ["duck"]],
      [0, ["lights_out"]],
      [null, ["hakuna_matata"]],
    ]);
  });
});

describe("the moment", () => {
  const about = (...actions: string[]) => actions.map(read);

  test("says how many dice can be picked", () => {
    expect(picksOf(about("keep nothing", "keep bat"), 4)).toBe(3);
    expect(picksOf(about("draw artefact with bat bat", "pass"), 2)).toBe(2);
    expect(picksOf(about("discard bat", "stop"), 5)).toBe(1);
    expect(picksOf(about("pass"), 1)).toBe(0);
  });

  test("says what to do", () => {
    expect(task(about("roll"), { isTurn: true, picks: 0 })).toBe("Your turn: roll the dice");
    expect(task(about("pass"), { isTurn: true, picks: 0 })).toBe("Use a card, or pass the doll.");
    expect(task(about("stinky tiny_drum on 1"), { isTurn: false, picks: 0 })).toBe(
      "Cast with these dice: use the Stinky Doll now.",
    );
    expect(task(about("call tiny_drum on 1"), { isTurn: false, picks: 0 })).toBe("");
  });
});

test("what everybody must have seen is the last big thing, but not what one knows anyway", () => {
  const denied: VoodooEvent = { type: "Denied", seat: 1 };
  const act: VoodooEvent = { type: "ActDone", seat: 0, card: "gardus_corpux" };
  const call: VoodooEvent = { type: "Called", seat: 2, card: "gardus_corpux", accused: 0 };
  expect(bigNews([denied], 0, false)).toBeUndefined();
  expect(bigNews([call, denied], 0, false)).toBe(call);
  expect(bigNews([call], 0, true)).toBeUndefined(); // it has a panel of its own
  expect(bigNews([call, act], 0, false)).toBe(call); // one's own act
  expect(bigNews([call, act], 1, false)).toBe(act);
});
