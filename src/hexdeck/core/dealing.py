"""Hidden cards dealt out so that nobody holds what they cannot: the heart of every `worlds`."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

from hexdeck.core.cards import Card


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
    """Give `card` to a holder with room, the likelier the more room there is."""
    room = [sizes[holder] - len(hand) if may_hold(holder, card) else 0 for holder, hand in enumerate(hands)]
    if any(room):
        hands[rng.choices(range(len(hands)), room)[0]].append(card)
    else:
        _pass_along(_way_to_room(card, hands, sizes, may_hold), hands)


def _way_to_room(
    card: Card, hands: list[list[Card]], sizes: Sequence[int], may_hold: Callable[[int, Card], bool]
) -> list[tuple[int, Card]]:
    """The fewest holders who each pass a card on so that `card` finds a place: whoever gets which."""
    ways = [[(holder, card)] for holder in range(len(hands)) if may_hold(holder, card)]
    reached = {way[0][0] for way in ways}
    for way in ways:  # grows while we look
        holder = way[-1][0]
        if len(hands[holder]) < sizes[holder]:
            return way
        for moved in hands[holder]:
            for taker in range(len(hands)):
                if taker not in reached and may_hold(taker, moved):
                    reached.add(taker)
                    ways.append([*way, (taker, moved)])
    raise AssertionError("no deal agrees with what was seen")


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
