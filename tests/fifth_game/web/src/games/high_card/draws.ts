import { _ } from "../../shell/words.svelte.ts";
import { numbers, type Draws } from "../draws.ts";

export default (): Draws => ({
  deal: { label: () => _("The cards are dealt"), needs: () => ({ cards: numbers(1, 20).map(String) }) },
});
