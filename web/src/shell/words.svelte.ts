// Gettext: `_` and `ngettext` with literal English texts, which build and tests find in the source.

import { CATALOGUES, LANGUAGES } from "virtual:words";
import { digits } from "./numbers.ts";
import { after } from "./text.ts";

export { LANGUAGES };
export type Values = Record<string, string | number>;

interface Catalogue {
  forms: Record<string, number>; // where the form for "one", "few" or "other" lies
  texts: Record<string, string | string[]>;
}

const HOLE = /\{(\w+)\}/;
const ENGLISH: Catalogue = { forms: { one: 0, other: 1 }, texts: {} };

let spoken = $state("en");
let catalogue = $state.raw(ENGLISH);
const plurals = $derived(new Intl.PluralRules(spoken));

/** The text in the language spoken now, its {names} filled in. */
export function _(text: string, values?: Values): string {
  const found = catalogue.texts[text];
  return filled(typeof found === "string" ? found : text, values);
}

/** The form for `n` things, that for −15 is that for 15; {n} is filled in too. */
export function ngettext(one: string, many: string, n: number, values?: Values): string {
  const found = catalogue.texts[one];
  if (!Array.isArray(found)) return filled(Math.abs(n) === 1 ? one : many, { n, ...values });
  return filled(found[catalogue.forms[plurals.select(Math.abs(n))] ?? found.length - 1]!, { n, ...values });
}

/** What people read for a name that the wire knows; the name itself where there is no word for it. */
export function label(labels: Record<string, string>, name: string): string {
  return _(labels[name] ?? name);
}

/** The code of the language spoken now. */
export function language(): string {
  return spoken;
}

/** Change the language of everything at once; a language that cannot be loaded changes nothing. */
export async function speak(code: string): Promise<void> {
  catalogue = code in CATALOGUES ? await (await fetch(CATALOGUES[code]!)).json() : ENGLISH;
  spoken = code;
  document.documentElement.lang = code;
}

/** The first language of the browser that we speak. */
export function browsersLanguage(): string {
  const asked = navigator.languages.map((name) => name.slice(0, 2).toLowerCase());
  return asked.find((code) => code in LANGUAGES) ?? "en";
}

/** `text` with its {names} replaced; no two marks in a row, and numbers with a minus sign. */
function filled(text: string, values: Values = {}): string {
  let done = "";
  let rest = text;
  for (let hole = HOLE.exec(rest); hole; hole = HOLE.exec(rest)) {
    const value = values[hole[1]!] ?? hole[0];
    const part = typeof value === "number" ? digits(value) : value;
    done += rest.slice(0, hole.index) + part;
    rest = after(part, rest.slice(hole.index + hole[0].length));
  }
  return done + rest;
}
