// Skull Queen, first round: placing pirates, following, walking up and down, falling, the barrel, monkey and mate.

import Ghost from "./Ghost.svelte";
import { colorName } from "../colors.ts";
import type {
  SkullQueenEvent as Event,
  SkullQueenPirateMoved as Move,
  SkullQueenView as View,
} from "../../protocol.ts";
import { capital } from "../../shell/text.ts";
import { _ } from "../../shell/words.svelte.ts";
import { HAND, happened, inHand, isTurn, seat, type Now, type Plan } from "../../learn/plan.ts";

type N = Now<View, Event>;
const FREE = ["monkey", "mate"];
const places = (now: N) => isTurn(now) && !now.view.planks.length;
const plays = (now: N) => isTurn(now) && now.view.planks.length > 0;
const follows = (now: N) => plays(now) && now.view.trick_color !== null;
const moves = (now: N) => happened(now, "TrickResolved")?.moves ?? [];
const stayed = (now: N) =>
  happened(now, "TrickResolved")?.trick.filter(({ card }) => happened(now, "TrickResolved")!.centre.includes(card)) ??
  [];
const isOver = (move: Move) => move.end < 0;
/** The own pirate that went so, else another's. */
const moved = (now: N, how: (move: Move) => boolean) =>
  moves(now)
    .filter(how)
    .sort((a, b) => Number(b.seat === now.you) - Number(a.seat === now.you))[0];
const marked = (now: N, move: Move) =>
  move.seat === now.you ? `[data-pirate="${move.seat}:${move.color[0]}"]` : seat(move.seat);
const isUp = (move: Move) => move.steps > 0 && !isOver(move);
const isDown = (move: Move) => move.steps < 0 && !isOver(move);
const isTwo = (move: Move) => Math.abs(move.steps) === 2;
const said = (now: N, move: Move) => ({ who: now.names[move.seat] ?? "", color: colorName(move.color) });

const plan: Plan<View, Event> = {
  tips: [
    {
      id: "place",
      when: places,
      text: () =>
        _("Put your four pirates on the plank. At the end of the round each of them scores the number it stands on."),
      points: () => ".placing",
    },
    {
      id: "walk",
      when: places,
      text: () =>
        _("Your high cards will make a pirate of their colour walk up, your low ones down. Over the end it falls!"),
      points: () => HAND,
    },
    {
      id: "side",
      when: places,
      text: () =>
        _(
          "Many high cards? Take the side with the 8 on top and begin lower. Not sure? Put all of them on the 3 " +
            "in the middle.",
        ),
      points: () => ".placing .spaces",
    },
    {
      id: "lead",
      when: (now) => plays(now) && !now.view.trick.length,
      text: () => _("You lead: the colour of your card is the trick colour. Whoever has that colour must play it."),
      points: () => HAND,
    },
    {
      id: "centre",
      when: (now) => plays(now) && now.view.centre.length > 0,
      text: () =>
        _(
          "Cards on the barrel belong to nobody, but they are part of the trick: they may be its highest or " +
            "lowest card.",
        ),
      points: () => ".barrel",
    },
    {
      id: "follow",
      when: (now) => follows(now) && now.view.actions.length < now.view.hand.length,
      text: ({ view }) =>
        capital(
          _("{color} is the trick colour and you have it, so you must play it. The dark cards are not allowed now.", {
            color: colorName(view.trick_color!),
          }),
        ),
      points: ({ view }) => inHand(view.actions),
    },
    {
      id: "free",
      when: (now) =>
        follows(now) &&
        now.view.hand.length > 1 &&
        now.view.hand.every((card) => FREE.includes(card) || card[0] !== now.view.trick_color![0]),
      text: ({ view }) =>
        _("You have no {color}: play what you like. Two cards of another colour move pirates as well.", {
          color: colorName(view.trick_color!),
        }),
      points: () => HAND,
    },
    {
      id: "any",
      when: (now) => follows(now) && now.view.hand.some((card) => FREE.includes(card)),
      text: () =>
        _(
          "The monkey and the first mate fit into any trick and take its colour: the monkey as the lowest card, " +
            "the mate as the highest.",
        ),
      points: () => inHand(FREE),
    },
    {
      id: "fall",
      when: (now) => !!moved(now, isOver),
      text: (now) =>
        _(
          "{who}: {color} walks over the end of the plank and falls! This pirate is out and scores nothing.",
          said(now, moved(now, isOver)!),
        ),
      points: (now) => marked(now, moved(now, isOver)!),
    },
    {
      id: "up",
      when: (now) => !!moved(now, isUp),
      text: (now) => _("{who}: the highest {color} card, so this pirate walks up.", said(now, moved(now, isUp)!)),
      points: (now) => marked(now, moved(now, isUp)!),
    },
    {
      id: "down",
      when: (now) => !!moved(now, isDown),
      text: (now) => _("{who}: the lowest {color} card, so this pirate walks down.", said(now, moved(now, isDown)!)),
      points: (now) => marked(now, moved(now, isDown)!),
    },
    {
      id: "two",
      when: (now) => !!moved(now, isTwo),
      text: () =>
        _(
          "Two steps at once! With an 8 in the trick the highest card moves two up, with a 5 the lowest moves two " +
            "down.",
        ),
      points: (now) => marked(now, moved(now, isTwo)!),
    },
    {
      id: "single",
      when: (now) => stayed(now).length > 0,
      text: () =>
        _(
          "A colour with a single card moves nobody: that card stays on the barrel for the next trick. All others " +
            "are gone.",
        ),
      points: () => ".barrel",
    },
  ],
  results: ["TrickResolved"],
  isDone: ({ view }) => view.round > 1,
  note: () => _("Every pirate on a plank scored the number it stands on. Whoever swims scored nothing."),
  end: () =>
    _(
      "There are as many rounds as players, and the most points win. With two players a ghost plays along: each " +
        "trick begins with the top card of his stack.",
    ),
  Picture: Ghost,
};

export default plan;
