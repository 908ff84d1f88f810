"""Cards and planks of Skull Queen as text: `☾b8⇈`, `Monkey`, `front r8 y5 g3 b3`."""

from typing import Final

from rich.text import Text

from hexdeck.core.cards import Card
from hexdeck.games.skull_queen.law.names import PIRATE_LETTERS, card_name
from hexdeck.games.skull_queen.law.planks import OVERBOARD, SPACES, Plank
from hexdeck.games.skull_queen.law.trick import EIGHT, FIVE, color_of, value_of
from hexdeck.games.skull_queen.text.words import CREW
from hexdeck.locale import Language
from hexdeck.text.paint import STYLES, colored_card, joined

ARROWS: Final = {EIGHT: "⇈", FIVE: "⇊"}  # what the card doubles
INSIDE: Final = (4, 4, 6, 6, 8)  # how wide each space of a plank is drawn, from the top down
PLANK_WIDTH: Final = 12


def painted(card: Card, words: Language) -> Text:
    color, value = color_of(card), value_of(card)
    if color is None:
        return Text(crew_name(card, words), "bold")
    return colored_card(color, value).append(ARROWS.get(value, ""))


def crew_name(card: Card, words: Language) -> str:
    """A card without a colour."""
    return words._(CREW[card_name(card)])


def placed(plank: Plank, side: str) -> Text:
    """`front r8 y5 g3 b3`, with the word for the side."""
    return Text.assemble(f"{side} ", standing(plank))


def standing(plank: Plank) -> Text:
    """`r8 y5 g3 b~`: the number under each pirate, or the water."""
    printed = SPACES[plank.side]
    numbers = ("~" if space == OVERBOARD else str(printed[space]) for space in plank.pirates)
    return joined((_pirate(color, number) for color, number in enumerate(numbers)), " ")


def drawn(plank: Plank) -> list[Text]:
    """Five spaces from the narrow top to the wide bottom, and the water below."""
    spaces = [_space(plank, space, number) for space, number in enumerate(SPACES[plank.side])]
    return [*spaces, Text.assemble("  ~~~", _lanes(plank, OVERBOARD, "~"), "~~~")]


def _space(plank: Plank, space: int, number: int) -> Text:
    edge = " " * ((PLANK_WIDTH - 4 - INSIDE[space]) // 2)
    inner = " " * ((INSIDE[space] - len(PIRATE_LETTERS)) // 2)
    return Text.assemble(f"{number} {edge}│{inner}", _lanes(plank, space, " "), f"{inner}│")


def _lanes(plank: Plank, space: int, empty: str) -> Text:
    """Every pirate keeps to a column of its own."""
    return joined(
        (_pirate(color) if at == space else empty for color, at in enumerate(plank.pirates)), between=""
    )


def _pirate(color: int, number: str = "") -> Text:
    return Text(f"{PIRATE_LETTERS[color]}{number}", f"bold {STYLES[color]}")
