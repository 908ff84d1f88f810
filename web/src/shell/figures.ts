// Dates and numbers with a fraction, as the language spoken now writes them.

import { language } from "./words.svelte.ts";

/** "16.11.2026"; `time` is in seconds since 1970. */
export function day(time: number): string {
  const style: Intl.DateTimeFormatOptions = { year: "numeric", month: "2-digit", day: "2-digit" };
  return new Intl.DateTimeFormat(ownWay(), style).format(time * 1000);
}

/** The language spoken now, as people write it where the browser comes from: en-GB has another order than en-US. */
export function ownWay(): string {
  return navigator.languages.find((one) => one.startsWith(language())) ?? language();
}

/** In a style of the language, with a real minus sign, and with none before nothing. */
export function written(number: number, style: Intl.NumberFormatOptions): string {
  const text = new Intl.NumberFormat(language(), style).format(number);
  return (/[1-9]/.test(text) ? text : text.replace("-", "")).replace("-", "−");
}

/** "−2.5", with so many digits behind the point at most. */
export function rounded(number: number, digits = 1): string {
  return written(number, { maximumFractionDigits: digits });
}

/** "2.5 ± 0.7", or without where there is no telling. */
export function withMargin(mean: number, margin: number | null, digits = 1): string {
  return margin === null ? rounded(mean, digits) : `${rounded(mean, digits)} ± ${rounded(margin, digits)}`;
}
