"""Written names of Skull Queen: cards `b8`, placings `front r8 y5 g3 b3`, chance outcomes."""

from typing import Final

from hexdeck.core.cards import LETTERS, Action, Card
from hexdeck.core.chance import Chance, Outcome, number_named
from hexdeck.core.errors import NameUnknown
from hexdeck.games.skull_queen.law.planks import PIRATES, PLACINGS, SIDES, SPACES, Plank
from hexdeck.games.skull_queen.law.rules import PLACE
from hexdeck.games.skull_queen.law.trick import MATE, MONKEY, TOP, make_card

PIRATE_LETTERS: Final = LETTERS[: len(PIRATES)]


def _placing_name(plank: Plank) -> str:
    """The side, and the number each pirate stands on."""
    printed = SPACES[plank.side]
    pirates = zip(PIRATE_LETTERS, plank.pirates, strict=True)
    return " ".join([SIDES[plank.side], *(f"{letter}{printed[space]}" for letter, space in pirates)])


CARD_NAMES: Final = {
    make_card(color, value): f"{letter}{value}"
    for color, letter in enumerate(PIRATE_LETTERS)
    for value in range(1, TOP + 1)
} | {MONKEY: "monkey", MATE: "mate"}
ACTION_NAMES: Final = CARD_NAMES | {
    PLACE + index: _placing_name(plank) for index, plank in enumerate(PLACINGS)
}
ALL_PLACINGS: Final = tuple(range(PLACE, PLACE + len(PLACINGS)))  # which come all or none [SQ4]
PLACING_PATTERNS: Final = tuple(
    f"{side} {' '.join(f'{letter}?' for letter in PIRATE_LETTERS)}" for side in SIDES
)
_CARDS_NAMED: Final = {name: card for card, name in CARD_NAMES.items()}
_ACTIONS_NAMED: Final = {name: action for action, name in ACTION_NAMES.items()}


def card_name(card: Card) -> str:
    return CARD_NAMES[card]


def card_named(name: str) -> Card:
    if name not in _CARDS_NAMED:
        raise NameUnknown(
            f"no card is called {name!r}: write a colour letter of {PIRATE_LETTERS} and a value, like b8, "
            "or monkey or mate"
        )
    return _CARDS_NAMED[name]


def action_name(action: Action) -> str:
    return ACTION_NAMES[action]


def action_named(name: str) -> Action:
    if name not in _ACTIONS_NAMED:
        raise NameUnknown(
            f"no action is called {name!r}: write a card, like b8, or a side and the number "
            "each pirate starts on, like front r8 y5 g3 b3"
        )
    return _ACTIONS_NAMED[name]


def outcome_name(needs: Chance, outcome: Outcome) -> str:
    """`2` for a dealer, every card in its order for a deal."""
    return " ".join(card_name(card) if needs.what == "deal" else str(card) for card in outcome)


def outcome_named(needs: Chance, text: str) -> Outcome:
    if needs.what == "deal":
        return tuple(card_named(name) for name in text.split())
    return (number_named(text),)
