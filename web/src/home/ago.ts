// How long ago something was, in words.

import { language } from "../words.svelte.ts";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

/** "5 minutes ago"; `time` is in seconds since 1970, by a clock that may differ a little from ours. */
export function ago(time: number, now = Date.now() / 1000): string {
  const seconds = Math.max(0, now - time);
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ["second", Infinity];
  return words.format(-Math.floor(seconds / size), unit);
}
