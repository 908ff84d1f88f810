"""Everything that must survive: one SQLite file, written by one thread that commits many wishes at once.

What `commit` has returned from is on the disk (WAL, synchronous FULL); what it raised for has not happened.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeAlias

from hexdeck.errors import SetupRefused
from hexdeck.server.refusals import AlreadyDone, StoreFailed

Statement: TypeAlias = tuple[str, Sequence[Any]]

FORMAT: Final = 1  # user_version of the file
LARGEST_GROUP: Final = 500  # wishes in one transaction
_TABLES: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE players (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, picture TEXT NOT NULL, language TEXT NOT NULL, seen REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE tables (
    code TEXT PRIMARY KEY,
    document BLOB NOT NULL, -- JSON: settings, seats, early choices
    status TEXT NOT NULL, -- gathering, playing or over
    public INTEGER NOT NULL,
    seed BLOB NOT NULL,
    header TEXT, -- of the record, from the start of the game
    deadline REAL, -- when the table must be looked after, in seconds since 1970
    updated REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX tables_by_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX tables_by_status ON tables (status, public, updated);
CREATE TABLE steps (
    code TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (code, number)
) WITHOUT ROWID;
CREATE TABLE commands (
    code TEXT NOT NULL, who TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
    PRIMARY KEY (code, who, id)
) WITHOUT ROWID;
CREATE TABLE sittings (who TEXT NOT NULL, code TEXT NOT NULL, PRIMARY KEY (who, code)) WITHOUT ROWID;
CREATE INDEX sittings_by_table ON sittings (code);
CREATE TABLE results (
    code TEXT NOT NULL, seat INTEGER NOT NULL, who TEXT NOT NULL, game TEXT NOT NULL,
    players INTEGER NOT NULL, score INTEGER NOT NULL, place INTEGER NOT NULL, ended REAL NOT NULL,
    PRIMARY KEY (code, seat)
) WITHOUT ROWID;
CREATE INDEX results_by_player ON results (who, ended);
CREATE TABLE ratings (
    who TEXT NOT NULL, game TEXT NOT NULL, band TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
    games INTEGER NOT NULL, PRIMARY KEY (who, game, band)
) WITHOUT ROWID;
CREATE TABLE moves (secret TEXT PRIMARY KEY, who TEXT NOT NULL, path TEXT NOT NULL, expires REAL NOT NULL)
    WITHOUT ROWID;
"""


@dataclass(slots=True)
class _Wish:
    statements: Sequence[Statement]
    done: "asyncio.Future[None]"
    failed: Exception | None = None


class Store:
    """Reads on the caller's thread, writes on its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._reader = _opened(path)
        self._wishes: SimpleQueue[_Wish | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write_on, name="hexdeck-store", daemon=True)
        self._writer.start()

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return self._reader.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise StoreFailed(f"nothing can be read now: {error}; try again in a moment") from error

    def row(self, sql: str, *values: Any) -> tuple[Any, ...] | None:
        found = self.rows(sql, *values)
        return found[0] if found else None

    async def commit(self, *statements: Statement) -> None:
        """All of them or none; StoreFailed if none, AlreadyDone if a command is there already."""
        wish = _Wish(statements, asyncio.get_running_loop().create_future())
        self._wishes.put(wish)
        await wish.done

    def close(self) -> None:
        """Wait for what was asked for."""
        self._wishes.put(None)
        self._writer.join()
        self._reader.close()

    def _write_on(self) -> None:
        connection = _opened(self.path)
        while (group := self._next_group()) is not None:
            _commit(connection, group)
            for loop in {wish.done.get_loop() for wish in group}:
                loop.call_soon_threadsafe(_settle, [wish for wish in group if wish.done.get_loop() is loop])
        connection.close()

    def _next_group(self) -> list[_Wish] | None:
        """At least one wish, and all that wait by now; None at the end."""
        first = self._wishes.get()
        if first is None:
            return None
        group = [first]
        while not self._wishes.empty() and len(group) < LARGEST_GROUP:
            wish = self._wishes.get()
            if wish is None:
                self._wishes.put(None)
                break
            group.append(wish)
        return group


def _commit(connection: sqlite3.Connection, group: Iterable[_Wish]) -> None:
    """One transaction; a wish that breaks a rule of the file is left out of it alone."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        for wish in group:
            _carry_out(connection, wish)
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        for wish in group:
            wish.failed = StoreFailed(f"nothing can be stored now: {error}; it is not done, try again later")


def _carry_out(connection: sqlite3.Connection, wish: _Wish) -> None:
    connection.execute("SAVEPOINT wish")
    try:
        for sql, values in wish.statements:
            connection.execute(sql, values)
    except sqlite3.IntegrityError:
        connection.execute("ROLLBACK TO wish")
        wish.failed = AlreadyDone("that is done already")
    connection.execute("RELEASE wish")


def _settle(group: Iterable[_Wish]) -> None:
    for wish in group:
        if wish.done.cancelled():
            continue
        if wish.failed is None:
            wish.done.set_result(None)
        else:
            wish.done.set_exception(wish.failed)


def _opened(path: Path) -> sqlite3.Connection:
    """The file, made if it is not there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        _prepare(connection, path)
    except (OSError, sqlite3.Error) as error:
        raise SetupRefused(f"{path} cannot be used: {error}; choose another place with --data") from error
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    [found] = connection.execute("PRAGMA user_version").fetchone()
    if found == 0:
        connection.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version = {FORMAT}; COMMIT;")
    elif found != FORMAT:
        raise SetupRefused(
            f"{path} was written by another version of hexdeck: this one reads format {FORMAT}, not {found}"
        )
