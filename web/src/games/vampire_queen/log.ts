// What happened in Vampire Queen, in sentences; the same messages as in the terminal.

import type { VampireQueenEvent as Event, VampireQueenView as View } from "../../protocol.ts";
import { _, ngettext } from "../../words.svelte.ts";
import type { Summary } from "../game.ts";
import { cardName, setName } from "./names.ts";
import { isSlayer, QUEEN, sorted } from "./view.ts";

export function sentences(event: Event, names: string[]): string[] {
  const who = "seat" in event ? (names[event.seat] ?? "") : "";
  switch (event.type) {
    case "SlayersGiven":
      return [
        [withCards(names[event.fifteen]!, ["slayer 15"]), withCards(names[event.twenty]!, ["slayer 20"])].join(" · "),
      ];
    case "Dealt":
      return [
        _("Phase {number}: the cards are dealt. First to play: {who}", {
          number: event.phase,
          who: names[event.starter]!,
        }),
      ];
    case "Played": {
      const line = withCards(who, event.cards);
      if (!isSlayer(event.cards[0]!)) return [line];
      return [line, _("  Slayer round: one card from everybody else, and the highest takes all.")];
    }
    case "Passed":
      return [event.forced ? _("{who}: pass, without a choice", { who }) : _("{who}: pass", { who })];
    case "LaidAside":
      return [
        ngettext(
          "  {who}: highest, so next to start; {n} card into the crypt",
          "  {who}: highest, so next to start; {n} cards into the crypt",
          event.cards.length,
          { who },
        ),
      ];
    case "TakenUp": {
      const values = { who, cards: setName(event.cards) };
      return [
        ngettext(
          "  {who}: {n} card taken up: {cards}",
          "  {who}: {n} cards taken up: {cards}",
          event.cards.length,
          values,
        ),
        _("  {who}: next to start, but not with {slayer}", { who, slayer: cardName(event.barred) }),
      ];
    }
    case "PhaseEnded":
      return [
        _("Phase {number} is over. Every card left costs its value, a queen 14.", { number: event.phase }),
        ...event.points.map((_points, seat) => counted(event, seat, names[seat] ?? "")),
      ];
    case "TakenBack":
      return [_("{who}: the last choice is taken back", { who })];
    default:
      return [];
  }
}

function withCards(who: string, cards: readonly string[]): string {
  return _("{who}: {what}", { who, what: setName(cards) });
}

function counted(event: Event & { type: "PhaseEnded" }, seat: number, who: string): string {
  const score = event.scores[seat]!;
  const cards = event.hands[seat]!;
  if (!cards.length) return _("  {who}: no cards left, still {score}", { who, score });
  return ngettext(
    "  {who}: {cards} = {n} minus point, now {score}",
    "  {who}: {cards} = {n} minus points, now {score}",
    event.points[seat]!,
    { who, cards: setName(cards), score },
  );
}

export function roundSummary(event: Event, view: View): Summary | null {
  if (event.type !== "PhaseEnded") return null;
  const rows = event.points.map((lost, seat) => ({
    seat,
    points: lost ? -lost : 0,
    total: event.scores[seat]!,
    why: sum(event.hands[seat]!),
  }));
  return {
    title: _("Phase {number} of {phases}", { number: event.phase, phases: view.phases }),
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
