"""Vampire Queen: slayers carried, victims of them, and phases without a minus point."""

from collections.abc import Iterator
from typing import Final

from hexdeck.core.cards import Seat
from hexdeck.games.vampire_queen.law.events import Event, PhaseEnded, TakenUp
from hexdeck.games.vampire_queen.law.rules import SLAYERS
from hexdeck.text.game_words import Labels
from hexdeck.text.sayings import N_

LABELS: Final[Labels] = {
    "slayers": N_("slayers carried to the end of a phase"),
    "taken": N_("piles taken up in slayer rounds"),
    "clean": N_("phases without a minus point"),
}


def feats(event: Event) -> Iterator[tuple[str, Seat]]:
    match event:
        case TakenUp(seat):
            yield "taken", seat
        case PhaseEnded(_, hands, points):
            yield from (
                ("slayers", seat) for seat, hand in enumerate(hands) for card in hand if card in SLAYERS
            )
            yield from (("clean", seat) for seat, lost in enumerate(points) if lost == 0)
