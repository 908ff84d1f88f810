"""How many tables a round has, and how many sit at each."""

from collections.abc import Container
from typing import NamedTuple


class Size(NamedTuple):
    people: int
    seats: int  # those that are left are for bots


def sizes(people: int, players: int, playable: Container[int], *, with_bots: bool) -> list[Size]:
    """Tables for everybody, the largest first: at most one person more at one than at another.

    Without bots a table may have another number of seats than `players`, as long as that is `playable`;
    where no such tables can be made of all people, bots fill the seats that are left after all.
    """
    tables = None if with_bots else _of_people_alone(people, players, playable)
    if tables is not None:
        return [Size(size, size) for size in _shared_out(people, tables)]
    return [Size(size, players) for size in _shared_out(people, -(-people // players))]


def _of_people_alone(people: int, players: int, playable: Container[int]) -> int | None:
    """The number of tables whose sizes are nearest to what was asked for, the smaller number if in doubt."""
    fitting = [
        tables
        for tables in range(1, people + 1)
        if all(size in playable for size in _shared_out(people, tables))
    ]
    return min(fitting, key=lambda tables: abs(people - tables * players), default=None)


def _shared_out(people: int, tables: int) -> list[int]:
    each, more = divmod(people, tables)
    return [each + 1] * more + [each] * (tables - more)
