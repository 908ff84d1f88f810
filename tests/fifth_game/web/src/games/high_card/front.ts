import { _ } from "../../shell/words.svelte.ts";
import type { Front } from "../front.ts";
import box from "./box.svg";

const front: Front = {
  box,
  pitch: () => _("The highest card takes the trick."),
  round: ({ round: number, rounds }) => (number ? _("Round {number} of {rounds}", { number, rounds }) : ""),
};

export default front;
