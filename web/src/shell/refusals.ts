// What cannot be, in the words of whoever asked.

import HOUSE from "../house_words.json";
import type { Goodbye } from "../protocol.ts";
import { capital } from "./text.ts";
import { _, language, type Values } from "./words.svelte.ts";

export interface Refused {
  code: string;
  message: string;
  template?: string; // the message with its {fields}, if it has any
  fields?: Values;
}

/** Why not, for people: the refusal's own sentence where it says more than its kind. */
export function refusal({ code, message, template, fields }: Refused): string {
  const isExact = HOUSE.of_their_own.includes(code) || (language() === "en" && HOUSE.in_english.includes(code));
  if (isExact) return capital(_(template || message, fields));
  if (code === "offline") return _("The server cannot be reached.");
  return _((HOUSE.refusals as Record<string, string>)[code] ?? HOUSE.refusals["house.failed"]);
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
