// Pirates that walk up and down their planks, and fall.

import { moves as mayMove, timed } from "../../shell/settings.svelte.ts";
import { sound } from "../../shell/sounds.ts";
import type { SkullQueenPirateMoved as Move } from "../../protocol.ts";
import { WATER, walks, type Walk } from "./view.ts";

const HIGH = 0.45; // how high a hop is, in spaces

/** Let every pirate of `moves` go from where it stood to where it is drawn now. */
export function walk(moves: readonly Move[]): void {
  for (const one of walks(moves).walks) {
    if (mayMove())
      document
        .querySelectorAll<HTMLElement>(`[data-pirate="${one.seat}:${one.color[0]}"]`)
        .forEach((pirate) => hop(pirate, one));
    makeNoise(one);
  }
}

function makeNoise(one: Walk): void {
  const steps = Math.abs(one.steps);
  const each = timed(one.ms) / (steps + (one.end < 0 ? 1.5 : 0));
  for (let step = 0; step < steps; step++) setTimeout(() => sound("hop"), timed(one.delay) + each * step);
  if (one.end < 0) setTimeout(() => sound("splash"), timed(one.delay) + each * (steps + 0.5));
}

/** The middle of every row of the plank a pirate is on, and of the place above it. */
function heights(pirate: HTMLElement): number[] {
  const rows = pirate.closest("[data-plank]")!.querySelectorAll<HTMLElement>("[data-row]");
  return [...rows].map((row) => row.getBoundingClientRect()).map((box) => box.top + box.height / 2);
}

function hop(pirate: HTMLElement, one: Walk): void {
  const at = heights(pirate);
  if (at.length <= WATER) return;
  const space = at[1]! - at[0]!;
  const falls = one.end < 0;
  const end = at[falls ? WATER : one.end]!;
  const frames: { x: number; y: number }[] = [];
  const direction = Math.sign(one.steps);
  const steps = falls ? (direction > 0 ? one.start + 1 : WATER - one.start) : Math.abs(one.steps);
  for (let step = 0; step <= steps; step++) {
    const row = one.start - direction * step;
    const y = row < 0 ? at[0]! - space * 0.8 : (at[row] ?? at[WATER]!);
    if (step) frames.push({ x: row < 0 ? -space * 0.25 : 0, y: (frames.at(-1)!.y + y - end) / 2 - space * HIGH });
    frames.push({ x: row < 0 ? -space * 0.5 : 0, y: y - end });
  }
  if (falls && direction > 0) frames.push({ x: -space * 1.1, y: at[2]! - end }, { x: 0, y: 0 });
  const timing = { duration: timed(one.ms), delay: timed(one.delay), fill: "backwards" as const };
  const walker = pirate.querySelector("[data-walker]") ?? pirate;
  const path = frames.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)`, easing: "ease-in-out" }));
  walker.animate(path, timing);
  if (!falls) return;
  if (walker !== pirate) walker.animate([{ opacity: 1 }, { opacity: 1, offset: 0.95 }, { opacity: 0 }], timing);
  const sunk = pirate.querySelector("[data-sunk]");
  sunk?.animate([{ opacity: 0 }, { opacity: 0 }], timing);
  sunk?.animate([{ transform: "scale(1.9)" }, { transform: "scale(0.8)" }, { transform: "none" }], {
    duration: timed(400),
    delay: timed(one.delay + one.ms),
    easing: "ease-out",
  });
  pirate
    .closest("[data-plank]")!
    .querySelector("[data-splash]") // where nobody is left on the plank
    ?.animate(
      [
        { opacity: 1, transform: "scale(0.2)" },
        { opacity: 0.9, offset: 0.6 },
        { opacity: 0, transform: "scale(1.6)" },
      ],
      {
        duration: timed(1100),
        delay: timed(one.delay + one.ms),
        easing: "ease-out",
      },
    );
}
