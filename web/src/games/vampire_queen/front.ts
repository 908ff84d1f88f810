import { _ } from "../../words.svelte.ts";
import type { Front } from "../front.ts";
import box from "./box.svg";

const front: Front = {
  box,
  pitch: () => _("Get rid of your cards before the slayers come."),
  round: ({ phase: number, phases }) => _("Phase {number} of {phases}", { number, phases }),
};

export default front;
