import { _ } from "../../shell/words.svelte.ts";
import { anySeat, colored, type Draws } from "../draws.ts";

const COLORS = ["red", "yellow", "green", "blue", "purple"];
const TOPS = [10, 10, 12, 15]; // with 2 to 5 players

export default (): Draws => ({
  dealer: { label: () => _("Who deals first"), needs: anySeat },
  trump: { label: () => _("The first trump"), needs: () => ({ sides: COLORS, dice: 1 }) },
  deal: {
    label: () => _("The cards are dealt"),
    needs: ({ options, players }) => ({
      cards: options["variant"] === "marshmallow" ? colored("rygbp", 1, 12) : colored("rygbp", 0, TOPS[players - 2]!),
    }),
  },
});
