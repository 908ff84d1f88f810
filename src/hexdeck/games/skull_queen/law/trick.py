"""Skull Queen's cards, and which of them count in a trick [SQ1, SQ6, SQ7]."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hexdeck.core.cards import Card, Color, Seat
from hexdeck.games.skull_queen.law.planks import PIRATES

TOP: Final = 12  # the highest value of a colour; card = colour * TOP + value - 1
MONKEY: Final[Card] = TOP * len(PIRATES)
MATE: Final[Card] = MONKEY + 1
CARDS: Final = MATE + 1
EIGHT: Final = 8  # [SQ8]
FIVE: Final = 5


@dataclass(frozen=True, slots=True)
class Laid:
    """A card in a trick."""

    seat: Seat  # GHOST where the ghost turned it up
    card: Card
    color: Color | None  # what it counts as; None while the trick has no colour


def make_card(color: Color, value: int) -> Card:
    return color * TOP + value - 1


def color_of(card: Card) -> Color | None:
    """None for Monkey and First Mate."""
    return card // TOP if card < MONKEY else None


def value_of(card: Card) -> int:
    """0 for the Monkey, 13 for the First Mate."""
    if card < MONKEY:
        return card % TOP + 1
    return 0 if card == MONKEY else TOP + 1


def trick_color(cards: Iterable[Card]) -> Color | None:
    """The colour of the first card that has one [SQ5, SQ6]."""
    return next((card // TOP for card in cards if card < MONKEY), None)


def counts_as(card: Card, asked: Color | None) -> Color | None:
    """Its own colour, or for Monkey and First Mate the colour `asked` [SQ6]."""
    return card // TOP if card < MONKEY else asked


def laid(trick: Mapping[Seat, Card]) -> tuple[Laid, ...]:
    """The cards of `trick`, each with the colour it counts as."""
    asked = trick_color(trick.values())
    return tuple(Laid(seat, card, counts_as(card, asked)) for seat, card in trick.items())


def resolved(trick: Mapping[Seat, Card], centre: Sequence[Card]) -> dict[Color, list[Card]]:
    """The cards of each colour that has two or more of them, the lowest first [SQ7]."""
    counted = [(color_of(card), card) for card in centre]  # a Monkey there has no colour [SQ-R1]
    counted += [(one.color, one.card) for one in laid(trick)]
    colors = {
        color: sorted((card for counts_as, card in counted if counts_as == color), key=value_of)
        for color in range(len(PIRATES))
    }
    return {color: cards for color, cards in colors.items() if len(cards) > 1}


def steps_up(cards: Sequence[Card]) -> int:
    """How far the highest of a colour's `cards` moves [SQ7, SQ8]."""
    return 2 if EIGHT in map(value_of, cards) else 1


def steps_down(cards: Sequence[Card]) -> int:
    """How far the lowest moves [SQ7, SQ8]."""
    return 2 if FIVE in map(value_of, cards) else 1
