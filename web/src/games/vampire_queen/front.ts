import HOUSE from "../../house_words.json";
import { _ } from "../../shell/words.svelte.ts";
import type { Front } from "../front.ts";
import box from "./box.svg";

const front: Front = {
  box,
  pitch: () => _("Get rid of your cards before the slayers come."),
  round: ({ phase: number, phases }) => _(HOUSE.headings.vampire_queen.phase, { number, phases }),
};

export default front;
