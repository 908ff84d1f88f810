"""What a process knows of the others that keep the same house."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from hexdeck.server.store.protocol import Storage, StoredTable


class Company(Protocol):
    """Who else is here; nothing that it says is true for longer than a moment, and nothing depends on it."""

    @property
    def is_alone(self) -> bool:
        """There can be no others."""

    @property
    def is_reachable(self) -> bool:
        """Whether news reach the others at once; else they find out by looking."""

    async def open(self) -> None: ...

    async def leave(self) -> None:
        """Hand over to the others, at once."""

    async def close(self) -> None: ...

    def tell_changed(self, code: str, revision: int) -> None: ...

    def tell_spoken(self, code: str, who: str, command: str, phrase: str) -> None: ...

    def tell_people_changed(self) -> None:
        """Somebody is banned or let in again, or has signed out other devices."""

    def note_people(self, code: str, people: Collection[str]) -> None:
        """Who is connected to a table here, those who look on too."""

    async def find_people(self, code: str) -> None:
        """Who is at a table that will be in memory in a moment."""

    def people_at(self, code: str) -> Collection[str]:
        """Who is connected to a table elsewhere."""

    async def take(self, key: str, per_second: float, burst: float, count: int) -> float:
        """Take so many from a bucket that all processes share if one is left, and return 0.

        Else return the seconds until one is; 0 where the others cannot be asked: this process counts too.
        """

    def cares_for(self, code: str) -> bool:
        """Whether bots and clocks of a table are ours to look after; if that is open, it is found out."""


class SharedStorage(Storage, Protocol):
    """A store for many processes: what they must know of each other is there too, while they are alive."""

    async def now(self) -> float:
        """The time of the store, in seconds since 1970."""

    async def revisions(self, codes: Sequence[str]) -> dict[str, int]:
        """Of those tables that are there."""

    async def read_tables(self, after: Mapping[str, int]) -> dict[str, StoredTable]:
        """Those that are there, and what has changed since a revision of each."""

    async def keep_alive(self, process: str, seconds: float) -> bool:
        """Count as being there for so long; whether that was so before."""

    async def leave(self, process: str) -> None:
        """With everything that belongs to it."""

    async def keep_people(self, process: str, code: str, people: Sequence[str]) -> None:
        """All who are connected to a table by way of this process."""

    async def people_elsewhere(self, process: str, codes: Sequence[str]) -> dict[str, set[str]]:
        """Those who are connected to tables by way of others that are alive."""

    async def take_care(self, process: str, codes: Sequence[str]) -> set[str]:
        """Those of the tables that are in this process's care from now on: nobody else alive has them."""

    async def neglected_tables(self, most: int) -> list[str]:
        """Running ones that are in nobody's care."""
