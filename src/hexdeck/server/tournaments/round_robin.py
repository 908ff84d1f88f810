"""Everybody with everybody exactly once, where that can be.

At tables of two the circle turns around one person.  Where the people are as many as the square of the
table's seats, they stand in a square: a round is all lines of one slope in the plane over a field of that
many elements, and two points have one line in common.
"""

from collections.abc import Callable
from typing import Final

from hexdeck.server.tournaments.pairing import Entrant

_PRIMES: Final = (3, 5, 7)
_TIMES_OF_FOUR: Final = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))  # in the field of four


def rounds_for(people: int, players: int, most: int) -> list[list[list[Entrant]]] | None:
    """All rounds, with places from 0 on instead of numbers; None where there is no such plan."""
    plan: list[list[list[int]]] | None = None
    if people == players:
        plan = [[list(range(people))]]
    elif players == 2 and people % 2 == 0:
        plan = _circle(people)
    elif people == players**2 and players in (*_PRIMES, 4):
        plan = _plane(players)
    return None if plan is None or len(plan) > most else plan


def possible(players: int, most_people: int, most: int) -> list[int]:
    """With how many people it can be."""
    return [people for people in range(players, most_people + 1) if rounds_for(people, players, most)]


def _circle(people: int) -> list[list[list[int]]]:
    """The last one stays, the others move on by one place each round."""
    turning = people - 1
    return [
        [
            [people - 1, at],
            *([(at + step) % turning, (at - step) % turning] for step in range(1, people // 2)),
        ]
        for at in range(turning)
    ]


def _plane(order: int) -> list[list[list[int]]]:
    """Points are x and y; lines are y = slope * x + c, and those on which x stays the same."""
    plus: Callable[[int, int], int] = (lambda a, b: a ^ b) if order == 4 else (lambda a, b: (a + b) % order)
    times: Callable[[int, int], int] = (
        (lambda a, b: _TIMES_OF_FOUR[a][b]) if order == 4 else (lambda a, b: a * b % order)
    )
    sloped = [
        [[x * order + plus(times(slope, x), c) for x in range(order)] for c in range(order)]
        for slope in range(order)
    ]
    return [*sloped, [[x * order + y for y in range(order)] for x in range(order)]]
