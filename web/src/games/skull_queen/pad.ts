// Skull Queen with real cards: where the pirates stand, moved as they move on the table.

import { impossible, total, type Before, type Company, type Counted, type Pad } from "../../pads/pad.ts";
import { ngettext } from "../../shell/words.svelte.ts";
import front from "./front.ts";
import { crewNames } from "./names.ts";
import Entry from "./PadEntry.svelte";
import TABLE from "./pad.json";
import { CREW, OVERBOARD, type Side } from "./view.ts";

export interface Standing {
  side: Side;
  pirates: (number | null)[]; // the space of each, from the top; null where it was not placed yet
}

export const SIDES: Record<Side, number[]> = TABLE.sides;

/** Where a pirate is after so many steps up, or down if negative. */
export function walked(space: number, steps: number): number {
  const end = space - steps;
  return end >= 0 && end < SIDES.front.length ? end : OVERBOARD;
}

function pointsOf({ side, pirates }: Standing): number {
  return total(pirates.map((space) => SIDES[side][space ?? OVERBOARD] ?? 0));
}

function isPossible({ side, pirates }: Standing): boolean {
  const places = [null, OVERBOARD, ...SIDES.front.keys()];
  return (
    Object.hasOwn(SIDES, side) && pirates.length === CREW.length && pirates.every((space) => places.includes(space))
  );
}

function count({ names }: Company, _before: Before<Standing[]>, planks: Standing[]): Counted {
  const missing = planks.flatMap(({ pirates }) => pirates).filter((space) => space === null).length;
  const isSound = planks.length === names.length && planks.every(isPossible);
  return {
    points: planks.map(pointsOf),
    why: planks.map(({ side, pirates }) =>
      pirates.includes(null) ? "" : crewNames({ side, pirates: pirates as number[] }),
    ),
    lack: !isSound
      ? impossible()
      : missing
        ? ngettext("{n} pirate has no place yet.", "{n} pirates have no place yet.", missing)
        : "",
  };
}

const pad: Pad<Standing[]> = {
  setting: TABLE,
  Entry,
  blank: ({ names }) => names.map(() => ({ side: "front", pirates: CREW.map(() => null) })),
  count,
  isOver: ({ names }, { entries }) => entries.length >= names.length,
  heading: ({ names }, round) => front.round({ round }, names.length),
};

export default pad;
