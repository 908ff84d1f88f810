"""Look for damage in a PostgreSQL database: what its tables say of each other."""

from collections.abc import AsyncIterator

import asyncpg

from hexdeck.server.store.integrity import CONTRADICTIONS, Progress
from hexdeck.server.store.postgres_format import (
    MIGRATION_SECONDS,
    NO_ANSWER,
    check_format,
    connected,
    only_read,
    refused_in_words,
    shown,
)
from hexdeck.server.store.rows import KINDS


async def faults(url: str, progress: Progress) -> AsyncIterator[str]:
    """Every fault that can be found; each table is read as a whole, so that PostgreSQL checks its pages."""
    shown(url)
    with refused_in_words(url):
        connection = await connected(url)
        try:
            await only_read(connection)
            await check_format(connection, url)
            for kind in KINDS:
                fault = await _unreadable(connection, kind.name)
                if fault is not None:
                    yield fault
                progress(kind.name, -1)
            for (said,) in await connection.fetch(CONTRADICTIONS, timeout=MIGRATION_SECONDS):
                yield said
        finally:
            await connection.close()


async def _unreadable(connection: asyncpg.Connection, table: str) -> str | None:
    """The database compares each page with its checksum when it is read, where checksums are on."""
    try:
        async with connection.transaction():
            await connection.execute("SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off")
            await connection.fetchval(
                f"SELECT SUM(octet_length(whole::text)) FROM {table} AS whole", timeout=MIGRATION_SECONDS
            )
    except NO_ANSWER:
        raise
    except asyncpg.PostgresError as error:
        return f"{table}: {error}"
    return None
