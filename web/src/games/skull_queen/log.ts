// What happened in Skull Queen, in sentences; the same messages as in the terminal.

import type {
  SkullQueenEvent as Event,
  SkullQueenLaid as Laid,
  SkullQueenPirateMoved as Move,
  SkullQueenTrickResolved as Resolved,
  SkullQueenView as View,
} from "../../protocol.ts";
import { colorName } from "../../colors.ts";
import { _, ngettext } from "../../words.svelte.ts";
import type { Summary } from "../game.ts";
import { cardName, cardNames, crewNames, nameOf, plankName } from "./names.ts";
import { pointsOf, PRINTED, type Side } from "./view.ts";

const WITH_GHOST = 2; // players

export function sentences(event: Event, names: string[]): string[] {
  const who = "seat" in event ? nameOf(event.seat, names) : "";
  switch (event.type) {
    case "DealerDrawn":
      return [_("{who}: first to deal", { who })];
    case "Dealt": {
      const lines = [_("Round {number}: the cards are dealt.", { number: event.round })];
      if (event.centre.length) lines.push(_("  In the centre: {cards}", { cards: cardNames(event.centre) }));
      if (names.length === WITH_GHOST) lines.push(_("  A third hand is the ghost’s stack; he has no plank."));
      return lines;
    }
    case "Placed":
      return [_("{who}: pirates placed in secret", { who })];
    case "PlanksRevealed": {
      const planks = event.planks.map((plank, seat) =>
        _("  {who}: {what}", { who: nameOf(seat, names), what: plankName(plank) }),
      );
      return [_("All planks are revealed."), ...planks];
    }
    case "GhostPlayed":
      return [_("{who}: {what}", { who: nameOf(names.length, names), what: cardName(event.card) })];
    case "CardChosen":
      return [_("{who}: card chosen in secret", { who })];
    case "CardsRevealed":
      return [_("Revealed: {cards}", { cards: laidNames(event.trick, names) })];
    case "Played":
      return [_("{who}: {what}", { who, what: cardName(event.card) })];
    case "TrickResolved":
      return resolved(event, names);
    case "RoundEnded":
      return roundEnded(event, names);
    case "TakenBack":
      return [_("{who}: the last choice is taken back", { who })];
    default:
      return [];
  }
}

function laidNames(trick: readonly Laid[], names: string[]): string {
  return trick.map((laid) => `${nameOf(laid.seat, names)} ${cardName(laid.card)}`).join(", ");
}

function resolved(event: Resolved, names: string[]): string[] {
  const lines = event.moves.length
    ? event.moves.map((move) => moved(move, nameOf(move.seat, names)))
    : [_("  No pirate moves.")];
  if (event.centre.length) lines.push(_("  In the centre: {cards}", { cards: cardNames(event.centre) }));
  if (event.leader !== null) lines.push(_("  {who}: highest card of the trick", { who: nameOf(event.leader, names) }));
  return lines;
}

function moved(move: Move, who: string): string {
  const number = PRINTED[move.side as Side][move.end];
  const values = { who, color: colorName(move.color), n: Math.abs(move.steps), number: number ?? "" };
  if (move.steps > 0)
    return number === undefined
      ? _("  {who}: highest in {color}, pirate up {n} and overboard", values)
      : _("  {who}: highest in {color}, pirate up {n}, now on {number}", values);
  return number === undefined
    ? _("  {who}: lowest in {color}, pirate down {n} and overboard", values)
    : _("  {who}: lowest in {color}, pirate down {n}, now on {number}", values);
}

function roundEnded(event: Event & { type: "RoundEnded" }, names: string[]): string[] {
  const standing = event.scores.map((score, seat) => `${names[seat]} ${score}`).join(" · ");
  return [
    _("Round {number} is over. Every pirate on a plank scores the number under it.", { number: event.round }),
    ...event.planks.map((plank, seat) =>
      ngettext("  {who}: {pirates} = {n} point", "  {who}: {pirates} = {n} points", pointsOf(plank), {
        who: nameOf(seat, names),
        pirates: crewNames(plank),
      }),
    ),
    _("After round {number}: {standing}", { number: event.round, standing }),
  ];
}

export function roundSummary(event: Event, view: View): Summary | null {
  if (event.type !== "RoundEnded") return null;
  const rows = event.points.map((points, seat) => ({
    seat,
    points,
    total: event.scores[seat]!,
    why: crewNames(event.planks[seat]!),
  }));
  return {
    title: _("Round {number} of {rounds}", { number: event.round, rounds: view.players }),
    rows: rows.sort((a, b) => b.points - a.points),
  };
}
