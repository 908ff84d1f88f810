"""High Card in lines."""

from collections.abc import Sequence
from functools import partial

from hexdeck.games.high_card.law.events import Event
from hexdeck.games.high_card.law.names import card_name
from hexdeck.games.high_card.law.view import View
from hexdeck.games.high_card.text.words import SAYINGS
from rich.text import Text

from hexdeck.core.cards import Action, Card
from hexdeck.locale import Language
from hexdeck.text.menu import Choice, Piece, Row, row
from hexdeck.text.paint import STRONG, filled
from hexdeck.text.rows import rows
from hexdeck.text.screen import Screen
from hexdeck.text.teller import Teller
from hexdeck.text.width import WIDTH


class GameScreen(Screen[View, Event]):
    def __init__(self, names: Sequence[str], words: Language, width: int = WIDTH) -> None:
        self._names = names
        self._words = words
        self.width = width
        self._rows = partial(rows, width=width)
        self._teller = Teller(SAYINGS, names, words, {"card": _card}, width)

    def table(self, view: View) -> list[Text]:
        headline = filled(self._words._("Round {number} of {rounds}"), number=view.round, rounds=view.rounds)
        seats = zip(self._names, view.scores, strict=True)
        return [headline, *(Text(f"  {name} {score}") for name, score in seats), *self.last(view)]

    def menu(self, view: View) -> list[Row]:
        cards = (self._in_hand(view, card) for card in view.hand)
        return [row(self._words._("Your hand: {cards}"), cards)]

    def offers(self, view: View) -> Sequence[Action]:
        return view.actions

    def names(self, action: Action) -> tuple[str, ...]:
        return (card_name(action),)

    def last(self, view: View) -> list[Text]:
        laid = zip(self._names, view.trick, strict=False)  # there is none before the first
        pieces = [Text.assemble(f"{name} ", _card(card)) for name, card in laid]
        return self._rows(self._words._("On the table: {cards}"), pieces) if pieces else []

    def moment(self, view: View) -> str:
        del view
        return self._words._("Choose a card; they are turned up together, and the highest takes the trick.")

    def happened(self, event: Event) -> list[Text]:
        return self._teller.lines(event)

    def _in_hand(self, view: View, card: Card) -> Piece:
        legal = card in view.actions
        return Choice(view.actions.index(card) + 1, _card(card), card) if legal else _card(card)


def _card(card: Card) -> Text:
    return Text(card_name(card), STRONG)
