// A language is a folder with a catalogue; Polish has three forms for a number.

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import POLISH from "../../tests/languages/polish.po?raw";
import { catalogueAt, catalogues, LOCALE } from "../plugins/catalogue.js";
import { languagesModule, wordsAt } from "../plugins/words.js";

const folder = mkdtempSync(join(tmpdir(), "locale-"));
cpSync(LOCALE, folder, { recursive: true });
mkdirSync(join(folder, "pl", "LC_MESSAGES"), { recursive: true });
writeFileSync(join(folder, "pl", "LC_MESSAGES", "hexdeck.po"), POLISH);
const paths = catalogues(folder);
afterAll(() => rmSync(folder, { recursive: true }));

test("every folder is a language under its own name", () => {
  expect(Object.keys(paths)).toEqual(["de", "fr", "it", "pl"]);
  const module = languagesModule(paths);
  expect(module).toContain('{"en":"English","de":"Deutsch","fr":"Français","it":"Italiano","pl":"polski"}');
  expect(module).toContain("export const CATALOGUES = { de, fr, it, pl };");
});

test("the app gets the words that it uses, with all their forms", () => {
  const { forms, texts } = wordsAt(paths.pl);
  expect(forms).toEqual({ one: 0, few: 1, many: 2 });
  expect(texts.blue).toBe("niebieski");
  expect(texts["{n} card"]).toEqual(["{n} karta", "{n} karty", "{n} kart"]);
  expect(texts["{who}: first to deal and to lead"]).toBe("{who}: rozdaje i zaczyna");
  expect(texts["only in the terminal"]).toBeUndefined();
});

test.each(["de", "fr", "it"])("the forms of %s are those of its catalogue", (code) => {
  expect(catalogueAt(paths[code]).forms).toEqual({ one: 0, other: 1 });
});
