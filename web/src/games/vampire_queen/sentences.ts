// What happened in Vampire Queen, in the sentences of the game's words.py.

import type { VampireQueenEvent as Event } from "../../protocol.ts";
import { teller } from "../telling.ts";
import { cardName } from "./names.ts";
import WORDS from "./words.json";

const told = teller(WORDS, () => ({ card: cardName }));

export function sentences(event: Event, names: readonly string[]): string[] {
  return told(event.type, event, names);
}
