// The deal of the day, as the house tells of it.

import { ask, Refused } from "../shell/api.ts";
import { keepPromise } from "../tables/promises.ts";
import type { GameName } from "../protocol.ts";
import { refusal } from "../shell/refusals.ts";
import { go } from "../shell/router.svelte.ts";
import { toast } from "../shell/toasts.svelte.ts";
import { ownWay } from "../shell/figures.ts";

export interface Deal {
  day: string; // like 2026-11-17, in UTC
  game: GameName;
  players: number;
  options: Record<string, number | string>;
  level: string; // of the bots
  seat: number; // everybody's
  commitment: string;
  seed: string | null; // once the day is over
  finished: number; // people
  state: "new" | "playing" | "over"; // the own try
  code: string | null; // its table
  score: number | null;
  place: number | null;
  unranked: boolean; // another identity of the same network had the deal before
  one_of_network: boolean; // only the first try of each network is ranked
}

export interface Today {
  now: number;
  ends: number; // in seconds since 1970
  deals: Deal[];
  archive: { day: string; scores: Partial<Record<GameName, number>> }[]; // the own points
}

export interface Row {
  place: number | null; // null: not ranked
  name: string;
  picture: string;
  score: number;
  you: boolean;
  helped: boolean; // a bot has played for them
}

export interface Turn {
  step: number; // of the replay, before the choice
  action: string;
  shares: { action: string; count: number }[]; // of all who stood before the same choice
}

export interface Mark {
  level: string;
  score: number;
}

export interface Results {
  finished: number;
  spread: { score: number; count: number }[];
  table: Row[];
  turns: Turn[];
  marks: Mark[]; // what bots made of the same seat
}

export interface DayPage {
  deal: Deal;
  results: Results | null; // null for whoever has not finished it
}

export const today = () => ask<Today>("GET", "/api/day");
export const dayPage = (day: string, game: string) => ask<DayPage>("GET", `/api/day/${day}/${game}`);

/** To the table of the one try, or to a new one for practice. */
export async function play({ day, game }: Deal): Promise<void> {
  try {
    const { code, commitment } = await ask<{ code: string; commitment: string }>("POST", `/api/day/${day}/${game}`, {});
    keepPromise(code, commitment);
    go(`/t/${code}`);
  } catch (error) {
    if (error instanceof Refused) toast(refusal(error), "error");
  }
}

/** "Tuesday 17 November", as the language writes it. */
export function dayName(day: string): string {
  return written(day, { weekday: "long", day: "numeric", month: "long" });
}

/** "Tue 17 Nov". */
export function shortDay(day: string): string {
  return written(day, { weekday: "short", day: "numeric", month: "short" });
}

function written(day: string, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(ownWay(), { ...style, timeZone: "UTC" }).format(new Date(`${day}T00:00Z`));
}

/** "01:00", by the clock on the wall here. */
export function timeOf(seconds: number): string {
  return new Intl.DateTimeFormat(ownWay(), { hour: "2-digit", minute: "2-digit" }).format(seconds * 1000);
}
