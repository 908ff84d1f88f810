// The games for which there is a score pad, each loaded when somebody opens it.

import { GAMES, type GameName } from "../protocol.ts";
import type { Pad } from "./pad.ts";

const PADS = import.meta.glob<Pad>("../games/*/pad.ts", { import: "default" });
const placeOf = (game: string) => `../games/${game}/pad.ts`;

export const PADDED: GameName[] = GAMES.filter((game) => placeOf(game) in PADS);

export function loadPad(game: string): Promise<Pad> {
  return PADS[placeOf(game)]!();
}
