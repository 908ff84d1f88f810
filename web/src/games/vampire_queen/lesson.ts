// Vampire Queen, first phase: sets and queens, going higher and passing, slayers, and what cards cost.

import { isSlayer, isSlayerRound, QUEEN, topSet, valueOf, worth } from "./view.ts";
import type { VampireQueenEvent as Event, VampireQueenView as View } from "../../protocol.ts";
import { _, ngettext } from "../../shell/words.svelte.ts";
import { HAND, happened, isTurn, seat, type Now, type Plan } from "../../learn/plan.ts";

type N = Now<View, Event>;
const starts = (now: N) => isTurn(now) && !now.view.round.length;
const follows = (now: N) => isTurn(now) && now.view.round.length > 0 && !isSlayerRound(now.view.round);
const hasPlayed = ({ view }: N) => view.last_round.length > 0; // the first round is over
const led = ({ view }: N) => view.actions.filter(isSlayer);
const pieces = (card: string) => `[data-card^="${card}."]`;

const plan: Plan<View, Event> = {
  tips: [
    {
      id: "goal",
      when: starts,
      text: () =>
        _(
          "Get rid of your cards! What you hold when somebody has none left costs you its value. The fewest minus " +
            "points win.",
        ),
      points: () => HAND,
    },
    {
      id: "start",
      when: starts,
      text: () =>
        _(
          "You start: play one vampire or several of the same value. Everybody then needs as many cards, of a " +
            "higher value.",
        ),
      points: () => HAND,
    },
    {
      id: "slayer",
      when: (now) => starts(now) && hasPlayed(now) && led(now).length > 0,
      text: (now) =>
        _(
          "You hold slayer {value}, which would cost {value} points. Start a round with it, and somebody else " +
            "must take it.",
          { value: worth(led(now)[0]!) },
        ),
      points: (now) => pieces(led(now)[0]!),
    },
    {
      id: "hunted",
      when: (now) => isTurn(now) && isSlayerRound(now.view.round),
      text: () =>
        _(
          "A slayer! Everybody plays one card, and the highest takes all of them. So play a low one; a queen " +
            "counts 1 here.",
        ),
      points: () => HAND,
    },
    {
      id: "raise",
      when: (now) => follows(now) && now.view.actions.length > 1,
      text: ({ view }) => {
        const top = topSet(view.round);
        return ngettext(
          "Play {n} card higher than {value}, or pass. There is no second turn in this round.",
          "Play {n} cards of one value higher than {value}, or pass. There is no second turn in this round.",
          top.length,
          { value: valueOf(top) },
        );
      },
      points: () => ".stage > .middle .round",
    },
    {
      id: "pass",
      when: (now) => follows(now) && now.view.actions.length === 1,
      text: () => _("You cannot go higher, so pass. That costs nothing; you may even pass when you could play."),
      points: () => ".stage .choice",
    },
    {
      id: "queen",
      when: (now) => isTurn(now) && hasPlayed(now) && now.view.hand.includes(QUEEN) && !isSlayerRound(now.view.round),
      text: () =>
        _("A queen is a joker: beside vampires she takes their value. Alone she counts 14, and nothing beats her."),
      points: () => pieces(QUEEN),
    },
    {
      id: "crypt",
      when: (now) => !!happened(now, "LaidAside"),
      text: (now) =>
        _("All these cards go to the crypt. {who}: the highest cards, and so the start of the next round.", {
          who: now.names[happened(now, "LaidAside")!.seat] ?? "",
        }),
      points: () => '[data-anchor="crypt"]',
    },
    {
      id: "caught",
      when: (now) => happened(now, "TakenUp")?.seat === now.you,
      text: () =>
        _(
          "Yours was the highest card: you take all of them and start the next round, but not with this slayer: " +
            "it is in chains for one round.",
        ),
      points: ({ you }) => `${seat(you)},${HAND}`,
    },
    {
      id: "taken",
      when: (now) => !!happened(now, "TakenUp") && happened(now, "TakenUp")!.seat !== now.you,
      text: (now) =>
        _(
          "{who}: the highest card, so all the cards and the slayer too. Among equal cards the last one played counts.",
          { who: now.names[happened(now, "TakenUp")!.seat] ?? "" },
        ),
      points: (now) => seat(happened(now, "TakenUp")!.seat),
    },
    {
      id: "few",
      when: (now) => isTurn(now) && now.view.hand_sizes.some((size, number) => number !== now.you && size < 4),
      text: () => _("Somebody has only a few cards left, and then the phase is over. Play your high cards now."),
      points: (now) =>
        now.view.hand_sizes.flatMap((size, number) => (number !== now.you && size < 4 ? [seat(number)] : [])).join(),
    },
  ],
  results: ["LaidAside", "TakenUp"],
  isDone: ({ view }) => view.phase > 1,
  note: () =>
    _(
      "Somebody has no card left, so the phase is over. All others get minus points for their cards: the value of " +
        "each, 14 for a queen, 15 and 20 for the slayers.",
    ),
  end: () =>
    _(
      "A game has five phases, and the fewest minus points win. The slayers stay with those who hold them, and " +
        "whoever has the 20 starts.",
    ),
};

export default plan;
