// What cannot be, in the words of whoever asked.

import { _, capital } from "./words.svelte.ts";

/** A sentence for a refusal's code; the server's own words where we have none. */
export function refusal(code: string, message: string): string {
  switch (code) {
    case "action.illegal":
      return _("That cannot be played now.");
    case "action.not_your_turn":
      return _("It is not your turn.");
    case "action.game_is_over":
      return _("The game is over.");
    case "action.undo_refused":
      return _("That cannot be taken back.");
    case "chance.refused":
      return _("The dice cannot show that: type each die once.");
    case "table.unknown":
      return _("There is no table with this code.");
    case "table.not_host":
      return _("Only the host can do that.");
    case "seat.none":
      return _("You only look on at this table.");
    case "client.too_much":
      return _("That was too fast. Wait a moment.");
    case "store.failed":
    case "house.failed":
      return _("The server has a problem. Try again.");
    case "offline":
      return _("The server cannot be reached.");
    default:
      return capital(message);
  }
}
