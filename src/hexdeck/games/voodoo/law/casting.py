"""Which curses a seat can cast, and on whom [VO5, VO6, VO9]."""

from collections import Counter
from collections.abc import Sequence

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.games.voodoo.law.actions import ALL, action
from hexdeck.games.voodoo.law.cards import Face, curse
from hexdeck.games.voodoo.law.position import Position


def can_pay(dice: Sequence[Face], card: Card) -> bool:
    price = curse(card)
    return len(dice) >= price.ingredients and Counter(price.cost) <= Counter(dice)


def possible_casts(position: Position, seat: Seat, verb: str) -> list[Action]:
    """Every curse in hand that the dice on the table pay for, with every victim."""
    payable = [card for card in position.curses.hands[seat] if can_pay(position.dice, card)]
    return [action(verb, card, victim) for card in payable for victim in _choices(position, seat, card)]


def _choices(position: Position, caster: Seat, card: Card) -> list[int]:
    return [ALL] if curse(card).victims == "all" else position.possible_victims(caster)


def victims(position: Position, caster: Seat, victim: int) -> tuple[Seat, ...]:
    """Everybody whom a curse cast on `victim` binds."""
    return tuple(position.opponents(caster)) if victim == ALL else (victim,)
