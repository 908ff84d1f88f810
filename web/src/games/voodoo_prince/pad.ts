// Voodoo Prince with real cards: who takes each trick, and so who leaves the round when.

import { impossible, total, type Before, type Company, type Counted, type Pad } from "../../pads/pad.ts";
import { _ } from "../../shell/words.svelte.ts";
import front from "./front.ts";
import Entry from "./PadEntry.svelte";
import TABLE from "./pad.json";
import { why } from "./summary.ts";

export type Take = [seat: number, tricks: number]; // who takes it, and as how many it counts

export interface Round {
  tricks: number[]; // of each player
  left: number[]; // who is out, the first leaver first
  points: number[];
  isDone: boolean;
  isSound: boolean; // nobody took a trick whom the rules do not let
}

const isMarshmallow = ({ options }: Company) => options["variant"] === "marshmallow";
const variantOf = (company: Company) => TABLE.variants[isMarshmallow(company) ? "marshmallow" : "prince"];

export const splits = (company: Company) => variantOf(company).splits;

function seatsOf(company: Company): { hand: number; goal: number } {
  const seats: Record<string, { hand: number; goal: number }> = variantOf(company).seats;
  return seats[company.names.length]!;
}

export const goalOf = (company: Company) => seatsOf(company).goal;

/** A round, trick by trick. */
export function played(company: Company, { scores }: Before<Take[]>, takes: readonly Take[]): Round {
  const none = company.names.map(() => 0);
  const round: Round = { tricks: [...none], left: [], points: none, isDone: false, isSound: true };
  for (const take of takes) follow(company, scores, round, take);
  if (!round.isDone && takes.length >= seatsOf(company).hand) round.isDone = isMarshmallow(company); // hands are empty
  return round;
}

function follow(company: Company, scores: readonly number[], round: Round, [seat, tricks]: Take): void {
  const isOne = tricks === 1 || (tricks === 2 && splits(company));
  if (round.isDone || round.tricks[seat] === undefined || round.left.includes(seat) || !isOne) {
    round.isSound = false;
    return;
  }
  round.tricks[seat]! += tricks;
  if (round.tricks[seat]! >= goalOf(company)) leave(company, scores, round, seat);
}

/** Whoever reaches the goal scores the tricks of all others; the last one in ends the round. */
function leave(company: Company, scores: readonly number[], round: Round, seat: number): void {
  round.left.push(seat);
  round.points[seat] = total(round.tricks) - round.tricks[seat]!;
  const playing = company.names.flatMap((_name, other) => (round.left.includes(other) ? [] : [other]));
  const hasEnough = isMarshmallow(company) && scores[seat]! + round.points[seat]! >= TABLE.enough;
  if (hasEnough) round.isDone = true;
  else if (playing.length === 1) leaveOver(company, round, playing[0]!);
}

function leaveOver(company: Company, round: Round, last: number): void {
  round.isDone = true;
  if (isMarshmallow(company)) return;
  round.points[last] = company.names.length === 2 ? goalOf(company) - round.tricks[last]! : round.tricks[last]!;
}

function count(company: Company, before: Before<Take[]>, takes: Take[]): Counted {
  const { points, left, isDone, isSound } = played(company, before, takes);
  const view = { left, players: company.names.length, goal: goalOf(company), marshmallow: isMarshmallow(company) };
  const isTold = (seat: number) => isDone || left.includes(seat);
  const isPossible = isSound && takes.length <= seatsOf(company).hand;
  return {
    points,
    why: points.map((one, seat) => (isTold(seat) ? why(seat, one, view) : "")),
    lack: !isPossible ? impossible() : isDone ? "" : _("Tap who takes each trick, until the round is over."),
  };
}

function isOver(company: Company, { entries, scores }: Before<Take[]>): boolean {
  if (!isMarshmallow(company)) return entries.length >= Number(company.options["rounds"]);
  return entries.length >= TABLE.patience || scores.some((score) => score >= TABLE.enough);
}

const pad: Pad<Take[]> = {
  setting: TABLE,
  Entry,
  isAlwaysOpen: true,
  blank: () => [],
  count,
  isOver,
  heading: (company, round) =>
    front.round({ marshmallow: isMarshmallow(company), round, rounds: company.options["rounds"] }, 0),
};

export default pad;
