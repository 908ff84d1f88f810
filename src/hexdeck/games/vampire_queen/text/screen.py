"""Vampire Queen in lines."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.games.vampire_queen.law.events import Event
from hexdeck.games.vampire_queen.law.rules import PASS, PLAYS, SLAYERS, Cards, is_slayer_round, value_of
from hexdeck.games.vampire_queen.law.view import View
from hexdeck.games.vampire_queen.text.painted_cards import VampireQueenCards
from hexdeck.games.vampire_queen.text.words import (
    CRYPT,
    HEADINGS,
    MOMENTS,
    NORMAL_ROUND,
    PASS_NAME,
    SAYINGS,
    STAGES,
    TO_BEAT,
)
from hexdeck.locale import Language
from hexdeck.text.menu import Choice, Row, row
from hexdeck.text.paint import DANGER, FAINT, STRONG, filled, joined
from hexdeck.text.rows import rows
from hexdeck.text.screen import Screen
from hexdeck.text.sentences import digits, fill, text_of
from hexdeck.text.teller import Teller
from hexdeck.text.width import WIDTH

ONE_COLUMN: Final = 6  # seats; more of them stand in two columns
TWO_COLUMNS: Final = 76  # how wide a screen must be for that
LONGEST_NAME: Final = 12


class GameScreen(Screen[View, Event]):
    def __init__(self, names: Sequence[str], words: Language, width: int = WIDTH) -> None:
        self._names = names
        self._words = words
        self.width = width
        self._rows = partial(rows, width=width)
        self._cards = VampireQueenCards(words)
        self._teller = Teller(SAYINGS, names, words, {"card": self._cards.card}, width)

    def table(self, view: View) -> list[Text]:
        return [
            self._headline(view),
            *self._seats(view),
            *self._slayers_and_crypt(view),
            *self._known_cards(view),
            *self._round(view),
        ]

    def menu(self, view: View) -> list[Row]:
        _ = self._words._
        if view.seat is None:
            return []
        if not view.hand:
            return [Row(Text(_("Your hand is empty."), FAINT))]
        return [row(_("Your hand: {cards}"), self._cards.groups(view.hand), "   "), *self._sets(view)]

    def offers(self, view: View) -> Sequence[Action]:
        """Few cards first, then low values; passing last."""
        return sorted(view.actions, key=lambda action: (action == PASS, len(_set(action)), _set(action)))

    def names(self, action: Action) -> tuple[str, ...]:
        """Return how people say it, and how the cards lie there; a lone `6` could be a choice's number."""
        if action == PASS:
            return (self._words._(PASS_NAME),)
        cards = _set(action)
        spoken, laid = self._cards.spoken(cards).plain, self._cards.laid(cards).plain
        return (laid,) if spoken.isdigit() else (spoken, laid)

    def last(self, view: View) -> list[Text]:
        _ = self._words._
        if not view.last_round:
            return [Text(_("No round has been played in this phase."))]
        return [
            *self._rows(_("Last round: {cards}"), self._plays(view.last_round)),
            *self._passes(view.last_round),
        ]

    def said(self, view: View, text: str) -> Action | None:
        """The language's own words: `7 7 queen`, `two 7s with a queen`, `pass`."""
        if text == self._words._(PASS_NAME):
            return PASS
        return next((action for action in view.actions if text in self._sayings(action)), None)

    def _sayings(self, action: Action) -> tuple[str, ...]:
        """Return what can be typed for a set of cards, in small letters."""
        if action == PASS:
            return ()
        cards = _set(action)
        return self._cards.written(cards).plain.lower(), self._cards.spoken(cards).plain.lower()

    def happened(self, event: Event) -> list[Text]:
        return self._teller.lines(event)

    def moment(self, view: View) -> str:
        if not view.actions:
            return self._moment("waiting")
        if not view.round:
            return self._moment_to_start(view)
        if is_slayer_round(dict(view.round)):
            return self._moment("slayer_round")
        highest = _highest(view)
        to_beat = self._words.ngettext(*TO_BEAT, len(highest))
        follow = fill(to_beat, n=len(highest), value=value_of(highest))
        return text_of([follow, self._moment("following")])

    def _moment_to_start(self, view: View) -> str:
        if view.barred is None:
            return self._moment("starting")
        return text_of([self._moment("starting"), fill(self._moment("barred"), value=view.barred)])

    def _moment(self, name: str) -> str:
        return self._words.label(MOMENTS, name)

    def _headline(self, view: View) -> Text:
        _ = self._words._
        if not view.phase:
            return Text(_("No cards have been dealt yet."), STRONG)
        phase = fill(self._words.label(HEADINGS, "phase"), number=view.phase, phases=view.phases)
        return joined([Text(phase, STRONG), self._kind_of_round(view)], " · ")

    def _kind_of_round(self, view: View) -> Text:
        label = self._words.label
        if view.is_over:
            return Text(label(STAGES, "over"))
        if not view.to_move:
            return Text(label(STAGES, "phase_over"))
        if not view.round:
            return filled(label(STAGES, "starting"), who=self._names[view.turn])
        if is_slayer_round(dict(view.round)):
            return Text(label(STAGES, "slayer_round"), DANGER)
        n, value = len(_highest(view)), value_of(_highest(view))
        return filled(self._words.ngettext(*NORMAL_ROUND, n), n=n, value=value)

    def _seats(self, view: View) -> list[Text]:
        seats = [self._seat(view, seat) for seat in range(view.players)]
        if view.players <= ONE_COLUMN or self.width < TWO_COLUMNS:
            return seats
        half = (view.players + 1) // 2
        for left, right in zip(seats, seats[half:], strict=False):
            left.pad_right(self.width // 2 - left.cell_len)
            left.append_text(right)
        return seats[:half]

    def _seat(self, view: View, seat: Seat) -> Text:
        ngettext = self._words.ngettext
        width = min(LONGEST_NAME, max(map(cell_len, self._names)))
        mark = "▶ " if seat in view.to_move else "  "
        size, score = view.hand_sizes[seat], view.scores[seat]
        cards = ngettext("{n} card", "{n} cards", size).format(n=f"{size:2}")
        points = ngettext("{n} point", "{n} points", score).format(n=f"{digits(score):>4}")
        line = f"{mark}{set_cell_size(self._names[seat], width)}  {cards:<9}  {points}"
        return Text(line, STRONG if seat in view.to_move else "")

    def _slayers_and_crypt(self, view: View) -> list[Text]:
        if not view.phase:
            return []
        n = len(view.crypt)
        crypt = fill(self._words.ngettext(*CRYPT, n), n=n)
        return [joined([*self._slayers(view), crypt], " · ")]

    def _slayers(self, view: View) -> Iterator[Text]:
        _ = self._words._
        for slayer in SLAYERS:
            if any(slayer in cards for _seat, cards in view.round):
                yield filled(_("{slayer}: on the table"), slayer=self._cards.written([slayer]))
            for seat, cards in enumerate(view.known):
                if slayer in cards:
                    yield self._holder(view, slayer, seat)

    def _holder(self, view: View, slayer: Card, seat: Seat) -> Text:
        _ = self._words._
        barred = slayer == view.barred and view.to_move  # a new phase lifts the bar
        line = _("{slayer}: {who}, barred this round") if barred else _("{slayer}: {who}")
        return filled(line, slayer=self._cards.written([slayer]), who=self._names[seat])

    def _known_cards(self, view: View) -> list[Text]:
        """What everybody saw being taken up; after a phase all hands lie open."""
        _ = self._words._
        if view.open_hands:
            return self._rows(_("Laid open: {cards}"), self._held(view.open_hands), " · ")
        others = [() if seat == view.seat else cards for seat, cards in enumerate(view.known)]
        held = self._held([[card for card in cards if card not in SLAYERS] for cards in others])
        return self._rows(_("Taken up in the open: {cards}"), held, " · ") if held else []

    def _held(self, hands: Sequence[Sequence[Card]]) -> list[Text]:
        return [
            Text.assemble(f"{self._names[seat]} ", self._cards.written(hand))
            for seat, hand in enumerate(hands)
            if hand
        ]

    def _round(self, view: View) -> list[Text]:
        _ = self._words._
        if not view.round:
            return [Text(_("The table is empty."), FAINT)]
        return [*self._rows(_("On the table: {cards}"), self._plays(view.round)), *self._passes(view.round)]

    def _plays(self, plays: Sequence[tuple[Seat, Cards]]) -> list[Text]:
        return [
            Text.assemble(f"{self._names[seat]} ", self._cards.laid(cards)) for seat, cards in plays if cards
        ]

    def _passes(self, plays: Sequence[tuple[Seat, Cards]]) -> list[Text]:
        passed = [self._names[seat] for seat, cards in plays if not cards]
        return self._rows(self._words._("Passed: {names}"), passed) if passed else []

    def _sets(self, view: View) -> Iterator[Row]:
        """A row for each number of cards."""
        ngettext = self._words.ngettext
        offers = enumerate(self.offers(view), start=1)
        for size, equal in groupby(offers, key=lambda offer: len(_set(offer[1]))):
            label = ngettext("{n} card", "{n} cards", size).format(n=size) if size else ""
            sets = [Choice(number, self._offer(action), action) for number, action in equal]
            yield Row(Text(f"{label:>8}  "), sets)

    def _offer(self, action: Action) -> Text:
        if action == PASS:
            return Text(self._words._(PASS_NAME))
        return Text.assemble("[", self._cards.spoken(_set(action)), "]")


def _set(action: Action) -> Cards:
    return () if action == PASS else PLAYS[action]


def _highest(view: View) -> Cards:
    """What has to be beaten in a normal round."""
    return next(cards for _seat, cards in reversed(view.round) if cards)
