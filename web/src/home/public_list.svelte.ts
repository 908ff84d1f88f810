// The tables that anybody may find, those with room first; they come and go while somebody looks.

import { ask } from "../shell/api.ts";
import { myself } from "../shell/me.svelte.ts";
import type { SeatInfo, TableInfo } from "../protocol.ts";
import { freshly } from "../shell/freshly.ts";

export class PublicList {
  #found = $state.raw<TableInfo[] | null>(null);
  readonly isKnown = $derived(this.#found !== null);
  readonly all = $derived.by(() => {
    const own = new Set(myself()?.tables.map((table) => table.code));
    const others = this.#found?.filter((table) => !own.has(table.code)) ?? [];
    return others.toSorted((one, other) => Number(hasRoom(other)) - Number(hasRoom(one)));
  });
  readonly waiting = $derived(this.all.filter(hasRoom).length);

  /** Keep it true, until what is returned is called. */
  follow(): () => void {
    return freshly(async () => {
      const answer = await ask<{ tables: TableInfo[] }>("GET", "/api/tables").catch(() => null);
      if (answer) this.#found = answer.tables;
    });
  }
}

export function hasRoom(table: TableInfo): boolean {
  return table.status === "gathering" && seatsOf(table, "open").length > 0;
}

export function seatsOf(table: TableInfo, kind: SeatInfo["kind"]): SeatInfo[] {
  return table.seats.filter((seat) => seat.kind === kind);
}
