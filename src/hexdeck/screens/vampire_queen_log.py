"""What happens in Vampire Queen, as lines of the log."""

from collections.abc import Sequence

from rich.text import Text

from hexdeck.cards import Card, Seat
from hexdeck.games.vampire_queen.events import (
    Dealt,
    Event,
    GameEnded,
    LaidAside,
    Passed,
    PhaseEnded,
    Played,
    SlayersGiven,
    TakenUp,
)
from hexdeck.games.vampire_queen.rules import SLAYERS
from hexdeck.locale import Language
from hexdeck.screens.paint import FAINT, STRONG, filled, joined
from hexdeck.screens.vampire_queen_cards import DANGER, VampireQueenCards


class VampireQueenLog:
    def __init__(self, names: Sequence[str], words: Language) -> None:
        self._names = names
        self._words = words
        self._cards = VampireQueenCards(words)

    def lines(self, event: Event) -> list[Text]:
        match event:
            case SlayersGiven() | Dealt():
                return [self._start(event)]
            case Played():
                return self._played(event)
            case Passed():
                return [self._passed(event)]
            case LaidAside():
                return [self._laid_aside(event)]
            case TakenUp():
                return self._taken_up(event)
            case PhaseEnded():
                return self._phase_ended(event)
            case GameEnded():
                return []

    def _start(self, event: SlayersGiven | Dealt) -> Text:
        _ = self._words._
        if isinstance(event, SlayersGiven):
            given = zip((event.fifteen, event.twenty), SLAYERS, strict=True)
            return joined((self._with_cards(seat, [slayer]) for seat, slayer in given), " · ")
        line = _("Phase {number}: the cards are dealt. First to play: {who}")
        return Text(line.format(number=event.phase, who=self._names[event.starter]), STRONG)

    def _played(self, event: Played) -> list[Text]:
        _ = self._words._
        lines = [self._with_cards(event.seat, event.cards)]
        if event.cards[0] in SLAYERS:
            line = _("  Slayer round: one card from everybody else, and the highest takes all.")
            lines.append(Text(line, DANGER))
        return lines

    def _with_cards(self, seat: Seat, cards: Sequence[Card]) -> Text:
        return filled(self._words._("{who}: {what}"), who=self._names[seat], what=self._cards.written(cards))

    def _passed(self, event: Passed) -> Text:
        _ = self._words._
        line = _("{who}: pass, without a choice") if event.forced else _("{who}: pass")
        return Text(line.format(who=self._names[event.seat]), FAINT)

    def _laid_aside(self, event: LaidAside) -> Text:
        n = len(event.cards)
        line = self._words.ngettext(
            "  {who}: highest, so next to start; {n} card into the crypt",
            "  {who}: highest, so next to start; {n} cards into the crypt",
            n,
        )
        return filled(line, who=self._names[event.seat], n=n)

    def _taken_up(self, event: TakenUp) -> list[Text]:
        _, ngettext = self._words._, self._words.ngettext
        who, n = self._names[event.seat], len(event.cards)
        taken = ngettext("  {who}: {n} card taken up: {cards}", "  {who}: {n} cards taken up: {cards}", n)
        start = _("  {who}: next to start, but not with {slayer}")
        return [
            filled(taken, who=who, n=n, cards=self._cards.written(event.cards)),
            filled(start, who=who, slayer=self._cards.written([event.barred])),
        ]

    def _phase_ended(self, event: PhaseEnded) -> list[Text]:
        _ = self._words._
        over = _("Phase {number} is over. Every card left costs its value, a queen 14.")
        return [
            Text(over.format(number=event.phase), STRONG),
            *(self._counted(event, seat) for seat in range(len(self._names))),
        ]

    def _counted(self, event: PhaseEnded, seat: Seat) -> Text:
        _, ngettext = self._words._, self._words.ngettext
        who, score, n = self._names[seat], event.scores[seat], event.points[seat]
        if not event.hands[seat]:
            return filled(_("  {who}: no cards left, still {score}"), who=who, score=score)
        line = ngettext(
            "  {who}: {cards} = {n} minus point, now {score}",
            "  {who}: {cards} = {n} minus points, now {score}",
            n,
        )
        return filled(line, who=who, cards=self._cards.written(event.hands[seat]), n=n, score=score)
