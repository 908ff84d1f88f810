// All that is loaded with the first sound.

import { noisesOf } from "../games/noises.ts";
import { play } from "./synthesis.ts";

export { play };

export async function hear(game: string, events: readonly { type: string }[], volume: number): Promise<void> {
  for (const name of await noisesOf(game, events)) play(name, volume);
}
