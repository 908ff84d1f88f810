"""Means, and how far they can be trusted."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Final

from hexdeck.locale.sentences import digits

# Student's t for a two-sided 95 % interval, by degrees of freedom from 1.
T95: Final = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
Z95: Final = 1.959964


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

    def interval(self, lowest: float = -math.inf, highest: float = math.inf) -> list[float] | None:
        """Its two ends, rounded, where they can be at all."""
        if self.low is None or self.high is None:
            return None
        return [round(max(self.low, lowest), 4), round(min(self.high, highest), 4)]

    def as_dict(self) -> dict[str, object]:
        numbers = {"mean": self.mean, "low": self.low, "high": self.high}
        return {name: None if number is None else round(number, 6) for name, number in numbers.items()}


class Share(Estimate):
    """Of games that were won: between none and all of them."""

    __slots__ = ()

    @property
    def low(self) -> float | None:
        return None if self.margin is None else max(0.0, self.mean - self.margin)

    @property
    def high(self) -> float | None:
        return None if self.margin is None else min(1.0, self.mean + self.margin)


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values."""
    if len(values) < 2:
        return Estimate(fmean(values), None)
    return Estimate(fmean(values), t95(len(values) - 1) * stdev(values) / math.sqrt(len(values)))


def t95(freedom: int) -> float:
    """Student's t for 95 %, from the table or, beyond it, from its expansion around the normal one."""
    if freedom <= len(T95):
        return T95[freedom - 1]
    return Z95 + (Z95**3 + Z95) / (4 * freedom) + (5 * Z95**5 + 16 * Z95**3 + 3 * Z95) / (96 * freedom**2)
