"""Written names of Vampire Queen: cards `7` and `q`, actions `7 7 q`, `slayer 15` and `pass`, outcomes."""

from typing import Final

from hexdeck.core.cards import Action, Card
from hexdeck.core.chance import Chance, Outcome, number_named
from hexdeck.core.errors import NameUnknown
from hexdeck.games.vampire_queen.law.rules import PASS, PLAYS, QUEEN, SLAYERS, VAMPIRES

CARD_NAMES: Final = (
    {value: str(value) for value in VAMPIRES}
    | {QUEEN: "q"}
    | {slayer: f"slayer {slayer}" for slayer in SLAYERS}
)
ACTION_NAMES: Final = {
    action: " ".join(CARD_NAMES[card] for card in cards) for action, cards in enumerate(PLAYS)
} | {PASS: "pass"}
_CARDS_NAMED: Final = {name: card for card, name in CARD_NAMES.items()}
_ACTIONS_NAMED: Final = {name: action for action, name in ACTION_NAMES.items()}


def card_name(card: Card) -> str:
    return CARD_NAMES[card]


def card_named(name: str) -> Card:
    if name not in _CARDS_NAMED:
        raise NameUnknown(f"no card is called {name!r}: write a vampire from 1 to 13, or q for a queen")
    return _CARDS_NAMED[name]


def action_name(action: Action) -> str:
    return ACTION_NAMES[action]


def action_named(name: str) -> Action:
    if name not in _ACTIONS_NAMED:
        raise NameUnknown(
            f"no action is called {name!r}: "
            "write equal vampires and then queens, like 7 7 q, or slayer 15, or pass"
        )
    return _ACTIONS_NAMED[name]


def outcome_name(needs: Chance, outcome: Outcome) -> str:
    """`2` for the seat that gets the first slayer, every card in its order for a deal."""
    return " ".join(card_name(card) if needs.what == "deal" else str(card) for card in outcome)


def outcome_named(needs: Chance, text: str) -> Outcome:
    if needs.what == "deal":
        return tuple(card_named(name) for name in text.split())
    return (number_named(text),)
