"""Written names of Voodoo Prince: cards `b5`, actions `b5` and `trump blue`, chance outcomes."""

from typing import Final

from hexdeck.core.cards import COLORS, LETTERS, Action, Card
from hexdeck.core.chance import Chance, Outcome, number_named
from hexdeck.core.errors import NameUnknown
from hexdeck.games.voodoo_prince.law.rules import NAME_TRUMP, NO_TRUMP, UNNAMED, VALUES, make_card

CARD_NAMES: Final = {
    make_card(color, value): f"{letter}{value}"
    for color, letter in enumerate(LETTERS)
    for value in range(VALUES)
}
ACTION_NAMES: Final = CARD_NAMES | {NAME_TRUMP + color: f"trump {name}" for color, name in enumerate(COLORS)}
COLOR_NAMES: Final = {**dict(enumerate(COLORS)), UNNAMED: "unnamed", NO_TRUMP: "none"}
_CARDS_NAMED: Final = {name: card for card, name in CARD_NAMES.items()}
_ACTIONS_NAMED: Final = {name: action for action, name in ACTION_NAMES.items()}


def card_name(card: Card) -> str:
    return CARD_NAMES[card]


def card_named(name: str) -> Card:
    if name not in _CARDS_NAMED:
        raise NameUnknown(
            f"no card is called {name!r}: write a colour letter of {LETTERS} and a value, like b5"
        )
    return _CARDS_NAMED[name]


def action_name(action: Action) -> str:
    return ACTION_NAMES[action]


def action_named(name: str) -> Action:
    if name not in _ACTIONS_NAMED:
        raise NameUnknown(f"no action is called {name!r}: write a card, like b5, or a trump, like trump blue")
    return _ACTIONS_NAMED[name]


def outcome_name(needs: Chance, outcome: Outcome) -> str:
    """`2` for a dealer, `blue` for a trump, every card in its order for a deal."""
    if needs.what == "trump":
        return COLORS[outcome[0]]
    return " ".join(map(card_name if needs.what == "deal" else str, outcome))


def outcome_named(needs: Chance, text: str) -> Outcome:
    if needs.what == "trump":
        if text not in COLORS:
            raise NameUnknown(f"no colour is called {text!r}: choose one of {', '.join(COLORS)}")
        return (COLORS.index(text),)
    if needs.what == "deal":
        return tuple(card_named(name) for name in text.split())
    return (number_named(text),)
