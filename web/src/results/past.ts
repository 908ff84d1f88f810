// The games that somebody has finished, as the house tells of them.

import { ask } from "../shell/api.ts";
import type { GameName } from "../protocol.ts";
import type { RatingHistory } from "./ratings.ts";

export interface Feats {
  rounds: number[];
  counts: Record<string, number>;
}

export interface OtherPlayer {
  seat: number;
  name: string; // of a bot, its level
  kind: "person" | "bot";
  score: number;
  place: number;
}

export interface PastGame {
  code: string;
  game: GameName;
  ended: number; // in seconds since 1970
  score: number;
  place: number;
  players: number;
  others: OtherPlayer[];
  kept: boolean; // there is a record, a replay and a proof
  lost: Estimate | null; // points a decision; null of a game that was not reviewed
}

export interface PastGames {
  total: number;
  pages: number;
  games: PastGame[];
}

export interface Estimate {
  n: number;
  mean: number;
  margin: number | null;
}

export interface GameStatistics {
  game: GameName;
  unit: string; // round, phase or game
  games: number;
  wins: number;
  fair: number;
  points: Estimate | null;
  course: { until: number; games: number; points: Estimate }[];
  best: { points: number; round: number; code: string; ended: number; kept: boolean }[];
  counts: Record<string, number>;
  lost: Estimate | null; // points a decision, in the games that were reviewed
  losses: { until: number; games: number; points: Estimate }[];
}

export interface Wanted {
  game: string; // "" for all
  other: string; // the id of a companion; "" for everybody
  page: number;
}

export function pastGames(wanted: Wanted): Promise<PastGames> {
  const query = new URLSearchParams({ page: String(wanted.page) });
  if (wanted.game) query.set("game", wanted.game);
  if (wanted.other) query.set("other", wanted.other);
  return ask<PastGames>("GET", `/api/me/games?${query}`);
}

export interface Statistics {
  games: GameStatistics[];
  histories: RatingHistory[];
}

export function statistics(): Promise<Statistics> {
  return ask<Statistics>("GET", "/api/me/statistics");
}
