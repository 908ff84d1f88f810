// Voodoo, the first three turns: dice, casting, obeying, calling, skulls.

import { of, read } from "./choices.ts";
import { printed } from "./cards.svelte.ts";
import { quotedName } from "./names.ts";
import type { VoodooEvent as Event, VoodooNote as Note, VoodooView as View } from "../../protocol.ts";
import { _ } from "../../shell/words.svelte.ts";
import { happened, inHand, isTurn, type Now, type Plan } from "../../learn/plan.ts";

type N = Now<View, Event>;
const TURNS = 3; // of the learner
const choices = ({ view }: N) => view.actions.map(read);
const castable = (now: N) => of(choices(now), "cast").map((choice) => choice.card!);
const inPhase = (now: N, phase: View["phase"]) => isTurn(now) && now.view.phase === phase;
const lying = (card: string) => `.stage > .middle [data-flip="card:${card}"]`;
const lastBefore = ({ view, you }: N) => (you + view.players - 1) % view.players;
const cast = (now: N) => happened(now, "CurseCast");

/** Curses that the dice on the table pay for. */
function affordable({ view }: N): string[] {
  const count = (faces: readonly string[], face: string) => faces.filter((one) => one === face).length;
  return view.curses.hand.filter((card) => {
    const cost = printed(card).cost ?? [];
    return (
      cost.length <= view.dice.length &&
      cost.every((face) => face === "any" || count(view.dice, face) >= count(cost, face))
    );
  });
}

/** Own curses whose act is wanted now. */
function due(now: N): string[] {
  const here = now.view.phase === "before_rolling" ? "before_rolling" : "before_passing";
  const asked = of(choices(now), "do").map((choice) => choice.card!);
  return asked.filter((card) => ["always", here].includes(printed(card).moment));
}

/** Whose act has been forgotten and can still be called, and which. */
export function forgotten(now: N): { card: string; seat: number } | undefined {
  return of(choices(now), "call")
    .map((choice) => ({ card: choice.card!, seat: Number(choice.rest[0]) }))
    .find(({ card, seat }) => hasLapsed(now.view.diary, seat, card));
}

function hasLapsed(diary: readonly Note[], seat: number, card: string): boolean {
  const last = (what: Note["what"], about?: string) =>
    diary.findLastIndex((note) => note.what === what && note.seat === seat && (!about || note.card === about));
  const [rolled, passed, bound] = [last("rolled"), last("passed"), last("bound", card)];
  const did = (from: number, to: number) =>
    diary.slice(from, to).some((note) => note.what === "did" && note.seat === seat && note.card === card);
  const moment = printed(card).moment;
  const missedRoll = moment !== "before_passing" && rolled > bound && !did(0, rolled);
  const missedPass = moment !== "before_rolling" && rolled >= 0 && passed > bound && !did(rolled, passed);
  return moment !== "marker_moves" && (missedRoll || missedPass);
}

const plan: Plan<View, Event> = {
  tips: [
    {
      id: "call",
      when: (now) => inPhase(now, "before_rolling") && !!forgotten(now),
      text: (now) => {
        const { card, seat } = forgotten(now)!;
        return _(
          "Psst! {who} has forgotten something: {curse}. Press “Broken!” before you roll, and the points are yours.",
          { who: now.names[seat] ?? "", curse: quotedName(card) },
        );
      },
      points: () => ".stage .broken",
    },
    {
      id: "act",
      when: (now) => inPhase(now, "before_rolling") && due(now).length > 0,
      text: (now) =>
        _("You are cursed: {curse}. Do it now, before you roll: press its picture. Nobody will remind you again!", {
          curse: quotedName(due(now)[0]!),
        }),
      points: () => ".acts",
    },
    {
      id: "goal",
      when: (now) => inPhase(now, "before_rolling"),
      text: () =>
        _(
          "Whoever has 11 points first wins. Curses that you cast bring points, and so do those that others " +
            "forget to obey.",
        ),
      points: () => ".track",
    },
    {
      id: "roll",
      when: (now) => inPhase(now, "before_rolling"),
      text: () => _("You have the doll, so it is your turn. Roll the dice: they are the ingredients for your curses."),
      points: () => ".controls .primary",
    },
    {
      id: "cost",
      when: (now) => inPhase(now, "preparing"),
      text: () => _("This is your curse. On the left are the ingredients that it costs; a * can be any die."),
      points: ({ view }) => inHand(view.curses.hand),
    },
    {
      id: "enough",
      when: (now) => inPhase(now, "preparing") && affordable(now).length > 0,
      text: () => _("The dice show all that your curse costs! Stop rolling and use them."),
      points: () => ".tray",
    },
    {
      id: "discard",
      when: (now) => inPhase(now, "preparing") && !affordable(now).length,
      text: () =>
        _("Something missing? Give one die away and roll any of the others again, as often as you like. Else stop."),
      points: () => ".tray",
    },
    {
      id: "keep",
      when: (now) => inPhase(now, "keeping"),
      text: () => _("Pick the dice that you want to keep. All others are rolled again."),
      points: () => ".tray",
    },
    {
      id: "cast",
      when: (now) => inPhase(now, "acting") && castable(now).length > 0,
      text: (now) =>
        _(
          "Your dice pay for a curse! Tap it and choose a victim, best {who}: you see what they do just before " +
            "your turn.",
          { who: now.names[lastBefore(now)] ?? "" },
        ),
      points: (now) => inHand(castable(now)),
    },
    {
      id: "draw",
      when: (now) =>
        inPhase(now, "acting") && !castable(now).length && of(choices(now), "draw curse", "draw artefact").length > 0,
      text: () => _("Two dice, no matter which, buy a new curse or an artefact. What you do not use is lost."),
      points: () => ".tray",
    },
    {
      id: "late",
      when: (now) => inPhase(now, "acting") && due(now).length > 0,
      text: (now) =>
        _("Before you pass the doll: {curse}. Press its picture, or it may be called broken.", {
          curse: quotedName(due(now)[0]!),
        }),
      points: () => ".acts",
    },
    {
      id: "pass",
      when: (now) =>
        inPhase(now, "acting") &&
        now.view.actions.includes("pass") &&
        !castable(now).length &&
        !of(choices(now), "draw curse", "draw artefact").length,
      text: () => _("Nothing more to do? Pass the doll to the left."),
      points: () => ".controls",
    },
    {
      id: "artefact",
      when: (now) => isTurn(now) && now.view.artefacts.hand.length > 0,
      text: () => _("Artefacts are free to use, once, at the moment they name. Tap one to read it."),
      points: ({ view }) => inHand(view.artefacts.hand),
    },
    {
      id: "scored",
      when: (now) => cast(now)?.seat === now.you,
      text: (now) =>
        _(
          "You get its points at once. {who} must obey to the end, and now has the Target: until that moves on, " +
            "no new curse hits there.",
          { who: now.names[cast(now)!.victims[0]!] ?? "" },
        ),
      points: (now) => lying(cast(now)!.card),
    },
    {
      id: "cursed",
      when: (now) => cast(now)?.victims.includes(now.you) ?? false,
      text: (now) =>
        _("{who} curses you: {curse}. {act} Think of it yourself at the moment on the card, in every turn!", {
          who: now.names[cast(now)!.seat] ?? "",
          curse: quotedName(cast(now)!.card),
          act: printed(cast(now)!.card).act,
        }),
      points: (now) => lying(cast(now)!.card),
    },
    {
      id: "broken",
      when: (now) => happened(now, "CallJudged")?.broken ?? false,
      text: (now) =>
        _(
          "Broken! {who}: as many points as the other number on the curse says. The card is gone. Only whoever " +
            "cast a curse can call it broken.",
          { who: now.names[happened(now, "CallJudged")!.seat] ?? "" },
        ),
      points: () => ".track",
    },
    {
      id: "skull",
      when: (now) => !!happened(now, "PermanentDrawn"),
      text: (now) =>
        _(
          "{who}: past a skull! That brings a curse of one’s own that never ends. Everybody may call it broken, " +
            "and forgetting it hurts.",
          { who: now.names[happened(now, "PermanentDrawn")!.seat] ?? "" },
        ),
      points: (now) => lying(happened(now, "PermanentDrawn")!.card),
    },
  ],
  results: ["Rolled", "Drew", "CurseCast", "MarkerMoved"],
  isDone: ({ view }) => view.is_over || view.turns > (TURNS - 1) * view.players + 1,
  note: () => "",
  end: () =>
    _(
      "So it goes on until somebody has 11 points: that wins at once, even in another’s turn. At one table you " +
        "really do what the curses say.",
    ),
};

export default plan;
