"""All rows of an SQLite file, to be copied from it or into it."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, Final

from hexdeck.server.store.integrity import Chain, ChangeRow
from hexdeck.server.store.rows import BATCH, Batch, Kind
from hexdeck.server.store.sqlite_format import opened, unusable
from hexdeck.server.store.sqlite_writer import CHANGE

# Kinds that have no table of their own, or one of another name: what they are read from and written into.
_FROM: Final = {
    "meta": "(SELECT key, value FROM meta WHERE key = 'secret')",
    "sign_outs": "(SELECT substr(key, 9) AS who, value AS times FROM meta WHERE key GLOB 'renewed *')",
    "bans": "(SELECT substr(key, 8) AS who, value AS at FROM meta WHERE key GLOB 'banned *')",
    "links": "(SELECT * FROM moves WHERE secret NOT GLOB 'used *')",
}
_INTO: Final = {
    "sign_outs": "INSERT INTO meta (key, value) VALUES ('renewed ' || ?, ?)",
    "bans": "INSERT INTO meta (key, value) VALUES ('banned ' || ?, ?)",
    "links": "INSERT INTO moves (secret, who, path, expires) VALUES (?, ?, ?, ?)",
}
_PUBLIC, _AWAY, _ID = 3, 7, 7  # places of columns that are kept in another shape


@contextmanager
def sqlite_rows(path: Path) -> Iterator["SqliteRows"]:
    """In today's format; made if it is not there."""
    with closing(opened(path)) as connection:
        try:
            yield SqliteRows(connection)
        except sqlite3.Error as error:
            raise unusable(path, error) from error


class SqliteRows:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._chain = Chain()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    async def read(self, kind: Kind) -> AsyncIterator[Batch]:
        order = ", ".join(kind.columns[: kind.keys])
        table = _FROM.get(kind.name, kind.name)
        found = self._connection.execute(f"SELECT {', '.join(kind.columns)} FROM {table} ORDER BY {order}")
        while batch := found.fetchmany(BATCH):
            yield [_given(kind, row) for row in batch]

    async def write(self, kind: Kind, batch: Batch) -> None:
        if kind.name == "changes":
            self._write_changes(batch)
            return
        marks = ", ".join("?" * len(kind.columns))
        usual = f"INSERT INTO {kind.name} ({', '.join(kind.columns)}) VALUES ({marks})"
        self._connection.executemany(_INTO.get(kind.name, usual), [_taken(kind, row) for row in batch])

    def _write_changes(self, batch: Batch) -> None:
        rows = [ChangeRow(*row) for row in batch]
        self._connection.executemany(CHANGE, [(*row, self._chain.link(row)) for row in rows])


def _given(kind: Kind, row: tuple[Any, ...]) -> tuple[Any, ...]:
    if kind.name == "tables":
        away = row[_AWAY]
        return (
            *(*row[:_PUBLIC], bool(row[_PUBLIC]), *row[_PUBLIC + 1 : _AWAY]),
            *(None if away is None else bytes(away).decode(), *row[_AWAY + 1 :]),
        )
    if kind.name == "changes" and row[_ID] is not None:  # PostgreSQL has no text with a zero in it
        return (*row[:_ID], row[_ID].replace("\0", "\ufffd"))
    return row


def _taken(kind: Kind, row: tuple[Any, ...]) -> tuple[Any, ...]:
    if kind.name == "tables" and row[_AWAY] is not None:
        return (*row[:_AWAY], row[_AWAY].encode(), *row[_AWAY + 1 :])
    return row
