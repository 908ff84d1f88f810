// What a finger or the mouse does with the pirates while they are placed: tap them, tap a space, drag them.

import { buzz, sound } from "../../shell/sounds.ts";
import type { Placing } from "./placing.svelte.ts";
import type { Side } from "./view.ts";

const FAR = 8; // pixels, from which on it is no tap

export class Handling {
  over = $state<string | null>(null); // the space under a pirate in the air
  #drag = $state.raw<{ pirate: number; x: number; y: number; dx: number; dy: number; moved: boolean } | null>(null);
  #wasDragged = false; // then no click is meant

  constructor(readonly placing: Placing) {}

  put(pirate: number, side: Side, space: number): void {
    this.placing.put(pirate, side, space);
    sound("hop");
    buzz(8);
  }

  tapSpace(side: Side, space: number): void {
    if (this.#wasDragged) return;
    if (this.placing.held === null) this.placing.side = side;
    else this.put(this.placing.held, side, space);
  }

  tapPirate(pirate: number): void {
    if (!this.#wasDragged) this.placing.hold(pirate);
  }

  /** A tap on a pirate that stands takes it up, but never gets in the way of one that still waits. */
  tapStanding(pirate: number): void {
    if (this.#wasDragged) return;
    const { held, side, spaces } = this.placing;
    if (held !== null && held !== pirate) this.put(held, side, spaces[pirate]!);
    else this.placing.hold(pirate);
  }

  /** How far a pirate in the air is from its place, for CSS; null for all others. */
  offset(pirate: number): string | null {
    const drag = this.#drag;
    return drag?.moved && drag.pirate === pirate ? `${drag.dx}px ${drag.dy}px` : null;
  }

  down(event: PointerEvent, pirate: number): void {
    this.#wasDragged = false;
    if (event.button !== 0) return;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.#drag = { pirate, x: event.clientX, y: event.clientY, dx: 0, dy: 0, moved: false };
  }

  move = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (!drag) return;
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    const moved = drag.moved || Math.hypot(dx, dy) > FAR;
    this.#drag = { ...drag, dx, dy, moved };
    this.over = moved ? spaceAt(event) : null;
  };

  up = (event: PointerEvent): void => {
    const done = this.#drag;
    this.lose();
    if (!done?.moved) return;
    this.#wasDragged = true;
    setTimeout(() => (this.#wasDragged = false), 50);
    const [side, space] = spaceAt(event)?.split(":") ?? [];
    if (side) this.put(done.pirate, side as Side, Number(space));
    else this.placing.remove(done.pirate);
  };

  lose = (): void => {
    this.#drag = null;
    this.over = null;
  };
}

/** The name of the space under the pointer. */
function spaceAt({ clientX, clientY }: PointerEvent): string | null {
  const under = document
    .elementsFromPoint(clientX, clientY)
    .map((element) => (element as HTMLElement).dataset["space"]);
  return under.find(Boolean) ?? null;
}
