// What cannot be, in the words of whoever asked.

import type { Goodbye } from "./protocol.ts";
import { capital } from "./text.ts";
import { _, language } from "./words.svelte.ts";

/** A sentence for a refusal's code; in English the server's own words where they are more exact. */
export function refusal(code: string, message: string): string {
  switch (code) {
    case "action.illegal":
      return _("That cannot be played now.");
    case "action.not_your_turn":
      return _("It is not your turn.");
    case "action.chance_is_due":
      return _("The dice must be rolled first.");
    case "action.game_is_over":
      return _("The game is over.");
    case "action.undo_refused":
      return _("That cannot be taken back.");
    case "chance.refused":
      return _("The dice cannot show that: type each die once.");
    case "table.unknown":
      return _("No table has this code: check it, or make a table of your own.");
    case "table.not_host":
      return _("Only the host can do that: ask them.");
    case "seat.none":
      return _("You only look on at this table: take a seat first.");
    case "client.too_much":
      return _("That was too much at once: wait a minute.");
    case "store.failed":
      return _("Nothing can be stored now: it is not done, try again later.");
    case "identity.banned":
      return _("Whoever keeps this house has closed it to you.");
    case "house.failed":
      return _("Something went wrong here: it is not done, try again.");
    case "offline":
      return _("The server cannot be reached.");
  }
  if (language() === "en" && message) return capital(message);
  switch (code) {
    case "table.refused":
      return _("That cannot be done at this table now.");
    case "setup.refused":
      return _("It cannot be set up like that: choose something else.");
    case "identity.refused":
      return _("This form or link is too old or not yours: reload the page and try again.");
    default:
      return _("Something went wrong here: it is not done, try again.");
  }
}

/** What is refused now may be granted in a while. */
export function mayPass(code: string): boolean {
  return ["client.too_much", "store.failed", "house.failed"].includes(code);
}

/** Why the server has ended the talk for good. */
export function farewell(reason: Goodbye["reason"]): string {
  return reason === "gone"
    ? _("This table is no more: nobody has played here for a long time.")
    : _("The server does not understand this page any more: reload it.");
}
