"""Skull Queen: pirates that fell, and planks on which none did."""

from collections.abc import Iterator
from typing import Final

from hexdeck.core.cards import Seat
from hexdeck.games.skull_queen.law.events import Event, RoundEnded, TrickResolved
from hexdeck.games.skull_queen.law.planks import OVERBOARD
from hexdeck.text.game_words import Labels
from hexdeck.text.sayings import N_

LABELS: Final[Labels] = {
    "drowned": N_("pirates overboard"),
    "dry": N_("rounds with all pirates on the plank"),
}


def feats(event: Event) -> Iterator[tuple[str, Seat]]:
    match event:
        case TrickResolved(_, moves):
            yield from (("drowned", move.seat) for move in moves if move.end == OVERBOARD)
        case RoundEnded(_, planks):
            yield from (("dry", seat) for seat, plank in enumerate(planks) if OVERBOARD not in plank.pirates)
