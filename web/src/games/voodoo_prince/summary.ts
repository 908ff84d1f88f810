// The points of a round of Voodoo Prince, explained.

import HOUSE from "../../house_words.json";
import type { VoodooPrinceEvent as Event, VoodooPrinceView as View } from "../../protocol.ts";
import { _, ngettext } from "../../shell/words.svelte.ts";
import type { Summary } from "../game.ts";

type Standing = Pick<View, "left" | "marshmallow" | "players" | "goal">;

export function roundSummary(event: Event, view: View): Summary | null {
  if (event.type !== "RoundEnded") return null;
  const rows = event.points.map((points, seat) => ({
    seat,
    points,
    total: event.scores[seat]!,
    why: why(seat, points, view),
  }));
  return {
    title: _(HOUSE.headings.voodoo_prince.round, { number: event.round, rounds: view.rounds }),
    rows: rows.sort((a, b) => b.points - a.points),
  };
}

/** Where a seat's points come from. */
export function why(seat: number, points: number, view: Standing): string {
  const place = view.left.indexOf(seat) + 1;
  if (place === 0 && view.marshmallow) return _("last one in: nothing");
  if (place === 0 && view.players === 2)
    return _("last one in: what was missing to {goal} tricks", { goal: view.goal });
  if (place === 0) return _("last one in: only their own tricks count");
  return ngettext("{place}: the others had {n} trick", "{place}: the others had {n} tricks", points, {
    place: outAs(place),
  });
}

/** In which order somebody left the round. */
function outAs(place: number): string {
  return [_("first out"), _("second out"), _("third out"), _("fourth out")][place - 1]!;
}
