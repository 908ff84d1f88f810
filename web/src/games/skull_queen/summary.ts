// The points of a round of Skull Queen, explained.

import HOUSE from "../../house_words.json";
import type { SkullQueenEvent as Event, SkullQueenView as View } from "../../protocol.ts";
import { _ } from "../../shell/words.svelte.ts";
import type { Summary } from "../game.ts";
import { crewNames } from "./names.ts";

export function roundSummary(event: Event, view: View): Summary | null {
  if (event.type !== "RoundEnded") return null;
  const rows = event.points.map((points, seat) => ({
    seat,
    points,
    total: event.scores[seat]!,
    why: crewNames(event.planks[seat]!),
  }));
  return {
    title: _(HOUSE.headings.skull_queen.round, { number: event.round, rounds: view.players }),
    rows: rows.sort((a, b) => b.points - a.points),
  };
}
