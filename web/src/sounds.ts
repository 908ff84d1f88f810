// Sounds and touches, for whoever wants them; what makes the sounds is loaded with the first one.

import { settings } from "./settings.svelte.ts";

export type Sound = "card" | "trick" | "turn" | "hop" | "splash" | "dice" | "cackle" | "points";

export function sound(name: Sound): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return; // browsers complain before the first touch
  void import("./synthesis.ts").then(
    ({ play }) => play(name),
    () => undefined, // without a network it stays quiet
  );
}

/** A touch that can be felt. */
export function buzz(ms: number | number[]): void {
  if (settings.haptics && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(ms);
}
