// The games, the levels of bots and who is there, in words.

import HOUSE from "../house_words.json";
import { label } from "./words.svelte.ts";

export const TITLES: Record<string, string> = HOUSE.titles;
export const LEVELS = Object.keys(HOUSE.levels); // of every house; a host's own are in `GameInfo`

export function levelName(level: string | null): string {
  return label(HOUSE.levels, level ?? "");
}

export function presenceName(presence: string | null): string {
  return label(HOUSE.presences, presence ?? "here");
}
