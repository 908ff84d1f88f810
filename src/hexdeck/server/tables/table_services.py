"""What a table needs of the house around it, and nothing more."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from hexdeck.server.base.limits import Buckets
from hexdeck.server.base.metrics import Metrics
from hexdeck.server.base.settings import Settings
from hexdeck.server.people.origins import Origins
from hexdeck.server.people.people import People
from hexdeck.server.store.cluster_protocol import Company
from hexdeck.server.store.documents import Document
from hexdeck.server.store.protocol import NewTable, Storage, StoredTable
from hexdeck.server.tables.resumed import ResumedTable

T = TypeVar("T")


class TableServices(Protocol):
    settings: Settings
    storage: Storage
    metrics: Metrics
    people: People
    origins: Origins
    company: Company
    phrases: Buckets  # that one person may say
    banned: set[str]
    epoch: str
    is_ready: bool
    now: Callable[[], float]

    def welcome(self, who: str) -> str:
        """The same person, or Banned."""

    async def check_new_table(self, who: str) -> None:
        """TooMuch for one who makes more tables than can be played."""

    def table_to_make(self, document: Document) -> NewTable: ...

    async def resumed(self, stored: StoredTable) -> ResumedTable:
        """Beside the loop, which goes on meanwhile."""

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """A task that is finished before the house closes."""

    async def let_interrupt(self, code: str) -> None:
        """Let the bots of a table do what they would do out of turn."""

    def wake(self, code: str) -> None:
        """Let the bots of a table play if it is their turn."""
