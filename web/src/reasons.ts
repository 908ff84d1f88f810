// Counted reasons for a choice, in words: numbers of worlds, or points with one decimal.

import { digits } from "./numbers.ts";
import { _ } from "./words.svelte.ts";

export interface Reason {
  message: string;
  best: number; // with the best choice
  other: number; // with the one that it is compared with
  of: number; // worlds
}

export function tenths(value: number): string {
  return Math.abs(value).toFixed(1) === "0.0" ? "0.0" : value.toFixed(1).replace("-", "−");
}

/** A reason with the number of the best choice. */
export const told = ({ message, best, of }: Reason): string =>
  _(message, { n: message.includes("{of}") ? best : tenths(best), of });

/** The number of the other choice. */
export const compared = ({ message, other }: Reason): string =>
  message.includes("{of}") ? digits(other) : tenths(other);
