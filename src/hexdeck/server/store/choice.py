"""Which store a house has: the one place that knows what there is to choose from."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from hexdeck.core.errors import SetupRefused
from hexdeck.server.base.settings import Settings
from hexdeck.server.store.cluster_protocol import SharedStorage
from hexdeck.server.store.integrity import Progress
from hexdeck.server.store.protocol import Storage, StoredTable
from hexdeck.server.store.rows import Rows, different
from hexdeck.server.store.sqlite import SqliteStorage
from hexdeck.server.store.sqlite_check import faults_of_file
from hexdeck.server.store.sqlite_rows import sqlite_rows

if TYPE_CHECKING:
    from hexdeck.server.store.postgres import PostgresStorage
    from hexdeck.server.store.postgres_shared import SharedPostgres


async def storage_of(settings: Settings) -> Storage:
    """Made if there is none, brought up to date if it is older; SetupRefused if it cannot be used.

    HouseIsOpen if another house has the same database; who locks a file is `server/run/serve.py`.
    """
    if settings.bus:
        return await shared_storage_of(settings)
    if settings.database:
        return await _postgres().open(settings.database, alone=True)
    return SqliteStorage(settings.file)


async def shared_storage_of(settings: Settings) -> SharedStorage:
    """For one of several processes; HouseIsOpen if one of another kind has it for itself."""
    _postgres()
    shared: type[SharedPostgres] = import_module("hexdeck.server.store.postgres_shared").SharedPostgres
    return await shared.open(settings.database)


@asynccontextmanager
async def looked_at(settings: Settings) -> AsyncIterator[Storage]:
    """As it is, for reading alone, also beside a house that is open."""
    check_there(settings)
    storage: Storage
    if settings.database:
        storage = await _postgres().look_at(settings.database)
    else:
        storage = SqliteStorage(settings.file, looks_only=True)
    try:
        yield storage
    finally:
        await storage.close()


async def faults_of(settings: Settings, progress: Progress) -> AsyncIterator[str]:
    """All damage to what is stored that the store itself can find."""
    if settings.database:
        _postgres()
        found = import_module("hexdeck.server.store.postgres_check").faults(settings.database, progress)
        async for fault in found:
            yield fault
    else:
        for fault in faults_of_file(settings.file, progress):
            yield fault


def check_there(settings: Settings) -> None:
    """Opening a file would make it; a database that is not there cannot be opened anyway."""
    if not settings.database and not settings.file.exists():
        raise SetupRefused("there is no house at {data}: choose a place with --data", data=settings.data)


def file_of(settings: Settings) -> Path:
    """What can be copied as a file."""
    if settings.database:
        raise SetupRefused("this house is kept in a database: copy it with the tools of PostgreSQL")
    return settings.file


def place(text: str) -> Settings:
    """Of a house, as it is named where there are two of them."""
    kind, _, path = text.partition(":")
    if kind == "sqlite" and path:
        return Settings(data=Path(path).expanduser())
    if kind in ("postgresql", "postgres"):
        return Settings(database=text)
    raise SetupRefused(
        "there is no such place: write {first} or {second}",
        first="sqlite:PATH",
        second="postgresql://user@host/name",
    )


@asynccontextmanager
async def rows_of(settings: Settings) -> AsyncIterator[Rows]:
    """All that is kept there, to be copied; a file must be locked meanwhile."""
    if settings.database:
        _postgres()
        async with import_module("hexdeck.server.store.postgres_rows").postgres_rows(
            settings.database
        ) as rows:
            yield rows
    else:
        with sqlite_rows(settings.file) as rows:
            yield rows


async def compare(first: Settings, second: Settings) -> None:
    """SetupRefused unless every table and every record reads the same in both."""
    async with looked_at(first) as one, looked_at(second) as other:
        for line in await one.list_tables():
            if _said(await one.read_table(line.code)) != _said(await other.read_table(line.code)):
                raise different()


def _said(table: StoredTable | None) -> StoredTable | None:
    """But for the ids of commands, in which PostgreSQL keeps no zero."""
    if table is None:
        return None
    return replace(table, changes=[change._replace(by=None) for change in table.changes])


def _postgres() -> "type[PostgresStorage]":
    try:
        found: type[PostgresStorage] = import_module("hexdeck.server.store.postgres").PostgresStorage
    except ModuleNotFoundError:
        raise SetupRefused(
            "PostgreSQL needs its driver: {command}", command="pip install 'hexdeck[postgres]'"
        ) from None
    return found
