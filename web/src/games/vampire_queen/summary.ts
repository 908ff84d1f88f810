// The points of a round of Vampire Queen, explained.

import HOUSE from "../../house_words.json";
import type { VampireQueenEvent as Event, VampireQueenView as View } from "../../protocol.ts";
import { _ } from "../../shell/words.svelte.ts";
import type { Summary } from "../game.ts";
import { cardName } from "./names.ts";
import { QUEEN, sorted } from "./view.ts";

export function roundSummary(event: Event, view: View): Summary | null {
  if (event.type !== "PhaseEnded") return null;
  const rows = event.points.map((lost, seat) => ({
    seat,
    points: lost ? -lost : 0,
    total: event.scores[seat]!,
    why: sum(event.hands[seat]!),
  }));
  return {
    title: _(HOUSE.headings.vampire_queen.phase, { number: event.phase, phases: view.phases }),
    rows: rows.sort((a, b) => b.points - a.points),
  };
}

/** Where minus points come from: "2 × 7 + queen (14)". */
export function sum(hand: readonly string[]): string {
  if (!hand.length) return _("no cards left");
  const copies = new Map<string, number>();
  for (const card of sorted(hand, "colour")) copies.set(card, (copies.get(card) ?? 0) + 1);
  return [...copies].map(([card, n]) => (n > 1 ? `${n} × ${priced(card)}` : priced(card))).join(" + ");
}

function priced(card: string): string {
  return card === QUEEN ? _("queen (14)") : cardName(card);
}
