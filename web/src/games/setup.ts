// What can be chosen for a table, in words.

import SETUP from "../setup_words.json";
import { label } from "../shell/words.svelte.ts";

export function optionName(name: string): string {
  return label(SETUP.options, name);
}

export function choiceName(choice: number | string): string {
  return label(SETUP.choices, String(choice));
}

export function clockName(clock: string): string {
  return label(SETUP.clocks, clock);
}

export function paceName(pace: string): string {
  return label(SETUP.paces, pace);
}
