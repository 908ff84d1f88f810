// Whole games as the app tells them, in all four languages; tests/languages/faults.py looks for the same.

import { beforeAll, describe, expect, test, vi } from "vitest";
import CARDS from "../../src/hexdeck/games/voodoo/data/cards.toml?raw";
import STORIES from "../../tests/golden/stories.json";
import { cardsIn } from "../plugins/cards.js";
import * as skullQueen from "../src/games/skull_queen/sentences.ts";
import * as skullQueenSummary from "../src/games/skull_queen/summary.ts";
import * as skullQueenNames from "../src/games/skull_queen/names.ts";
import * as vampireQueen from "../src/games/vampire_queen/sentences.ts";
import * as vampireQueenSummary from "../src/games/vampire_queen/summary.ts";
import * as vampireQueenNames from "../src/games/vampire_queen/names.ts";
import { learnCards } from "../src/games/voodoo/cards.svelte.ts";
import * as voodoo from "../src/games/voodoo/sentences.ts";
import * as voodooNames from "../src/games/voodoo/names.ts";
import * as voodooPrince from "../src/games/voodoo_prince/sentences.ts";
import * as voodooPrinceSummary from "../src/games/voodoo_prince/summary.ts";
import * as voodooPrinceNames from "../src/games/voodoo_prince/names.ts";
import type { Summary } from "../src/games/game.ts";
import lesson from "../src/games/voodoo/lesson.ts";
import { digits } from "../src/shell/numbers.ts";
import { refusal } from "../src/shell/refusals.ts";
import { textOf } from "../src/shell/text.ts";
import { _, LANGUAGES, speak } from "../src/shell/words.svelte.ts";

type Told = {
  sentences(event: any, names: string[]): string[];
  roundSummary?(event: any, view: any): Summary | null;
  actionLabel(action: string, names?: readonly string[]): string;
  cardLabel(card: string): string;
};
const GAMES: Record<string, Told> = {
  skull_queen: { ...skullQueen, ...skullQueenSummary, ...skullQueenNames },
  vampire_queen: { ...vampireQueen, ...vampireQueenSummary, ...vampireQueenNames },
  voodoo: { ...voodoo, ...voodooNames },
  voodoo_prince: { ...voodooPrince, ...voodooPrinceSummary, ...voodooPrinceNames },
};
const VOODOO_CARDS = cardsIn(CARDS, "en") as { id: string; kind: string }[];

const MARKS = /[.!?…]\s*[.!?:;,]|[.!?…]\s*[”“»]\s*[.!?]|[:;,]\s*[:;,]/;
const HYPHEN = /(?<![\w-])-\d/;
const HOLE = /[{}]/;
const RAW = /\bq\b|\b[a-z]+_[a-z_]+\b|\bundefined\b|\bNaN\b/;
const WORDS =
  "the and is are you your with of to for by who has have card cards " +
  "trick tricks nobody everybody slayer queen mate monkey front back pumpkin skull raven star broken nothing";
const ENGLISH = new RegExp(String.raw`\b(${WORDS.replaceAll(" ", "|")})\b`, "i");
const LOOSE = / [;:!»]|\w \?|« |\w[;!?](?!\w)|\w:(?=\s)/; // where French has a no-break space
const SPELL = "Ahi Cho-Chos!";

function faults(text: string, code: string): string[] {
  const read = text.replaceAll(SPELL, "");
  const found = [MARKS, HYPHEN, HOLE, RAW].filter((fault) => fault.test(read)).map(String);
  if (code !== "en" && ENGLISH.test(read)) found.push(`English: ${ENGLISH.exec(read)![0]}`);
  if (code === "fr" && LOOSE.test(read)) found.push("a space that can break");
  return found;
}

function faulty(texts: Iterable<string>, code: string): [string, string[]][] {
  return [...new Set(texts)]
    .map((text): [string, string[]] => [text, faults(text, code)])
    .filter(([, found]) => found.length);
}

/** Every event of every kind that a card of Voodoo can be part of. */
function cardEvents(): object[] {
  return VOODOO_CARDS.flatMap(({ id: card, kind }) => {
    if (kind === "artefact")
      return [
        { type: "Drew", seat: 0, deck: "artefacts", card },
        { type: "ArtefactUsed", seat: 0, card },
      ];
    const both = [true, false].map((broken) => ({ type: "CallJudged", seat: 0, card, accused: 1, broken }));
    const calls = [{ type: "ActDone", seat: 0, card }, { type: "Called", seat: 0, card, accused: 1 }, ...both];
    if (kind === "permanent") return [...calls, { type: "PermanentDrawn", seat: 0, card }];
    return [
      ...calls,
      { type: "CurseCast", seat: 0, card, victims: [1] },
      { type: "CurseCast", seat: 0, card, victims: [1, 2] },
      { type: "CurseHandedOver", card, giver: 0, seat: 1 },
      { type: "CurseEnded", card },
      { type: "Drew", seat: 0, deck: "curses", card },
      { type: "StartingCursesDealt", cards: [card, null, null] },
    ];
  });
}

vi.stubGlobal("document", { documentElement: { lang: "en" } }); // all that `speak` needs of a page

describe.each(Object.keys(LANGUAGES))("in %s", (code) => {
  beforeAll(async () => {
    await speak(code);
    await learnCards();
  });

  test("it is spoken", () => {
    expect({ en: "blue", de: "blau", fr: "bleu", it: "blu" }[code]).toBe(_("blue"));
  });

  test("a refusal is the sentence that terminal and plain pages have", () => {
    const template = "{title} is not for {players} players: choose {few} to {many}";
    const fields = { title: "Voodoo", players: 9, few: 3, many: 6 };
    expect(refusal({ code: "setup.refused", message: "", template, fields })).toBe(
      {
        en: "Voodoo is not for 9 players: choose 3 to 6",
        de: "Voodoo ist nicht für 9 Spieler: Wähl 3 bis 6",
        fr: "Voodoo ne se joue pas à 9\u00a0: choisis de 3 à 6",
        it: "Voodoo non si gioca in 9: scegli da 3 a 6",
      }[code],
    );
  });

  test.each(STORIES.map((story) => [`${story.game} with ${story.names.length}`, story] as const))(
    "%s is told well",
    (_title, story) => {
      const told = GAMES[story.game]!;
      const logs = story.events.map((event) => told.sentences(event, story.names));
      const heard = logs.map((lines) => textOf(lines.map((line) => line.trim())));
      const labels = story.actions.map((action) => told.actionLabel(action, story.names));
      const rounds = story.rounds.map(([event, view]) => told.roundSummary!(event, view)!);
      const summaries = rounds.flatMap(({ title, rows }) => [
        title,
        ...rows.flatMap((row) => [row.why, digits(row.points), digits(row.total)]),
      ]);
      expect(logs.flat().length).toBeGreaterThan(40);
      expect(faulty([...logs.flat(), ...heard, ...labels, ...summaries], code)).toEqual([]);
    },
  );

  test("every card of Voodoo is told well", () => {
    const names = ["Ada", "Ugo", "Jon"];
    const logs = cardEvents().map((event) => voodoo.sentences(event as any, names));
    const heard = logs.map((lines) => textOf(lines.map((line) => line.trim())));
    const labels = VOODOO_CARDS.map(({ id }) => voodooNames.cardLabel(id));
    const actions = VOODOO_CARDS.flatMap(({ id }) => [`cast ${id} on 1`, `do ${id}`, `call ${id} on 1`]).map((action) =>
      voodooNames.actionLabel(action, names),
    );
    const acts = VOODOO_CARDS.map(({ id }, at) => textOf([actions[3 * at + 1]!, voodooNames.order(id)]));
    const tip = lesson.tips.find(({ id }) => id === "cursed")!;
    const lessons = VOODOO_CARDS.filter(({ kind }) => kind === "curse").map(({ id: card }) =>
      tip.text({ view: {}, events: [{ type: "CurseCast", seat: 1, card, victims: [0] }], you: 0, names } as any),
    );
    expect(faulty([...logs.flat(), ...heard, ...labels, ...actions, ...acts, ...lessons], code)).toEqual([]);
  });
});
