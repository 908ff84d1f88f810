import HOUSE from "../../house_words.json";
import { _ } from "../../shell/words.svelte.ts";
import type { Front } from "../front.ts";
import box from "./box.svg";

const { voodoo_prince: HEADINGS } = HOUSE.headings;

const front: Front = {
  box,
  pitch: () => _("Win your tricks late, but not last."),
  round: ({ marshmallow, round: number, rounds }) =>
    marshmallow ? _(HEADINGS.endless, { number }) : _(HEADINGS.round, { number, rounds }),
};

export default front;
