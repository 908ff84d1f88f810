// How somebody likes to play each game, kept on this device, and the table that comes of it.

import { ask, Refused } from "../shell/api.ts";
import { playNow } from "../tables/deal.ts";
import { store, stored } from "../shell/memory.ts";
import type { GameName } from "../protocol.ts";
import { refusal } from "../shell/refusals.ts";
import { go } from "../shell/router.svelte.ts";
import { toast } from "../shell/toasts.svelte.ts";

export interface Wish {
  players: number;
  level: string;
  options: Record<string, number | string>;
}

export class Wishes {
  isBusy = $state(false); // a table is being made
  #kept = $state(stored<Partial<Record<GameName, Wish>>>("wishes", {}));

  of(game: GameName): Wish {
    return this.#kept[game] ?? { players: 4, level: "casual", options: {} };
  }

  change(game: GameName, change: Partial<Wish>): void {
    this.#kept[game] = { ...this.of(game), ...change };
    store("wishes", $state.snapshot(this.#kept));
  }

  playNow(game: GameName): Promise<void> {
    return this.#go(() => playNow({ game, ...this.of(game) }));
  }

  makeTable(game: GameName): Promise<void> {
    return this.#go(() => this.tableFor(game));
  }

  /** The code of a new table that gathers. */
  async tableFor(game: GameName): Promise<string> {
    const { players, options } = this.of(game);
    return (await ask<{ code: string }>("POST", "/api/tables", { game, players, options })).code;
  }

  async #go(make: () => Promise<string>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      go(`/t/${await make()}`);
    } catch (error) {
      if (error instanceof Refused) toast(refusal(error), "error");
    } finally {
      this.isBusy = false;
    }
  }
}
