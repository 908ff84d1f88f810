import HOUSE from "../../house_words.json";
import { _ } from "../../shell/words.svelte.ts";
import type { Front } from "../front.ts";
import box from "./box.svg";

const front: Front = {
  box,
  pitch: () => _("Walk your pirates along the plank, and not over its end."),
  round: ({ round: number }, rounds) => _(HOUSE.headings.skull_queen.round, { number, rounds }), // one for each player
};

export default front;
