// What the moment is about, in words; most of them are the terminal's.

import type { VampireQueenView as View } from "../../protocol.ts";
import { textOf } from "../../text.ts";
import { _, ngettext } from "../../words.svelte.ts";
import { PASS } from "./sets.ts";
import { isSlayer, isSlayerRound, topSet, valueOf, worth } from "./view.ts";

/** The kind of round, for everybody. */
export function kindOfRound(view: View, names: string[]): string {
  if (view.is_over) return _("the game is over");
  if (view.open_hands.length) return _("the phase is over");
  if (!view.round.length)
    return view.to_move.length ? _("{who}: start of a new round", { who: names[view.turn] ?? "" }) : "";
  if (isSlayerRound(view.round)) return _("SLAYER ROUND: one card each, the highest takes all");
  const top = topSet(view.round);
  return ngettext(
    "normal round: {n} card, higher than {value}",
    "normal round: {n} cards, higher than {value}",
    top.length,
    { value: valueOf(top) },
  );
}

/** What to do, when it is one's turn. */
export function task(view: View): string {
  if (!view.round.length) return _("Your turn: start the round");
  if (isSlayerRound(view.round)) return _("Your turn: one card of any value");
  if (view.actions.length === 1 && view.actions[0] === PASS) return _("You cannot go higher: pass.");
  const top = topSet(view.round);
  return ngettext("Your turn: {n} card, higher than {value}", "Your turn: {n} cards, higher than {value}", top.length, {
    value: valueOf(top),
  });
}

/** Why `card` is no choice now. */
export function whyNot(view: View, card: string): string {
  if (isSlayer(card) && !view.round.length)
    return _("You have just taken up slayer {value}, so you cannot start with it now.", { value: worth(card) });
  if (isSlayer(card)) return _("A slayer can only start a round.");
  if (isSlayerRound(view.round)) return slayerRound();
  return follow(view);
}

function follow(view: View): string {
  const top = topSet(view.round);
  return ngettext(
    "Play {n} card that is higher than {value}, or pass.",
    "Play {n} cards of one value that is higher than {value}, or pass.",
    top.length,
    { value: valueOf(top) },
  );
}

function slayerRound(): string {
  return _(
    "Nobody may pass: play one card of any value, a queen counts 1." +
      " The highest card takes all cards of this round into hand, among equals the last one played.",
  );
}

/** The whole of it, for whoever asks. */
export function moment(view: View): string {
  if (!view.actions.length) {
    return _(
      "Get rid of your cards: what is left in your hand at the end of a phase costs its value," +
        " a queen 14. The fewest minus points win.",
    );
  }
  if (!view.round.length) return starting(view);
  if (isSlayerRound(view.round)) return slayerRound();
  const rest = _(
    "You get no second turn in this round, and you may pass even if you could go higher." +
      " Queens take the value of the vampires beside them; alone they count 14 and nothing beats them." +
      " Whoever is highest starts the next round.",
  );
  return textOf([follow(view), rest]);
}

function starting(view: View): string {
  const start = _(
    "You start: play one vampire or several of equal value, and everybody needs as many to go higher." +
      " Queens take the value of the vampires beside them; queens alone count 14." +
      " A slayer starts a slayer round: one card from everybody else, and the highest takes all.",
  );
  return view.barred === null ? start : textOf([start, whyNot(view, view.barred)]);
}
