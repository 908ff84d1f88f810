"""Who sits with whom, and where: company that one has not had yet, then neighbours in the standings.

Everything here is decided by what it is given: the same standings make the same tables everywhere.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, combinations, product
from typing import TypeAlias

Entrant: TypeAlias = int  # their number
Pair: TypeAlias = frozenset[Entrant]
Cost: TypeAlias = tuple[int, int]  # company had before, and distance in the standings


def mixed(order: Sequence[Entrant], sizes: Sequence[int]) -> list[list[Entrant]]:
    """Deal people out over the tables, one after the other."""
    tables: list[list[Entrant]] = [[] for _ in sizes]
    at = 0
    for entrant in order:
        while len(tables[at]) == sizes[at]:
            at = (at + 1) % len(sizes)
        tables[at].append(entrant)
        at = (at + 1) % len(sizes)
    return tables


def swiss(standing: Sequence[Entrant], sizes: Sequence[int], met: Mapping[Pair, int]) -> list[list[Entrant]]:
    """Tables from the top of the standings down.

    It begins with neighbours, and with everybody dealt out; people change places as long as that makes it
    better; the better of the two results counts.  `sizes` are given and kept in order, the largest first.
    """
    place = {entrant: at for at, entrant in enumerate(standing)}
    begun = [_cut(standing, sizes), mixed(standing, sizes)]
    for tables in begun:
        while _improve(tables, place, met):
            pass
    best = min(begun, key=lambda tables: _total(tables, place, met))
    tables = [sorted(table, key=place.__getitem__) for table in best]
    return sorted(tables, key=lambda table: (-len(table), place[table[0]]))


def _cut(standing: Sequence[Entrant], sizes: Sequence[int]) -> list[list[Entrant]]:
    left = iter(standing)
    return [[next(left) for _ in range(size)] for size in sizes]


def _improve(tables: list[list[Entrant]], place: Mapping[Entrant, int], met: Mapping[Pair, int]) -> bool:
    """Look at everybody once; whether two people have changed places."""
    is_better = False
    for one, other in combinations(tables, 2):
        before = _sum(_cost(one, place, met), _cost(other, place, met))
        for here, there in product(range(len(one)), range(len(other))):
            one[here], other[there] = other[there], one[here]
            after = _sum(_cost(one, place, met), _cost(other, place, met))
            if after < before:
                before, is_better = after, True
            else:
                one[here], other[there] = other[there], one[here]
    return is_better


def _cost(table: Sequence[Entrant], place: Mapping[Entrant, int], met: Mapping[Pair, int]) -> Cost:
    """A third time together weighs as much as four second times."""
    pairs = list(combinations(table, 2))
    company = sum(met.get(frozenset(pair), 0) ** 2 for pair in pairs)
    return company, sum((place[one] - place[other]) ** 2 for one, other in pairs)


def _total(
    tables: Sequence[Sequence[Entrant]], place: Mapping[Entrant, int], met: Mapping[Pair, int]
) -> Cost:
    return _sum(*(_cost(table, place, met) for table in tables))


def _sum(*costs: Cost) -> Cost:
    return sum(company for company, _ in costs), sum(distance for _, distance in costs)


def meetings(rounds: Sequence[Sequence[Sequence[Entrant | None]]]) -> dict[Pair, int]:
    """How often two people have sat at one table."""
    met: dict[Pair, int] = {}
    for table in chain.from_iterable(rounds):
        for one, other in combinations([entrant for entrant in table if entrant is not None], 2):
            met[frozenset((one, other))] = met.get(frozenset((one, other)), 0) + 1
    return met


def seated(
    table: Sequence[Entrant], seats: int, rounds: Sequence[Sequence[Sequence[Entrant | None]]]
) -> list[Entrant | None]:
    """Seat everybody where they have sat least so far, in the order of `table`.

    Bots have the last seats, at every table the same, so people are compared with people wherever there are
    enough of them.
    """
    had = Counter(
        (entrant, seat)
        for past in chain.from_iterable(rounds)
        for seat, entrant in enumerate(past)
        if entrant is not None
    )
    places: list[Entrant | None] = [None] * seats
    for entrant in table:
        free = [seat for seat in range(len(table)) if places[seat] is None]
        places[min(free, key=lambda seat: had[entrant, seat])] = entrant
    return places
