"""Vampire Queen: so many points and choices at most; [VQ10] names a paragraph of the rules."""

from collections.abc import Mapping

from hexdeck.core.game import Bounds, Choice
from hexdeck.games.vampire_queen.law.rules import DECK, HAND_SIZES, SLAYERS


def bounds(players: int, options: Mapping[str, Choice]) -> Bounds:
    """At worst one holds the dearest of all cards [VQ10]; three rounds for each card dealt [VQ-R8]."""
    phases, dealt = int(options["phases"]), players * HAND_SIZES[players]
    worst = sum(DECK[-dealt:]) + sum(SLAYERS)
    return Bounds(-phases * worst, 0, phases * 3 * dealt * players)
