"""Voodoo: curses cast, broken and called, and skulls on the way."""

from collections.abc import Iterator
from typing import Final

from hexdeck.core.cards import Seat
from hexdeck.games.voodoo.law.events import CallJudged, CurseCast, Event, SkullCrossed
from hexdeck.text.game_words import Labels
from hexdeck.text.sayings import N_

LABELS: Final[Labels] = {
    "cast": N_("curses cast"),
    "broken": N_("own breaks that others called"),
    "called": N_("breaks of others called"),
    "skulls": N_("skulls passed"),
}


def feats(event: Event) -> Iterator[tuple[str, Seat]]:
    match event:
        case CurseCast(seat):
            yield "cast", seat
        case CallJudged(seat, _, accused, broken=True):
            yield "broken", accused
            yield "called", seat
        case SkullCrossed(seat):
            yield "skulls", seat
