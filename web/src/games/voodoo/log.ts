// What happens in Voodoo, in sentences; the same messages as in the terminal.

import type { VoodooEvent as Event, VoodooNote } from "../../protocol.ts";
import { signed } from "../../numbers.ts";
import { _, ngettext } from "../../words.svelte.ts";
import { printed } from "./cards.svelte.ts";
import { cardName, diceName, faceName, inOrder, order, penalty, quotedName, victimsName } from "./names.ts";

const DEEP = "    "; // before what stands on a card

export function sentences(event: Event, names: string[]): string[] {
  const line =
    ofTurns(event, names) ??
    ofDice(event, names) ??
    ofCards(event, names) ??
    ofMarkers(event, names) ??
    ofCalls(event, names);
  return [...(line === null ? [] : [line]), ...cardText(event, names)];
}

/** A line of what an attentive player has seen. */
export function remembered(note: VoodooNote, names: string[]): string {
  const who = names[note.seat] ?? "";
  const curse = note.card === null ? "" : quotedName(note.card);
  switch (note.what) {
    case "bound":
      return _("{who}: bound by {curse}", { who, curse });
    case "did":
      return _("{who}: the act of {curse}", { who, curse });
    case "moved":
      return _("{who}: marker moved", { who });
    case "rolled":
      return _("{who}: first roll", { who });
    default:
      return _("{who}: doll passed on", { who });
  }
}

function actor(event: Event, names: string[]): string {
  return "seat" in event && event.seat !== null ? (names[event.seat] ?? "") : "";
}

function ofTurns(event: Event, names: string[]): string | null {
  const who = actor(event, names);
  switch (event.type) {
    case "DollGiven":
      return _("{who}: the doll, and the first turn", { who });
    case "StartingCursesDealt":
      return _("Everybody is dealt a curse.");
    case "TurnBegan":
      return ngettext("Turn {turn}, {who}: {n} die", "Turn {turn}, {who}: {n} dice", event.dice, {
        turn: event.turn,
        who,
      });
    case "ShieldEnded":
      return _("  {who}: the shield is gone", { who });
    case "DollPassed":
      return _("{who}: the doll goes to {other}", { who, other: names[event.to] ?? "" });
    case "TakenBack":
      return _("{who}: the last choice is taken back", { who });
    default:
      return null;
  }
}

function ofDice(event: Event, names: string[]): string | null {
  const who = actor(event, names);
  switch (event.type) {
    case "Rolled": {
      const dice = diceName(inOrder(event.faces));
      if (event.faces.length === event.dice.length) return _("{who}: {dice} rolled", { who, dice });
      return _("{who}: {dice} rolled, now {all_dice}", { who, dice, all_dice: diceName(event.dice) });
    }
    case "Discarded":
      return _("{who}: {die} discarded", { who, die: faceName(event.face) });
    case "Kept":
      return event.faces.length
        ? _("{who}: {dice} kept", { who, dice: diceName(event.faces) })
        : _("{who}: nothing kept", { who });
    case "Stopped":
      return _("{who}: enough rolled", { who });
    case "Paid":
      return _("{who}: {dice} paid", { who, dice: diceName(event.faces) });
    case "DieTurned":
      return _("  {who}: {die} turned to {new_die}", {
        who,
        die: faceName(event.face),
        new_die: faceName(event.new_face),
      });
    case "DiceChanged":
      return event.dice > 0
        ? _("  {who}: a die more in the next turn", { who })
        : _("  {who}: a die less in the next turn", { who });
    default:
      return null;
  }
}

function ofCards(event: Event, names: string[]): string | null {
  const who = actor(event, names);
  switch (event.type) {
    case "CurseCast":
      return _("{who} → {victims}: {curse}!", {
        who,
        victims: victimsName(event.victims, names),
        curse: cardName(event.card),
      });
    case "PermanentDrawn":
      return _("  {who}: {curse} for good", { who, curse: quotedName(event.card) });
    case "ActDone":
      return _("{who}: the act of {curse}", { who, curse: quotedName(event.card) });
    case "CurseHandedOver":
      return _("  {who}: {curse} handed to {other}", {
        who: names[event.giver] ?? "",
        curse: quotedName(event.card),
        other: who,
      });
    case "CurseEnded":
      return _("  {curse} binds nobody any more.", { curse: quotedName(event.card) });
    case "ArtefactUsed":
      return _("{who}: {artefact} used", { who, artefact: quotedName(event.card) });
    case "Drew":
      if (event.card !== null) return _("  {who}: {card} drawn", { who, card: quotedName(event.card) });
      return event.deck === "curses" ? _("  {who}: a curse drawn", { who }) : _("  {who}: an artefact drawn", { who });
    default:
      return null;
  }
}

function ofMarkers(event: Event, names: string[]): string | null {
  const who = actor(event, names);
  switch (event.type) {
    case "MarkerMoved": {
      const values = { who, points: signed(event.points), score: event.score };
      return ngettext(
        "  {who}: {points} point, now {score}",
        "  {who}: {points} points, now {score}",
        event.points,
        values,
      );
    }
    case "SkullCrossed":
      return _("  {who}: the skull at {points} crossed", { who, points: event.skull });
    case "TargetMoved":
      return event.seat === null ? _("  Target goes to the middle.") : _("  {who}: Target taken", { who });
    case "Shielded":
      return _("  {who}: shielded until the next turn", { who });
    default:
      return null;
  }
}

function ofCalls(event: Event, names: string[]): string | null {
  const who = actor(event, names);
  switch (event.type) {
    case "Called":
      return _("{who} calls: {other} broke {curse}!", {
        who,
        curse: quotedName(event.card),
        other: names[event.accused] ?? "",
      });
    case "Denied":
      return _("  {who}: denied", { who });
    case "Voted":
      return _("  {who}: voted", { who });
    case "VotesRevealed": {
      const votes = event.votes
        .map(
          ([seat, broken]) =>
            `${names[seat] ?? ""} ${broken === null ? _("abstained") : broken ? _("broken") : _("kept")}`,
        )
        .join(", ");
      return _("  Votes: {votes}", { votes });
    }
    case "CallJudged":
      return event.broken
        ? _("  {curse}: broken", { curse: quotedName(event.card) })
        : _("  {curse}: not broken", { curse: quotedName(event.card) });
    default:
      return null;
  }
}

/** What stands on a card that comes into play, for whoever does not know it yet. */
function cardText(event: Event, names: string[]): string[] {
  switch (event.type) {
    case "CurseCast":
      return [DEEP + order(event.card)];
    case "PermanentDrawn":
      return [`${DEEP}${order(event.card)} (${penalty(event.card)})`];
    case "ArtefactUsed":
      return [DEEP + printed(event.card).act];
    case "StartingCursesDealt":
      return event.cards.flatMap((card, seat) =>
        card === null ? [] : [_("  {who}: {what}", { who: names[seat] ?? "", what: cardName(card) })],
      );
    default:
      return [];
  }
}
