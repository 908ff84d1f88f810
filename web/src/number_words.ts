// Numbers as words, for names that are spoken.

import { _ } from "./words.svelte.ts";

/** The word for 0 to 15; digits beyond. */
export function numberWord(number: number): string {
  const words = [
    _("zero"),
    _("one"),
    _("two"),
    _("three"),
    _("four"),
    _("five"),
    _("six"),
    _("seven"),
    _("eight"),
    _("nine"),
    _("ten"),
    _("eleven"),
    _("twelve"),
    _("thirteen"),
    _("fourteen"),
    _("fifteen"),
  ];
  return words[number] ?? String(number);
}
