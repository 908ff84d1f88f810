"""What a tally counts, and what it comes to."""

from collections import Counter
from typing import TypeAlias

Facts: TypeAlias = Counter[str]


def mean(total: float, count: int) -> float:
    return round(total / count, 2) if count else 0.0
