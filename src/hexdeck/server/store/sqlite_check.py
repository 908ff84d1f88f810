"""Look for damage in an SQLite file: in its pages, its tables, its rows, and the order of its changes."""

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from itertools import groupby, islice
from pathlib import Path
from typing import Final

from hexdeck.core.errors import SetupRefused
from hexdeck.server.store.integrity import (
    CONTRADICTIONS,
    Chain,
    ChangeRow,
    Progress,
    quiet,
    row_sum,
)
from hexdeck.server.store.sqlite_format import (
    CHANGES,
    IN_ORDER,
    MIGRATIONS,
    SUMMED,
    looked_at,
    opened,
    seal,
    unusable,
)
from hexdeck.server.store.sqlite_sidecar import check_identity, damaged

QUICK_BYTES: Final = 16 * 1024 * 1024  # of a file that is looked at as a whole whenever it is opened
QUICK_CHANGES: Final = 20_000  # of a larger one, changes of tables in play
MOST_FAULTS: Final = 100  # that are listed: of a file in ruins there is no end
NOT_SUMMED: Final = "tried"  # the key in `meta` that tells only that the file could be written


def check_quickly(connection: sqlite3.Connection, path: Path) -> None:
    """StoreDamaged for a file with damage; a large one is only looked at where it is in use."""
    try:
        if path.stat().st_size <= QUICK_BYTES:
            fault = next(faults(connection, pages="quick_check(1)"), None)
        else:
            fault = next(_faults_in_play(connection), None)
    except sqlite3.OperationalError:
        raise  # it cannot be read just now
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        fault = str(error)
    finally:
        connection.text_factory = str
    if fault is not None:
        raise damaged(path, SetupRefused("the database {path} is damaged: {error}", path=path, error=fault))


def _text(raw: bytes) -> str:
    """A text that was damaged is read too, and differs from what was summed."""
    return raw.decode(errors="surrogateescape")


def accept(path: Path) -> list[str]:
    """Take every row as it is from now on; the faults that are no longer seen after that."""
    with closing(opened(path)) as connection:
        try:
            found = list(islice(faults(connection), MOST_FAULTS))
            connection.execute("BEGIN IMMEDIATE")
            seal(connection, with_links=True)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise unusable(path, error) from error
    return found


def faults_of_file(path: Path, progress: Progress) -> Iterator[str]:
    """The same of a file as it is, also beside an open house, with all that was stored up to one moment."""
    try:
        check_identity(path)
        with closing(looked_at(path)) as connection:
            connection.execute("BEGIN")
            yield from faults(connection, progress=progress)
            yield from (said for (said,) in connection.execute(CONTRADICTIONS))
    except (
        SetupRefused,
        sqlite3.Error,
        UnicodeDecodeError,
    ) as error:  # no more can be looked at
        yield str(error)


def faults(
    connection: sqlite3.Connection,
    *,
    pages: str = f"integrity_check({MOST_FAULTS})",
    progress: Progress = quiet,
) -> Iterator[str]:
    """Every fault that can be found, in words for whoever keeps the house."""
    connection.text_factory = _text
    progress("pages", 0)
    for (said,) in connection.execute(f"PRAGMA {pages}"):
        if said != "ok":
            yield f"pages: {said}"
    yield from _faults_of_schema(connection)
    for table in SUMMED:
        yield from _faults_of_rows(connection, table, progress)
    yield from _faults_of_changes(connection.execute(f"{_LINKED} {IN_ORDER}"), progress)


def _faults_in_play(connection: sqlite3.Connection) -> Iterator[str]:
    connection.text_factory = _text
    yield from _faults_of_schema(connection)
    yield from _faults_of_rows(connection, "meta")
    yield from _faults_of_rows(connection, "tables", which="status = 'playing'")
    playing = "code IN (SELECT code FROM tables WHERE status = 'playing')"
    newest = f"SELECT code FROM changes WHERE {playing} GROUP BY code ORDER BY MAX(at) DESC LIMIT 1000"
    yield from _faults_of_changes(
        connection.execute(f"{_LINKED} WHERE code IN ({newest}) {IN_ORDER} LIMIT {QUICK_CHANGES}")
    )


_LINKED: Final = CHANGES.replace(" FROM", ", link FROM")


def _faults_of_rows(
    connection: sqlite3.Connection, table: str, progress: Progress = quiet, which: str = "1"
) -> Iterator[str]:
    keys, text = SUMMED[table]
    found = connection.execute(f"SELECT sum, {', '.join(text.split())} FROM {table} WHERE {which}")
    for number, (kept, *row) in enumerate(found, 1):
        if number % 1000 == 0:
            progress(table, number)
        if kept != row_sum(*row) and (table, row[0]) != ("meta", NOT_SUMMED):
            yield f"{table}: {_named(row[:keys])} is not as it was stored"
    progress(table, -1)


def _faults_of_changes(found: Iterator[tuple[object, ...]], progress: Progress = quiet) -> Iterator[str]:
    chain, number = Chain(), 0
    rows = ((ChangeRow(*row), link) for *row, link in found)  # type: ignore[arg-type]
    for code, changes in groupby(rows, lambda pair: pair[0].code):
        for row, link in changes:
            number += 1
            if number % 1000 == 0:
                progress("changes", number)
            if not _is_whole(chain, row, link):
                yield f"changes: {_named([code, row.revision])} is not as it was stored"
    progress("changes", -1)


def _is_whole(chain: Chain, row: ChangeRow, link: object) -> bool:
    try:
        return isinstance(link, bytes) and chain.is_linked(row, link)
    except (TypeError, ValueError, struct.error):  # a value of another type than was stored
        return False


def _faults_of_schema(connection: sqlite3.Connection) -> Iterator[str]:
    """SQLite checks the parts of a schema, and never whether all of them are there."""
    if schema_of(connection) != _schema():
        yield "schema: tables, indexes or triggers are not those of this format"


def schema_of(connection: sqlite3.Connection) -> list[tuple[str, ...]]:
    """Everything that a database consists of, without blanks and notes."""
    found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
    return [(*row[:3], _bare(row[3])) for row in found]


def _bare(sql: str | None) -> str:
    lines = (line.partition("--")[0] for line in (sql or "").splitlines())
    return "".join("".join(lines).split())


@cache
def _schema() -> list[tuple[str, ...]]:
    connection = sqlite3.connect(":memory:")
    try:
        connection.executescript("".join(MIGRATIONS))
        return schema_of(connection)
    finally:
        connection.close()


def _named(keys: list[object]) -> str:
    """A row, as whoever keeps the house can find it; a secret is not told."""
    return " ".join(ascii(key)[:40] for key in keys)
