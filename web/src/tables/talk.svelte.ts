// What is said at a table: the last phrases, those that hang over a seat now, and whom one does not want to hear.

import { keepMuted, moved, mutedAt } from "./muted.ts";
import type { Said, SeatInfo } from "../protocol.ts";

export interface Bubble {
  seat: number;
  phrase: string;
  id: number;
}

const KEPT = 100; // phrases
const SHOWN = 5_000; // milliseconds

export class Talk {
  said = $state.raw<Bubble[]>([]);
  bubbles = $state.raw<Bubble[]>([]);
  muted = $state<number[]>([]);
  #next = 0;

  constructor(private readonly code: string) {
    this.muted = mutedAt(code);
  }

  hear({ seat, phrase }: Said): void {
    if (this.muted.includes(seat)) return;
    const bubble = { seat, phrase, id: this.#next++ };
    this.said = [...this.said, bubble].slice(-KEPT);
    this.bubbles = [...this.bubbles.filter((one) => one.seat !== seat), bubble];
    setTimeout(() => (this.bubbles = this.bubbles.filter((one) => one !== bubble)), SHOWN);
  }

  /** What was said before, unless something is known already. */
  recall(said: readonly Said[]): void {
    if (!this.said.length) this.said = said.map(({ seat, phrase }) => ({ seat, phrase, id: this.#next++ }));
  }

  toggleMute(seat: number): void {
    this.muted = this.muted.includes(seat) ? this.muted.filter((one) => one !== seat) : [...this.muted, seat];
    keepMuted(this.code, this.muted);
    this.bubbles = this.bubbles.filter((one) => !this.muted.includes(one.seat));
  }

  /** People have changed their seats: whoever is muted stays so. */
  follow(before: readonly SeatInfo[], after: readonly SeatInfo[]): void {
    this.muted = moved(this.muted, before, after);
  }
}
