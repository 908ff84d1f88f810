// Which sound each kind of event has: every game says so in its noises.ts.

import type { Sound } from "../shell/sounds.ts";

export type Noises<E extends { type: string } = any> = {
  [T in E["type"]]?: Sound | ((event: Extract<E, { type: T }>) => Sound);
};

const FOUND = import.meta.glob<Noises>("./*/noises.ts", { import: "default" });

/** What is heard of `events`, in their order. */
export async function noisesOf(game: string, events: readonly { type: string }[]): Promise<Sound[]> {
  const noises = (await FOUND[`./${game}/noises.ts`]?.()) ?? {};
  return events.flatMap((event) => {
    const noise = noises[event.type];
    return noise === undefined ? [] : [typeof noise === "function" ? noise(event) : noise];
  });
}
