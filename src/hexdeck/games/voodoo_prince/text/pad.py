"""What counts points at a real table: how many cards and tricks a round has [VP1, VP13]."""

from collections.abc import Mapping
from typing import Any, Final

from hexdeck.games.voodoo_prince.law.rules import ENOUGH, MARSHMALLOW, PATIENCE, PRINCE, SPLITTERS, Setup

OPTIONS: Final = ("rounds", "variant")


def _columns(setups: Mapping[int, Setup], splitters: tuple[int, ...]) -> dict[str, Any]:
    seats = {str(players): {"hand": one.hand, "goal": one.goal} for players, one in setups.items()}
    return {"seats": seats, "splits": bool(splitters)}


TABLE: Final[Mapping[str, Any]] = {
    "variants": {"prince": _columns(PRINCE, SPLITTERS), "marshmallow": _columns(MARSHMALLOW, ())},
    "enough": ENOUGH,
    "patience": PATIENCE,
}
