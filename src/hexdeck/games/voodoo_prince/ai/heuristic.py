"""A player of Voodoo Prince who lets others win first [VP, what good players know]."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from hexdeck.core.cards import COLORS, Action, Card, Color
from hexdeck.games.voodoo_prince.law.rules import (
    DOLL,
    NAME_TRUMP,
    SPLITTERS,
    UNNAMED,
    color_of,
    make_card,
    value_of,
    winning_card,
)
from hexdeck.games.voodoo_prince.law.view import View

SURE: Final = 6.0  # points that winning is worth to one of the last two in a round
KEEPING: Final = 0.3  # points that a sure winner is worth in hand


class Heuristic:
    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def interrupt(self, view: View) -> Action | None:
        del view
        return None

    def choose(self, view: View) -> Action:
        if view.trump == UNNAMED:
            colors = range(len(COLORS))
            return NAME_TRUMP + max(colors, key=lambda color: (_control(view, color), self._rng.random()))
        hidden = _unseen(view)
        power = {card: _power(view, card, hidden) for card in view.hand}
        gain = {tricks: _gain(view, tricks, power) for tricks in (1, 2)}

        def worth(card: Card) -> float:
            """Points expected from playing it, and a little for what stays in hand."""
            tricks = 2 if value_of(card) in SPLITTERS and not view.marshmallow else 1
            return _chance_to_take(view, card, hidden) * gain[tricks] - KEEPING * power[card]

        return max(view.actions, key=lambda card: (worth(card), self._rng.random()))


def _control(view: View, color: Color) -> float:
    """How well the hand rules `color`: extremes win or lose at will, length keeps the lead."""
    values = [value_of(card) for card in view.hand if color_of(card) == color]
    extremes = sum(1.0 for value in values if value >= view.top - 2 or value <= 1)
    both_ends = 1.5 if DOLL in values and view.top in values else 0.0
    return extremes + both_ends + 0.4 * len(values)


def _gain(view: View, tricks: int, power: Mapping[Card, float]) -> float:
    """What taking a trick that counts `tricks` is worth, against leaving it to somebody else."""
    assert view.seat is not None
    missing = view.goal - view.tricks[view.seat]
    if view.players == 2:
        return _gain_of_two(view, missing)
    if len(view.playing) == 2:
        return SURE
    if missing > tricks:
        return 3.5 - len(view.playing)  # needed in the end, unwelcome while others can still leave first
    return _points_now(view) - _points_later(view, missing, power)


def _gain_of_two(view: View, missing: int) -> float:
    """Seven points are shared: the leaver gets the other's tricks, the other what is missing."""
    assert view.seat is not None
    theirs = view.tricks[1 - view.seat]
    if theirs >= view.goal - 2:
        return 1.0 if missing <= 3 else -1.0
    return -0.6 if missing > 2 else (0.8 if theirs >= 4 else -0.8)


def _points_now(view: View) -> int:
    assert view.seat is not None
    return sum(view.tricks) - view.tricks[view.seat]


def _points_later(view: View, missing: int, power: Mapping[Card, float]) -> float:
    """What leaving next to last would earn, weighed with the danger of being left over."""
    assert view.seat is not None
    rivals = sorted(view.goal - view.tricks[seat] for seat in view.playing if seat != view.seat)
    grown = _points_now(view) + sum(rivals[:-1])
    strongest = sorted(power.values(), reverse=True)[: 2 + missing]
    safe = 1.0 - 0.5 ** (1 + sum(strongest))
    left_over = 0 if view.marshmallow else view.tricks[view.seat]
    return safe * grown + (1.0 - safe) * left_over


def _power(view: View, card: Card, hidden: Sequence[Card]) -> float:
    """How surely `card` takes a later trick, from 0 to 1."""
    higher = sum(1 for other in hidden if _beats(view, [], card, other))
    return float(0.8**higher)


def _chance_to_take(view: View, card: Card, hidden: Sequence[Card]) -> float:
    """How likely `card` takes this trick, the cards still to come being unknown."""
    cards = [played for _, played in view.trick]
    if cards and winning_card([*cards, card], view.trump, view.top) != card:
        return 0.0
    if not _could_win(view, card, cards):
        return 0.0
    to_come = len(view.playing) - len(cards) - 1
    beaten_by = sum(1 for other in hidden if _beats(view, cards, card, other))
    return float((1.0 - beaten_by / max(1, len(hidden))) ** (to_come * 2.2))


def _could_win(view: View, card: Card, cards: list[Card]) -> bool:
    led = color_of(cards[0]) if cards else color_of(card)
    return color_of(card) in (led, view.trump)


def _beats(view: View, cards: list[Card], card: Card, other: Card) -> bool:
    return winning_card([*cards, card, other], view.trump, view.top) == other


def _unseen(view: View) -> list[Card]:
    seen = set(view.hand).union(*view.played)
    low = 1 if view.marshmallow else 0
    deck = (make_card(color, value) for color in range(len(COLORS)) for value in range(low, view.top + 1))
    return [card for card in deck if card not in seen]
