// What can be chosen for a table, in words.

import HOUSE from "../house_words.json";
import { label } from "../words.svelte.ts";

export const TITLES: Record<string, string> = HOUSE.titles;
export const LEVELS = Object.keys(HOUSE.levels); // of every house; `houseLevels` adds the host's own

export function optionName(name: string): string {
  return label(HOUSE.options, name);
}

export function choiceName(choice: number | string): string {
  return label(HOUSE.choices, String(choice));
}

export function levelName(level: string | null): string {
  return label(HOUSE.levels, level ?? "");
}

export function clockName(clock: string): string {
  return label(HOUSE.clocks, clock);
}

export function paceName(pace: string): string {
  return label(HOUSE.paces, pace);
}

export function presenceName(presence: string | null): string {
  return label(HOUSE.presences, presence ?? "here");
}
