// How a table stands, in a few words: who plays, whose turn it is, which round, the points.

import type { Look } from "../api.ts";
import { digits } from "../numbers.ts";
import type { TableInfo } from "../protocol.ts";
import { _ } from "../words.svelte.ts";

/** Everybody else who plays. */
export function names({ table, you }: Look): string {
  return table.seats.flatMap((seat, at) => (seat.kind === "open" || at === you.seat ? [] : [seat.name])).join(", ");
}

export function turn({ table, view, you }: Look): string {
  const movers = view?.to_move ?? [];
  if (movers.includes(you.seat ?? -1)) return _("Your turn");
  if (!movers.length) return _("in play");
  return _("Waiting for {who} …", { who: movers.map((seat) => table.seats[seat]?.name ?? "").join(", ") });
}

/** Which round it is, and the points in the order of the seats. */
export function standing({ table, view }: Look): string {
  if (!view) return "";
  return [round(table, view), view.scores.map(digits).join(" : ")].filter(Boolean).join(" · ");
}

function round(table: TableInfo, view: NonNullable<Look["view"]>): string {
  if (table.game === "voodoo") return view.turns ? _("Turn {number}", { number: view.turns }) : "";
  if (table.game === "vampire_queen")
    return _("Phase {number} of {phases}", { number: view.phase ?? 0, phases: view.phases ?? 0 });
  if (view.marshmallow) return _("Round {number}", { number: view.round ?? 0 });
  return _("Round {number} of {rounds}", { number: view.round ?? 0, rounds: view.rounds ?? table.players });
}

export function freeSeats(table: TableInfo): number {
  return table.seats.filter((seat) => seat.kind === "open").length;
}
