"""All rows of a PostgreSQL database, to be copied from it or into it."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from hexdeck.server.store.postgres_format import (
    HOUSE,
    MIGRATION_SECONDS,
    connected_as,
    refused_in_words,
    shown,
)
from hexdeck.server.store.rows import BATCH, Batch, Kind


@asynccontextmanager
async def postgres_rows(url: str) -> AsyncIterator["PostgresRows"]:
    """In today's format; HouseIsOpen if a house has it."""
    shown(url)
    with refused_in_words(url):
        connection = await connected_as(HOUSE, url)
        try:
            yield PostgresRows(connection)
        finally:
            await connection.close()


class PostgresRows:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def transaction(self) -> AbstractAsyncContextManager[Any]:
        begun: AbstractAsyncContextManager[Any] = self._connection.transaction()
        return begun

    async def read(self, kind: Kind) -> AsyncIterator[Batch]:
        which = "WHERE key = 'secret'" if kind.name == "meta" else ""
        order = ", ".join(kind.columns[: kind.keys])
        found = await self._connection.cursor(
            f"SELECT {', '.join(kind.columns)} FROM {kind.name} {which} ORDER BY {order}",
            timeout=MIGRATION_SECONDS,
        )
        while batch := await found.fetch(BATCH):
            yield [tuple(row) for row in batch]

    async def write(self, kind: Kind, batch: Batch) -> None:
        await self._connection.copy_records_to_table(kind.name, records=batch, columns=kind.columns)
