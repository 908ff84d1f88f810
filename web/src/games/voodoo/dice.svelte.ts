// The dice on the table: which lie where, which tumble, which are picked.

import { moves } from "../../shell/settings.svelte.ts";
import { settled, type Lying } from "./dice.ts";

export class Dice {
  lying = $state.raw<Lying[]>([]);
  rolling = $state.raw<ReadonlySet<number>>(new Set());
  picked = $state.raw<number[]>([]);
  places = $state(0); // that were needed since the tray was empty
  chosen = $derived(this.lying.filter((die) => this.picked.includes(die.id)).map((die) => die.face));

  /** These faces lie on the table now; new ones have been rolled, or not. */
  settle(faces: readonly string[], how: { rolled: boolean }): void {
    const before = new Set(this.lying.map((die) => die.id));
    this.lying = settled(this.lying, faces);
    this.places = faces.length && Math.max(this.places, this.lying.at(-1)!.place + 1);
    this.picked = this.picked.filter((id) => this.lying.some((die) => die.id === id));
    const fallen = this.lying.filter((die) => !before.has(die.id)).map((die) => die.id);
    if (!how.rolled || !moves()) this.rest();
    else if (fallen.length) this.rolling = new Set(fallen);
  }

  /** None tumbles any more. */
  rest(): void {
    this.rolling = new Set();
  }

  /** Pick a die or put it back; of more than `most` the first goes back. */
  pick(id: number, most: number): void {
    if (this.picked.includes(id)) this.picked = this.picked.filter((other) => other !== id);
    else this.picked = [...this.picked, id].slice(-most);
  }
}
