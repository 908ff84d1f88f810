// An evening that several phones share: this one keeps its own steps, and both what it sent and what others wrote.

import { ask, Refused } from "../shell/api.ts";
import { store, stored } from "../shell/memory.ts";
import { toast } from "../shell/toasts.svelte.ts";
import { _ } from "../shell/words.svelte.ts";
import type { Evening } from "./evening.svelte.ts";

interface Shared {
  code: string;
  revision: number; // of what we have last sent or read
  unsent: number; // steps since then
}

export interface Answer {
  code: string;
  game: string;
  revision: number;
  document: string | null; // null: nothing new
}

const placeOf = (game: string) => `shared.${game}`;

/** Follow an evening of others from now on: what was on this phone gives way to it. */
export function follow({ game, code, revision }: Answer): void {
  store(placeOf(game), { code, revision, unsent: 0 } satisfies Shared);
}

export class Sharing {
  #shared = $state.raw<Shared | null>(null);
  isOff = $state(false); // the server could not be reached when we last tried
  theirs = $state.raw<Answer | null>(null); // what others wrote while we wrote too; somebody must choose
  #isSending = false;
  readonly code = $derived(this.#shared?.code ?? null);
  readonly unsent = $derived(this.#shared?.unsent ?? 0);
  readonly missed = $derived((this.theirs?.revision ?? 0) - (this.#shared?.revision ?? 0)); // steps of the others

  constructor(private readonly evening: Evening) {
    this.#shared = stored<Shared | null>(placeOf(evening.game), null);
    evening.onkept = () => this.#changed();
  }

  /** Let other phones follow and write; its code. */
  async share(): Promise<void> {
    const { game, document } = this.evening;
    const made = await ask<Answer>("POST", "/api/pads", { game, document });
    this.#keep({ code: made.code, revision: made.revision, unsent: 0 });
  }

  /** This phone goes on alone. */
  stop(): void {
    this.theirs = null;
    this.#keep(null);
  }

  /** What others have written since, and what they have not got yet. */
  look = async (): Promise<void> => {
    const shared = this.#shared;
    if (!shared || this.theirs || this.#isSending) return;
    const found = await this.#asked(ask<Answer>("GET", `/api/pads/${shared.code}?since=${shared.revision}`));
    if (!found || shared.code !== this.code) return;
    const wasOff = this.isOff;
    this.isOff = false;
    if (found.document === null) return this.#send();
    if (this.unsent === 0) this.#take(found);
    else if (this.unsent > 1 || wasOff) this.theirs = found;
    else {
      this.#take(found);
      toast(_("Somebody else wrote in the same moment: what you tapped was left out."));
    }
  };

  /** What is on this phone is right. */
  keepOurs(): void {
    const { revision } = this.theirs!;
    this.theirs = null;
    this.#keep({ ...this.#shared!, revision });
    void this.#send();
  }

  /** What the others have written is right. */
  takeTheirs(): void {
    const theirs = this.theirs!;
    this.theirs = null;
    this.#take(theirs);
  }

  #changed(): void {
    if (!this.#shared) return;
    if (!this.evening.company) return this.stop();
    this.#keep({ ...this.#shared, unsent: this.unsent + 1 });
    void this.#send();
  }

  #take({ document, revision }: Answer): void {
    if (!this.evening.adopt(document!)) return;
    this.#keep({ ...this.#shared!, revision, unsent: 0 });
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.theirs || !this.unsent) return;
    const { code, revision, unsent } = this.#shared!;
    const { document } = this.evening;
    this.#isSending = true;
    const written = await this.#asked(ask<Answer>("PUT", `/api/pads/${code}`, { revision, document }));
    this.#isSending = false;
    if (!written || code !== this.code) return;
    this.isOff = false;
    this.#keep({ code, revision: written.revision, unsent: this.unsent - unsent });
    void this.#send();
  }

  /** The answer; null where there is none, and we look again or go on alone. */
  async #asked(question: Promise<Answer>): Promise<Answer | null> {
    try {
      return await question;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status === 404) {
        this.stop();
        toast(_("This evening is shared no more: it goes on on this phone alone."));
      } else if (error.status === 409) {
        this.#isSending = false;
        void this.look();
      } else this.isOff = true;
      return null;
    }
  }

  #keep(shared: Shared | null): void {
    this.#shared = shared;
    store(placeOf(this.evening.game), shared);
  }
}
