"""Which store a house has: the one place that knows what there is to choose from."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from hexdeck.errors import SetupRefused
from hexdeck.server.ops.settings import Settings
from hexdeck.server.storage.protocol import Storage
from hexdeck.server.storage.sqlite import SqliteStorage


async def storage_of(settings: Settings) -> Storage:
    """Made if there is none, brought up to date if it is older; SetupRefused if it cannot be used."""
    return SqliteStorage(settings.database)


@asynccontextmanager
async def looked_at(settings: Settings) -> AsyncIterator[Storage]:
    """As it is, for reading alone, also beside a house that is open."""
    check_there(settings)
    storage = SqliteStorage(settings.database, looks_only=True)
    try:
        yield storage
    finally:
        await storage.close()


def check_there(settings: Settings) -> None:
    if not settings.database.exists():
        raise SetupRefused("there is no house at {data}: choose a place with --data", data=settings.data)
