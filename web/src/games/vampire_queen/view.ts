// Vampire Queen as it is shown: scenes made from events, cards in order.  No rule is known here.

import type { VampireQueenEvent as Event, VampireQueenView as View } from "../../protocol.ts";
import type { Scene } from "../../tables/scenes.ts";

export const QUEEN = "q";

const HOLD: Partial<Record<Event["type"], number>> = {
  SlayersGiven: 600,
  Dealt: 600,
  Played: 480,
  Passed: 260,
  LaidAside: 420,
  TakenUp: 700,
};
const SLAYER_LED = 1100; // the table darkens
const FULL_ROUND = 650; // a whole round lies for a moment before it goes

export function isSlayer(card: string): boolean {
  return card.startsWith("slayer");
}

/** What a card left in hand costs, which is also its place in a hand. */
export function worth(card: string): number {
  return card === QUEEN ? 14 : Number(card.replace("slayer ", ""));
}

/** The value that a set in a normal round shows. */
export function valueOf(set: readonly string[]): number {
  return worth(set[0]!); // queens stand behind the vampires
}

export function isSlayerRound(round: View["round"]): boolean {
  return isSlayer(round[0]?.[1][0] ?? "");
}

/** The last cards that somebody played. */
export function topSet(round: View["round"]): string[] {
  return round.findLast(([, cards]) => cards.length)?.[1] ?? [];
}

/** Low to high, or long sets first: equal cards are together in any case. */
export function sorted(hand: readonly string[], by: "colour" | "value", name = (card: string) => card): string[] {
  const copies = new Map<string, number>();
  for (const card of hand) copies.set(name(card), (copies.get(name(card)) ?? 0) + 1);
  const length = (card: string) => (by === "colour" ? 0 : copies.get(name(card))!);
  return [...hand].sort((a, b) => length(b) - length(a) || worth(name(a)) - worth(name(b)));
}

/** `cards` without one copy of each of `gone`. */
export function without(cards: readonly string[], gone: readonly string[]): string[] {
  const left = [...cards];
  for (const card of gone) if (left.includes(card)) left.splice(left.indexOf(card), 1);
  return left;
}

/** One scene for each thing one sees; the last of them is what is known now. */
export function scenes(before: View | null, events: Event[], after: View): Scene<View, Event>[] {
  const made: Scene<View, Event>[] = [];
  let view = before ?? bare(after);
  for (const [at, event] of events.entries()) {
    const isWhole = event.type === "LaidAside" || event.type === "TakenUp"; // the cards lie there for a moment
    if (isWhole) made.push({ view: { ...view, to_move: [], actions: [] }, events: [event], hold: FULL_ROUND });
    view = { ...changed(view, event, after, events.slice(at + 1)), to_move: [], actions: [] };
    const last = made.at(-1);
    if (last && isForced(event) && isForced(last.events[0]))
      Object.assign(last, { view, events: [...last.events, event] });
    else made.push({ view, events: isWhole ? [] : [event], hold: 0 });
    made.at(-1)!.hold = hold(event);
  }
  const last = made.at(-1);
  if (last) last.view = after;
  else made.push({ view: after, events: [], hold: 0 });
  return made;
}

/** Passes without a choice are seen together. */
function isForced(event: Event | undefined): boolean {
  return event?.type === "Passed" && event.forced;
}

function hold(event: Event): number {
  if (event.type === "Played" && isSlayer(event.cards[0]!)) return SLAYER_LED;
  return HOLD[event.type] ?? 0;
}

/** The table before anything was given or dealt. */
function bare(after: View): View {
  const none = after.hand_sizes.map(() => 0);
  return { ...fresh(after), hand: [], hand_sizes: none, known: none.map(() => []), scores: none };
}

/** Nothing has been played in the phase. */
function fresh(view: View): View {
  const none = view.hand_sizes.map(() => 0);
  return {
    ...view,
    open_hands: [],
    round: [],
    last_round: [],
    crypt: [],
    barred: null,
    barred_for: null,
    passes: none,
    passed_on: none.map(() => []),
  };
}

function changed(view: View, event: Event, after: View, later: Event[]): View {
  switch (event.type) {
    case "SlayersGiven":
      return {
        ...view,
        known: at(
          at(view.known, event.fifteen, (cards) => [...cards, "slayer 15"]),
          event.twenty,
          (cards) => [...cards, "slayer 20"],
        ),
      };
    case "Dealt":
      return dealt(view, event.hands, after, later);
    case "Played":
      return {
        ...view,
        round: [...view.round, [event.seat, event.cards]],
        hand: view.seat === event.seat ? without(view.hand, event.cards) : view.hand,
        hand_sizes: at(view.hand_sizes, event.seat, (size) => size - event.cards.length),
        known: at(view.known, event.seat, (cards) => without(cards, event.cards)),
      };
    case "Passed":
      return {
        ...view,
        round: [...view.round, [event.seat, []]],
        passes: at(view.passes, event.seat, (passes) => passes + 1),
      };
    case "LaidAside":
      return {
        ...view,
        last_round: view.round,
        round: [],
        crypt: [...view.crypt, ...event.cards],
        barred: null,
        barred_for: null,
      };
    case "TakenUp":
      return {
        ...view,
        last_round: view.round,
        round: [],
        hand: view.seat === event.seat ? [...view.hand, ...event.cards] : view.hand,
        hand_sizes: at(view.hand_sizes, event.seat, (size) => size + event.cards.length),
        known: at(view.known, event.seat, (cards) => [...cards, ...event.cards]),
        barred: event.barred,
        barred_for: event.seat,
      };
    case "PhaseEnded":
      return { ...view, open_hands: event.hands, scores: event.scores };
    default:
      return view;
  }
}

/** A fresh phase: slayers stay, and the hands are those of `after` before all that came `later`. */
function dealt(view: View, hands: string[][], after: View, later: Event[]): View {
  const known = view.known.map((cards) => cards.filter(isSlayer));
  let sizes = after.hand_sizes;
  for (const event of later) {
    if (event.type === "Played") sizes = at(sizes, event.seat, (size) => size + event.cards.length);
    if (event.type === "TakenUp") sizes = at(sizes, event.seat, (size) => size - event.cards.length);
  }
  return {
    ...fresh(after),
    known,
    hand: view.seat === null ? [] : [...hands[view.seat]!, ...known[view.seat]!],
    hand_sizes: sizes,
    scores: view.scores,
  };
}

function at<T>(values: T[], seat: number, change: (value: T) => T): T[] {
  return values.map((value, index) => (index === seat ? change(value) : value));
}
