"""Intervals of chances to win, and of their differences: never a point because a few worlds agree."""

from collections.abc import Sequence
from math import exp, log, sqrt
from statistics import fmean
from typing import Final

from hexdeck.ai.arena.estimates import SAME, Estimate, Share, share_like, t95

NOTHING: Final = Estimate(0.0, 0.0)  # the difference between a choice and itself: no sample, so exact
DOUBT: Final = 0.05  # of a 95 % interval


def mean_of(values: Sequence[float]) -> Estimate:
    """Return `estimate` of very many values: all but exact, in a tenth of the time."""
    mean = fmean(values)
    return Estimate(mean, _margin(_spread(values, mean), len(values)))


def chance_of(values: Sequence[float]) -> Share:
    """Return the mean chance to win of independent worlds, with the interval that `share` gives it."""
    mean = fmean(values)
    return share_like(mean, _spread(values, mean), len(values))


def difference_of(values: Sequence[float]) -> Estimate:
    """Return by how much one chance to win is higher than another, from the difference in each world.

    Student's interval is a point where all worlds agree.  Then other worlds may still differ by anything from
    -1 to 1, but only as many of them as one can miss every time: the rule of three (Hanley and Lippman-Hand,
    1983).
    """
    mean, number = fmean(values), len(values)
    spread = _spread(values, mean)
    if number > 1 and spread <= SAME:
        return Estimate(mean, unseen(number) * (1 + abs(mean)))
    return Estimate(mean, _margin(spread, number))


def unseen(number: int) -> float:
    """Return how frequent a kind of world can be, for 95 %, that none of so many was: about 3 / number."""
    return 1 - exp(log(DOUBT) / number)


def exact_chance(chance: float) -> Share:
    """Return a chance that is known: nothing was sampled."""
    return Share(chance, 0.0, (chance, chance))


def _spread(values: Sequence[float], mean: float) -> float:
    """Return the variance; none of one value alone."""
    return sum([(value - mean) ** 2 for value in values]) / max(1, len(values) - 1)


def _margin(spread: float, number: int) -> float | None:
    return t95(number - 1) * sqrt(spread / number) if number > 1 else None
