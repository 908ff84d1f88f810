// Every game's room, loaded when somebody enters it.

import { LOOKS } from "../art/cards/looks.ts";
import type { GameModule } from "./game.ts";

const ROOMS = import.meta.glob<GameModule>("./*/index.ts", { import: "default" });

export async function loadGame(game: string): Promise<GameModule> {
  const load = ROOMS[`./${game}/index.ts`];
  if (!load) throw new Error(`no room is called ${game}`);
  const room = await load();
  LOOKS[game] = room.look;
  return room;
}
