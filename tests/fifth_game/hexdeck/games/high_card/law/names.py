"""Written names of High Card: a card is its value, laying it too."""

from hexdeck.games.high_card.law.rules import CARDS

from hexdeck.core.cards import Card
from hexdeck.core.chance import Chance, Outcome
from hexdeck.core.errors import NameUnknown


def card_name(card: Card) -> str:
    return str(card + 1)


def card_named(name: str) -> Card:
    if name not in map(card_name, range(CARDS)):
        raise NameUnknown(f"no card is called {name!r}: write a number from 1 to {CARDS}")
    return int(name) - 1


def outcome_name(needs: Chance, outcome: Outcome) -> str:
    del needs  # there is only the deal
    return " ".join(map(card_name, outcome))


def outcome_named(needs: Chance, text: str) -> Outcome:
    del needs
    return tuple(map(card_named, text.split()))
