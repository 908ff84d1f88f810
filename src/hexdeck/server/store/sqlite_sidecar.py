"""Small files beside an SQLite file that say whose house it is and how far it had come.

The database cannot tell that it was emptied, exchanged or cut off; these files can.
"""

import hashlib
import json
import os
import shlex
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple

from hexdeck.core.errors import SetupRefused
from hexdeck.server.base.refusals import StoreDamaged
from hexdeck.server.store.integrity import LINK_BYTES

COMMITS: Final = "commits"  # the key in `meta`: how many commits did more than append changes
_NEWEST: Final = "SELECT revision, link FROM changes WHERE code = ? ORDER BY revision DESC LIMIT 1"
_BACKUP_COMMAND: Final = "hexdeck house restore"
_ACCEPT_COMMAND: Final = "hexdeck house accept"
BUSY_SECONDS: Final = 2.0  # to wait for another program that has locked the file
STILL: Final = "immutable=1"  # the file is taken for one that nobody changes
_CANNOT_SHARE: Final = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)
_EMPTY, _UNREADABLE = "", "unreadable"


class Head(NamedTuple):
    """The newest commit that is known to be safe.

    Commits are stored in order: where anything later is found, this one is there too.
    """

    at: float  # seconds since 1970
    commits: int  # the count in `meta`; one that grows with every commit but plain changes
    code: str | None = None  # the table of the newest plain change after that
    revision: int = 0
    link: str = ""


def identity_file(database: Path) -> Path:
    """The file that says whose house is kept here; made once, with the house."""
    return database.with_name(f"{database.name}-house")


def head_file(database: Path) -> Path:
    return database.with_name(f"{database.name}-head")


def backup_note(database: Path) -> Path:
    """The file that says where the newest backup is."""
    return database.with_name(f"{database.name}-backup")


def identity_of(secret: bytes) -> str:
    """Return the public name of the house that signs with this secret."""
    return hashlib.sha256(b"hexdeck house " + secret).hexdigest()[:32]


def keep_identity(database: Path, secret: bytes) -> None:
    """Write the identity of a house that has none yet."""
    file = identity_file(database)
    if not file.exists():
        _replace(file, {"house": identity_of(secret)})


def keep_head(database: Path, head: Head) -> None:
    _replace(head_file(database), head._asdict())


def note_backup(database: Path, backup: Path) -> None:
    """Remember where the newest backup is; a note that cannot be written is left out."""
    with suppress(OSError):
        _replace(backup_note(database), {"file": str(backup.resolve()), "at": time.time()})


def head_of(database: Path) -> Head | None:
    """The head that was kept last; None where there is none that can be read."""
    try:
        return Head(**json.loads(head_file(database).read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


def check_identity(database: Path) -> None:
    """StoreDamaged unless the database is that of the house that is kept here, and as new as it was."""
    expected = _expected_identity(database)
    if expected is None:
        return
    found = _look(database)
    if found is None:
        return  # it cannot be opened just now; opening it will tell why
    identity, is_complete = found
    if identity == _EMPTY:
        raise damaged(
            database,
            SetupRefused(
                "the database {path} is missing or empty, and {identity} says that a house is kept here",
                path=database,
                identity=identity_file(database).name,
            ),
        )
    if identity != expected:
        raise damaged(
            database,
            SetupRefused(
                "the database {path} is not that of the house that {identity} names",
                path=database,
                identity=identity_file(database).name,
            ),
        )
    if not is_complete:
        raise damaged(
            database,
            SetupRefused(
                "the database {path} lacks changes that were stored by {time}: its log was cut off, or an"
                " older copy was put in its place",
                path=database,
                time=_head_time(database),
            ),
        )


def is_identity(database: Path, identity: str) -> bool:
    """Whether the house that is kept here may have this identity; of one that has none yet it may."""
    expected = _expected_identity(database)
    return expected in (None, _UNREADABLE, identity) or not identity


def damaged(database: Path, why: SetupRefused) -> StoreDamaged:
    """The refusal of a database that must not be used as it is, with the commands that help."""
    data = f"--data {shlex.quote(str(database.parent))}"
    return StoreDamaged(
        "the house stays closed, and nothing was changed: {why}; put the newest backup in its place with"
        " “{restore}”, or go on with what is there with “{accept}”",
        why=why,
        restore=f"{_BACKUP_COMMAND} {shlex.quote(newest_backup(database))} {data}",
        accept=f"{_ACCEPT_COMMAND} {data}",
    )


def newest_backup(database: Path) -> str:
    """Where it is; BACKUP where that is not known."""
    try:
        file = Path(json.loads(backup_note(database).read_bytes())["file"])
    except (OSError, ValueError, TypeError, KeyError):
        return "BACKUP"
    return str(file) if file.exists() else "BACKUP"


def identity_in(connection: sqlite3.Connection) -> str:
    """The identity that a database has; empty where no house was ever open with it."""
    try:
        row = connection.execute("SELECT value FROM meta WHERE key = 'secret'").fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        return _EMPTY
    return _EMPTY if row is None else identity_of(bytes(row[0]))


def is_head_in(connection: sqlite3.Connection, head: Head) -> bool:
    """Whether the database is as new as the head, or newer."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (COMMITS,)).fetchone()
    commits = 0 if row is None else row[0]
    if head.code is None or commits != head.commits:
        return bool(commits >= head.commits)
    row = connection.execute(_NEWEST, (head.code,)).fetchone()
    if row is None or row[0] != head.revision:
        return row is not None and bool(row[0] > head.revision)
    return bytes(row[1] or b"")[:LINK_BYTES].hex() == head.link


def read_only(database: Path) -> sqlite3.Connection:
    """A connection that reads, also where nothing can be written beside the database.

    There SQLite cannot share the log with other connections.  Without a log, nobody needs to.
    """
    connection = _reading(database, "mode=ro")
    try:
        connection.execute("PRAGMA user_version")
    except sqlite3.OperationalError as error:
        connection.close()
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if kind not in _CANNOT_SHARE or has_log(database):
            raise
        return _reading(database, STILL)
    return connection


def has_log(database: Path) -> bool:
    log = database.with_name(f"{database.name}-wal")
    return log.exists() and log.stat().st_size > 0


def _reading(database: Path, how: str) -> sqlite3.Connection:
    address = f"{database.resolve().as_uri()}?{how}"
    return sqlite3.connect(address, uri=True, check_same_thread=False, timeout=BUSY_SECONDS)


def move_aside(database: Path) -> Path | None:
    """Rename the database with everything that belongs to it; its new name, None if there was nothing."""
    stem = database.with_name(f"before-{time.strftime('%Y%m%d-%H%M%S')}")
    aside, number = stem.with_suffix(database.suffix), 1
    while any(aside.parent.glob(f"{aside.name}*")):
        number += 1
        aside = stem.with_name(f"{stem.name}-{number}{database.suffix}")
    moved = False
    for suffix in ("-wal", "-shm", "-head", ""):
        file = database.with_name(database.name + suffix)
        if file.exists():
            moved = moved or (suffix in ("", "-wal") and file.stat().st_size > 0)
            file.rename(aside.with_name(aside.name + suffix))
    return aside if moved else None


def put_sidecar_aside(database: Path) -> list[str]:
    """Rename the files that say what the database should be; their new names."""
    stamp, aside = time.strftime("%Y%m%d-%H%M%S"), []
    for file in filter(Path.exists, (identity_file(database), head_file(database))):
        new, number = file.with_name(f"before-{stamp}-{file.name}"), 1
        while new.exists():
            number += 1
            new = file.with_name(f"before-{stamp}-{number}-{file.name}")
        aside.append(str(file.rename(new)))
    sync_folder(database.parent)
    return aside


def sync_folder(folder: Path) -> None:
    """Make what was renamed in a folder safe, where the system can do that."""
    with suppress(OSError):  # Windows cannot
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _expected_identity(database: Path) -> str | None:
    file = identity_file(database)
    try:
        return str(json.loads(file.read_bytes())["house"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError):
        return _UNREADABLE


def _look(database: Path) -> tuple[str, bool] | None:
    """The identity in the database, and whether it has all that it had; None if it cannot be opened."""
    if not database.exists() or not database.stat().st_size:
        return _EMPTY, False
    try:
        with closing(read_only(database)) as connection:
            identity, head = identity_in(connection), head_of(database)
            return identity, not identity or head is None or is_head_in(connection, head)
    except sqlite3.OperationalError:
        return None
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise damaged(database, unreadable(database, error)) from error


def unreadable(database: Path, error: Exception) -> SetupRefused:
    return SetupRefused("the database {path} is damaged: {error}", path=database, error=error)


def _head_time(database: Path) -> str:
    head = head_of(database)
    return "" if head is None else time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(head.at))


def _replace(file: Path, content: dict[str, object]) -> None:
    """Write a file as a whole: after a power cut there is the old one or the new one."""
    part = file.with_name(f"{file.name}.part")
    opened = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(opened, "w") as writing:
        json.dump(content, writing)
        writing.write("\n")
        writing.flush()
        os.fsync(writing.fileno())
    part.replace(file)
    sync_folder(file.parent)
