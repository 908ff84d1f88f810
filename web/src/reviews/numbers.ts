// Points and chances as people read them.

import { gain } from "../shell/numbers.ts";
import { rounded, withMargin, written } from "../shell/figures.ts";
import type { Mean } from "./review.ts";

/** "0.25 ± 0.1"; a loss of a few hundredths matters. */
export function points({ mean, margin }: Mean): string {
  return withMargin(mean, margin, 2);
}

/** "12 % ± 6 %", as the language writes it. */
export function percent({ mean, margin }: Mean): string {
  return margin === null ? share(mean) : `${share(mean)} ± ${share(margin)}`;
}

/** "67%" or "67 %". */
export function share(chance: number): string {
  return written(chance, { style: "percent" });
}

/** "+1.5", "−0.3", "0". */
export function signedPoints(number: number): string {
  const text = rounded(Math.abs(number));
  return text === "0" ? text : gain(Math.sign(number)).replace("1", text);
}

/** "+12%", "−3%", "0%". */
export function signedShare(chance: number): string {
  const text = share(Math.abs(chance));
  return text === share(0) ? text : gain(Math.sign(chance)).replace("1", text);
}
