"""Words that all games share."""

from typing import Annotated, Final, TypeAlias

# What is marked has names, and leaves the house under them.
Seat: TypeAlias = int  # a place at the table, 0 to players - 1, clockwise
Action: TypeAlias = Annotated[int, "action"]  # a choice; every game names its own
Card: TypeAlias = Annotated[int, "card"]  # every game numbers its own
Color: TypeAlias = Annotated[int, "color"]  # an index into COLORS

COLORS: Final = ("red", "yellow", "green", "blue", "purple")
LETTERS: Final = "rygbp"  # the colours in written card names: b5 is the blue five
