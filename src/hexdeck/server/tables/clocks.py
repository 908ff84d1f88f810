"""When a bot takes over for somebody who does not choose: absolute times, which survive a restart."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

DAY: Final = 86_400.0
JUMP: Final = 5.0  # seconds by which a clock that was set differs from one that was not


class WallClock:
    """The time of day.  It runs evenly; when the machine's clock is set it follows once it is told to."""

    def __init__(self, wall: Callable[[], float] = time.time) -> None:
        self._wall = wall
        self._offset = wall() - time.monotonic()

    def now(self) -> float:
        """Seconds since 1970."""
        return time.monotonic() + self._offset

    def behind(self) -> float:
        """By how much the machine's clock was set; 0.0 if it was not."""
        seconds = self._wall() - self.now()
        return seconds if abs(seconds) > JUMP else 0.0

    def follow(self, seconds: float) -> None:
        self._offset += seconds


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds that one choice may take."""

    choice: float
    grace: float | None  # for somebody who is not connected; None: the same
    waits_alone: bool  # while nobody at all is there, nothing is missed


@cache
def limits(clock: str, *, seconds: float, grace: float) -> Limits:
    """`seconds` is for the timed clock, `grace` for all who are away."""
    if clock == "slow":
        return Limits(choice=3 * DAY, grace=None, waits_alone=False)
    if clock == "timed":
        return Limits(choice=seconds, grace=grace, waits_alone=False)
    return Limits(choice=max(600.0, seconds), grace=grace, waits_alone=True)


def deadline(rules: Limits, *, began: float, away_since: float | None, anybody_here: bool) -> float | None:
    """When the wait for one seat ends; None while it may wait."""
    if rules.waits_alone and not anybody_here:
        return None
    end = began + rules.choice
    if away_since is None or rules.grace is None:
        return end
    return min(end, max(began, away_since) + rules.grace)
