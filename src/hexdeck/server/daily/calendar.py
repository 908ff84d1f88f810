"""Days of the house, in UTC: when one begins and ends, and when all that was secret of it is told."""

from datetime import UTC, date, datetime, timedelta
from typing import Final

from hexdeck.core.errors import NameUnknown

LAST_MINUTES: Final = 3600.0  # seconds after a day for whoever has begun before it was over
ARCHIVED: Final = 30  # days that are kept
_DAY: Final = 86_400.0


def day_of(now: float, *, later: int = 0) -> str:
    """`2026-11-17`, or so many days later."""
    return (datetime.fromtimestamp(now, UTC).date() + timedelta(days=later)).isoformat()


def ends(day: str) -> float:
    """When nobody can begin it any more, in seconds since 1970."""
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp() + _DAY


def told_from(day: str) -> float:
    """Return the time from which all may be told of it, in seconds since 1970."""
    return ends(day) + LAST_MINUTES


def is_over(day: str, now: float) -> bool:
    """Everything may be told of it, and what ends later does not count."""
    return now >= told_from(day)


def archived(now: float) -> list[str]:
    """The days that can be played again, the latest first."""
    days = [day_of(now, later=-ago) for ago in range(1, ARCHIVED + 1)]
    return [day for day in days if is_over(day, now)]


def read_day(text: str, now: float) -> str:
    """Today, yesterday or a day of the archive, or NameUnknown."""
    if text not in (known := [day_of(now), day_of(now, later=-1), *archived(now)]):
        raise NameUnknown(f"there is no deal of {text[:20]!r}: choose a day from {known[-1]} to {known[0]}")
    return text
