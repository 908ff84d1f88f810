import { _ } from "../../shell/words.svelte.ts";
import { anySeat, colored, type Draws } from "../draws.ts";

export default (): Draws => ({
  dealer: { label: () => _("Who deals first"), needs: anySeat },
  deal: {
    label: () => _("The cards are dealt"),
    needs: ({ players }) => ({
      cards: [...(players < 4 ? colored("rygb", 2, 11) : colored("rygb", 1, 12)), "monkey", "mate"],
    }),
  },
});
