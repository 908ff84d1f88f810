// Voodoo Prince as it is shown: scenes made from events, cards in order.  No rule is known here.

import type { VoodooPrinceEvent as Event, VoodooPrinceView as View } from "../../protocol.ts";
import type { Scene } from "../../tables/scenes.ts";

const COLORS = "rygbp";
const HOLD: Partial<Record<Event["type"], number>> = {
  DealerDrawn: 300,
  TrumpDrawn: 500,
  Dealt: 500,
  TrumpNamed: 900,
  Played: 420,
  RoundLeft: 800,
  LeftOver: 500,
};
const FULL_TRICK = 600; // a whole trick lies for a moment before it is taken
const SPLIT_TRICK = 1000; // longer, for it is stamped
const GATHER = 320; // and then goes to its taker

export function colorOf(card: string): string {
  return card[0]!;
}

export function valueOf(card: string): number {
  return Number(card.slice(1));
}

export function sorted(hand: readonly string[], by: "colour" | "value"): string[] {
  const color = (card: string) => COLORS.indexOf(colorOf(card));
  return [...hand].sort((a, b) =>
    by === "colour" ? color(a) - color(b) || valueOf(a) - valueOf(b) : valueOf(a) - valueOf(b) || color(a) - color(b),
  );
}

/** One scene for each event that changes what one sees; the last of them is what is known now. */
export function scenes(before: View | null, events: Event[], after: View): Scene<View, Event>[] {
  const made: Scene<View, Event>[] = [];
  let view = before ?? bare(after);
  for (const [number, event] of events.entries()) {
    view = { ...view, to_move: [], actions: [] };
    if (event.type === "TrickTaken") {
      view = { ...view, winning: event.card, tricks: at(view.tricks, event.seat, () => event.total) };
      made.push({ view, events: [event], hold: event.tricks > 1 ? SPLIT_TRICK : FULL_TRICK });
      view = { ...view, last_trick: view.trick, trick: [], winning: null };
      made.push({ view, events: [], hold: GATHER });
    } else {
      view = changed(view, event, after, events.slice(number + 1));
      made.push({ view, events: [event], hold: HOLD[event.type] ?? 0 });
    }
  }
  const last = made.at(-1);
  if (last) last.view = after;
  else made.push({ view: after, events: [], hold: 0 });
  return made;
}

/** The table before anything was drawn or dealt. */
function bare(after: View): View {
  const none = after.scores.map(() => 0);
  return { ...fresh(after), trump: "unnamed", hand: [], hand_sizes: none, scores: none };
}

/** Nothing has been played in the round. */
function fresh(view: View): View {
  const none = view.scores.map(() => 0);
  return {
    ...view,
    trick: [],
    winning: null,
    last_trick: [],
    tricks: none,
    playing: none.map((_, seat) => seat),
    left: [],
    points: none,
  };
}

/** A fresh round: everybody holds as many cards as dealt for the round of `after`, before all that came `later`. */
function dealt(view: View, { round, hands }: Event & { type: "Dealt" }, after: View, later: Event[]): View {
  const since = later.slice(later.findLastIndex((event) => event.type === "Dealt") + 1);
  const played = since.flatMap((event) => (event.type === "Played" ? [event.seat] : []));
  return {
    ...fresh(after),
    round,
    trump: round > 1 ? "unnamed" : after.round > 1 ? view.trump : after.trump,
    hand: view.seat === null ? [] : hands[view.seat]!,
    hand_sizes: after.hand_sizes.map((size, seat) => size + played.filter((one) => one === seat).length),
    scores: view.scores,
  };
}

function changed(view: View, event: Event, after: View, later: Event[]): View {
  switch (event.type) {
    case "Dealt":
      return dealt(view, event, after, later);
    case "TrumpDrawn":
    case "TrumpNamed":
      return { ...view, trump: event.color };
    case "Played":
      return {
        ...view,
        trick: [...view.trick, [event.seat, event.card]],
        winning: null, // known once it is on show
        hand: view.hand.filter((card) => card !== event.card),
        hand_sizes: at(view.hand_sizes, event.seat, (size) => size - 1),
      };
    case "RoundLeft":
      return {
        ...view,
        playing: view.playing.filter((seat) => seat !== event.seat),
        left: [...view.left, event.seat],
        ...scored(view, event),
      };
    case "LeftOver":
      return { ...view, ...scored(view, event) };
    case "RoundEnded":
      return { ...view, points: event.points, scores: event.scores, trump: "unnamed" };
    default:
      return view;
  }
}

function scored(view: View, { seat, points }: { seat: number; points: number }): Pick<View, "points" | "scores"> {
  return { points: at(view.points, seat, () => points), scores: at(view.scores, seat, (score) => score + points) };
}

function at(values: number[], seat: number, change: (value: number) => number): number[] {
  return values.map((value, index) => (index === seat ? change(value) : value));
}
