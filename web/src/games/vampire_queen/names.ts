// Vampire Queen's cards and choices as people say them.

import { numberWord } from "../number_words.ts";
import { capital } from "../../shell/text.ts";
import { _, ngettext } from "../../shell/words.svelte.ts";
import { cardsOf, PASS } from "./sets.ts";
import { isSlayer, QUEEN, worth } from "./view.ts";
import WORDS from "./words.json";

const { spoken: SPOKEN } = WORDS.names;

/** "7", "queen" or "slayer 15" in a sentence. */
export function cardName(card: string): string {
  if (card === QUEEN) return _(WORDS.names.card.queen);
  return isSlayer(card) ? _(WORDS.names.card.slayer, { value: worth(card) }) : card;
}

/** "7 7 queen". */
export function setName(cards: readonly string[]): string {
  return cards.map(cardName).join(" ");
}

/** As people say it: "two 7s with a queen", "three queens", "slayer 15". */
function spokenSet(cards: readonly string[]): string {
  const [queens, others] = [cards.filter((card) => card === QUEEN), cards.filter((card) => card !== QUEEN)];
  if (!others.length) return equalCards(queens, SPOKEN.queens);
  const what = equalCards(others, SPOKEN.set);
  const { one, many } = WORDS.names.with_queens;
  return queens.length ? ngettext(one, many, queens.length, { what, count: count(queens) }) : what;
}

/** "two"; German names of numbers have a capital, for names of cards. */
const count = (cards: readonly string[]) => numberWord(cards.length).toLowerCase();

/** One card by its name, several by their number. */
function equalCards(cards: readonly string[], message: string): string {
  const [card] = cards;
  return cards.length === 1 ? cardName(card!) : _(message, { count: count(cards), value: worth(card!) });
}

/** A set where there is little room: "4 × 7 queen". */
export function shortName(cards: readonly string[]): string {
  const equal = cards.filter((card) => card === cards[0]).length;
  if (equal < 2 || (equal === 2 && cards[0] !== QUEEN)) return setName(cards);
  return [`${equal} × ${cardName(cards[0]!)}`, ...cards.slice(equal).map(cardName)].join(" ");
}

/** A card for whoever does not see it. */
export function cardLabel(card: string, about?: { barred: boolean }): string {
  if (card === QUEEN) return _("queen, joker");
  if (!isSlayer(card)) return _("vampire {value}", { value: card });
  const value = worth(card);
  return about?.barred ? _("slayer {value}, barred this round", { value }) : _(WORDS.names.card.slayer, { value });
}

/** The ways to sort the hand. */
export function sorts() {
  return { colour: _("low to high"), value: _("long sets first, then low to high") };
}

export function actionLabel(action: string): string {
  return action === PASS ? _("Pass") : capital(_("Play {card}", { card: spokenSet(cardsOf(action)) }));
}
