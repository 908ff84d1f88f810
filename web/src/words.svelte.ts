// Gettext: `_` and `ngettext` with literal English texts, which build and tests find in the source.

import de from "virtual:words/de";
import fr from "virtual:words/fr";
import it from "virtual:words/it";
import { digits } from "./numbers.ts";
import { after } from "./text.ts";

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", it: "Italiano" } as const;
export type LanguageCode = keyof typeof LANGUAGES;
export type Values = Record<string, string | number>;
type Catalogue = Record<string, string | string[]>;

const HOLE = /\{(\w+)\}/;
const CATALOGUES: Record<string, string> = { de, fr, it };

let spoken = $state("en");
let catalogue = $state.raw<Catalogue>({});

/** The text in the language spoken now, its {names} filled in. */
export function _(text: string, values?: Values): string {
  const found = catalogue[text];
  return filled(typeof found === "string" ? found : text, values);
}

/** The form for `n` things, that for −15 is that for 15; {n} is filled in too. */
export function ngettext(one: string, many: string, n: number, values?: Values): string {
  const isOne = spoken === "fr" ? Math.abs(n) < 2 : Math.abs(n) === 1;
  const found = catalogue[one];
  const form = Array.isArray(found) ? found[isOne ? 0 : 1] : undefined;
  return filled(form ?? (isOne ? one : many), { n, ...values });
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
  catalogue = code in CATALOGUES ? await (await fetch(CATALOGUES[code]!)).json() : {};
  spoken = code;
  document.documentElement.lang = code;
}

/** The first language of the browser that we speak. */
export function browsersLanguage(): LanguageCode {
  const asked = navigator.languages.map((name) => name.slice(0, 2).toLowerCase());
  return (asked.find((code) => code in LANGUAGES) ?? "en") as LanguageCode;
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
