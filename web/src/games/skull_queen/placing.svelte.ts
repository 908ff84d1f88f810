// Where somebody is about to put their pirates; nothing is said until they press the button.

import { CREW, PRINTED, type Side } from "./view.ts";

const MIDDLE = 2; // the space from which a pirate falls last
export const MIDDLE_NUMBER = PRINTED.front[MIDDLE]!; // on both sides

export class Placing {
  side = $state<Side>("front");
  spaces = $state<(number | null)[]>(CREW.map(() => null)); // of each pirate, from the top
  held = $state<number | null>(0); // the pirate that the next tap puts somewhere

  get missing(): number {
    return this.spaces.filter((space) => space === null).length;
  }

  numberOf(pirate: number): number | null {
    const space = this.spaces[pirate] ?? null;
    return space === null ? null : PRINTED[this.side][space]!;
  }

  /** A tap on a pirate takes it up, another lets it go. */
  hold(pirate: number): void {
    this.held = this.held === pirate ? null : pirate;
  }

  /** Put a pirate on a space; the next that waits is taken up. */
  put(pirate: number, side: Side, space: number): void {
    this.side = side;
    this.spaces[pirate] = space;
    const next = this.spaces.indexOf(null);
    this.held = next < 0 ? null : next;
  }

  /** All of them on the middle of the chosen side, to go on from there. */
  gather(): void {
    this.spaces = CREW.map(() => MIDDLE);
    this.held = null;
  }

  /** Off the plank again. */
  remove(pirate: number): void {
    this.spaces[pirate] = null;
    this.held = pirate;
  }

  /** Fill in the pattern of the chosen side; null until every pirate stands. */
  action(patterns: readonly string[]): string | null {
    const pattern = patterns.find((one) => one.startsWith(`${this.side} `));
    if (pattern === undefined || this.missing) return null;
    let pirate = 0;
    return pattern.replace(/\?/g, () => String(this.numberOf(pirate++)));
  }
}
