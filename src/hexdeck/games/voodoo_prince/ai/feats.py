"""Voodoo Prince: tricks that were split, and rounds that nobody wants to end last."""

from collections.abc import Iterator
from typing import Final

from hexdeck.core.cards import Seat
from hexdeck.games.voodoo_prince.law.events import Event, LeftOver, RoundLeft, TrickTaken
from hexdeck.text.game_words import Labels
from hexdeck.text.sayings import N_

LABELS: Final[Labels] = {
    "split": N_("tricks that counted twice"),
    "out": N_("rounds left in time"),
    "last": N_("rounds as the last one in"),
}


def feats(event: Event) -> Iterator[tuple[str, Seat]]:
    match event:
        case TrickTaken(seat, _, tricks=2):
            yield "split", seat
        case RoundLeft(seat):
            yield "out", seat
        case LeftOver(seat):
            yield "last", seat
