"""Rates measured side by side, so that noise hits all of them alike."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Step: TypeAlias = Callable[[], int]  # does some work and says how much it was
Runner: TypeAlias = Callable[[float], float]  # works for about so many seconds; how much a second


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to look."""

    turns: int  # the best of so many counts
    seconds: float  # of each turn

    def finer(self) -> "Effort":
        """As long in all, in more turns: for things that differ by less than the noise of a longer one."""
        return Effort(5 * self.turns, self.seconds / 5)


FULL = Effort(turns=5, seconds=0.15)
QUICK = Effort(turns=2, seconds=0.01)


def timed(step: Step) -> Runner:
    """`step` again and again, by processor time: a busy neighbour takes less from it than from the clock."""

    def run(seconds: float) -> float:
        done, started = 0, time.process_time()
        while (passed := time.process_time() - started) < seconds:
            done += step()
        return done / passed

    return run


def best_rates(
    runners: Mapping[str, Runner], effort: Effort, advance: Callable[[], None] = lambda: None
) -> dict[str, float]:
    """The best of each, in turns: A B C, A B C, …"""
    best = dict.fromkeys(runners, 0.0)
    for _ in range(effort.turns):
        for name, run in runners.items():
            best[name] = max(best[name], run(effort.seconds))
            advance()
    return best
