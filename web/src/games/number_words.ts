// Numbers as words, for names that are spoken.

import HOUSE from "../house_words.json";
import { _ } from "../shell/words.svelte.ts";

/** The word for 0 to 15; digits beyond. */
export function numberWord(number: number): string {
  const word = HOUSE.numbers[number];
  return word === undefined ? String(number) : _(word);
}
