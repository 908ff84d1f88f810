"""The format of the SQLite file: a file of an older one is brought up to date when it is opened."""

import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from hexdeck.core.errors import SetupRefused
from hexdeck.server.base.writability import Cause
from hexdeck.server.store.integrity import Chain, ChangeRow, forgotten_link, row_sum
from hexdeck.server.store.sqlite_sidecar import BUSY_SECONDS, read_only

LEAST_ROOM: Final = 256 * 1024  # bytes that SQLite needs for its small files beside the database
_PRAGMAS: Final = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "temp_store = MEMORY",
    "wal_autocheckpoint = 0",  # no commit waits for one; see `Writer._tidy_up`
)
_FORMAT_1: Final = """
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
    away BLOB, -- JSON: who has gone, and when
    updated REAL NOT NULL, -- when the present wait began, if no step came later
    lines INTEGER NOT NULL DEFAULT 0 -- steps by then
) WITHOUT ROWID;
CREATE INDEX tables_by_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX tables_by_status ON tables (status, public, updated);
CREATE TABLE steps (
    code TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, at REAL NOT NULL,
    who TEXT, id TEXT, -- of the command that made it
    PRIMARY KEY (code, number)
) WITHOUT ROWID;
CREATE TABLE commands ( -- that made no step
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

_FORMAT_2: Final = """
CREATE TABLE changes ( -- of a table, one after the other
    code TEXT NOT NULL, revision INTEGER NOT NULL,
    lines TEXT NOT NULL, -- of the record, that it has added
    total INTEGER NOT NULL, -- of them by then
    version INTEGER NOT NULL, -- of the game after it
    at REAL NOT NULL,
    who TEXT, id TEXT, -- of the command that made it
    PRIMARY KEY (code, revision)
) WITHOUT ROWID;
INSERT INTO changes SELECT code, number, text, number, number, at, who, id FROM steps;
INSERT INTO changes SELECT
    code, total + ROW_NUMBER() OVER (PARTITION BY code ORDER BY version), '', total, version, updated, who, id
    FROM (SELECT *, (SELECT COUNT(*) FROM steps WHERE steps.code = tables.code) AS total
          FROM commands JOIN tables USING (code));
DROP TABLE steps;
DROP TABLE commands;
CREATE TRIGGER changes_in_order BEFORE INSERT ON changes
    WHEN EXISTS (SELECT 1 FROM changes WHERE code = NEW.code AND revision >= NEW.revision)
    BEGIN SELECT RAISE(ABORT, 'outdated'); END;
"""

_FORMAT_3: Final = """
ALTER TABLE results ADD COLUMN feats BLOB; -- JSON: points of each round, and what the game counts
ALTER TABLE results ADD COLUMN mu REAL; -- the rating after the game, where it was rated
ALTER TABLE results ADD COLUMN sigma REAL;
CREATE TABLE tries ( -- at the deal of a day, one for each person
    day TEXT NOT NULL, game TEXT NOT NULL, who TEXT NOT NULL, code TEXT NOT NULL,
    score INTEGER, ended REAL, -- once it is over
    story BLOB, -- JSON: what was chosen
    PRIMARY KEY (day, game, who)
) WITHOUT ROWID;
CREATE INDEX tries_by_player ON tries (who);
CREATE INDEX tries_by_table ON tries (code);
CREATE TABLE tournaments (
    code TEXT PRIMARY KEY,
    document BLOB NOT NULL, -- JSON: what was chosen, who takes part, rounds and their seeds
    status TEXT NOT NULL, -- gathering, playing or over
    revision INTEGER NOT NULL, -- one more with each change
    updated REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE entries (who TEXT NOT NULL, code TEXT NOT NULL, PRIMARY KEY (who, code)) WITHOUT ROWID;
CREATE TABLE invitations ( -- to tables, by people who sit there
    who TEXT NOT NULL, host TEXT NOT NULL, code TEXT NOT NULL, at REAL NOT NULL, expires REAL NOT NULL,
    declined INTEGER NOT NULL, PRIMARY KEY (who, host)
) WITHOUT ROWID;
CREATE INDEX invitations_by_host ON invitations (host);
CREATE TABLE unwelcome ( -- whose invitations somebody does not want
    who TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (who, other)
) WITHOUT ROWID;
CREATE TABLE handles ( -- by which somebody's table is found, whichever it is
    who TEXT PRIMARY KEY, handle TEXT NOT NULL UNIQUE, at REAL NOT NULL
) WITHOUT ROWID;
ALTER TABLE results ADD COLUMN decisions INTEGER; -- that the coach has judged, where it was asked to
ALTER TABLE results ADD COLUMN lost REAL; -- points of all of them together
ALTER TABLE results ADD COLUMN squares REAL; -- and their squares
CREATE TABLE reviews (
    code TEXT PRIMARY KEY,
    process TEXT NOT NULL, -- that looks back
    until REAL NOT NULL, -- when another one may go on with it, in seconds since 1970
    done INTEGER NOT NULL, steps INTEGER NOT NULL, -- so many of so many, while it lasts
    findings BLOB -- gzipped JSON, once it is done
) WITHOUT ROWID;
CREATE TABLE glimpses ( -- what reviews have found that are not done
    code TEXT NOT NULL, start INTEGER NOT NULL, -- steps of the game before it
    seen BLOB NOT NULL, PRIMARY KEY (code, start)
) WITHOUT ROWID;
CREATE TABLE pads ( -- for real cards, that several phones share
    code TEXT PRIMARY KEY, game TEXT NOT NULL, revision INTEGER NOT NULL, document TEXT NOT NULL,
    expires REAL NOT NULL
) WITHOUT ROWID;
"""

SUMMED: Final = {  # every table but `changes`, with its columns; the first of them tell rows apart
    "meta": (1, "key value"),
    "players": (1, "id name picture language seen"),
    "tables": (1, "code document status public seed header deadline away updated lines"),
    "sittings": (2, "who code"),
    "results": (
        2,
        "code seat who game players score place ended feats mu sigma decisions lost squares",
    ),
    "ratings": (3, "who game band mu sigma games"),
    "moves": (1, "secret who path expires"),
    "tries": (3, "day game who code score ended story"),
    "tournaments": (1, "code document status revision updated"),
    "entries": (2, "who code"),
    "invitations": (2, "who host code at expires declined"),
    "unwelcome": (2, "who other"),
    "handles": (1, "who handle at"),
    "reviews": (1, "code process until done steps findings"),
    "glimpses": (2, "code start seen"),
    "pads": (1, "code game revision document expires"),
}
_SUMS: Final = "".join(f"ALTER TABLE {table} ADD COLUMN sum BLOB;\n" for table in SUMMED)
_FORMAT_4: Final = f"""
ALTER TABLE changes ADD COLUMN link BLOB; -- see integrity.py, as for every sum of a row
{_SUMS}
"""
_LINKED_SINCE: Final = 4
CHANGES: Final = f"SELECT {', '.join(ChangeRow._fields)} FROM changes"
IN_ORDER: Final = "ORDER BY code, revision"


def _triggers() -> str:
    """Triggers of one connection alone: other programs, which cannot make sums, still write to the file."""
    made = []
    for table, (keys, text) in SUMMED.items():
        columns = text.split()
        new = ", ".join(f"NEW.{name}" for name in columns)
        same = " AND ".join(f"{name} = NEW.{name}" for name in columns[:keys])
        changed = ", ".join(columns)
        body = f"BEGIN UPDATE {table} SET sum = row_sum({new}) WHERE {same}; END;"
        made += [
            f"CREATE TEMP TRIGGER {table}_inserted AFTER INSERT ON main.{table} {body}",
            f"CREATE TEMP TRIGGER {table}_updated AFTER UPDATE OF {changed} ON main.{table} {body}",
        ]
    return "\n".join(made)


_TRIGGERS: Final = _triggers()

# The first makes format 1 of an empty file, the next format 2 of format 1, and so on.
# Never change one that was released: files that it made are out there.
MIGRATIONS: Final = (_FORMAT_1, _FORMAT_2, _FORMAT_3, _FORMAT_4)
FORMAT: Final = len(MIGRATIONS)  # user_version of the file


def opened(path: Path) -> sqlite3.Connection:
    """The file in the newest format, made if it is not there, or SetupRefused."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS
        )
    except (OSError, sqlite3.Error) as error:
        raise unusable(path, error) from error
    try:
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        connection.create_function("row_sum", -1, row_sum, deterministic=True)
        connection.create_function("forgotten_link", 7, forgotten_link, deterministic=True)
        migrate(connection, path)
        connection.executescript(_TRIGGERS)
    except (SetupRefused, sqlite3.Error, UnicodeDecodeError) as error:
        connection.close()
        raise error if isinstance(error, SetupRefused) else unusable(path, error) from error
    return connection


def looked_at(path: Path) -> sqlite3.Connection:
    """The file as it is, for reading alone, beside a house that may be open."""
    try:
        connection = read_only(path)
        found = format_of(connection)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise unusable(path, error) from error
    if found != FORMAT:
        connection.close()
        raise SetupRefused(
            "the file {path} has format {found}, not {format}: open the house once with this version",
            path=path,
            found=found,
            format=FORMAT,
        )
    return connection


def cause_of(error: BaseException | None, path: Path) -> Cause:
    """Why a file cannot be written, from what SQLite or the system said."""
    kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if kind in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Cause.LOCKED
    if kind == sqlite3.SQLITE_FULL or _has_no_room(path.parent):
        return Cause.DISK_FULL
    if kind == sqlite3.SQLITE_READONLY or not os.access(path.parent, os.W_OK):
        return Cause.READ_ONLY
    return Cause.FAILED


def _has_no_room(folder: Path) -> bool:
    """SQLite calls a disk that is full for its small files an input or output error."""
    with suppress(OSError):
        found = shutil.disk_usage(folder)
        return found.free < LEAST_ROOM
    return False


def unusable(path: Path, error: Exception) -> SetupRefused:
    return SetupRefused(
        "the file {path} cannot be used: {error}; choose another place with --data", path=path, error=error
    )


def format_of(connection: sqlite3.Connection) -> int:
    [found] = connection.execute("PRAGMA user_version").fetchone()
    return int(found)


def migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
    """All missing steps or none.  Writes in any case: a file that can only be read is refused at once."""
    found, newest = format_of(connection), len(migrations)
    if found > newest:
        raise SetupRefused(
            "the file {path} was written by a newer hexdeck: it has format {found}, and this version knows"
            " {newest}; install that again, restore a backup from before it, or choose another place with"
            " --data",
            path=path,
            found=found,
            newest=newest,
        )
    missing = "".join(migrations[found:])
    connection.executescript(f"BEGIN IMMEDIATE; {missing} PRAGMA user_version = {newest};")
    if found < newest:
        seal(connection, with_links=found < _LINKED_SINCE)
    connection.execute("COMMIT")


def seal(connection: sqlite3.Connection, *, with_links: bool) -> None:
    """Make the sums of all rows anew, and the links of all changes too if asked for."""
    connection.create_function("row_sum", -1, row_sum, deterministic=True)
    for table, (_, columns) in SUMMED.items():
        connection.execute(f"UPDATE {table} SET sum = row_sum({', '.join(columns.split())})")
    if not with_links:
        return
    chain = Chain()
    for (code,) in connection.execute("SELECT code FROM changes GROUP BY code").fetchall():
        rows = [
            ChangeRow(*row) for row in connection.execute(f"{CHANGES} WHERE code = ? {IN_ORDER}", (code,))
        ]
        connection.executemany(
            "UPDATE changes SET link = ? WHERE code = ? AND revision = ?",
            [(chain.link(row), code, row.revision) for row in rows],
        )
