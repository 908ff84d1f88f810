// Where the cards and dice of Voodoo come from, and where they go.

import type { Flight } from "../../shell/flip.ts";
import type { VoodooEvent as Event, VoodooView as View } from "../../protocol.ts";
import { printed } from "./cards.svelte.ts";

const CARD = "card:";

export function flight(view: View, events: readonly Event[]): Flight {
  const happened = (type: Event["type"]) => events.some((event) => event.type === type);
  return {
    from: (key) => {
      if (!key.startsWith(CARD)) return undefined;
      const card = key.slice(CARD.length);
      const spell = view.in_force.find((one) => one.card === card);
      if (spell) return printed(card).kind === "permanent" ? "deck:permanents" : `seat:${spell.caster}`;
      return view.artefacts.hand.includes(card) ? "deck:artefacts" : "deck:curses";
    },
    to: (key) => {
      if (key.startsWith("die:")) return happened("Kept") ? undefined : happened("Paid") ? "deck:curses" : "off";
      if (!key.startsWith(CARD)) return undefined;
      return printed(key.slice(CARD.length)).kind === "artefact" ? "deck:artefacts" : "deck:curses";
    },
  };
}
