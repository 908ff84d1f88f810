import { _ } from "../../shell/words.svelte.ts";
import { anySeat, type Draws } from "../draws.ts";
import type { VoodooCard } from "./card.ts";
import { englishCards } from "./cards.svelte.ts";

const FACES = ["pumpkin", "skull", "ghost", "raven", "bat", "star"];
const STARTING = 2; // ingredients of a starting curse

export default async (): Promise<Draws> => {
  const printed = await englishCards();
  const ids = (kind: VoodooCard["kind"], isWanted: (card: VoodooCard) => boolean = () => true) => ({
    cards: printed.filter((card) => card.kind === kind && isWanted(card)).map((card) => card.id),
  });
  return {
    doll: { label: () => _("Who gets the doll"), needs: anySeat },
    starting: {
      label: () => _("The first curses"),
      needs: () => ids("curse", (card) => card.cost?.length === STARTING),
    },
    curses: {
      label: () => _("The deck of curses"),
      needs: ({ players }, before) => {
        const dealt = (before.get("starting") ?? []).slice(0, players);
        return ids("curse", (card) => !dealt.includes(card.id));
      },
    },
    artefacts: { label: () => _("The deck of artefacts"), needs: () => ids("artefact") },
    permanents: { label: () => _("The deck of permanent curses"), needs: () => ids("permanent") },
    dice: { label: () => _("A roll of the dice"), needs: () => ({ sides: FACES, dice: null }) },
  };
};
