"""Cards of Vampire Queen as text: `7 7 q` in a sentence, `[7 7 q]` where it lies or can be played."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from rich.text import Text

from hexdeck.cards import Card
from hexdeck.games.vampire_queen.names import CARD_NAMES
from hexdeck.games.vampire_queen.rules import QUEEN, SLAYERS
from hexdeck.tui.paint import STYLES, joined

DANGER: Final = "bold #ff6b5e"
_CARD_STYLES: Final = {QUEEN: f"bold {STYLES[4]}"} | dict.fromkeys(SLAYERS, DANGER)


def written(cards: Iterable[Card]) -> Text:
    return joined((Text(CARD_NAMES[card], _CARD_STYLES.get(card, "bold")) for card in cards), " ")


def laid(cards: Iterable[Card]) -> Text:
    return Text.assemble("[", written(cards), "]")


def groups(hand: Sequence[Card]) -> list[Text]:
    """Equal cards side by side."""
    return [written(equal) for _, equal in groupby(hand)]
