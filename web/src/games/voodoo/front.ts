import HOUSE from "../../house_words.json";
import { _ } from "../../shell/words.svelte.ts";
import type { Front } from "../front.ts";
import box from "./box.svg";

const front: Front = {
  box,
  pitch: () => _("Curse your friends and break into laughter."),
  round: ({ turns: number }) => (number ? _(HOUSE.headings.voodoo.turn, { number }) : ""),
};

export default front;
