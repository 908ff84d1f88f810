// The colours of cards as people say them; a colour is its letter, or its name on the wire.

import HOUSE from "../house_words.json";
import { _, label } from "../shell/words.svelte.ts";

/** The colour alone: "blue". */
export function colorName(color: string): string {
  const name = Object.keys(HOUSE.colors).find((one) => one.startsWith(color[0]!));
  return label(HOUSE.colors, name ?? color);
}

/** "blue 5" in a sentence. */
export function coloredNumber(color: string, number: number): string {
  switch (color[0]) {
    case "r":
      return _("red {number}", { number });
    case "y":
      return _("yellow {number}", { number });
    case "g":
      return _("green {number}", { number });
    case "b":
      return _("blue {number}", { number });
    default:
      return _("purple {number}", { number });
  }
}
