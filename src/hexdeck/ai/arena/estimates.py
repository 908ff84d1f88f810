"""Means, and how far they can be trusted."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev, variance
from typing import Final

from hexdeck.text.sentences import digits

# Student's t for a two-sided 95 % interval, by degrees of freedom from 1.
T95: Final = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
Z95: Final = 1.959964
SAME: Final = 1e-12  # a spread that is nothing but rounding


@dataclass(frozen=True, slots=True)
class Estimate:
    mean: float
    margin: float | None  # half a 95 % interval; None where one alone says nothing about others

    @property
    def low(self) -> float | None:
        return None if self.margin is None else self.mean - self.margin

    @property
    def high(self) -> float | None:
        return None if self.margin is None else self.mean + self.margin

    @property
    def is_clear(self) -> bool:
        """The interval leaves zero out."""
        return self.margin is not None and abs(self.mean) > self.margin

    def __str__(self) -> str:
        """`+2.31 ± 0.12`, or `+2.31` alone."""
        return digits(self.mean, "+.2f") + ("" if self.margin is None else f" ± {self.margin:.2f}")

    def interval(self) -> list[float] | None:
        """Its two ends, rounded."""
        return None if self.low is None or self.high is None else [round(self.low, 4), round(self.high, 4)]

    def as_dict(self) -> dict[str, object]:
        numbers = {"mean": self.mean, "low": self.low, "high": self.high}
        return {name: None if number is None else round(number, 6) for name, number in numbers.items()}


@dataclass(frozen=True, slots=True)
class Share(Estimate):
    """A proportion; its interval is not symmetric, lies between none and all, and is never a point."""

    ends: tuple[float, float] | None = None  # of the 95 % interval; the margin is half of their distance

    @property
    def low(self) -> float | None:
        return None if self.ends is None else self.ends[0]

    @property
    def high(self) -> float | None:
        return None if self.ends is None else self.ends[1]

    def __str__(self) -> str:
        """`62.3% (58–66)`, or `62.3%` alone."""
        return f"{self.mean:.1%}" + (
            "" if self.ends is None else f" ({100 * self.ends[0]:.0f}–{100 * self.ends[1]:.0f})"
        )


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values."""
    if len(values) < 2:
        return Estimate(fmean(values), None)
    return Estimate(fmean(values), t95(len(values) - 1) * stdev(values) / math.sqrt(len(values)))


def share(values: Sequence[float]) -> Share:
    """The mean of independent values from 0 to 1, such as shares of the wins of one deal each.

    The values may spread less or more than wins and losses would.  So Wilson's interval is taken for as many
    wins and losses as would spread like them, and fewer where their spread is uncertain itself (Korn and
    Graubard, 1998).  Where they are all the same they count as what they are: one for each deal.
    """
    return share_like(fmean(values), variance(values) if len(values) > 1 else 0.0, len(values))


def share_like(mean: float, spread: float, number: int) -> Share:
    """Return `share` of so many values with this mean and variance."""
    if number < 2:
        return Share(mean, None)
    if spread > SAME:
        number_like = number * mean * (1 - mean) / spread * (Z95 / t95(number - 1)) ** 2
        return share_of(mean, number_like)
    return share_of(mean, number)


def share_of(mean: float, number: float) -> Share:
    """The share that so many independent wins and losses came to, with Wilson's interval."""
    among = number + Z95**2
    center = (number * mean + Z95**2 / 2) / among
    reach = Z95 * math.sqrt(number * mean * (1 - mean) + Z95**2 / 4) / among
    low, high = max(0.0, center - reach), min(1.0, center + reach)
    return Share(mean, (high - low) / 2, (low, high))


def t95(freedom: int) -> float:
    """Student's t for 95 %, from the table or, beyond it, from its expansion around the normal one."""
    if freedom <= len(T95):
        return T95[freedom - 1]
    return Z95 + (Z95**3 + Z95) / (4 * freedom) + (5 * Z95**5 + 16 * Z95**3 + 3 * Z95) / (96 * freedom**2)
