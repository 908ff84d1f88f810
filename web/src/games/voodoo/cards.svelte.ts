// The cards of Voodoo in the language spoken now, loaded alone.

import PRINTED from "virtual:cards/voodoo";
import type { VoodooCard } from "./card.ts";
import { language } from "../../shell/words.svelte.ts";

export type Printed = VoodooCard & { flavour: string };

let cards = $state.raw(new Map<string, Printed>());
let wanted = "";

/** What is printed on a card, by its name on the wire. */
export function printed(id: string): Printed {
  return cards.get(id) ?? { id, kind: "artefact", name: id, act: "", flavour: "", moment: "acting" };
}

/** Read the cards in the language spoken now; those of another language are forgotten. */
export async function learnCards(): Promise<void> {
  const code = language() in PRINTED ? language() : "en";
  if (code === wanted) return;
  wanted = code;
  const read = await cardsAt(PRINTED[code]!).catch(() => null);
  if (code !== wanted) return;
  if (read) cards = new Map(read.map((card) => [card.id, card]));
  else wanted = "";
}

/** In English, as records name them. */
export function englishCards(): Promise<Printed[]> {
  return cardsAt(PRINTED["en"]!);
}

async function cardsAt(address: string): Promise<Printed[]> {
  return (await fetch(address)).json();
}
