// What happened in Voodoo Prince, in sentences; the same messages as in the terminal.

import { colorName } from "../../colors.ts";
import type { VoodooPrinceEvent as Event, VoodooPrinceView as View } from "../../protocol.ts";
import { _, ngettext } from "../../words.svelte.ts";
import type { Summary } from "../game.ts";
import { cardName } from "./names.ts";

export function sentences(event: Event, names: string[]): string[] {
  const line = sentence(event, names);
  return line === null ? [] : [line];
}

function sentence(event: Event, names: string[]): string | null {
  const who = "seat" in event ? (names[event.seat] ?? "") : "";
  switch (event.type) {
    case "DealerDrawn":
      return _("{who}: first to deal and to lead", { who });
    case "TrumpDrawn":
      return _("Trump is {color}.", { color: colorName(event.color) });
    case "Dealt":
      return _("Round {number}: the cards are dealt.", { number: event.round });
    case "TrumpNamed":
      return _("{who}: trump is {color}", { who, color: colorName(event.color) });
    case "Played":
      return _("{who}: {what}", { who, what: cardName(event.card) });
    case "TrickTaken": {
      const values = { who, card: cardName(event.card), total: event.total };
      return event.tricks === 2
        ? _("  {who}: trick with {card}, split in two, now {total}", values)
        : _("  {who}: trick with {card}, now {total}", values);
    }
    case "RoundLeft":
      return ngettext(
        "  {who}: out of the round, {points} point",
        "  {who}: out of the round, {points} points",
        event.points,
        { who, points: event.points },
      );
    case "LeftOver":
      return ngettext("  {who}: last one in, {points} point", "  {who}: last one in, {points} points", event.points, {
        who,
        points: event.points,
      });
    case "RoundEnded": {
      const standing = event.scores.map((score, seat) => `${names[seat]} ${score}`).join(" · ");
      return _("After round {number}: {standing}", { number: event.round, standing });
    }
    case "TakenBack":
      return _("{who}: the last choice is taken back", { who });
    default:
      return null;
  }
}

export function roundSummary(event: Event, view: View): Summary | null {
  if (event.type !== "RoundEnded") return null;
  const rows = event.points.map((points, seat) => ({
    seat,
    points,
    total: event.scores[seat]!,
    why: why(seat, points, view),
  }));
  return {
    title: _("Round {number} of {rounds}", { number: event.round, rounds: view.rounds }),
    rows: rows.sort((a, b) => b.points - a.points),
  };
}

/** Where a seat's points come from. */
function why(seat: number, points: number, view: View): string {
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
