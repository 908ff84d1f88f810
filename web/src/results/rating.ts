// Why a game counts less for ratings, in words.

import NOTICES from "../notice_words.json";
import { _ } from "../shell/words.svelte.ts";

export type RatingReason = "network" | "newcomer" | "repeated" | "advice" | "taken_back" | "tried";

/** How a game counts, as the server says it. */
export interface Verdict {
  weight: number; // 1 counts in full, 0 not at all
  reason: RatingReason | null;
  seats: number[]; // whom the reason is about
  games: number; // rated ones that they have had together within a week
  hours: number; // that a newcomer must wait after the first game
}

/** The sentence to show, with the names at each seat; empty where the game counts in full. */
export function ratingNote(verdict: Verdict | null, names: readonly string[]): string {
  if (!verdict?.reason) return "";
  const reason = verdict.reason === "repeated" && verdict.weight ? "less" : verdict.reason;
  return _(NOTICES.ratings[reason], {
    names: verdict.seats.map((seat) => names[seat] ?? "").join(", "),
    games: verdict.games,
    hours: verdict.hours,
    share: `${100 * verdict.weight}\u202f%`,
  });
}
