// Curses in force: in which order they are shown, and how large they can be where there is little room.

import type { VoodooSpell as Spell, VoodooView as View } from "../../protocol.ts";

export interface Fit {
  look: "card" | "tile"; // a tile is an icon that opens
  size: number; // width in pixels
  shown: number; // all of them, or so many that there is room for a button to the others
}

const CARDS = [92, 74, 58];
const TILES = [60, 52, 44]; // the smallest is as large as a finger
const LABELS = 31; // pixels for the names above and below a card
const RATIO = 7 / 5;
export const GAP = 4;

/** As large as the room allows; at least one row of tiles is shown in any case. */
export function fit(count: number, width: number, height: number): Fit {
  const places = (wide: number, tall: number) => inside(width, wide) * inside(height, tall);
  const card = CARDS.find((size) => places(size, size * RATIO + LABELS) >= count && size * RATIO + LABELS <= height);
  if (card !== undefined) return { look: "card", size: card, shown: count };
  const tile = TILES.find((size) => places(size, size) >= count);
  if (tile !== undefined) return { look: "tile", size: tile, shown: count };
  const size = TILES.at(-1)!;
  return { look: "tile", size, shown: places(size, size) - 1 };
}

function inside(space: number, size: number): number {
  return Math.max(1, Math.floor((space + GAP) / (size + GAP)));
}

/** Those that bind `you` first, then those that you have cast, then the others as their casters sit. */
export function ordered(view: View, you: number | null): Spell[] {
  const place = (seat: number) => (seat - (you ?? 0) + view.players) % view.players;
  const rank = (spell: Spell) => (you === null ? 2 : spell.victims.includes(you) ? 0 : spell.caster === you ? 1 : 2);
  return [...view.in_force].sort((a, b) => rank(a) - rank(b) || place(a.caster) - place(b.caster));
}

/** The curses on each seat, `you` first, then as they sit; null are those on all opponents of their caster. */
export function byVictim(view: View, you: number | null): { seat: number | null; spells: Spell[] }[] {
  const seats = Array.from({ length: view.players }, (_unused, at) => ((you ?? 0) + at) % view.players);
  const groups = seats.map((seat): { seat: number | null; spells: Spell[] } => ({
    seat,
    spells: view.in_force.filter((spell) => spell.victims.length === 1 && spell.victims[0] === seat),
  }));
  const all = view.in_force.filter((spell) => spell.victims.length > 1);
  return [...groups, { seat: null, spells: all }].filter(({ spells }) => spells.length);
}
