"""Ways to place the pirates: a few to offer, and a short way to write any of them."""

from collections.abc import Mapping, Sequence
from typing import Final

from hexdeck.core.cards import Action, Card, Color
from hexdeck.games.skull_queen.law.names import PIRATE_LETTERS
from hexdeck.games.skull_queen.law.planks import LENGTH, PIRATES, PLACINGS, SPACES, Plank, Side
from hexdeck.games.skull_queen.law.rules import PLACE
from hexdeck.games.skull_queen.law.trick import EIGHT, FIVE, color_of, value_of

FRONT: Final[Side] = 0
BACK: Final[Side] = 1
MIDDLE: Final = 3  # the number on the middle space of both sides
ACTION_OF: Final = {plank: PLACE + index for index, plank in enumerate(PLACINGS)}
_SHORT_NAMES: Final = {
    (plank.side, *(str(SPACES[plank.side][space]) for space in plank.pirates)): action
    for plank, action in ACTION_OF.items()
}


def suggestions(hand: Sequence[Card]) -> dict[Plank, int]:
    """A few planks, each with the number its pirates start on (MIDDLE) or are headed for."""
    drifts = [_drift(hand, color) for color in range(len(PIRATES))]
    rising = FRONT if sum(drifts) > 0 else BACK  # the side with the 8 where most pirates will go
    aims = {_headed(side, MIDDLE, [0] * len(PIRATES)): MIDDLE for side in (FRONT, BACK)}
    for side, number in ((FRONT, 5), (BACK, 5), (rising, 8)):
        aims.setdefault(_headed(side, number, drifts), number)
    return aims


def _drift(hand: Sequence[Card], color: Color) -> int:
    """How many spaces a pirate will go up, roughly: high cards pull it up and low ones down."""
    values = [value_of(card) for card in hand if color_of(card) == color]
    return sum(value >= EIGHT for value in values) - sum(value <= FIVE for value in values)


def _headed(side: Side, number: int, drifts: Sequence[int]) -> Plank:
    """Every pirate as far from `number` as it will go."""
    goal = SPACES[side].index(number)
    return Plank(side, tuple(min(max(goal + drift, 0), LENGTH - 1) for drift in drifts))


def placing_said(text: str, sides: Mapping[str, Side]) -> Action | None:
    """The action that `front 3 3 5 2` or `front r3 y3 g5 b2` means; `sides` are known by their words."""
    word, _, rest = text.partition(" ")
    spaces = rest.split()
    if len(spaces) != len(PIRATES):
        return None
    numbers = (space.removeprefix(letter) for letter, space in zip(PIRATE_LETTERS, spaces, strict=True))
    return _SHORT_NAMES.get((sides.get(word), *numbers))
