"""What counts points at a real table: the track, and what the curses score [VO1, VO6, VO8]."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from hexdeck.games.voodoo.law.cards import CURSES, curse
from hexdeck.games.voodoo.law.position import GOAL, SKULLS

OPTIONS: Final = ()


def _curses() -> list[dict[str, int]]:
    """Every pair of casting and breaking points that is printed, and on how many cards."""
    printed = Counter((curse(card).casting, curse(card).breaking) for card in range(CURSES))
    return [
        {"casting": casting, "breaking": breaking, "cards": cards}
        for (casting, breaking), cards in sorted(printed.items())
    ]


TABLE: Final[Mapping[str, Any]] = {"goal": GOAL, "skulls": list(SKULLS), "curses": _curses()}
