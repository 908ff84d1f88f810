// Every game's room, loaded when somebody enters it.

import type { GameModule } from "./game.ts";
import type { GameName } from "../protocol.ts";

const LOADERS = import.meta.glob<{ default: GameModule }>("./*/index.ts");

export async function loadGame(name: GameName | string): Promise<GameModule> {
  const load = LOADERS[`./${name}/index.ts`];
  if (!load) throw new Error(`no room is called ${name}`);
  return (await load()).default;
}
