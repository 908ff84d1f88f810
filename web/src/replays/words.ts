// What can be jumped to in a replay, in words.

import { _ } from "../shell/words.svelte.ts";
import type { Unit } from "./landmarks.ts";

/** One kind of landmark: what it is called, and what the way to the next and the last one is. */
export interface Jump {
  name: string;
  next: string;
  previous: string;
}

export function unitJump(unit: Unit): Jump {
  if (unit === "phase") return { name: _("Phase"), next: _("next phase"), previous: _("previous phase") };
  if (unit === "turn") return { name: _("Turn"), next: _("next turn"), previous: _("previous turn") };
  return { name: _("Round"), next: _("next round"), previous: _("previous round") };
}

/** "Round 3". */
export function unitNamed(unit: Unit, number: number): string {
  return _("{unit} {number}", { unit: unitJump(unit).name, number });
}

/** `who` is null for everybody's moves. */
export function moveJump(who: string | null, isOwn: boolean): Jump {
  if (isOwn) return { name: _("My move"), next: _("your next move"), previous: _("your move before") };
  if (who === null) return { name: _("Move"), next: _("next move"), previous: _("previous move") };
  return { name: _("Move"), next: _("next move of {who}", { who }), previous: _("previous move of {who}", { who }) };
}

export function momentJump(): Jump {
  return { name: _("Moment"), next: _("next moment"), previous: _("previous moment") };
}
