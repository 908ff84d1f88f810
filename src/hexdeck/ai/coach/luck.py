"""Luck apart from skill: what deals and dice, a seat's own play and the others' made of a game.

A position is worth the mean of some ways to the end of the round, played from its true cards; whatever
chance still owes is drawn anew for each.  What a step changes belongs to whoever made it: to luck, or to a
seat.  So all of it adds up to the result, however good the values are; and luck is zero on average, for the
worth before a deal is the mean over all deals.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import sqrt
from statistics import fmean
from typing import Any, Final

from hexdeck.ai.coach.moments import ReviewStep, over_others
from hexdeck.ai.coach.outlook import network_at, require_kernel
from hexdeck.core.cards import Seat
from hexdeck.core.record import Acted, Record

LUCK, SEAT, OWN, OTHERS = "luck", "seat", "own", "others"
PARTS: Final = (LUCK, SEAT, OWN, OTHERS)
LOOKS: Final = 1_000  # of a network for the worth of a position
PLAYOUTS: Final = 200  # by the policy of playouts
MORE: Final = 6  # times as many around deals and rolls: what differs most should be known best


@dataclass(frozen=True, slots=True)
class Standing:
    """What a position is worth to every seat."""

    points: list[float]  # over the mean of the others, at the end of the round
    chances: list[float]  # to win
    errors: list[float]  # the standard error of each chance; 0 where it is no mean


@dataclass(frozen=True, slots=True)
class StepWorth:
    """What a step led to."""

    begun: Standing | None  # before the first step of a round
    after: Standing


@dataclass(frozen=True, slots=True)
class Account:
    """Where the result of a seat comes from: in points over the mean of the others, or in chance."""

    start: float  # no points, an equal chance
    parts: dict[str, float] = field(default_factory=lambda: dict.fromkeys(PARTS, 0.0))

    @property
    def result(self) -> float:
        return self.start + sum(self.parts.values())

    def as_dict(self) -> dict[str, float]:
        numbers = {"start": self.start, **self.parts, "result": self.result}
        return {name: round(number, 9) for name, number in numbers.items()}


class Luck:
    """The accounts of all seats, filled step by step."""

    def __init__(
        self, record: Record, moments: Sequence[ReviewStep], seed: int, playouts: int | None
    ) -> None:
        """`playouts` for the worth of a position, or as many as a hundredth of a second allows."""
        players = len(record.header.players)
        self._game, self._seed = record.header.game.name, f"{record.header.commitment} {seed}"
        self._wanted = playouts
        self._network = one_network(self._game, moments)
        self._now = Standing([0.0] * players, [1 / players] * players, [0.0] * players)
        self.points = [Account(0.0) for _ in range(players)]
        self.chances = [Account(1 / players) for _ in range(players)]
        self.course = [self._now]  # at the start, and after each step

    def step_worth(self, moment: ReviewStep) -> StepWorth:
        """The long part of `take`: it depends on nothing that was taken before."""
        begun = self._foreseen(moment.before, moment.number - 1) if moment.begins else None
        if moment.ends:
            return StepWorth(begun, exactly(moment.after))
        more = 1 if isinstance(moment.step, Acted) else MORE
        return StepWorth(begun, self._foreseen(moment.after, moment.number, more))

    def take(self, moment: ReviewStep, worth: StepWorth) -> None:
        """Give what the step changed to whoever made it."""
        mover = moment.step.seat if isinstance(moment.step, Acted) else None
        if worth.begun is not None:
            self._move(SEAT, None, worth.begun)
        self._move(LUCK if mover is None else OTHERS, mover, worth.after)
        self.course.append(worth.after)

    def _move(self, part: str, mover: Seat | None, after: Standing) -> None:
        before, self._now = self._now, after
        for accounts, was, will in (
            (self.points, before.points, after.points),
            (self.chances, before.chances, after.chances),
        ):
            for seat, account in enumerate(accounts):
                account.parts[OWN if seat == mover else part] += will[seat] - was[seat]

    def _foreseen(self, position: Any, number: int, more: int = 1) -> Standing:
        _, foresight = require_kernel(self._game)
        players, network = len(self.points), self._network
        playouts = self._playouts(position) * (MORE if position.needs else more)
        seed = seed_of(f"{self._seed} worth {number}")
        gained, chances = foresight.futures_of(position, playouts, seed, network=network)
        ends = [score + gain for score, gain in zip(position.scores, means(gained, players), strict=True)]
        return Standing(over_others(ends), means(chances, players), standard_errors(chances, players))

    def _playouts(self, position: Any) -> int:
        """More of them where the end is near; always as many for the same position."""
        _, foresight = require_kernel(self._game)
        if self._wanted is not None or self._network is None:
            return self._wanted or PLAYOUTS
        return LOOKS // max(1, len(foresight.line(position, 0, network=self._network))) + 1


def one_network(game: str, moments: Sequence[ReviewStep]) -> Any:
    """The network that plays a game on from anywhere; None, the policy of playouts, if it is weak somewhere.

    Worths before and after a deal can be compared only where the same players play on.
    """
    asked = {id(one.asked): one for one in moments if isinstance(one.step, Acted)}.values()
    networks = [network_at(game, one.before.GAME.view(one.asked, None)) for one in asked]
    return networks[0] if networks and None not in networks else None


def exactly(position: Any) -> Standing:
    """Where a round has ended: only how the rounds to come go is guessed, from the scores."""
    _, foresight = require_kernel(position.GAME.name)
    chances = foresight.standing(position)
    return Standing(over_others(position.scores), chances, [0.0] * len(chances))


def means(numbers: Sequence[float], players: int) -> list[float]:
    return [fmean(numbers[seat::players]) for seat in range(players)]


def standard_errors(chances: Sequence[float], players: int) -> list[float]:
    """Of the means of chances."""
    return [_standard_error(chances[seat::players]) for seat in range(players)]


def _standard_error(chances: Sequence[float]) -> float:
    """As if a win and a loss more had been seen: a few ways that all end alike prove little."""
    seen = [*chances, 0.0, 1.0]
    mean = fmean(seen)
    return sqrt(sum([(chance - mean) ** 2 for chance in seen]) / (len(seen) - 1) / len(seen))


def seed_of(text: str) -> int:
    """A number for the kernel that depends on all of `text`."""
    return int.from_bytes(sha256(text.encode()).digest()[:7], "big")
