// One lesson at one table: what the coach says now, what was said before, whether it is over.

import { store, stored } from "../shell/memory.ts";
import type { Now, Plan, Tip } from "./plan.ts";

interface Kept {
  code: string;
  said: string[];
  isOver: boolean;
}

const NAME = "lesson"; // of the last lesson on this device

export class Lesson {
  tip = $state.raw<Tip | null>(null);
  now = $state.raw<Now | null>(null);
  isDone = $state(false); // there is nothing more to say
  isOver = $state(false); // and the learner knows, or wanted no more
  #said: Set<string>;

  constructor(
    private readonly code: string,
    private readonly plan: Plan,
  ) {
    const kept = stored<Kept>(NAME, { code: "", said: [], isOver: false });
    this.#said = new Set(kept.code === code ? kept.said : []);
    this.isOver = kept.code === code && kept.isOver;
  }

  /** Something is shown; true if the learner should look at it until they say so. */
  look(now: Now): boolean {
    if (this.isOver || this.isDone) return this.#waits;
    this.drop();
    this.now = now;
    this.#choose();
    return this.#waits;
  }

  /** The learner has understood: is there more? */
  next(): boolean {
    this.drop();
    this.#choose();
    return this.#waits;
  }

  /** The learner plays on: what else there was to say can wait. */
  drop(): void {
    if (this.tip) this.#said.add(this.tip.id);
    this.tip = null;
    this.#keep();
  }

  end(): void {
    this.isOver = true;
    this.tip = null;
    this.#keep();
  }

  get #waits(): boolean {
    return !this.isOver && (this.tip !== null || this.isDone);
  }

  #choose(): void {
    const now = this.now!;
    this.tip = this.plan.tips.find((tip) => !this.#said.has(tip.id) && tip.when(now)) ?? null;
    this.isDone = this.tip === null && this.plan.isDone(now);
    this.#keep();
  }

  #keep(): void {
    store(NAME, { code: this.code, said: [...this.#said], isOver: this.isOver } satisfies Kept);
  }
}
