// Sounds and touches, for whoever wants them; what makes the sounds is loaded with the first one.

import { untrack } from "svelte";
import { settings } from "./settings.svelte.ts";

// prettier-ignore
export type Sound =
  | "card" | "trick" | "turn" | "points" | "deal" // of every game
  | "crack" | "sigh" | "cackle" | "bite" | "knock" | "hop" | "splash" | "creak" | "ghost" | "dice" | "bones" | "gong";

export function sound(name: Sound): void {
  withSounds(({ play }, volume) => play(name, volume));
}

/** What one hears of what has happened in a game. */
export function soundsOf(game: string, events: readonly { type: string }[]): void {
  if (events.length) withSounds(({ hear }, volume) => hear(game, events, volume));
}

function withSounds(run: (made: typeof import("./hearing.ts"), volume: number) => void): void {
  if (!navigator.userActivation?.hasBeenActive) return; // browsers complain before the first touch
  const volume = untrack(() => settings.sound && settings.volume); // to change it is no reason to hear all again
  if (!volume) return;
  void import("./hearing.ts").then(
    (made) => run(made, volume),
    () => undefined, // without a network it stays quiet
  );
}

/** A touch that can be felt. */
export function buzz(ms: number | number[]): void {
  if (settings.haptics && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(ms);
}
