"""Every way in which hidden cards can lie, where there are not too many."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from hexdeck.core.cards import Card

Hand: TypeAlias = tuple[Card, ...]  # sorted


def all_deals(
    cards: Sequence[Card], sizes: Sequence[int], may_hold: Callable[[int, Card], bool], most: int
) -> list[tuple[Hand, ...]] | None:
    """Hands of `sizes` from `cards`, and last the cards that are left; None if there are more than `most`."""
    found = list(islice(_deals(Counter(sorted(cards)), sizes, 0, may_hold), most + 1))
    return found if len(found) <= most else None


def _deals(
    cards: Counter[Card], sizes: Sequence[int], holder: int, may_hold: Callable[[int, Card], bool]
) -> Iterator[tuple[Hand, ...]]:
    if holder == len(sizes):
        yield (tuple(cards.elements()),)
        return
    possible = [(card, count) for card, count in cards.items() if may_hold(holder, card)]
    for hand in _hands(possible, sizes[holder]):
        for others in _deals(cards - Counter(hand), sizes, holder + 1, may_hold):
            yield (hand, *others)


def _hands(possible: Sequence[tuple[Card, int]], size: int) -> Iterator[Hand]:
    """Hands that differ: equal cards are not told apart."""
    if not size:
        yield ()
    elif sum(count for _, count in possible) >= size:
        (card, count), *others = possible
        for copies in range(min(count, size), -1, -1):
            for rest in _hands(others, size - copies):
                yield ((card,) * copies + rest)
