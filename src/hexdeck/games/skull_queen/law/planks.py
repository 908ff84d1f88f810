"""Skull Queen's planks: five spaces, and a pirate of each colour on them [SQ2]."""

from dataclasses import dataclass
from itertools import product
from typing import Annotated, Final, TypeAlias

from hexdeck.core.cards import COLORS, Color

Side: TypeAlias = Annotated[int, "side"]  # an index into SIDES
Space: TypeAlias = int  # 0, the narrow top, to 4, the wide bottom; or OVERBOARD

PIRATES: Final = COLORS[:4]  # the colours of pirates and cards
SIDES: Final = ("front", "back")
SPACES: Final = ((8, 5, 3, 2, 1), (1, 2, 3, 5, 8))  # printed on each side, from the top down [SQ2]
LENGTH: Final = len(SPACES[0])
OVERBOARD: Final[Space] = -1  # [SQ9]


@dataclass(frozen=True, slots=True)
class Plank:
    side: Side
    pirates: tuple[Space, ...]  # where the pirate of each colour stands

    def points(self) -> int:
        """What the pirates score where they stand [SQ11]."""
        return sum(SPACES[self.side][space] for space in self.pirates if space != OVERBOARD)

    def moved(self, color: Color, steps: int) -> "Plank":
        """The plank after a pirate on it went `steps` up, or down if negative [SQ7, SQ9]."""
        space = self.pirates[color] - steps
        pirates = list(self.pirates)
        pirates[color] = space if 0 <= space < LENGTH else OVERBOARD
        return Plank(self.side, tuple(pirates))


PLACINGS: Final = tuple(  # every way to place, in the order of their actions [SQ4]
    Plank(side, spaces)
    for side in range(len(SIDES))
    for spaces in product(range(LENGTH), repeat=len(PIRATES))
)
