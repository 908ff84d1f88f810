"""Cards of Vampire Queen as text.

`7 7 queen` where they are told, `[7 7 queen]` where they lie, `two 7s with a queen` where they can be chosen.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from rich.text import Text

from hexdeck.core.cards import Card
from hexdeck.games.vampire_queen.law.rules import QUEEN, SLAYERS
from hexdeck.games.vampire_queen.text.words import QUEEN_NAME, QUEENS, SET, SLAYER_NAME, WITH_QUEENS
from hexdeck.locale import Language
from hexdeck.text.house_words import number_word
from hexdeck.text.paint import DANGER, STYLES, joined
from hexdeck.text.sentences import fill

_CARD_STYLES: Final = {QUEEN: f"bold {STYLES[4]}"} | dict.fromkeys(SLAYERS, DANGER)


class VampireQueenCards:
    def __init__(self, words: Language) -> None:
        self._words = words

    def written(self, cards: Iterable[Card]) -> Text:
        return joined(map(self.card, cards), " ")

    def card(self, card: Card) -> Text:
        return Text(self._name(card), _CARD_STYLES.get(card, "bold"))

    def laid(self, cards: Iterable[Card]) -> Text:
        return Text.assemble("[", self.written(cards), "]")

    def spoken(self, cards: Sequence[Card]) -> Text:
        """Return a set as people say it: `two 7s with a queen`, `three queens`, `slayer 15`."""
        queens = [card for card in cards if card == QUEEN]
        others = [card for card in cards if card != QUEEN]
        style = _CARD_STYLES.get(cards[0], "bold")
        if not others:
            return Text(self._equal(queens, QUEENS), style)
        what = self._equal(others, SET)
        if not queens:
            return Text(what, style)
        message = self._words.ngettext(*WITH_QUEENS, len(queens))
        return Text(fill(message, what=what, count=self._count(queens)), style)

    def _equal(self, cards: Sequence[Card], message: str) -> str:
        """Return the name of one card, and of several their number and value."""
        if len(cards) == 1:
            return self._name(cards[0])
        return fill(self._words._(message), count=self._count(cards), value=cards[0])

    def _count(self, cards: Sequence[Card]) -> str:
        """Return `two`; German names of numbers have a capital, for names of cards."""
        return number_word(len(cards), self._words).lower()

    def groups(self, hand: Sequence[Card]) -> list[Text]:
        """Equal cards side by side."""
        return [self.written(equal) for _, equal in groupby(hand)]

    def _name(self, card: Card) -> str:
        _ = self._words._
        if card == QUEEN:
            return _(QUEEN_NAME)
        return fill(_(SLAYER_NAME), value=card) if card in SLAYERS else str(card)
