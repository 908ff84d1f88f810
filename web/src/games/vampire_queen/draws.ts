import { _ } from "../../shell/words.svelte.ts";
import { anySeat, numbers, type Draws } from "../draws.ts";

const VAMPIRES = numbers(1, 13).flatMap((value) => Array<string>(8).fill(String(value)));
const QUEENS = Array<string>(4).fill("q");

export default (): Draws => ({
  slayer: { label: () => _("Who gets slayer 15"), needs: anySeat },
  deal: { label: () => _("The cards are dealt"), needs: () => ({ cards: [...VAMPIRES, ...QUEENS] }) },
});
