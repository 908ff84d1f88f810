// A tournament that is looked at again and again, and what somebody does there.

import { Refused } from "../shell/api.ts";
import { freshly } from "../shell/freshly.ts";
import { refusal } from "../shell/refusals.ts";
import { toast } from "../shell/toasts.svelte.ts";
import { change, lookAt, type Entrant, type Round, type TournamentLook } from "./look.ts";

const EVERY = 2_000; // milliseconds: everybody waits for the next round

export class Evening {
  look = $state.raw<TournamentLook | null>(null);
  problem = $state(""); // why there is nothing to see
  isBusy = $state(false);
  #seconds = $state(0); // by the server's clock
  readonly code: string;

  constructor(code: string) {
    this.code = code;
  }

  /** Until what is returned is called. */
  follow(): () => void {
    const timer = setInterval(() => (this.#seconds += 1), 1_000);
    const stop = freshly(() => this.#ask(() => lookAt(this.code)), EVERY);
    return () => {
      clearInterval(timer);
      stop();
    };
  }

  async #ask(how: () => Promise<TournamentLook>): Promise<void> {
    try {
      this.look = await how();
      this.#seconds = this.look.now;
      this.problem = "";
    } catch (error) {
      if (!(error instanceof Refused)) return;
      if (!this.look || error.code === "tournament.unknown") this.problem = refusal(error);
    }
  }

  /** Whether it was done; else it is said why not. */
  async do(what: string, fields: object = {}): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    try {
      this.look = await change(this.code, what, fields);
      return true;
    } catch (error) {
      if (error instanceof Refused) toast(refusal(error), "error");
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  /** Seconds until the next round begins by itself; null if it does not. */
  get wait(): number | null {
    const at = this.look?.next_at ?? null;
    return at === null ? null : Math.max(0, Math.ceil(at - this.#seconds));
  }

  /** The round that is played now. */
  get running(): Round | undefined {
    const last = this.look?.played.at(-1);
    return last?.over ? undefined : last;
  }

  entrant(number: number | null): Entrant | undefined {
    return this.look?.entrants.find((one) => one.number === number);
  }
}
