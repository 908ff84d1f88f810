// What happened in Skull Queen, in the sentences of the game's words.py.

import { colorName } from "../colors.ts";
import type { SkullQueenEvent as Event, SkullQueenPirateMoved as Move } from "../../protocol.ts";
import { teller } from "../telling.ts";
import { cardName, crewNames, nameOf, plankName } from "./names.ts";
import { PRINTED, type Side } from "./view.ts";
import WORDS from "./words.json";

const told = teller(WORDS, (names) => ({
  seat: (seat: number) => nameOf(seat, names),
  card: cardName,
  color: colorName,
  plank: plankName,
  pirates: crewNames,
  size: Math.abs,
  reached: ({ side, end }: Move) => PRINTED[side as Side][end] ?? "",
}));

export function sentences(event: Event, names: readonly string[]): string[] {
  return told(event.type, event, names);
}
