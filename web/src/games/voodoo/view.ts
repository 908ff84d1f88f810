// Voodoo as it is shown: scenes made from events.  No rule is known here.

import type { VoodooEvent as Event, VoodooStockView as Stock, VoodooView as View } from "../../protocol.ts";
import type { Scene } from "../../tables/scenes.ts";
import { without } from "./dice.ts";

export const ROLL = 640; // milliseconds until dice have settled
const HOLD: Partial<Record<Event["type"], number>> = {
  DollGiven: 500,
  TurnBegan: 350,
  Rolled: ROLL + 40,
  Discarded: 380,
  Kept: 140,
  Stopped: 200,
  Paid: 260,
  Drew: 380,
  CurseCast: 1500,
  TargetMoved: 380,
  MarkerMoved: 450,
  SkullCrossed: 500,
  PermanentDrawn: 1500,
  ArtefactUsed: 1000,
  DieTurned: 450,
  DiceChanged: 300,
  Shielded: 400,
  CurseHandedOver: 700,
  CurseEnded: 450,
  ActDone: 800,
  Called: 1000,
  Denied: 500,
  Voted: 150,
  VotesRevealed: 1200,
  CallJudged: 1100,
  DollPassed: 450,
};
const OTHERS = 0.3; // of that time, for what others do among themselves
const SEATS = ["seat", "victims", "accused", "giver", "to"]; // the fields of events that name some
const ANY_TIME = /^(call|stinky) /; // what can be done while others' doings are still being shown

/** One scene for each event that changes what one sees; the last of them is what is known now. */
export function scenes(before: View | null, events: Event[], after: View): Scene<View, Event>[] {
  const made: Scene<View, Event>[] = [];
  const actions = after.actions.filter((action) => ANY_TIME.test(action));
  let view = before ?? bare(after);
  for (const event of events) {
    view = { ...changed(view, event), to_move: [], actions };
    const part = isAbout(event, view.seat) ? 1 : OTHERS;
    made.push({ view, events: [event], hold: (HOLD[event.type] ?? 0) * part });
  }
  const last = made.at(-1);
  if (last) last.view = after;
  else made.push({ view: after, events: [], hold: 0 });
  return made;
}

/** Somebody did it, or it was done to them. */
function isAbout(event: Event, seat: number | null): boolean {
  return Object.entries(event).some(
    ([name, value]) => SEATS.includes(name) && (Array.isArray(value) ? value.includes(seat as never) : value === seat),
  );
}

/** The table before anything was dealt. */
function bare(after: View): View {
  const none = after.scores.map(() => 0);
  const stock: Stock = { ...after.curses, deck: 0, hand: [], hand_sizes: none };
  return {
    ...after,
    ...{ phase: "setting_up", turns: 0, dice: [], more_dice: none, stopped: false, casting: null, used: [] },
    ...{ target: null, shielded: [], scores: none, skulls: none, in_force: [], permanents: 0 },
    ...{ curses: stock, artefacts: stock, call: null, voted: [], vote: null },
  };
}

function changed(view: View, event: Event): View {
  return ofTurns(view, event) ?? ofDice(view, event) ?? ofCards(view, event) ?? ofCalls(view, event) ?? view;
}

function ofTurns(view: View, event: Event): View | null {
  switch (event.type) {
    case "DollGiven":
      return { ...view, turn: event.seat };
    case "TurnBegan":
      return { ...view, turn: event.seat, turns: event.turn, phase: "before_rolling", dice: [], used: [] };
    case "DollPassed":
      return { ...view, turn: event.to, dice: [] };
    case "ShieldEnded":
      return { ...view, shielded: view.shielded.filter((seat) => seat !== event.seat) };
    case "Shielded":
      return { ...view, shielded: [...view.shielded, event.seat] };
    case "TargetMoved":
      return { ...view, target: event.seat };
    case "MarkerMoved":
      return { ...view, scores: at(view.scores, event.seat, () => event.score) };
    case "SkullCrossed":
      return { ...view, skulls: at(view.skulls, event.seat, (skulls) => skulls + 1) };
    case "DiceChanged":
      return { ...view, more_dice: at(view.more_dice, event.seat, (dice) => dice + event.dice) };
    default:
      return null;
  }
}

/** The first roll of a turn uses up what was more or less. */
function moreDice({ more_dice: dice, phase }: View, seat: number): number[] {
  return phase === "before_rolling" ? at(dice, seat, () => 0) : dice;
}

function ofDice(view: View, event: Event): View | null {
  switch (event.type) {
    case "Rolled":
      return { ...view, dice: event.dice, more_dice: moreDice(view, event.seat), phase: "preparing" };
    case "Discarded":
      return { ...view, dice: without(view.dice, [event.face]), phase: "keeping" };
    case "Kept":
      return { ...view, dice: event.faces };
    case "Stopped":
      return { ...view, phase: "acting" };
    case "Paid":
      return { ...view, dice: without(view.dice, event.faces) };
    case "DieTurned":
      return { ...view, dice: [...without(view.dice, [event.face]), event.new_face] };
    default:
      return null;
  }
}

function ofCards(view: View, event: Event): View | null {
  switch (event.type) {
    case "StartingCursesDealt":
      return { ...view, curses: event.cards.reduce(given, view.curses) };
    case "DeckShuffled":
      if (event.deck === "permanents") return { ...view, permanents: event.cards };
      return { ...view, [event.deck]: { ...view[event.deck as "curses"], deck: event.cards } };
    case "Drew":
      return { ...view, [event.deck]: drawn(view[event.deck], event.seat, event.card) };
    case "CurseCast": {
      const spell = { card: event.card, caster: event.seat, victims: event.victims, since: view.turns };
      return {
        ...view,
        casting: null,
        in_force: [...view.in_force, spell],
        curses: view.casting ? view.curses : laid(view.curses, event.seat, event.card), // it lay there to be paid for
      };
    }
    case "PermanentDrawn": {
      const spell = { card: event.card, caster: event.seat, victims: [event.seat], since: view.turns };
      return { ...view, permanents: view.permanents - 1, in_force: [...view.in_force, spell] };
    }
    case "ArtefactUsed":
      return { ...view, artefacts: { ...laid(view.artefacts, event.seat, event.card), deck: view.artefacts.deck + 1 } };
    case "CurseHandedOver":
      return {
        ...view,
        in_force: view.in_force.map((spell) =>
          spell.card === event.card ? { ...spell, victims: [event.seat] } : spell,
        ),
      };
    case "CurseEnded":
      return {
        ...view,
        in_force: view.in_force.filter((spell) => spell.card !== event.card),
        curses: { ...view.curses, deck: view.curses.deck + 1 },
      };
    default:
      return null;
  }
}

function ofCalls(view: View, event: Event): View | null {
  switch (event.type) {
    case "Called":
      return { ...view, call: { caller: event.seat, card: event.card, accused: event.accused, denied: false } };
    case "Denied":
      return { ...view, call: view.call && { ...view.call, denied: true } };
    case "Voted":
      return { ...view, voted: [...view.voted, event.seat] };
    case "CallJudged":
      return { ...view, call: null, voted: [], vote: null };
    default:
      return null;
  }
}

function drawn(stock: Stock, seat: number, card: string | null): Stock {
  return { ...given(stock, card, seat), deck: stock.deck - 1 };
}

/** Somebody holds a card more; null where only they know which. */
function given(stock: Stock, card: string | null, seat: number): Stock {
  return {
    ...stock,
    hand: card === null ? stock.hand : [...stock.hand, card],
    hand_sizes: at(stock.hand_sizes, seat, (size) => size + 1),
  };
}

function laid(stock: Stock, seat: number, card: string): Stock {
  return {
    ...stock,
    hand: stock.hand.filter((one) => one !== card),
    hand_sizes: at(stock.hand_sizes, seat, (size) => size - 1),
  };
}

function at(values: number[], seat: number, change: (value: number) => number): number[] {
  return values.map((value, index) => (index === seat ? change(value) : value));
}
