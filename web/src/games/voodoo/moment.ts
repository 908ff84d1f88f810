// What the moment is about, in words, and how many dice it lets one pick.

import type { VoodooView as View } from "../../protocol.ts";
import { _, label } from "../../shell/words.svelte.ts";
import type { Choice, Verb } from "./choices.ts";
import WORDS from "./words.json";

/** What whoever has the doll is about. */
export function phaseName(view: View): string {
  return label(WORDS.names.phase, view.phase);
}

/** How many of `lying` dice can be picked: it is read from what is offered. */
export function picksOf(choices: readonly Choice[], lying: number): number {
  const has = (...verbs: Verb[]) => choices.some((choice) => verbs.includes(choice.verb));
  if (has("keep")) return lying - 1;
  if (has("draw curse", "draw artefact")) return 2;
  return has("discard", "pay") ? 1 : 0;
}

/** What to do, for whoever can do something. */
export function task(choices: readonly Choice[], about: { isTurn: boolean; picks: number }): string {
  const has = (verb: Verb) => choices.some((choice) => choice.verb === verb);
  if (!about.isTurn) return has("stinky") ? _("Cast with these dice: use the Stinky Doll now.") : "";
  if (has("roll")) return _("Your turn: roll the dice");
  if (has("keep")) return _("Pick the dice you keep.");
  if (has("discard")) return _("Pick a die to discard, or stop.");
  if (has("pay")) return _(WORDS.names.stage.paying);
  return about.picks ? _("Pick two dice to draw, or a card.") : _("Use a card, or pass the doll.");
}
