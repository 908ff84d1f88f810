// High Card, one round.

import { HAND, isTurn, type Plan } from "../../learn/plan.ts";
import type { HighCardEvent, HighCardView } from "../../protocol.ts";
import { _ } from "../../shell/words.svelte.ts";

const plan: Plan<HighCardView, HighCardEvent> = {
  tips: [{ id: "lay", when: isTurn, text: () => _("Lay any card: the highest takes the trick."), points: () => HAND }],
  isDone: ({ view }) => view.is_over,
  note: () => _("A trick is a point."),
  end: () => _("A whole game has two rounds."),
};

export default plan;
