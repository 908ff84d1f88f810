// How a table stands, in a few words: who plays, whose turn it is, which round, the points.

import type { Look } from "../shell/api.ts";
import { FRONTS } from "../games/front.ts";
import HOUSE from "../house_words.json";
import { digits } from "../shell/numbers.ts";
import { _ } from "../shell/words.svelte.ts";

/** Everybody else who plays. */
export function names({ table, you }: Look): string {
  return table.seats.flatMap((seat, at) => (seat.kind === "open" || at === you.seat ? [] : [seat.name])).join(", ");
}

export function turn({ table, view, you }: Look): string {
  const movers = view?.to_move ?? [];
  if (movers.includes(you.seat ?? -1)) return _("Your turn");
  if (!movers.length) return _(HOUSE.standings.playing);
  return _(HOUSE.standings.waiting, { who: movers.map((seat) => table.seats[seat]?.name ?? "").join(", ") });
}

/** Which round it is, and the points in the order of the seats. */
export function standing({ table, view }: Look): string {
  if (!view) return "";
  const round = FRONTS[table.game]?.round(view, table.players);
  return [round, view.scores.map(digits).join(" : ")].filter(Boolean).join(" · ");
}
