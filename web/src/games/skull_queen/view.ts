// Skull Queen as it is shown: scenes made from events, cards in order, planks.  No rule is known here.

import type { Suit } from "../../art/suits.ts";
import type {
  SkullQueenEvent as Event,
  SkullQueenLaid as Laid,
  SkullQueenPirateMoved as Move,
  SkullQueenPlank as Plank,
  SkullQueenView as View,
} from "../../protocol.ts";
import type { Scene } from "../../tables/scenes.ts";

export type Side = "front" | "back";

export const CREW = ["r", "y", "g", "b"] as const satisfies Suit[]; // in the order of a plank's pirates
/** From the top. */
export const PRINTED: Record<Side, readonly number[]> = { front: [8, 5, 3, 2, 1], back: [1, 2, 3, 5, 8] };
export const WATER = 5; // the row below a plank's spaces

export const OVERBOARD = -1;
const HOP = 280; // milliseconds for one step of a pirate
const SPLASH = 420; // more for one that falls
const LOOK = 650; // at what a trick does, before its cards leave
const FULL_TRICK = 700; // a whole trick lies for a moment before it is resolved
const HOLD: Partial<Record<Event["type"], number>> = {
  DealerDrawn: 300,
  Dealt: 500,
  Placed: 150,
  PlanksRevealed: 1400,
  GhostPlayed: 500,
  CardChosen: 250,
  CardsRevealed: 900,
  Played: 420,
};

/** The letter of a card's colour; a monkey and a mate have none. */
export function suitOf(card: string): Suit | null {
  return /^[rygb]\d/.test(card) ? (card[0] as Suit) : null;
}

export function valueOf(card: string): number {
  if (card === "monkey") return 0;
  return card === "mate" ? 13 : Number(card.slice(1));
}

export function sorted(hand: readonly string[], by: "colour" | "value"): string[] {
  const color = (card: string) => (suitOf(card) === null ? CREW.length : CREW.indexOf(suitOf(card) as "r"));
  return [...hand].sort((a, b) =>
    by === "colour" ? color(a) - color(b) || valueOf(a) - valueOf(b) : valueOf(a) - valueOf(b) || color(a) - color(b),
  );
}

/** The card that shines: the highest that was played, unless a higher one with a colour lies in the centre. */
export function shining(view: Pick<View, "winning" | "centre">): string | null {
  const { winning, centre } = view;
  const isTopped = centre.some((card) => suitOf(card) !== null && valueOf(card) > valueOf(winning ?? "mate"));
  return isTopped ? null : winning;
}

/** The row of every pirate: a space from the top, or the water. */
export function rows(plank: Plank): number[] {
  return plank.pirates.map((space) => (space === OVERBOARD ? WATER : space));
}

const EDGE = [31.5, 27, 22.5, 18, 13.5]; // where the wood of each space begins, in percent of the plank's width
const FIGURE = 23.5; // a pirate's width
const BESIDE = 20; // from one to the next, where there is room

/** Where on its row every pirate stands, in percent: beside the number, close together where it is narrow. */
export function lanes(rows: readonly (number | null)[]): number[] {
  return rows.map((row, pirate) => {
    const together = rows.flatMap((one, at) => (one === row ? [at] : []));
    const edge = EDGE[row ?? WATER];
    const left = edge === undefined ? 4 : edge + 14;
    const right = edge === undefined ? 96 : Math.max(94 - edge / 4, 100 - edge);
    const wood = edge === undefined ? 50 : (left + 100 - edge) / 2; // the middle of what is free
    const gap = together.length < 2 ? 0 : Math.min(BESIDE, (right - left - FIGURE) / (together.length - 1));
    const first = Math.max(left + FIGURE / 2, wood - (gap * (together.length - 1)) / 2);
    return first + gap * together.indexOf(pirate);
  });
}

/** The number under every pirate; null for one in the water. */
export function numbers(plank: Plank): (number | null)[] {
  return plank.pirates.map((space) => PRINTED[plank.side as Side][space] ?? null);
}

export function pointsOf(plank: Plank): number {
  return numbers(plank).reduce<number>((sum, number) => sum + (number ?? 0), 0);
}

/** The plank that an action such as `front r8 y5 g3 b2` stands for. */
export function plankOf(action: string | null): Plank | null {
  const [side, ...placed] = (action ?? "").split(" ");
  if (side !== "front" && side !== "back") return null;
  return { side, pirates: placed.map((one) => PRINTED[side].indexOf(Number(one.slice(1)))) };
}

function actionOf(plank: Plank): string {
  return [plank.side, ...numbers(plank).map((number, at) => `${CREW[at]}${number}`)].join(" ");
}

export type Outlook = readonly View["outlook"][number][];

export interface OnTable extends Laid {
  secret?: boolean; // chosen, not revealed: of others without its card
}

/** What lies on the table, with what was only chosen; `played` is the own card that is no longer in the hand. */
export function onTable(view: View, you: number | null, played: string | null): OnTable[] {
  const secret = view.planks.length
    ? view.chosen.filter((seat) => seat !== you).map((seat) => ({ seat, card: "", color: null, secret: true }))
    : [];
  if (played === null || you === null || view.trick.some((laid) => laid.card === played))
    return [...view.trick, ...secret];
  return [...view.trick, { seat: you, card: played, color: null, secret: view.players === 2 }, ...secret];
}

export interface Walk extends Move {
  delay: number;
  ms: number;
}

/** When every pirate of a trick walks: one colour after the other, up and down together. */
export function walks(moves: readonly Move[]): { walks: Walk[]; ms: number } {
  let delay = 0;
  const made: Walk[] = [];
  for (const color of new Set(moves.map((move) => move.color))) {
    const together = moves
      .filter((move) => move.color === color)
      .map((move) => ({ ...move, delay, ms: Math.abs(move.steps) * HOP + (move.end === OVERBOARD ? SPLASH : 0) }));
    made.push(...together);
    delay += Math.max(...together.map((walk) => walk.ms));
  }
  return { walks: made, ms: delay };
}

/** One scene for each thing one sees; the last of them is what is known now. */
export function scenes(before: View | null, events: Event[], after: View): Scene<View, Event>[] {
  const made: Scene<View, Event>[] = [];
  let view = before ?? bare(after);
  const show = (events: Event[], hold: number) =>
    made.push({ view: { ...view, to_move: [], actions: [], outlooks: [] }, events, hold });
  for (const [at, event] of events.entries()) {
    if (event.type === "TrickResolved") {
      view = { ...view, planks: walked(view.planks, event.moves), outlook: [] }; // the cards still lie there
      show([event], LOOK + walks(event.moves).ms);
    }
    view = foreseen(changed(view, event, after), events[at + 1]);
    const isFull = event.type === "Played" && events[at + 1]?.type === "TrickResolved";
    show(event.type === "TrickResolved" ? [] : [event], isFull ? FULL_TRICK : (HOLD[event.type] ?? 0));
  }
  const last = made.at(-1);
  if (last) last.view = after;
  else made.push({ view: after, events: [], hold: 0 });
  return made;
}

/** What a whole trick is about to do; before that, it is known once it is on show. */
function foreseen(view: View, next: Event | undefined): View {
  if (next?.type !== "TrickResolved") return { ...view, winning: null, outlook: [] };
  const winning = view.trick.find(({ seat }) => seat === next.leader)?.card ?? null;
  return { ...view, winning, outlook: next.moves.map(({ seat, color, steps, end }) => [seat, color, steps, end]) };
}

/** The table before anything was dealt. */
function bare(after: View): View {
  const none = after.scores.map(() => 0);
  return { ...fresh(after), hand: [], hand_sizes: none, stack_size: 0, centre: [], points: [], scores: none };
}

/** Nobody has placed pirates or played a card in the round. */
function fresh(view: View): View {
  return { ...view, chosen: [], choice: null, planks: [], trick: [], trick_color: null, last_trick: null };
}

function walked(planks: readonly Plank[], moves: readonly Move[]): Plank[] {
  return planks.map((plank, seat) => {
    const own = moves.filter((move) => move.seat === seat);
    const end = (color: string) => own.find((move) => move.color.startsWith(color))?.end;
    return { ...plank, pirates: plank.pirates.map((space, at) => end(CREW[at]!) ?? space) };
  });
}

function changed(view: View, event: Event, after: View): View {
  switch (event.type) {
    case "DealerDrawn":
      return { ...view, dealer: event.seat };
    case "Dealt":
      return dealt(view, event, after);
    case "Placed":
      return {
        ...view,
        chosen: alsoChosen(view, event.seat),
        choice: event.seat === view.seat && event.plank ? actionOf(event.plank) : view.choice,
      };
    case "PlanksRevealed":
      return { ...view, planks: event.planks, chosen: [], choice: null };
    case "GhostPlayed":
      return { ...laidOn({ ...view, stack_size: event.left }, view.players, event.card, null) };
    case "CardChosen":
      return { ...view, chosen: alsoChosen(view, event.seat), choice: event.card ?? view.choice };
    case "CardsRevealed": {
      const cards = event.trick.map((laid) => laid.card);
      return {
        ...view,
        trick: event.trick,
        trick_color: event.trick[0]?.color ?? null,
        chosen: [],
        choice: null,
        hand: view.hand.filter((card) => !cards.includes(card)),
        hand_sizes: view.hand_sizes.map((size) => size - 1),
      };
    }
    case "Played":
      return {
        ...laidOn(view, event.seat, event.card, event.color),
        hand: view.hand.filter((card) => card !== event.card),
        hand_sizes: view.hand_sizes.map((size, seat) => (seat === event.seat ? size - 1 : size)),
      };
    case "TrickResolved":
      return { ...view, last_trick: event, trick: [], trick_color: null, centre: event.centre };
    case "RoundEnded":
      return { ...view, planks: event.planks, points: [...view.points, event.points], scores: event.scores };
    default:
      return view;
  }
}

/** In the order of the seats. */
function alsoChosen(view: View, seat: number): number[] {
  return [...view.chosen, seat].sort((a, b) => a - b);
}

function dealt(view: View, event: Event & { type: "Dealt" }, after: View): View {
  const held = (now: number, seat: number) => now + (after.played[seat]?.length ?? 0);
  return {
    ...fresh(after),
    round: event.round,
    dealer: event.dealer,
    hand: view.seat === null ? [] : (event.hands[view.seat] ?? []),
    hand_sizes: after.hand_sizes.map(held),
    stack_size: held(after.stack_size, after.players),
    centre: event.centre,
    points: view.points,
    scores: view.scores,
  };
}

/** A card on the table; the first with a colour tells what monkey and mate before it count as. */
function laidOn(view: View, seat: number, card: string, color: string | null): View {
  const counts = color ?? COLORS[suitOf(card) ?? ""] ?? null;
  const trick: Laid[] = [...view.trick, { seat, card, color: counts }];
  const led = view.trick_color ?? counts;
  return { ...view, trick_color: led, trick: trick.map((laid) => ({ ...laid, color: laid.color ?? led })) };
}

const COLORS: Record<string, string> = { r: "red", y: "yellow", g: "green", b: "blue" };
