"""A player of Vampire Queen who sheds whole sets and dodges slayers [VQ, what good players know]."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import comb
from random import Random
from typing import Final

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.games.vampire_queen.law.rules import (
    PASS,
    PLAYS,
    QUEEN,
    SLAYERS,
    UNBEATABLE,
    Cards,
    hunted_value,
    is_slayer_round,
    starter_after,
    value_of,
)
from hexdeck.games.vampire_queen.law.view import View, unseen

# What things are worth, in points.
A_TURN: Final = 4.0  # every set in hand has to be played some day, and that takes a turn
A_LEAD: Final = 6.0  # starting the next round
OUT: Final = 40.0  # ending the phase with an empty hand
A_HIDING_PLACE: Final = 2.0  # the first low card for slayer rounds

# What is likely.
STAY: Final = 0.35  # that a card stays in hand to the end, while no rival is close to it
SLAYERS_STAY: Final = 0.9
WILLING: Final = 0.7  # that others raise when they can
DUCKING: Final = 0.7  # others play low in slayer rounds: each catches as rarely as 0.7 random cards
CLOSE: Final = 5  # a rival with fewer cards is close to the end


class Heuristic:
    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def interrupt(self, view: View) -> Action | None:
        del view
        return None

    def choose(self, view: View) -> Action:
        worth = _hunted_worth if is_slayer_round(dict(view.round)) else _worth
        hidden = Counter(unseen(view))
        return max(view.actions, key=lambda action: (worth(view, action, hidden), self._rng.random()))


def _worth(view: View, action: Action, hidden: Counter[Card]) -> float:
    if action == PASS:
        return -_cost(view, view.hand)
    cards = PLAYS[action]
    rest = _without(view.hand, cards)
    if not rest:
        return OUT
    if cards[0] in SLAYERS:
        return -_cost(view, rest)
    return A_LEAD * _chance_to_start(view, cards, hidden) - _cost(view, rest)


def _cost(view: View, hand: Sequence[Card]) -> float:
    """What holding `hand` is likely to cost."""
    danger = _danger(view)
    stay = STAY + (1.0 - STAY) * danger
    slayers = [card for card in hand if card in SLAYERS]
    points = stay * (sum(hand) - sum(slayers)) + SLAYERS_STAY * sum(slayers)
    hiding = A_HIDING_PLACE if any(hunted_value(card) in (1, 2) for card in hand) else 0.0
    return points + A_TURN * (1.0 - danger) * len(set(hand)) - hiding


def _danger(view: View) -> float:
    """How close a rival is to the end of the phase, from 0 to 1."""
    fewest = min(size for seat, size in enumerate(view.hand_sizes) if seat != view.seat)
    return max(0.0, 1.0 - fewest / CLOSE)


def _chance_to_start(view: View, cards: Cards, hidden: Counter[Card]) -> float:
    """How likely nobody raises `cards`."""
    to_come = _to_come(view)
    if value_of(cards) == UNBEATABLE or not to_come:
        return 1.0
    share = sum(view.hand_sizes[seat] for seat in to_come) / len(to_come) / max(1, hidden.total())
    share = round(min(1.0, share), 2)  # few enough different ones to remember
    chance = 1.0
    for value in range(value_of(cards) + 1, QUEEN + 1):
        chance *= 1.0 - WILLING * _at_least(len(cards), hidden[value], share)
    return float(chance ** len(to_come))


@lru_cache(maxsize=10_000)
def _at_least(number: int, copies: int, share: float) -> float:
    """How likely a hand with that `share` of the hidden cards has `number` of `copies` equal ones."""
    fewer = range(min(number, copies + 1))
    return 1.0 - sum(comb(copies, held) * share**held * (1 - share) ** (copies - held) for held in fewer)


def _hunted_worth(view: View, action: Action, hidden: Counter[Card]) -> float:
    """What a single card is worth in a slayer round, the cards still to come being unknown."""
    card = PLAYS[action][0]
    rest = _without(view.hand, PLAYS[action])
    shed = _cost(view, view.hand) - _cost(view, rest) + (OUT if not rest else 0.0)
    taking = _chance_to_take(view, card, hidden)
    pile = sum(sum(cards) for _, cards in view.round) + card
    return (1.0 - taking) * shed - taking * pile


def _chance_to_take(view: View, card: Card, hidden: Counter[Card]) -> float:
    assert view.seat is not None
    if starter_after(dict(view.round) | {view.seat: (card,)}) != view.seat:
        return 0.0
    lower = sum(copies for other, copies in hidden.items() if hunted_value(other) < hunted_value(card))
    return float((lower / max(1, hidden.total())) ** (DUCKING * len(_to_come(view))))


def _to_come(view: View) -> list[Seat]:
    """The seats that have their turn in this round after this one."""
    assert view.seat is not None
    rest = view.players - len(view.round) - 1
    return [(view.seat + step) % view.players for step in range(1, rest + 1)]


def _without(hand: Sequence[Card], cards: Cards) -> list[Card]:
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return rest
