// What can be said at a table.

import type { SymbolName } from "../art/names.ts";
import { _ } from "../words.svelte.ts";

/** A ready phrase in words. */
export function phraseText(phrase: string): string {
  switch (phrase) {
    case "hello":
      return _("Hello!");
    case "well_played":
      return _("Well played!");
    case "thanks":
      return _("Thank you!");
    case "sorry":
      return _("Sorry!");
    case "oops":
      return _("Oops!");
    case "hurry":
      return _("Your turn …");
    case "one_moment":
      return _("One moment, please.");
    case "good_game":
      return _("Good game!");
    case "again":
      return _("Once more?");
    case "bye":
      return _("Goodbye!");
    case "laugh":
      return _("laughs");
    case "wow":
      return _("is amazed");
    case "cry":
      return _("weeps");
    case "angry":
      return _("is cross");
    case "clap":
      return _("applauds");
    case "skull":
      return _("shows a skull");
    case "heart":
      return _("sends a heart");
    default:
      return _("plays ghost");
  }
}

const EMOTES = ["laugh", "wow", "cry", "angry", "clap", "skull", "heart", "ghost"] as const satisfies SymbolName[];

/** The drawing for an emote; nothing for words. */
export function emote(phrase: string): SymbolName | undefined {
  return EMOTES.find((one) => one === phrase);
}
