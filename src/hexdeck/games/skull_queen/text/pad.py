"""What counts points at a real table: the numbers on both sides of a plank [SQ2]."""

from collections.abc import Mapping
from typing import Any, Final

from hexdeck.games.skull_queen.law.planks import SIDES, SPACES

OPTIONS: Final = ()

TABLE: Final[Mapping[str, Any]] = {
    "sides": {side: list(numbers) for side, numbers in zip(SIDES, SPACES, strict=True)},
}
