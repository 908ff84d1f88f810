"""Voodoo: so many points and choices at most; [VO12] names a paragraph of the rules."""

from collections.abc import Mapping
from typing import Final

from hexdeck.core.game import Bounds, Choice
from hexdeck.games.voodoo.law.cards import the_cards
from hexdeck.games.voodoo.law.position import GOAL
from hexdeck.games.voodoo.law.rules import PATIENCE

BUSIEST_TURN: Final = 800  # choices with dice and cards, acts, calls, cries and votes, of six players


def bounds(players: int, options: Mapping[str, Choice]) -> Bounds:
    """A point short of the end [VO12] a curse may bring its most; all may be asked before each choice."""
    del options
    gains = [max(card.casting, card.breaking) for card in the_cards().curses]
    return Bounds(0, GOAL - 1 + max(gains), PATIENCE * players * BUSIEST_TURN * players)
