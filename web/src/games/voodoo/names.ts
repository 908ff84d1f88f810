// Voodoo's cards, dice and choices as people say them; the same messages as in the terminal.

import type { VoodooSpell } from "../../protocol.ts";
import { capital, textOf } from "../../shell/text.ts";
import { _, label, ngettext } from "../../shell/words.svelte.ts";
import { printed } from "./cards.svelte.ts";
import { isSeat, read } from "./choices.ts";
import WORDS from "./words.json";

const { pattern: PATTERNS, thing: THINGS, worth: WORTH } = WORDS.names;

export function faceName(face: string): string {
  return label(WORDS.names.face, face);
}

export function diceName(faces: readonly string[]): string {
  return faces.map(faceName).join(", ");
}

export const FACES = new Set(Object.keys(WORDS.names.face));

/** Dice as they are always told. */
export function inOrder(faces: readonly string[]): string[] {
  return [...FACES].flatMap((face) => faces.filter((one) => one === face));
}

export function cardName(card: string): string {
  return printed(card).name;
}

/** The name inside a sentence: some end in a mark of their own. */
export function quotedName(card: string): string {
  return _(PATTERNS.quoted, { name: cardName(card) });
}

/** When a curse binds, or an artefact can be used. */
export function when(card: string): string {
  return label(WORDS.names.moment, printed(card).moment);
}

/** "before rolling: Twitch your nose like a rabbit." */
export function order(card: string): string {
  return _(PATTERNS.order, { when: when(card), act: printed(card).act });
}

export function penalty(card: string): string {
  return label(WORDS.names.penalty, printed(card).penalty ?? "");
}

/** What a curse is worth, or what a permanent curse costs; nothing for an artefact. */
export function worth(card: string): string {
  const { kind, casting = 0, breaking = 0 } = printed(card);
  if (kind === "permanent") return penalty(card);
  if (kind === "artefact") return "";
  return ngettext(WORTH.one, WORTH.many, casting, { more: breaking });
}

export function price(card: string): string {
  return (printed(card).cost ?? []).map((face) => (face === "any" ? _("any die") : faceName(face))).join(", ");
}

/** A card for whoever does not see it. */
export function cardLabel(card: string): string {
  const { kind, name } = printed(card);
  const parts = kind === "curse" ? [name, price(card), worth(card), order(card)] : [name, worth(card), order(card)];
  return textOf(parts.filter(Boolean).map(capital));
}

/** A seat, a face, a card or a place that something is aimed at. */
export function thingName(thing: string, names: readonly string[]): string {
  if (thing === "all") return _(THINGS.all);
  if (thing === "middle") return _(THINGS.middle);
  if (isSeat(thing)) return names[Number(thing)] ?? String(Number(thing) + 1);
  return FACES.has(thing) ? faceName(thing) : cardName(thing);
}

/** Whom a curse binds: more than one are all opponents of its caster. */
export function victimsName(victims: readonly number[], names: readonly string[]): string {
  return victims.length === 1 ? (names[victims[0]!] ?? "") : _(THINGS.all);
}

/** A curse in force for whoever does not see it. */
export function spellLabel(spell: VoodooSpell, names: readonly string[]): string {
  const who = names[spell.caster] ?? "";
  if (printed(spell.card).kind === "permanent") return _("{who}: {what}", { who, what: cardLabel(spell.card) });
  return _(PATTERNS.spell, {
    who,
    victims: victimsName(spell.victims, names),
    curse: cardLabel(spell.card),
  });
}

export function actionLabel(action: string, names: readonly string[] = []): string {
  const { verb, card: named, rest } = read(action);
  const card = named ?? "";
  const choices: Record<string, string> = WORDS.names.choice;
  const things = rest.map((thing) => thingName(thing, names)).join(" → ");
  return capital(
    _(choices[verb] ?? choices["use"]!, {
      dice: rest.length ? diceName(rest) : _(THINGS.nothing),
      curse: quotedName(card),
      curses: verb === "call" ? `${cardName(card)} (${things})` : cardName(card),
      artefact: quotedName(verb === "stinky" ? "stinky_doll" : card),
      victims: things,
      choices: things || _(THINGS.now),
    }),
  );
}
