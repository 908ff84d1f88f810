// Whether whoever sits before this device has said who they are, so that nobody asks again.

import { myself } from "../shell/me.svelte.ts";
import { store, stored } from "../shell/memory.ts";

const NAME = "introduced";

export function isIntroduced(): boolean {
  return !!myself()?.named || stored(NAME, false);
}

/** They have looked at their name and picture, and may have kept them. */
export function noteIntroduced(): void {
  store(NAME, true);
}
