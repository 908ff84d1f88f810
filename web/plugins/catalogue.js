// The gettext catalogues of the project: which languages there are, and what they say.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { po } from "gettext-parser";

export const LOCALE = new URL("../../src/hexdeck/locale", import.meta.url).pathname;
const COUNTED = 200; // numbers whose forms are compared: every rule repeats after a hundred

/** Where the catalogue of every language lies, by its code; English is in the sources. */
export function catalogues(folder = LOCALE) {
  const found = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const codes = found.map((entry) => entry.name).filter((name) => !name.startsWith("_"));
  return Object.fromEntries(codes.sort().map((code) => [code, join(folder, code, "LC_MESSAGES", "hexdeck.po")]));
}

/** A catalogue: the language's name for itself, the place of each plural form, and every translation. */
export function catalogueAt(path) {
  const { headers, translations } = po.parse(readFileSync(path));
  const texts = new Map();
  for (const { msgid, msgid_plural, msgstr } of Object.values(translations[""]).filter(({ msgid }) => msgid))
    if (msgstr.every(Boolean)) texts.set(msgid, msgid_plural === undefined ? msgstr[0] : msgstr);
  return { name: headers["Language-Team"], forms: formsOf(headers["Language"], headers["Plural-Forms"]), texts };
}

/** Where gettext puts the form that the browser calls "one", "few" or "other". */
function formsOf(code, rule) {
  const form = new Function("n", `return Number(${/plural\s*=\s*([^;]+)/.exec(rule)[1]})`);
  const rules = new Intl.PluralRules(code);
  const places = {};
  for (let n = 0; n < COUNTED; n++) {
    const place = (places[rules.select(n)] ??= form(n));
    if (place !== form(n)) throw new Error(`${code}: Plural-Forms says otherwise than Unicode for ${n}`);
  }
  return places;
}
