// What the moment is about, in words.

import type { VampireQueenView as View } from "../../protocol.ts";
import { textOf } from "../../shell/text.ts";
import { _, ngettext } from "../../shell/words.svelte.ts";
import { PASS } from "./sets.ts";
import { isSlayer, isSlayerRound, topSet, valueOf, worth } from "./view.ts";
import WORDS from "./words.json";

const { moment: MOMENTS, normal_round: NORMAL_ROUND, stage: STAGES, to_beat: TO_BEAT } = WORDS.names;

/** The kind of round, for everybody. */
export function kindOfRound(view: View, names: string[]): string {
  if (view.is_over) return _(STAGES.over);
  if (view.open_hands.length) return _(STAGES.phase_over);
  if (!view.round.length) return view.to_move.length ? _(STAGES.starting, { who: names[view.turn] ?? "" }) : "";
  if (isSlayerRound(view.round)) return _(STAGES.slayer_round);
  const top = topSet(view.round);
  return ngettext(NORMAL_ROUND.one, NORMAL_ROUND.many, top.length, { value: valueOf(top) });
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
  if (isSlayer(card) && !view.round.length) return _(MOMENTS.barred, { value: worth(card) });
  if (isSlayer(card)) return _("A slayer can only start a round.");
  if (isSlayerRound(view.round)) return _(MOMENTS.slayer_round);
  return follow(view);
}

function follow(view: View): string {
  const top = topSet(view.round);
  return ngettext(TO_BEAT.one, TO_BEAT.many, top.length, { value: valueOf(top) });
}

/** The whole of it, for whoever asks. */
export function moment(view: View): string {
  if (!view.actions.length) return _(MOMENTS.waiting);
  if (!view.round.length) return starting(view);
  if (isSlayerRound(view.round)) return _(MOMENTS.slayer_round);
  return textOf([follow(view), _(MOMENTS.following)]);
}

function starting(view: View): string {
  const start = _(MOMENTS.starting);
  return view.barred === null ? start : textOf([start, whyNot(view, view.barred)]);
}
