"""A closed house whose rows a test changes: with sums that fit, so that it opens as it would without."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from hexdeck.server.store.sqlite_format import seal


@contextmanager
def edited(database: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        yield connection
        seal(connection, with_links=True)
