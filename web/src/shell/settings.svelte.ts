// What somebody has chosen on this device.

import { stored, store } from "./memory.ts";

export const SPEEDS = { calm: 1.6, normal: 1, fast: 0.45, instant: 0 } as const; // how long things take

export interface Settings {
  language: string; // "" is the browser's
  theme: "auto" | "dark" | "light";
  speed: keyof typeof SPEEDS;
  play: "raise" | "once"; // tap to raise and tap again to play, or play with one tap
  preselect: boolean; // choose a card before it is one's turn
  autoplay: boolean; // play the only legal card
  sort: "colour" | "value";
  sound: boolean;
  volume: number; // of sounds, 0 to 100
  haptics: boolean;
  notify: boolean;
  panel: boolean; // the side panel is open
  replaySpeed: number; // how many times as fast as usual a replay runs
}

const DEFAULTS: Settings = {
  language: "",
  theme: "auto",
  speed: "normal",
  play: "raise",
  preselect: true,
  autoplay: false,
  sort: "colour",
  sound: false,
  volume: 70,
  haptics: true,
  notify: false,
  panel: true,
  replaySpeed: 1,
};

export const settings = $state<Settings>({ ...DEFAULTS, ...stored<Partial<Settings>>("settings", {}) });

/** Keep every change, and show the theme; call once. */
export function keepSettings(): void {
  $effect.root(() => {
    $effect(() => store("settings", $state.snapshot(settings)));
    $effect(() => {
      if (settings.theme === "auto") delete document.documentElement.dataset["theme"];
      else document.documentElement.dataset["theme"] = settings.theme;
    });
  });
}

let haste = 1;

/** Let everything go so many times as fast, as in a replay; 1 is as somebody has chosen. */
export function hurry(times: number): void {
  haste = times;
}

/** How long `ms` at normal speed take; nothing for whoever wants it instant. */
export function timed(ms: number): number {
  return (ms * SPEEDS[settings.speed]) / haste;
}

/** Whether things may move. */
export function moves(): boolean {
  return settings.speed !== "instant" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
