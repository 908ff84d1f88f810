"""Whole copies of an SQLite file, also while the house is open, and what such a copy is put back with."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from hexdeck.core.errors import SetupRefused
from hexdeck.server.store.sqlite_format import FORMAT, format_of
from hexdeck.server.store.sqlite_sidecar import (
    identity_in,
    is_identity,
    move_aside,
    note_backup,
    sync_folder,
)


def backup(database: Path, target: Path) -> int:
    """Copy the database into a new file; the number of tables in it."""
    if not database.exists():
        raise SetupRefused(
            "there is nothing to back up: {path} does not exist; choose a place with --data", path=database
        )
    if target.exists():
        raise SetupRefused("the file {path} exists already: choose another", path=target)
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)  # the secret that identities are signed with is in it
        source, copy = sqlite3.connect(f"file:{database}?mode=ro", uri=True), sqlite3.connect(part)
        with source, copy:
            source.backup(copy)
            [tables] = copy.execute("SELECT COUNT(*) FROM tables").fetchone()
        source.close()
        copy.close()
        part.rename(target)
        note_backup(database, target)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise SetupRefused("the file {path} cannot be written: {error}", path=target, error=error) from error
    return int(tables)


def check_backup(file: Path) -> None:
    """SetupRefused unless this version can open it, as it is or after a migration."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as source:
            version = format_of(source)
            [sound] = source.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        raise SetupRefused(
            "the file {path} is no backup of a house: {error}", path=file, error=error
        ) from None
    if version not in range(1, FORMAT + 1) or sound != "ok":
        raise SetupRefused("the file {path} is no backup that this version can read", path=file)


def put_in_place(file: Path, database: Path) -> Path | None:
    """Put a backup in the place of the database; the new name of what was there, None if nothing was."""
    part = database.with_name(f"{database.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        with (
            closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(part)) as target,
        ):
            source.backup(target)
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        before = move_aside(database)
        part.rename(database)
        sync_folder(database.parent)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise SetupRefused(
            "the file {path} cannot be written: {error}", path=database, error=error
        ) from error
    return before


def check_same_house(file: Path, database: Path) -> None:
    """SetupRefused for the backup of a house other than the one that is kept here."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as source:
        identity = identity_in(source)
    if not is_identity(database, identity):
        raise SetupRefused(
            "the file {path} is a backup of another house: choose an empty place with --data", path=file
        )
