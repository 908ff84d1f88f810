"""How the processes of one house tell each other that something is new.

News may be lost, doubled, late or out of order: whoever hears them looks at the store, which alone is true.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from msgspec import Struct


class Changed(Struct, frozen=True, tag=True):
    """A table, by a command, a bot or a clock."""

    code: str
    revision: int


class Moved(Struct, frozen=True, tag=True):
    """Somebody has come to a table or gone."""

    code: str


class Spoken(Struct, frozen=True, tag=True):
    """A phrase; it is not stored, so whoever does not hear it has missed it."""

    code: str
    who: str
    id: str  # of the command
    phrase: str


class PeopleChanged(Struct, frozen=True, tag=True):
    """Somebody is banned or let in again, or has signed out their other devices."""


News: TypeAlias = Changed | Moved | Spoken | PeopleChanged
Hear: TypeAlias = Callable[[News], None]


class Bus(Protocol):
    @property
    def is_reachable(self) -> bool:
        """Whether news are told and heard at present."""

    async def open(self, hear: Hear) -> None:
        """Hear what others tell from now on, as soon as the bus can be reached."""

    def tell(self, news: News) -> None:
        """All others, soon; never waits and never fails."""

    async def take(self, key: str, per_second: float, burst: float, count: int) -> float | None:
        """Take so many from a bucket that all share if one is left, and return 0.

        Else return the seconds until one is; None where nobody can be asked.
        """

    async def close(self) -> None:
        """Once all was told, if that can be."""
