"""Which choices are right whatever the others hold and do: looked up in every world, move by move.

One choice dominates another if the seat can go on after it, seeing only what a player sees, so that in no
world and however the others play it comes off worse than it would, in that world, with the other choice and
all the luck there is: neither in points nor, if the game ends there, in its share of the win.  No opinion
about anybody's play is needed for that.
"""

from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from hexdeck.core.cards import Action, Seat

World: TypeAlias = Any  # a state of the law or of a kernel: both can be copied and played on

PLAYOUTS: Final = 400  # after each choice, to see how much is at stake


class TooLong(Exception):
    """More positions than a proof may look at."""


class Worth(NamedTuple):
    """What a world that is played out is worth to a seat, or at most."""

    lead: float
    win: float  # its share; nothing as long as another round comes


class Proof:
    """Looks at worlds that are all alike to the seat, which is to choose.

    Its lead decides; but no lead is right that costs a share of the win.
    """

    def __init__(self, worlds: Sequence[World], seat: Seat, patience: int) -> None:
        """TooLong, here and later, if more than `patience` positions are to be looked at."""
        self._worlds = worlds
        self._seat = seat
        self._patience = patience
        self.actions: list[Action] = list(worlds[0].legal_actions(seat))
        self._best = {
            action: [self._most(after(world, seat, action)) for world in worlds] for action in self.actions
        }

    def right(self) -> list[Action]:
        """The choices that dominate all others and are not dominated themselves; empty if there are none."""
        beaten = {
            one: [other for other in self.actions if self.dominates(one, other)] for one in self.actions
        }
        lost = {action for actions in beaten.values() for action in actions}
        found = [action for action in self.actions if action not in lost]
        return found if lost and all(lost.issubset(beaten[action]) for action in found) else []

    def dominates(self, one: Action, other: Action) -> bool:
        """Whether `one` is never worse than `other` can be, and in some world can be better."""
        limits = self._best[other]
        if all(best.lead <= limit.lead for best, limit in zip(self._best[one], limits, strict=True)):
            return False
        worlds = [after(world, self._seat, one) for world in self._worlds]
        return self._reaches(list(zip(worlds, limits, strict=True)))

    def _most(self, world: World) -> Worth:
        """The best lead, and the largest share of the win, that can come of a world if everybody helps."""
        self._count(1)
        seats = _to_move(world)
        if not seats:
            return worth(world, self._seat)
        ways = [self._most(after(world, seats[0], action)) for action in world.legal_actions(seats[0])]
        return Worth(max(way.lead for way in ways), max(way.win for way in ways))

    def _reaches(self, cases: list[tuple[World, Worth]]) -> bool:
        """Whether the seat can reach the limit of each world, without knowing in which it is."""
        self._count(len(cases))
        any_world, _ = cases[0]
        seats = _to_move(any_world)
        if not seats:
            return all(_is_as_good(worth(world, self._seat), limit) for world, limit in cases)
        if self._seat in seats:  # where all choose in secret, it chooses before it knows what others do
            return any(
                self._reaches([(after(world, self._seat, action), limit) for world, limit in cases])
                for action in any_world.legal_actions(self._seat)
            )
        seen: dict[tuple[Action, ...], list[tuple[World, Worth]]] = defaultdict(list)
        for world, limit in cases:
            for action in world.legal_actions(seats[0]):
                later = after(world, seats[0], action)
                may = later.legal_actions(self._seat)  # more than one way if chance came between
                seen[action, *may].append((later, limit))
        return all(map(self._reaches, seen.values()))

    def _count(self, positions: int) -> None:
        self._patience -= positions
        if self._patience < 0:
            raise TooLong


def stake(worlds: Sequence[World], seat: Seat, right: Sequence[Action], rng: Random) -> float:
    """The mean lead that the worst right choice has over the best wrong one if all go on at random."""
    means = {action: _mean(worlds, seat, action, rng) for action in worlds[0].legal_actions(seat)}
    return min(means[action] for action in right) - max(
        mean for action, mean in means.items() if action not in right
    )


def _mean(worlds: Sequence[World], seat: Seat, action: Action, rng: Random) -> float:
    total = 0.0
    for number in range(PLAYOUTS):
        world = after(worlds[number % len(worlds)], seat, action)
        while seats := _to_move(world):
            world.apply(seats[0], rng.choice(world.legal_actions(seats[0])))
        total += lead(world, seat)
    return total / PLAYOUTS


def worth(world: World, seat: Seat) -> Worth:
    scores = world.scores
    wins = world.needs is None and scores[seat] == max(scores)
    return Worth(lead(world, seat), 1 / scores.count(scores[seat]) if wins else 0.0)


def _is_as_good(one: Worth, other: Worth) -> bool:
    return one.lead >= other.lead and one.win >= other.win


def lead(world: World, seat: Seat) -> float:
    """Points over the mean of the others."""
    scores = world.scores
    return float(scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1))


def after(world: World, seat: Seat, action: Action) -> World:
    played = world.copy()
    played.apply(seat, action)
    return played


def _to_move(world: World) -> tuple[Seat, ...]:
    """Nobody once the round is over."""
    seats: tuple[Seat, ...] = () if world.needs is not None else world.to_move()
    return seats
