// Skull Queen's cards, pirates and choices as people say them.

import { colorName, coloredNumber } from "../colors.ts";
import type { SkullQueenPlank as Plank } from "../../protocol.ts";
import { _, label } from "../../shell/words.svelte.ts";
import { CREW, numbers, plankOf, suitOf, valueOf } from "./view.ts";
import WORDS from "./words.json";

/** Whose card it is; the seat after the last is the ghost's. */
export function nameOf(seat: number, names: readonly string[]): string {
  return names[seat] ?? _("Pirate King’s ghost");
}

/** The same, as short as it goes under a card. */
export function captionOf(seat: number, names: readonly string[]): string {
  return names[seat] ?? _("Pirate King");
}

/** "blue 8" in a sentence; a pirate on a number reads the same. */
export function cardName(card: string): string {
  const suit = suitOf(card);
  if (suit) return coloredNumber(suit, valueOf(card));
  return label(WORDS.names.card, card);
}

export function cardNames(cards: readonly string[]): string {
  return cards.map(cardName).join(", ");
}

/** A card for whoever does not see it. */
export function cardLabel(card: string): string {
  const name = cardName(card);
  if (card === "monkey") return _("{card}, lowest of the trick colour", { card: name });
  if (card === "mate") return _("{card}, highest of the trick colour", { card: name });
  if (valueOf(card) === 8) return _("{card}, two steps up", { card: name });
  if (valueOf(card) === 5) return _("{card}, two steps down", { card: name });
  return name;
}

export function sideName(side: string): string {
  return label(WORDS.names.side, side);
}

/** "red 8, yellow 5, green 2, blue overboard". */
export function crewNames(plank: Plank): string {
  return numbers(plank)
    .map((number, at) => {
      const letter = CREW[at]!;
      return number === null ? _("{color} overboard", { color: colorName(letter) }) : cardName(`${letter}${number}`);
    })
    .join(", ");
}

/** "front, red 8, yellow 5, green 3, blue 2". */
export function plankName(plank: Plank): string {
  return `${sideName(plank.side)}, ${crewNames(plank)}`;
}

/** The ways to sort the hand. */
export function sorts() {
  return {
    colour: _("by colour, low to high, then monkey and mate"),
    value: _("by value, from the monkey to the mate"),
  };
}

export function actionLabel(action: string): string {
  const plank = plankOf(action);
  if (plank) return _("Place {pirates}", { pirates: plankName(plank) });
  return _("Play {card}", { card: cardName(action) });
}
