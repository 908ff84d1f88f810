// The cards of Voodoo in the language spoken now, loaded alone.

import type { VoodooCard } from "../../cards/voodoo.ts";
import { language } from "../../words.svelte.ts";

export type Printed = VoodooCard & { flavour: string };

const LOADERS: Record<string, () => Promise<{ default: Printed[] }>> = {
  en: () => import("virtual:voodoo/en"),
  de: () => import("virtual:voodoo/de"),
  fr: () => import("virtual:voodoo/fr"),
  it: () => import("virtual:voodoo/it"),
};

let cards = $state.raw(new Map<string, Printed>());
let wanted = "";

/** What is printed on a card, by its name on the wire. */
export function printed(id: string): Printed {
  return cards.get(id) ?? { id, kind: "artefact", name: id, act: "", flavour: "", moment: "acting" };
}

/** Read the cards in the language spoken now; those of another language are forgotten. */
export async function learnCards(): Promise<void> {
  const code = language() in LOADERS ? language() : "en";
  if (code === wanted) return;
  wanted = code;
  const read = await LOADERS[code]!().then((module) => module.default, () => null);
  if (code !== wanted) return;
  if (read) cards = new Map(read.map((card) => [card.id, card]));
  else wanted = "";
}
