// What the sayings of a game tell about one event; src/hexdeck/text/telling.py does the same, and
// src/hexdeck/text/sayings.py says what they are.

import { signed } from "../shell/numbers.ts";
import { _, ngettext, type Values } from "../shell/words.svelte.ts";

interface Saying {
  say: string;
  many?: string; // the message for many, and the path to how many there are
  n?: string;
  parts?: Record<string, string | Fixed | Series>; // "card cards.0": as what it is shown, and where it lies
  when?: Condition[];
}

interface Fixed {
  kind: string;
  value: unknown;
}

interface Series {
  each: string;
  says: Saying[];
  between?: string;
}

interface Condition {
  path: string;
  unless?: boolean;
  among?: unknown[];
  below?: string;
}

/** The words.json of a game. */
export interface GameWords {
  sayings: Record<string, (Saying | Series)[]>;
  names: Record<string, Record<string, string>>;
}

/** How each kind of part is written. */
export type Kinds = Record<string, (value: any) => string | number>;

type Turns = readonly number[]; // the item whose turn it is, in each list that is gone through

/** Tells everything that a game has sayings for, by the name of its type. */
export function teller(words: object, kinds: (names: readonly string[]) => Kinds) {
  const { sayings } = words as GameWords;
  return (type: string, event: object, names: readonly string[]): string[] => {
    const all = { seat: (seat: number) => names[seat] ?? "", number: Number, signed, ...kinds(names) };
    return tell(sayings[type] ?? [], event, all, []);
  };
}

function tell(sayings: readonly (Saying | Series)[], event: object, kinds: Kinds, turns: Turns): string[] {
  return sayings.flatMap((one) => {
    if ("says" in one) return turnsOf(one, event, turns).flatMap((now) => tell(one.says, event, kinds, now));
    return (one.when ?? []).every((condition) => holds(condition, event, turns))
      ? [told(one, event, kinds, turns)]
      : [];
  });
}

function told({ say, many, n = "", parts = {} }: Saying, event: object, kinds: Kinds, turns: Turns): string {
  const values: Values = {};
  for (const [name, part] of Object.entries(parts)) values[name] = written(part, event, kinds, turns);
  return many ? ngettext(say, many, valueAt(event, n, turns), values) : _(say, values);
}

function written(part: string | Fixed | Series, event: object, kinds: Kinds, turns: Turns): string | number {
  if (typeof part === "string") {
    const [kind, path] = part.split(" ");
    return kinds[kind!]!(valueAt(event, path!, turns));
  }
  if ("says" in part) return tell([part], event, kinds, turns).join(part.between ?? ", ");
  return kinds[part.kind]!(part.value);
}

function turnsOf({ each }: Series, event: object, turns: Turns): Turns[] {
  if (!each) return [turns];
  return (valueAt(event, each, turns) as unknown[]).map((_item, turn) => [...turns, turn]);
}

function valueAt(event: object, path: string, turns: Turns): any {
  if (path === "*") return turns.at(-1);
  let gone = 0;
  return path.split(".").reduce((value: any, step) => value[step === "*" ? turns[gone++]! : step], event);
}

function holds({ path, unless = false, among, below }: Condition, event: object, turns: Turns): boolean {
  const value = valueAt(event, path, turns);
  if (among) return among.includes(value) !== unless;
  if (below) return value < valueAt(event, below, turns) !== unless;
  return isThere(value) !== unless;
}

function isThere(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "number" ? value > 0 : Boolean(value);
}
