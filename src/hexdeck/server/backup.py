"""`hexdeck backup`: a whole copy of everything, also while the house is open."""

import sqlite3
from pathlib import Path

from hexdeck.errors import SetupRefused


def backup(database: Path, target: Path) -> int:
    """Copy the database into a new file; the number of tables in it."""
    if not database.exists():
        raise SetupRefused(
            f"there is nothing to back up: {database} does not exist; choose a place with --data"
        )
    if target.exists():
        raise SetupRefused(f"{target} exists already: choose another file")
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
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise SetupRefused(f"{target} cannot be written: {error}") from error
    return int(tables)
