// Gettext: `_` and `ngettext` with literal English texts, which build and tests find in the source.

import de from "virtual:words/de";
import fr from "virtual:words/fr";
import it from "virtual:words/it";

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", it: "Italiano" } as const;
export type LanguageCode = keyof typeof LANGUAGES;
export type Values = Record<string, string | number>;
type Catalogue = Record<string, string | string[]>;

const CATALOGUES: Record<string, string> = { de, fr, it };

let spoken = $state("en");
let catalogue = $state.raw<Catalogue>({});

/** The text in the language spoken now, its {names} filled in. */
export function _(text: string, values?: Values): string {
  const found = catalogue[text];
  return filled(typeof found === "string" ? found : text, values);
}

/** The form for `n` things; {n} is filled in too. */
export function ngettext(one: string, many: string, n: number, values?: Values): string {
  const isOne = spoken === "fr" ? n < 2 : n === 1;
  const found = catalogue[one];
  const form = Array.isArray(found) ? found[isOne ? 0 : 1] : undefined;
  return filled(form ?? (isOne ? one : many), { n, ...values });
}

/** A text that begins a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
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

function filled(text: string, values?: Values): string {
  return values ? text.replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole)) : text;
}
