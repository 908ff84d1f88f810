"""A store that cannot be written for a while, in several real ways."""

import os
import resource
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path

from server.house_process import HouseProcess

WRITE_VERSION = 18  # the byte of an SQLite file that says who may write to it
READ_ONLY, WRITABLE = b"\x03", b"\x02"
_CHANGE = "REPLACE INTO meta (key, value) VALUES ('tried', x'')"  # after one, others read the mark again

Fault = Callable[[HouseProcess], AbstractContextManager[None]]


@contextmanager
def no_room(house: HouseProcess) -> Iterator[None]:
    """No file may grow: every write of the server fails."""
    assert house.process is not None
    before = resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def full_disk(house: HouseProcess) -> Iterator[None]:
    """The file system that the data are on is filled up, and what comes next needs room."""
    _empty_log(house.data / "hexdeck.sqlite3")
    with filled_up(house.data):
        yield


@contextmanager
def read_only(house: HouseProcess) -> Iterator[None]:
    """The database is marked as one that this SQLite must not write to."""
    database = house.data / "hexdeck.sqlite3"
    with _alone_with_an_empty_log(database) as connection:
        _mark(database, READ_ONLY)
        connection.execute(_CHANGE)
    try:
        yield
    finally:
        _mark(database, WRITABLE)


@contextmanager
def locked(house: HouseProcess) -> Iterator[None]:
    """Another program writes to the database and does not come to an end."""
    connection = sqlite3.connect(house.data / "hexdeck.sqlite3", timeout=20, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


FAULTS: dict[str, Fault] = {"no_room": no_room, "read_only": read_only, "locked": locked}


@contextmanager
def small_disk(place: Path, megabytes: int) -> Iterator[None]:
    """A file system of its own, or OSError where nothing can be mounted."""
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise OSError(done.stderr.strip())
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)  # a bot may take a moment to end


@contextmanager
def filled_up(disk: Path) -> Iterator[None]:
    """No file on a disk can grow, and none can be made there."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def unwritable(disk: Path) -> Iterator[None]:
    """A file system of our own is there to be read only, for whoever runs the house."""
    _mount_again(disk, "ro")
    try:
        yield
    finally:
        _mount_again(disk, "rw")


@contextmanager
def marked(folder: Path) -> Iterator[None]:
    """The database of a closed house says that this SQLite must not write to it: any user can do that."""
    database = folder / "hexdeck.sqlite3"
    _empty_log(database)
    _mark(database, READ_ONLY)
    try:
        yield
    finally:
        _mark(database, WRITABLE)


def _mount_again(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)


def _empty_log(database: Path) -> None:
    """Bring all that was written into the database itself, and give the room of the log back."""
    connection = sqlite3.connect(database, timeout=20)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


@contextmanager
def _alone_with_an_empty_log(database: Path) -> Iterator[sqlite3.Connection]:
    """A transaction in which all that the house has written is in the database itself."""
    with closing(sqlite3.connect(database, timeout=20, isolation_level=None)) as connection:
        log = database.with_name(f"{database.name}-wal")
        while True:
            _empty_log(database)
            connection.execute("BEGIN IMMEDIATE")
            if not log.stat().st_size:
                break
            connection.execute("ROLLBACK")  # something was written in between
        yield connection
        connection.execute("COMMIT")


def _mark(database: Path, version: bytes) -> None:
    file = os.open(database, os.O_WRONLY)
    try:
        os.pwrite(file, version, WRITE_VERSION)
        os.fsync(file)
    finally:
        os.close(file)
