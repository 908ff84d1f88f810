// What can be chosen for a table, in words.

import { _ } from "../words.svelte.ts";

export function optionName(name: string): string {
  switch (name) {
    case "rounds":
      return _("Rounds");
    case "phases":
      return _("Phases");
    case "variant":
      return _("Variant");
    case "mode":
      return _("Where you play");
    case "dice":
      return _("Dice");
    default:
      return name;
  }
}

export function choiceName(choice: number | string): string {
  switch (choice) {
    case "prince":
      return "Voodoo Prince";
    case "marshmallow":
      return _("Marshmallow Test");
    case "screen":
      return _("everybody at a screen");
    case "table":
      return _("together at one table");
    case "app":
      return _("rolled by the app");
    case "real":
      return _("real dice");
    default:
      return String(choice);
  }
}

export function levelName(level: string | null): string {
  switch (level) {
    case "novice":
      return _("novice");
    case "casual":
      return _("casual");
    case "club":
      return _("club player");
    case "expert":
      return _("expert");
    default:
      return "";
  }
}

export const LEVELS = ["novice", "casual", "club", "expert"] as const;
export type Level = (typeof LEVELS)[number];

export function clockName(clock: string): string {
  switch (clock) {
    case "timed":
      return _("with a clock");
    case "slow":
      return _("slow, over days");
    default:
      return _("without a clock");
  }
}

export function paceName(pace: string): string {
  switch (pace) {
    case "instant":
      return _("instant");
    case "quick":
      return _("fast");
    case "calm":
      return _("calm");
    default:
      return _("normal");
  }
}

export const TITLES: Record<string, string> = {
  voodoo_prince: "Voodoo Prince",
  vampire_queen: "Vampire Queen",
  skull_queen: "Skull Queen",
  voodoo: "Voodoo",
};
