// Voodoo Prince's cards and choices as people say them.

import { colorName, coloredNumber } from "../colors.ts";
import { numberWord } from "../number_words.ts";
import { _ } from "../../shell/words.svelte.ts";
import { colorOf, valueOf } from "./view.ts";

/** "blue 5" in a sentence. */
export function cardName(card: string): string {
  return coloredNumber(colorOf(card), valueOf(card));
}

/** "blue five" as one says it. */
function spokenName(card: string): string {
  const value = numberWord(valueOf(card));
  switch (colorOf(card)) {
    case "r":
      return _("red {value}", { value });
    case "y":
      return _("yellow {value}", { value });
    case "g":
      return _("green {value}", { value });
    case "b":
      return _("blue {value}", { value });
    default:
      return _("purple {value}", { value });
  }
}

/** A card for whoever does not see it; `top` is the highest value in play. */
export function cardLabel(card: string, about?: { top: number; marshmallow: boolean }): string {
  const name = spokenName(card);
  const value = valueOf(card);
  if (about?.marshmallow) return name;
  if (value === 0) return _("{card}, the doll, beats the highest card of its colour", { card: name });
  if (value === 5 || value === 7) return _("{card}, splits the trick", { card: name });
  if (value === about?.top) return _("{card}, the highest", { card: name });
  return name;
}

/** The ways to sort the hand. */
export function sorts() {
  return { colour: _("by colour, low to high"), value: _("by value, low to high") };
}

export function actionLabel(action: string): string {
  const [word, color] = action.split(" ");
  if (color !== undefined) return _("Trump is {color}", { color: colorName(color) });
  return _("Play {card}", { card: cardName(word!) });
}
