"""Voodoo Prince in lines."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from hexdeck.core.cards import COLORS, Action, Card, Color, Seat
from hexdeck.games.voodoo_prince.law.events import Event
from hexdeck.games.voodoo_prince.law.rules import NAME_TRUMP, NO_TRUMP, UNNAMED, color_of, value_of
from hexdeck.games.voodoo_prince.law.view import View
from hexdeck.games.voodoo_prince.text.words import HEADINGS, MOMENTS, SAYINGS, STAGES
from hexdeck.locale import Language
from hexdeck.text.house_words import COLORS as COLOR_NAMES
from hexdeck.text.menu import Choice, Piece, Row, row
from hexdeck.text.paint import FAINT, STRONG, colored_card, colored_word, filled, joined, not_now
from hexdeck.text.rows import rows
from hexdeck.text.screen import Screen
from hexdeck.text.sentences import fill
from hexdeck.text.teller import Teller
from hexdeck.text.width import WIDTH

LONGEST_NAME: Final = 16


class GameScreen(Screen[View, Event]):
    def __init__(self, names: Sequence[str], words: Language, width: int = WIDTH) -> None:
        self._names = names
        self._words = words
        self.width = width
        self._rows = partial(rows, width=width)
        self._teller = Teller(SAYINGS, names, words, {"card": _card, "color": self._color}, width)

    def table(self, view: View) -> list[Text]:
        seats = (self._seat(view, seat) for seat in range(view.players))
        return [self._headline(view), *seats, *self._trick(view)]

    def menu(self, view: View) -> list[Row]:
        _ = self._words._
        hand = row(_("Your hand: {cards}"), (self._in_hand(view, card) for card in view.hand))
        if view.trump != UNNAMED:
            return [hand]
        offers = enumerate(self.offers(view), start=1)
        colors = (Choice(number, self._color(action - NAME_TRUMP), action) for number, action in offers)
        return [hand, row(_("Name trump: {colors}"), colors)]

    def offers(self, view: View) -> Sequence[Action]:
        return view.actions

    def names(self, action: Action) -> tuple[str, ...]:
        """`☾b5` and `blue 5`."""
        if action >= NAME_TRUMP:
            return (self._color(action - NAME_TRUMP).plain,)
        return _card(action).plain, f"{self._color(color_of(action)).plain} {value_of(action)}"

    def last(self, view: View) -> list[Text]:
        _ = self._words._
        if not view.last_trick:
            return [Text(_("No trick has been taken in this round."))]
        return self._rows(_("Last trick: {cards}"), self._laid(view.last_trick))

    def said(self, view: View, text: str) -> Action | None:
        """A colour alone names trump."""
        names = [self._words._(name) for name in COLOR_NAMES.values()]
        if view.trump == UNNAMED and text in names:
            return NAME_TRUMP + names.index(text)
        return None

    def moment(self, view: View) -> str:
        label = self._words.label
        if view.trump == UNNAMED:
            return label(MOMENTS, "naming")
        return label(MOMENTS, "following" if view.trick else "leading")

    def happened(self, event: Event) -> list[Text]:
        return self._teller.lines(event)

    def _headline(self, view: View) -> Text:
        label = self._words.label
        heading = label(HEADINGS, "endless" if view.marshmallow else "round")
        round_ = Text(fill(heading, number=view.round, rounds=view.rounds), STRONG)
        return joined([round_, self._trump(view), fill(label(STAGES, "goal"), goal=view.goal)], " · ")

    def _trump(self, view: View) -> Text:
        label = self._words.label
        if view.trump == UNNAMED:
            return Text(label(STAGES, "unnamed"))
        if view.trump == NO_TRUMP:
            return Text(label(STAGES, "none"))
        return filled(label(STAGES, "trump"), color=self._color(view.trump))

    def _seat(self, view: View, seat: Seat) -> Text:
        ngettext = self._words.ngettext
        width = min(LONGEST_NAME, max(map(cell_len, self._names)))
        mark = "▶ " if seat in view.to_move else "  "
        name = set_cell_size(self._names[seat], width)
        dolls = "●" * view.tricks[seat] + "○" * (view.goal - view.tricks[seat])
        state = fill(self._words.label(STAGES, "out"), points=view.points[seat])
        if seat in view.playing:
            size = view.hand_sizes[seat]
            state = ngettext("{n} card", "{n} cards", size).format(n=size)
        score = view.scores[seat]
        points = ngettext("{n} point", "{n} points", score).format(n=score)
        line = Text(f"{mark}{name}  {dolls:<9}  {state:<12}  {points}")
        line.stylize(STRONG if seat in view.to_move else FAINT if seat not in view.playing else "")
        return line

    def _trick(self, view: View) -> list[Text]:
        _ = self._words._
        if not view.trick:
            return [Text(_("The table is empty."), FAINT)]
        return self._rows(_("On the table: {cards}"), self._laid(view.trick))

    def _laid(self, trick: Sequence[tuple[Seat, Card]]) -> list[Text]:
        return [Text.assemble(f"{self._names[seat]} ", _card(card)) for seat, card in trick]

    def _in_hand(self, view: View, card: Card) -> Piece:
        if card in view.actions:
            return Choice(view.actions.index(card) + 1, _card(card), card)
        return not_now(_card(card).plain)

    def _color(self, color: Color) -> Text:
        return colored_word(color, self._words._(COLOR_NAMES[COLORS[color]]))


def _card(card: Card) -> Text:
    return colored_card(color_of(card), value_of(card))
