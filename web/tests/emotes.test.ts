import { expect, test } from "vitest";
import drawings from "../src/art/symbols.svg?raw";
import { PHRASES } from "../src/protocol.ts";
import { emote } from "../src/tables/phrases.ts";

const SOURCES = import.meta.glob<string>("../src/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });

test("every emote is drawn", () => {
  const emotes = PHRASES.map(emote).filter((name) => name !== undefined);
  expect(emotes).toEqual(["laugh", "wow", "cry", "angry", "clap", "skull", "heart", "ghost"]);
  for (const name of emotes) expect(drawings).toContain(`<symbol id="${name}"`);
});

test("no emoji is written anywhere, for which a device may lack a font", () => {
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100);
  for (const [path, text] of Object.entries(SOURCES)) expect(text, path).not.toMatch(/\p{Emoji_Presentation}|\ufe0f/u);
});
