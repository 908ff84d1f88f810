"""Skull Queen: so many points and choices at most; [SQ3] names a paragraph of the rules."""

from collections.abc import Mapping

from hexdeck.core.game import Bounds, Choice
from hexdeck.games.skull_queen.law.planks import PIRATES, SPACES
from hexdeck.games.skull_queen.law.rules import SETUPS


def bounds(players: int, options: Mapping[str, Choice]) -> Bounds:
    """As many rounds as players [SQ3]; in each all place, then play their cards [SQ4, SQ5]."""
    del options
    best = len(PIRATES) * max(SPACES[0])
    return Bounds(0, players * best, players * players * (1 + SETUPS[players].hand))
