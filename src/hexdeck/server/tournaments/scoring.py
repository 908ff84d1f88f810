"""What a round is worth to everybody, and the standings: whoever had the same cards is compared.

The same seat of every table of a round holds the same cards.  So a person is compared with whoever had their
seat at the other tables: of a hundred points they get the share of them that they have surpassed, where an
equal result counts half.  That needs no scale, so games whose points cannot be compared can be played in one
tournament, and a lucky hand is worth nothing: everybody on that seat had it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from hexdeck.server.tournaments.pairing import Entrant

WHOLE: Final = 100  # the points of a round for whoever surpasses everybody
HALF: Final = Fraction(1, 2)


class Played(NamedTuple):
    """A table of a round: who had which seat (None: a bot), and their points."""

    seats: Sequence[Entrant | None]
    scores: Sequence[int] | None  # None of a table that was closed before its end


class Mark(NamedTuple):
    """Shares between 0 and 1."""

    surpassed: Fraction  # of those who had the same cards
    table: Fraction  # of the others at the own table


@dataclass
class Standing:
    entrant: Entrant
    place: int = 0  # equal ones share theirs
    points: Fraction = Fraction(0)
    table: Fraction = Fraction(0)  # the first tie-break: shares of the own tables, added up
    rounds: list[Fraction | None] = field(default_factory=list)  # points of each; None: not there


def marks(tables: Sequence[Played]) -> dict[Entrant, Mark]:
    """Of everybody who sat in a round."""
    return {
        entrant: _mark(tables, at, seat)
        for at, table in enumerate(tables)
        for seat, entrant in enumerate(table.seats)
        if entrant is not None
    }


def _mark(tables: Sequence[Played], at: int, seat: int) -> Mark:
    """At a table that was closed everybody gets half; a table alone of its size is compared with itself."""
    own = tables[at].scores
    if own is None:
        return Mark(HALF, HALF)
    same = [
        other.scores[seat]
        for number, other in enumerate(tables)
        if number != at and other.scores is not None and len(other.scores) == len(own)
    ]
    neighbours = [score for place, score in enumerate(own) if place != seat]
    return Mark(_share(own[seat], same or neighbours), _share(own[seat], neighbours))


def _share(score: int, others: Sequence[int]) -> Fraction:
    halves = sum(2 * (score > other) + (score == other) for other in others)
    return Fraction(halves, 2 * len(others))


def standings(entrants: Iterable[Entrant], rounds: Sequence[Mapping[Entrant, Mark]]) -> list[Standing]:
    """The best first, equal ones in the order in which they are given.

    Who was not there in a round gets nothing for it.
    """
    found = [_standing(entrant, rounds) for entrant in entrants]
    found.sort(key=lambda one: (-one.points, -one.table))
    for at, one in enumerate(found):
        above = found[at - 1] if at else None
        is_shared = above is not None and (above.points, above.table) == (one.points, one.table)
        one.place = above.place if above is not None and is_shared else at + 1
    return found


def _standing(entrant: Entrant, rounds: Sequence[Mapping[Entrant, Mark]]) -> Standing:
    got = [marked.get(entrant) for marked in rounds]
    return Standing(
        entrant,
        points=sum((WHOLE * mark.surpassed for mark in got if mark), Fraction(0)),
        table=sum((mark.table for mark in got if mark), Fraction(0)),
        rounds=[None if mark is None else WHOLE * mark.surpassed for mark in got],
    )
