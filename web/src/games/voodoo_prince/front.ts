import { _ } from "../../words.svelte.ts";
import type { Front } from "../front.ts";
import box from "./box.svg";

const front: Front = {
  box,
  pitch: () => _("Win your tricks late, but not last."),
  round: ({ marshmallow, round: number, rounds }) =>
    marshmallow ? _("Round {number}", { number }) : _("Round {number} of {rounds}", { number, rounds }),
};

export default front;
