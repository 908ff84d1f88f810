// What one hears of Vampire Queen.

import type { Noises } from "../noises.ts";
import type { VampireQueenEvent } from "../../protocol.ts";
import { isSlayer } from "./view.ts";

const noises: Noises<VampireQueenEvent> = {
  Dealt: "deal",
  Played: ({ cards }) => (isSlayer(cards[0]!) ? "cackle" : "card"),
  Passed: "knock",
  LaidAside: "trick",
  TakenUp: "bite",
};

export default noises;
