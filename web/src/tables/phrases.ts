// What can be said at a table.

import type { SymbolName } from "../art/names.ts";
import HOUSE from "../house_words.json";
import { label } from "../shell/words.svelte.ts";

/** A ready phrase in words. */
export function phraseText(phrase: string): string {
  return label(HOUSE.phrases, phrase);
}

const EMOTES = ["laugh", "wow", "cry", "angry", "clap", "skull", "heart", "ghost"] as const satisfies SymbolName[];

/** The drawing for an emote; nothing for words. */
export function emote(phrase: string): SymbolName | undefined {
  return EMOTES.find((one) => one === phrase);
}
