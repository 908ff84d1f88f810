// Ratings as the house tells of them: somebody's own over time, and the best of all.

import { ask } from "../shell/api.ts";
import { _ } from "../shell/words.svelte.ts";

const SURE = 3; // times sigma, either side: nearly certain

export interface RatingHistory {
  game: string;
  players: string; // a band, like 3-4
  games: number;
  provisional: boolean;
  moments: { ended: number; mu: number; sigma: number }[];
}

export interface Ranked {
  name: string;
  kind: "person" | "bot";
  you: boolean;
  mu: number;
  sigma: number;
  games: number;
  provisional: boolean;
}

const BANDS = ["2", "3-4", "5-6", "7-12"];

/** Those of a game for so many; all of them while nobody knows. */
export function bandsOf(players: number[]): string[] {
  if (!players.length) return BANDS;
  return BANDS.filter((band) => {
    const [fewest, most = fewest] = band.split("-").map(Number);
    return players.some((count) => count >= fewest! && count <= most!);
  });
}

export async function honour(game: string, players: string): Promise<Ranked[]> {
  return (await ask<{ ratings: Ranked[] }>("GET", `/api/ratings/${game}/${players}`)).ratings;
}

/** How far the truth may lie from a rating. */
export function marginOf(sigma: number): number {
  return SURE * sigma;
}

export function explanation(): string {
  return _(
    "A rating says how well somebody plays against the others here: it lies within its margin almost certainly, " +
      "and the order goes by the lower end.",
  );
}

/** "3–4 players". */
export function bandName(players: string): string {
  return _("{players} players", { players: players.replace("-", "–") });
}
