import { _ } from "../../words.svelte.ts";
import type { Front } from "../front.ts";
import box from "./box.svg";

const front: Front = {
  box,
  pitch: () => _("Curse your friends and break into laughter."),
  round: ({ turns: number }) => (number ? _("Turn {number}", { number }) : ""),
};

export default front;
