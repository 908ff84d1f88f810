// What happened in Voodoo, in the sentences of the game's words.py.

import type { VoodooEvent as Event, VoodooNote } from "../../protocol.ts";
import { teller } from "../telling.ts";
import { printed } from "./cards.svelte.ts";
import { cardName, diceName, faceName, inOrder, order, penalty, quotedName, victimsName } from "./names.ts";
import WORDS from "./words.json";

const told = teller(WORDS, (names) => ({
  face: faceName,
  dice: diceName,
  sorted_dice: (faces: string[]) => diceName(inOrder(faces)),
  name: cardName,
  quoted: quotedName,
  order,
  act: (card: string) => printed(card).act,
  penalty,
  victims: (victims: number[]) => victimsName(victims, names),
}));

export function sentences(event: Event, names: readonly string[]): string[] {
  return told(event.type, event, names);
}

/** A line of what an attentive player has seen. */
export function remembered(note: VoodooNote, names: readonly string[]): string {
  return told("Note", note, names).join(" ");
}
