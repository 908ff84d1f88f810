// Whom somebody does not want to hear at a table: seats, as this device remembers them.

import { store, stored } from "../shell/memory.ts";
import type { SeatInfo } from "../protocol.ts";

const NAME = "muted";

interface Muted {
  code: string;
  seats: number[];
}

export function mutedAt(code: string): number[] {
  const kept = stored<Muted | null>(NAME, null);
  return kept?.code === code ? kept.seats : [];
}

export function keepMuted(code: string, seats: readonly number[]): void {
  store(NAME, { code, seats });
}

/** The same people after some have changed places. */
export function moved(muted: number[], before: readonly SeatInfo[], after: readonly SeatInfo[]): number[] {
  if (!muted.length) return muted;
  const isSame = (one: SeatInfo | undefined, other: SeatInfo | undefined) =>
    one?.name === other?.name && one?.picture === other?.picture;
  return muted
    .map((seat) => (isSame(after[seat], before[seat]) ? seat : after.findIndex((one) => isSame(one, before[seat]))))
    .filter((seat) => after[seat]?.kind === "person");
}
