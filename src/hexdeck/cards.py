"""Words that all games share."""

from typing import Final, TypeAlias

Seat: TypeAlias = int  # a place at the table, 0 to players - 1, clockwise
Action: TypeAlias = int  # a choice; every game names its own
Card: TypeAlias = int  # every game numbers its own
Color: TypeAlias = int  # an index into COLORS

COLORS: Final = ("red", "yellow", "green", "blue", "purple")
LETTERS: Final = "rygbp"  # the colours in written card names: b5 is the blue five
