// Voodoo with real cards: every move of a marker, one after the other.

import { impossible, type Before, type Company, type Counted, type Pad } from "../../pads/pad.ts";
import { textOf } from "../../shell/text.ts";
import { _, ngettext } from "../../shell/words.svelte.ts";
import Entry from "./PadEntry.svelte";
import Top from "./PadTop.svelte";
import TABLE from "./pad.json";

export type Move =
  | { kind: "cast" | "broken" | "ended"; seat: number; curse: number } // a number of CURSES
  | { kind: "magpie"; seat: number; from: number } // a point from one who leads
  | { kind: "penalty"; seat: number }; // for a permanent curse

export const CURSES: { casting: number; breaking: number; cards: number }[] = TABLE.curses;

/** What the curses of the evening have come to. */
export interface Progress {
  inForce: { seat: number; curse: number }[]; // who has cast it
  skulls: number[]; // that each player has crossed
}

/** What lies on the table after these moves. */
export function progress({ names }: Company, moves: readonly Move[]): Progress {
  const scores = names.map(() => 0);
  const now: Progress = { inForce: [], skulls: [...scores] };
  for (const move of moves) {
    if (move.kind === "cast") now.inForce.push({ seat: move.seat, curse: move.curse });
    if (move.kind === "broken" || move.kind === "ended") now.inForce.splice(placeOf(now, move.seat, move.curse), 1);
    pointsOf(move, scores).forEach((points, seat) => (scores[seat]! += points));
    scores.forEach((score, seat) => (now.skulls[seat] = Math.max(now.skulls[seat]!, crossed(score))));
  }
  return now;
}

const crossed = (score: number) => (score >= TABLE.goal ? 0 : TABLE.skulls.filter((skull) => score >= skull).length);

function placeOf({ inForce }: Progress, seat: number, curse: number): number {
  return inForce.findIndex((one) => one.seat === seat && one.curse === curse);
}

/** Those from whom a magpie may take a point. */
export function leaders(scores: readonly number[], seat: number): number[] {
  const most = Math.max(...scores);
  return scores.flatMap((score, other) => (other !== seat && score === most && most > 0 ? [other] : []));
}

/** How each marker moves; none goes below nothing. */
function pointsOf(move: Move, scores: readonly number[]): number[] {
  const points = scores.map(() => 0);
  if (move.kind === "cast") points[move.seat] = CURSES[move.curse]!.casting;
  if (move.kind === "broken") points[move.seat] = CURSES[move.curse]!.breaking;
  if (move.kind === "penalty") points[move.seat] = scores[move.seat]! > 0 ? -1 : 0;
  if (move.kind === "magpie") {
    points[move.from] = -1;
    points[move.seat] = 1;
  }
  return points;
}

function isPossible(move: Move, { inForce, skulls }: Progress, scores: readonly number[]): boolean {
  if (scores[move.seat] === undefined || scores.some((score) => score >= TABLE.goal)) return false;
  switch (move.kind) {
    case "cast":
      return inForce.filter(({ curse }) => curse === move.curse).length < (CURSES[move.curse]?.cards ?? 0);
    case "broken":
    case "ended":
      return inForce.some(({ seat, curse }) => seat === move.seat && curse === move.curse);
    case "magpie":
      return leaders(scores, move.seat).includes(move.from);
    case "penalty":
      return skulls[move.seat]! > 0 && scores[move.seat]! > 0;
    default:
      return false;
  }
}

function told(move: Move, names: readonly string[]): string {
  switch (move.kind) {
    case "cast":
      return ngettext("casts a curse: {n} point", "casts a curse: {n} points", CURSES[move.curse]!.casting);
    case "broken":
      return ngettext(
        "calls a broken curse: {n} point",
        "calls a broken curse: {n} points",
        CURSES[move.curse]!.breaking,
      );
    case "ended":
      return _("a curse ends, and nobody scores");
    case "magpie":
      return _("takes a point from {name}", { name: names[move.from]! });
    case "penalty":
      return _("breaks a permanent curse and loses a point");
  }
}

function count(company: Company, { entries, scores }: Before<Move | null>, move: Move | null): Counted {
  const nothing = company.names.map(() => 0);
  const silent = company.names.map(() => "");
  if (!move) return { points: nothing, why: silent, lack: _("Tap a player: who casts, who calls?") };
  const moves = entries as Move[];
  const now = progress(company, moves);
  if (!isPossible(move, now, scores)) return { points: nothing, why: silent, lack: impossible() };
  const then = progress(company, [...moves, move]);
  const skulls = then.skulls[move.seat]! - now.skulls[move.seat]!;
  const drawn = ngettext("draw {n} permanent curse", "draw {n} permanent curses", skulls);
  const line = textOf([told(move, company.names), ...(skulls ? [drawn] : [])]);
  return { points: pointsOf(move, scores), why: silent.with(move.seat, line), lack: "" };
}

const pad: Pad<Move | null> = {
  setting: TABLE,
  Entry,
  Top,
  isAtOnce: true,
  blank: () => null,
  count,
  isOver: (_company, { scores }) => scores.some((score) => score >= TABLE.goal),
  heading: () => _("Whoever reaches {n} first wins.", { n: TABLE.goal }),
};

export default pad;
