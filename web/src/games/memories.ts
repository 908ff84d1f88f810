// What an attentive player of a game remembers, for wide screens; a game may do without.

import type { Component } from "svelte";
import type { MemoryProps } from "./game.ts";

const FOUND = import.meta.glob<Component<MemoryProps>>("./*/Memory.svelte", { import: "default" });

export async function loadMemory(game: string): Promise<Component<MemoryProps> | null> {
  return (await FOUND[`./${game}/Memory.svelte`]?.()) ?? null;
}
