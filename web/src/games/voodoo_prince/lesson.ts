// Voodoo Prince, first round: following, trump, splitters and the doll, leaving, and who names trump.

import { colorName } from "../colors.ts";
import { cardName } from "./names.ts";
import { colorOf, valueOf } from "./view.ts";
import type { VoodooPrinceEvent as Event, VoodooPrinceView as View } from "../../protocol.ts";
import { capital } from "../../shell/text.ts";
import { _, ngettext } from "../../shell/words.svelte.ts";
import { HAND, happened, inHand, isTurn, seat, type Now, type Plan } from "../../learn/plan.ts";

type N = Now<View, Event>;
const leads = (now: N) => isTurn(now) && now.view.trump !== "unnamed" && !now.view.trick.length;
const follows = (now: N) => isTurn(now) && now.view.trick.length > 0;
const led = ({ view }: N) => colorOf(view.trick[0]![1]);
const ledColor = (now: N) => colorName(led(now));
const taken = (now: N) => happened(now, "TrickTaken");
const isTrumped = (now: N) => colorOf(taken(now)!.card) === now.view.trump[0] && led(now) !== now.view.trump[0];
const best = (now: N) => `[data-flip="card:${taken(now)!.card}"]`; // the trick still lies there
const who = (now: N, number: number) => now.names[number] ?? "";

const plan: Plan<View, Event> = {
  tips: [
    {
      id: "goal",
      when: leads,
      text: ({ view }) =>
        _(
          "Whoever has {goal} tricks leaves the round and gets a point for every trick of the others. So win " +
            "late, but not last!",
          { goal: view.goal },
        ),
      points: () => ".dolls",
    },
    {
      id: "trump",
      when: leads,
      text: ({ view }) =>
        capital(_("{color} is trump: in this round it beats all other colours.", { color: colorName(view.trump) })),
      points: () => ".stage > .chips",
    },
    {
      id: "lead",
      when: leads,
      text: () => _("You lead: play any card you like. The others must follow its colour if they can."),
      points: () => HAND,
    },
    {
      id: "follow",
      when: (now) => follows(now) && now.view.actions.length < now.view.hand.length,
      text: (now) =>
        capital(
          _("{color} was led and you can follow, so you must. The dark cards are not allowed now.", {
            color: ledColor(now),
          }),
        ),
      points: ({ view }) => inHand(view.actions),
    },
    {
      id: "free",
      when: (now) => follows(now) && now.view.hand.every((card) => colorOf(card) !== led(now)),
      text: (now) =>
        _("You have no {color}: play what you like. A trump can win the trick, other colours never do.", {
          color: ledColor(now),
        }),
      points: () => HAND,
    },
    {
      id: "doll",
      when: (now) => !!taken(now) && valueOf(taken(now)!.card) === 0,
      text: (now) =>
        _("The 0 is the doll. It is the lowest card, but it beats the highest one of its colour, here the {top}.", {
          top: now.view.top,
        }),
      points: best,
    },
    {
      id: "split",
      when: (now) => taken(now)?.tricks === 2,
      text: (now) =>
        _("{who}: {card} takes the trick. A trick that a 5 or a 7 takes splits and counts as two!", {
          who: who(now, taken(now)!.seat),
          card: cardName(taken(now)!.card),
        }),
      points: best,
    },
    {
      id: "trumped",
      when: (now) => !!taken(now) && isTrumped(now),
      text: (now) =>
        _("{who}: {card} is a trump and takes the trick, although {color} was led.", {
          who: who(now, taken(now)!.seat),
          card: cardName(taken(now)!.card),
          color: ledColor(now),
        }),
      points: best,
    },
    {
      id: "taken",
      when: (now) => !!taken(now) && taken(now)!.tricks === 1 && !isTrumped(now) && valueOf(taken(now)!.card) !== 0,
      text: (now) =>
        _(
          "{who}: {card} is the highest card of the colour led and takes the trick. A doll for every trick! " +
            "Whoever takes it leads the next.",
          { who: who(now, taken(now)!.seat), card: cardName(taken(now)!.card) },
        ),
      points: best,
    },
    {
      id: "left",
      when: (now) => !!happened(now, "RoundLeft"),
      text: (now) => {
        const left = happened(now, "RoundLeft")!;
        return ngettext(
          "{who}: enough tricks, out of the round with {n} point. That is how many tricks the others hold.",
          "{who}: enough tricks, out of the round with {n} points. That is how many tricks the others hold.",
          left.points,
          { who: who(now, left.seat) },
        );
      },
      points: (now) => seat(happened(now, "RoundLeft")!.seat),
    },
    {
      id: "two",
      when: (now) => isTurn(now) && now.view.round === 1 && now.view.playing.length === 2,
      text: () =>
        _("Only two are left. Now be quick: the last one in gets nothing but a point for each of their own tricks."),
      points: ({ you }) => seat(you),
    },
    {
      id: "almost",
      when: (now) =>
        isTurn(now) &&
        now.view.round === 1 &&
        now.view.goal - now.view.tricks[now.you]! <= 2 &&
        now.view.playing.length > 2,
      text: () =>
        _(
          "Soon you have enough tricks. You may wait: the more tricks the others have when you leave, the more " +
            "points you get.",
        ),
      points: ({ you }) => seat(you),
    },
    {
      id: "naming",
      when: (now) => isTurn(now) && now.view.trump === "unnamed",
      text: () =>
        _("You were the last one in, so you name trump: best a colour in which you have the highest cards or the 0."),
      points: () => HAND,
    },
    {
      id: "named",
      when: (now) => !!happened(now, "TrumpNamed"),
      text: (now) => {
        const { seat: number, color } = happened(now, "TrumpNamed")!;
        return _(
          "{who}: the last one in, and in return the one who names trump for the new round, {color}, and leads.",
          { who: who(now, number), color: colorName(color) },
        );
      },
      points: (now) => seat(happened(now, "TrumpNamed")!.seat),
    },
  ],
  results: ["TrickTaken", "RoundLeft", "LeftOver"],
  isDone: ({ view }) => view.round > 1 && view.trump !== "unnamed",
  note: () =>
    _(
      "Whoever left got a point for every trick that the others had at that moment: the later, the more. The last " +
        "one in only got a point for each of their own tricks.",
    ),
  end: () =>
    _("A game has five rounds, and the most points win. With more players it takes other numbers of tricks to leave."),
};

export default plan;
