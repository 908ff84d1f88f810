// Vampire Queen with real cards: what everybody has left in hand when a phase ends.

import { impossible, total, type Before, type Company, type Counted, type Pad } from "../../pads/pad.ts";
import { _ } from "../../shell/words.svelte.ts";
import front from "./front.ts";
import { cardName } from "./names.ts";
import Entry from "./PadEntry.svelte";
import TABLE from "./pad.json";
import { sum } from "./summary.ts";

export type Hands = string[][]; // what each player has left

const CARDS: Record<string, { points: number; copies: number }> = TABLE.cards;
const DEALT: Record<string, number> = TABLE.hands;

export const KINDS = Object.keys(CARDS);

/** How many more of a card somebody can have. */
export function rest(hands: Hands, card: string): number {
  return CARDS[card]!.copies - hands.flat().filter((one) => one === card).length;
}

function lackOf(company: Company, hands: Hands): string {
  const cards = hands.flat();
  const dealt = company.names.length * DEALT[company.names.length]! + TABLE.slayers.length;
  const isKnown = hands.length === company.names.length && cards.every((card) => KINDS.includes(card));
  if (!isKnown || KINDS.some((card) => rest(hands, card) < 0) || cards.length > dealt) return impossible();
  const missing = TABLE.slayers.find((slayer) => !cards.includes(slayer));
  if (missing) return _("Who holds the {card}? It never goes into the crypt.", { card: cardName(missing) });
  return hands.every((hand) => hand.length) ? _("Somebody must have no cards left.") : "";
}

function count(company: Company, _before: Before<Hands>, hands: Hands): Counted {
  return {
    points: hands.map((hand) => 0 - total(hand.map((card) => CARDS[card]!.points))),
    why: hands.map(sum),
    lack: lackOf(company, hands),
  };
}

const pad: Pad<Hands> = {
  setting: TABLE,
  Entry,
  blank: ({ names }) => names.map(() => []),
  count,
  isOver: ({ options }, { entries }) => entries.length >= Number(options["phases"]),
  heading: ({ options }, phase) => front.round({ phase, phases: options["phases"] }, 0),
};

export default pad;
