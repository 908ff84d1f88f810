"""Voodoo Prince: so many points and choices at most; [VP5] names a paragraph of the rules."""

from collections.abc import Mapping
from typing import Final

from hexdeck.core.game import Bounds, Choice
from hexdeck.games.voodoo_prince.law.rules import ENOUGH, MARSHMALLOW, PATIENCE, PRINCE

LONGEST_ROUNDS: Final = {2: 13, 3: 11, 4: 11, 5: 14}  # tricks, by players [VP-R8]


def bounds(players: int, options: Mapping[str, Choice]) -> Bounds:
    """A leaver scores what others have, even a trick too many [VP5, VP8]; two share seven [VP11]."""
    if options["variant"] == "marshmallow":
        return _marshmallow(players)
    rounds, goal = int(options["rounds"]), PRINCE[players].goal
    most = goal if players == 2 else (players - 1) * (goal + 1)
    return Bounds(0, rounds * most, rounds * (LONGEST_ROUNDS[players] * players + 1))


def _marshmallow(players: int) -> Bounds:
    """Nobody plays on with twenty points, and nothing counts twice [VP13]."""
    setup = MARSHMALLOW[players]
    return Bounds(0, ENOUGH - 1 + (players - 1) * setup.goal, PATIENCE * (setup.hand * players + 1))
