"""Cards of Vampire Queen as text: `7 7 queen` in a sentence, `[7 7 queen]` where it lies or can be played."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from rich.text import Text

from hexdeck.cards import Card
from hexdeck.games.vampire_queen.rules import QUEEN, SLAYERS
from hexdeck.games.vampire_queen.words import QUEEN_NAME, SLAYER_NAME
from hexdeck.locale import Language
from hexdeck.locale.sentences import fill
from hexdeck.screens.paint import DANGER, STYLES, joined

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

    def groups(self, hand: Sequence[Card]) -> list[Text]:
        """Equal cards side by side."""
        return [self.written(equal) for _, equal in groupby(hand)]

    def _name(self, card: Card) -> str:
        _ = self._words._
        if card == QUEEN:
            return _(QUEEN_NAME)
        return fill(_(SLAYER_NAME), value=card) if card in SLAYERS else str(card)
