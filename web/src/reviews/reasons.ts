// Counted reasons for a choice, in words: numbers of worlds, or points with one decimal.

import { digits } from "../shell/numbers.ts";
import { written } from "../shell/figures.ts";
import { _ } from "../shell/words.svelte.ts";

export interface Reason {
  message: string;
  best: number; // with the best choice
  other: number; // with the one that it is compared with
  of: number; // worlds
}

/** "−2.5", "3.0", as the language writes it: one digit behind the point, so that a column can be compared. */
export function tenths(value: number): string {
  return written(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** A reason with the number of the best choice. */
export const told = ({ message, best, of }: Reason): string =>
  _(message, { n: message.includes("{of}") ? best : tenths(best), of });

/** The number of the other choice. */
export const compared = ({ message, other }: Reason): string =>
  message.includes("{of}") ? digits(other) : tenths(other);
