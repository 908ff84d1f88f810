// What happened in Voodoo Prince, in the sentences of the game's words.py.

import { colorName } from "../colors.ts";
import type { VoodooPrinceEvent as Event } from "../../protocol.ts";
import { teller } from "../telling.ts";
import { cardName } from "./names.ts";
import WORDS from "./words.json";

const told = teller(WORDS, () => ({ card: cardName, color: colorName }));

export function sentences(event: Event, names: readonly string[]): string[] {
  return told(event.type, event, names);
}
