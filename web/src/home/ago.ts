// How long ago something was, in words.

import { _, ngettext } from "../words.svelte.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "5 minutes ago"; `time` is in seconds since 1970, by a clock that may differ a little from ours. */
export function ago(time: number, now = Date.now() / 1000): string {
  const seconds = now - time;
  if (seconds < MINUTE) return _("just now");
  if (seconds < HOUR) return ngettext("{n} minute ago", "{n} minutes ago", Math.floor(seconds / MINUTE));
  if (seconds < DAY) return ngettext("{n} hour ago", "{n} hours ago", Math.floor(seconds / HOUR));
  return ngettext("{n} day ago", "{n} days ago", Math.floor(seconds / DAY));
}
