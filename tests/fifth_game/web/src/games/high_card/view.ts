// High Card as it is shown: scenes made from events.

import type { HighCardEvent as Event, HighCardView as View } from "../../protocol.ts";
import type { Scene } from "../../tables/scenes.ts";

const HOLD: Partial<Record<Event["type"], number>> = { Dealt: 400, Chosen: 150, Revealed: 900 };

export function scenes(before: View | null, events: Event[], after: View): Scene<View, Event>[] {
  let view = before ?? bare(after);
  const made = events.map((event) => {
    view = { ...changed(view, event), to_move: [], actions: [] };
    return { view, events: [event], hold: HOLD[event.type] ?? 0 };
  });
  const last = made.at(-1);
  if (!last) return [{ view: after, events: [], hold: 0 }];
  last.view = after;
  return made;
}

/** The table before anything was dealt. */
function bare(after: View): View {
  const none = after.scores.map(() => 0);
  return { ...after, hand: [], hand_sizes: none, chosen: [], choice: null, trick: [], scores: none };
}

function changed(view: View, event: Event): View {
  switch (event.type) {
    case "Dealt":
      return {
        ...view,
        round: event.round,
        hand: event.hands[view.seat ?? -1] ?? [],
        hand_sizes: view.scores.map(() => 3),
        trick: [],
      };
    case "Chosen":
      return {
        ...view,
        chosen: [...view.chosen, event.seat],
        choice: event.card ?? view.choice,
        hand: view.hand.filter((card) => card !== event.card),
        hand_sizes: view.hand_sizes.map((size, seat) => (seat === event.seat ? size - 1 : size)),
      };
    case "Revealed":
      return { ...view, chosen: [], choice: null, trick: event.cards };
    case "TrickTaken":
      return { ...view, scores: view.scores.map((score, seat) => (seat === event.seat ? score + 1 : score)) };
    default:
      return view;
  }
}
