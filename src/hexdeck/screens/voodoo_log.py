"""What happens in Voodoo, told line by line."""

from collections.abc import Callable, Sequence

from rich.text import Text

from hexdeck.games.voodoo.diary import Note
from hexdeck.games.voodoo.events import (
    ActDone,
    ArtefactUsed,
    Called,
    CallJudged,
    CurseCast,
    CurseEnded,
    CurseHandedOver,
    Denied,
    DiceChanged,
    DieTurned,
    Discarded,
    DollGiven,
    DollPassed,
    Drew,
    Event,
    Kept,
    MarkerMoved,
    Paid,
    PermanentDrawn,
    Rolled,
    Shielded,
    ShieldEnded,
    SkullCrossed,
    StartingCursesDealt,
    Stopped,
    TargetMoved,
    TurnBegan,
    Voted,
    VotesRevealed,
)
from hexdeck.locale import Language
from hexdeck.locale.sentences import signed
from hexdeck.screens.paint import STRONG, filled, joined
from hexdeck.screens.voodoo_terms import VoodooTerms, dice, die


class VoodooLog:
    def __init__(self, terms: VoodooTerms, words: Language) -> None:
        self._terms = terms
        self._words = words

    def lines(self, event: Event) -> list[Text]:
        told: Sequence[Callable[[Event], Text | None]] = (
            self._of_turns,
            self._of_dice,
            self._of_curses,
            self._of_artefacts,
            self._of_markers,
            self._of_calls,
        )
        sentences = [sentence for tell in told if (sentence := tell(event)) is not None]
        return [*sentences, *self._card_text(event)]

    def remembered(self, note: Note) -> Text:
        """A line of what an attentive player has seen."""
        _, who = self._words._, self._terms.who(note.seat)
        card = "" if note.card is None else self._terms.quoted(note.card)
        sentences = {
            "bound": _("{who}: bound by {curse}"),
            "did": _("{who}: the act of {curse}"),
            "moved": _("{who}: marker moved"),
            "rolled": _("{who}: first roll"),
            "passed": _("{who}: doll passed on"),
        }
        return filled(sentences[note.what], who=who, curse=card)

    def _of_turns(self, event: Event) -> Text | None:
        _, ngettext, who = self._words._, self._words.ngettext, self._terms.who
        match event:
            case DollGiven(seat):
                return filled(_("{who}: the doll, and the first turn"), who=who(seat))
            case StartingCursesDealt():
                return Text(_("Everybody is dealt a curse."))
            case TurnBegan(seat, turn, number):
                line = ngettext("Turn {turn}, {who}: {n} die", "Turn {turn}, {who}: {n} dice", number)
                return Text(f"── {line.format(turn=turn, who=who(seat), n=number)}", STRONG)
            case ShieldEnded(seat):
                return filled(_("  {who}: the shield is gone"), who=who(seat))
            case DollPassed(seat, to):
                return filled(_("{who}: the doll goes to {other}"), who=who(seat), other=who(to))
        return None

    def _of_dice(self, event: Event) -> Text | None:
        _, who = self._words._, self._terms.who
        match event:
            case Rolled(seat, faces, all_dice) if len(faces) < len(all_dice):
                line = _("{who}: {dice} rolled, now {all_dice}")
                return filled(line, who=who(seat), dice=dice(sorted(faces)), all_dice=dice(all_dice))
            case Rolled(seat, faces, _all):
                return filled(_("{who}: {dice} rolled"), who=who(seat), dice=dice(sorted(faces)))
            case Discarded(seat, face):
                return filled(_("{who}: {die} discarded"), who=who(seat), die=die(face))
            case Kept(seat, ()):
                return filled(_("{who}: nothing kept"), who=who(seat))
            case Kept(seat, faces, _number):
                return filled(_("{who}: {dice} kept"), who=who(seat), dice=dice(faces))
            case Stopped(seat):
                return filled(_("{who}: enough rolled"), who=who(seat))
            case Paid(seat, faces):
                return filled(_("{who}: {dice} paid"), who=who(seat), dice=dice(faces))
        return None

    def _of_curses(self, event: Event) -> Text | None:
        _, who, quoted = self._words._, self._terms.who, self._terms.quoted
        match event:
            case CurseCast(seat, card, victims):
                whom = self._terms.victims(victims)
                line = _("{who} → {victims}: {curse}!")
                return filled(line, who=who(seat), victims=whom, curse=Text(self._terms.name(card), STRONG))
            case PermanentDrawn(seat, card):
                return filled(_("  {who}: {curse} for good"), who=who(seat), curse=Text(quoted(card), STRONG))
            case ActDone(seat, card):
                return filled(_("{who}: the act of {curse}"), who=who(seat), curse=quoted(card))
            case CurseHandedOver(card, giver, seat):
                line = _("  {who}: {curse} handed to {other}")
                return filled(line, who=who(giver), curse=quoted(card), other=who(seat))
            case CurseEnded(card):
                return filled(_("  {curse} binds nobody any more."), curse=quoted(card))
        return None

    def _of_artefacts(self, event: Event) -> Text | None:
        _, who, quoted = self._words._, self._terms.who, self._terms.quoted
        match event:
            case Drew(seat, "curses", None):
                return filled(_("  {who}: a curse drawn"), who=who(seat))
            case Drew(seat, _deck, None):
                return filled(_("  {who}: an artefact drawn"), who=who(seat))
            case Drew(seat, _deck, int(card)):
                return filled(_("  {who}: {card} drawn"), who=who(seat), card=quoted(card))
            case ArtefactUsed(seat, card):
                return filled(_("{who}: {artefact} used"), who=who(seat), artefact=Text(quoted(card), STRONG))
            case DieTurned(seat, face, new_face):
                line = _("  {who}: {die} turned to {new_die}")
                return filled(line, who=who(seat), die=die(face), new_die=die(new_face))
            case DiceChanged(seat, number) if number > 0:
                return filled(_("  {who}: a die more in the next turn"), who=who(seat))
            case DiceChanged(seat):
                return filled(_("  {who}: a die less in the next turn"), who=who(seat))
        return None

    def _of_markers(self, event: Event) -> Text | None:
        _, ngettext, who = self._words._, self._words.ngettext, self._terms.who
        match event:
            case MarkerMoved(seat, points, score):
                line = ngettext(
                    "  {who}: {points} point, now {score}",
                    "  {who}: {points} points, now {score}",
                    points,
                )
                return filled(line, who=who(seat), points=signed(points), score=score)
            case SkullCrossed(seat, skull):
                return filled(_("  {who}: the skull at {points} crossed"), who=who(seat), points=skull)
            case TargetMoved(None):
                return Text(_("  Target goes to the middle."))
            case TargetMoved(int(seat)):
                return filled(_("  {who}: Target taken"), who=who(seat))
            case Shielded(seat):
                return filled(_("  {who}: shielded until the next turn"), who=who(seat))
        return None

    def _of_calls(self, event: Event) -> Text | None:
        _, who, quoted = self._words._, self._terms.who, self._terms.quoted
        match event:
            case Called(seat, card, accused):
                line = _("{who} calls: {other} broke {curse}!")
                return filled(line, who=who(seat), curse=Text(quoted(card), STRONG), other=who(accused))
            case Denied(seat):
                return filled(_("  {who}: denied"), who=who(seat))
            case Voted(seat):
                return filled(_("  {who}: voted"), who=who(seat))
            case VotesRevealed(votes):
                return filled(_("  Votes: {votes}"), votes=self._votes(votes))
            case CallJudged(_caller, card, _accused, True):
                return filled(_("  {curse}: broken"), curse=quoted(card))
            case CallJudged(_caller, card):
                return filled(_("  {curse}: not broken"), curse=quoted(card))
        return None

    def _votes(self, votes: Sequence[tuple[int, bool | None]]) -> Text:
        _ = self._words._
        words = {True: _("broken"), False: _("kept"), None: _("abstained")}
        return joined(f"{self._terms.who(seat)} {words[broken]}" for seat, broken in votes)

    def _card_text(self, event: Event) -> list[Text]:
        """What stands on a card that comes into play, for whoever does not know it yet."""
        match event:
            case CurseCast(_seat, card):
                return self._terms.folded(self._terms.order(card), indent=4)
            case PermanentDrawn(_seat, card):
                return self._terms.folded(
                    f"{self._terms.order(card)} ({self._terms.penalty(card)})", indent=4
                )
            case ArtefactUsed(_seat, card):
                return self._terms.folded(self._terms.act(card), indent=4)
            case StartingCursesDealt(cards):
                return [
                    filled(
                        self._words._("  {who}: {what}"),
                        who=self._terms.who(seat),
                        what=self._terms.name(card),
                    )
                    for seat, card in enumerate(cards)
                    if card is not None
                ]
        return []
