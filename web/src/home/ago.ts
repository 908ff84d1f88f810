// How long ago something was, in words.

import SETUP from "../setup_words.json";
import { _, ngettext } from "../shell/words.svelte.ts";

/** "5 minutes ago"; `time` is in seconds since 1970, by a clock that may differ a little from ours. */
export function ago(time: number, now = Date.now() / 1000): string {
  const seconds = now - time;
  const found = SETUP.ago.findLast(({ unit }) => seconds >= unit);
  return found ? ngettext(found.one, found.many, Math.floor(seconds / found.unit)) : _(SETUP.just_now);
}
