"""Hidden cards dealt out so that nobody holds what they cannot: the heart of every `worlds`."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

from hexdeck.cards import Card


def deal_hidden(
    cards: Sequence[Card], sizes: Sequence[int], may_hold: Callable[[int, Card], bool], rng: Random
) -> list[list[Card]]:
    """`cards` in hands of `sizes`, at random; `may_hold(holder, card)` tells what is possible."""
    assert len(cards) == sum(sizes), "every hidden card needs a holder"
    hands: list[list[Card]] = [[] for _ in sizes]
    for card in rng.sample(cards, len(cards)):
        _hand_out(card, hands, sizes, may_hold, rng)
    _mix(hands, may_hold, rng)
    return [sorted(hand) for hand in hands]


def _hand_out(
    card: Card,
    hands: list[list[Card]],
    sizes: Sequence[int],
    may_hold: Callable[[int, Card], bool],
    rng: Random,
) -> None:
    """Give `card` to a holder with room, passing other cards on along the shortest way where nobody has."""
    open_ways: list[list[tuple[int, Card]]] = [
        [(holder, card)] for holder in _holders(card, hands, may_hold, rng)
    ]
    reached = {way[0][0] for way in open_ways}
    for way in open_ways:  # grows while we look
        holder = way[-1][0]
        if len(hands[holder]) < sizes[holder]:
            return _pass_along(way, hands)
        for moved in hands[holder]:
            for taker in _holders(moved, hands, may_hold, rng):
                if taker not in reached:
                    reached.add(taker)
                    open_ways.append([*way, (taker, moved)])
    raise AssertionError("no deal agrees with what was seen")


def _holders(
    card: Card, hands: list[list[Card]], may_hold: Callable[[int, Card], bool], rng: Random
) -> list[int]:
    """Who may hold `card`, in random order."""
    holders = [holder for holder in range(len(hands)) if may_hold(holder, card)]
    return rng.sample(holders, len(holders))


def _pass_along(way: list[tuple[int, Card]], hands: list[list[Card]]) -> None:
    for (giver, _), (_, moved) in pairwise(way):
        hands[giver].remove(moved)
    for holder, card in way:
        hands[holder].append(card)


def _mix(hands: list[list[Card]], may_hold: Callable[[int, Card], bool], rng: Random) -> None:
    """Swap cards at random where both hands allow it, so that no order of dealing shows."""
    places = [(holder, at) for holder, hand in enumerate(hands) for at in range(len(hand))]
    if len(places) < 2:
        return
    for _ in range(4 * len(places)):
        (one, i), (other, j) = rng.choice(places), rng.choice(places)
        if may_hold(one, hands[other][j]) and may_hold(other, hands[one][i]):
            hands[one][i], hands[other][j] = hands[other][j], hands[one][i]
