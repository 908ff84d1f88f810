"""Files that were damaged: the house refuses them, says how to restore a backup, and replaces nothing."""

import asyncio
import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from hexdeck.core.errors import SetupRefused
from hexdeck.server.base.refusals import StoreDamaged, StoreFailed
from hexdeck.server.base.settings import Settings
from hexdeck.server.house.house import house_at
from hexdeck.server.store.protocol import TableChange
from hexdeck.server.store.sqlite import SqliteStorage
from hexdeck.server.store.sqlite_sidecar import head_file, identity_file
from server.run.test_caretaker import house_command
from server.store.test_copy import fill

LATE = 40  # changes after the newest one that the files beside the database know


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a house that was killed: all that it has stored is still in the log."""
    folder, left = tmp_path_factory.mktemp("house") / "data", tmp_path_factory.mktemp("left") / "data"

    async def play() -> None:
        storage = SqliteStorage(folder / "hexdeck.sqlite3")
        await fill(storage)
        storage._writer._keep_head()  # type: ignore[union-attr]  # as it does by itself after some seconds
        for number in range(1, LATE):
            await storage.change_table(TableChange("C", number, [f"{number} b1"], number, 3.0))
        shutil.copytree(folder, left)
        await storage.close()

    asyncio.run(play())
    return left


@pytest.fixture
def data(killed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(killed, tmp_path / "data"))


def database(data: Path) -> Path:
    return data / "hexdeck.sqlite3"


def log_of(data: Path) -> Path:
    return data / "hexdeck.sqlite3-wal"


def contents(data: Path) -> dict[str, bytes]:
    """All files of a folder but the index of the log and an empty log, which looking at a database makes."""
    files = {file.name: file.read_bytes() for file in sorted(data.iterdir())}
    return {
        name: raw
        for name, raw in files.items()
        if not name.endswith("-shm") and (raw or not name.endswith("-wal"))
    }


def opened(data: Path) -> bytes:
    """The secret of the house, which was opened and closed."""

    async def look() -> bytes:
        house = await house_at(Settings(data=data))
        await house.close()
        return house.signer.secret

    return asyncio.run(look())


def cut(file: Path, part: float) -> None:
    os.truncate(file, int(file.stat().st_size * part))


def other_house(file: Path) -> None:
    async def make() -> None:
        storage = SqliteStorage(file)
        await storage.secret(b"another secret")
        await storage.close()

    for gone in file.parent.glob(f"{file.name}*"):
        if not gone.name.endswith(("-house", "-head")):
            gone.unlink()
    aside = file.parent / "other"
    aside.mkdir()
    for kept in (identity_file(file), head_file(file)):
        kept.rename(aside / kept.name)
    asyncio.run(make())
    for made in (identity_file(file), head_file(file)):
        made.unlink()
        (aside / made.name).rename(made)
    aside.rmdir()


def empty_house(data: Path) -> None:
    """The file as it is when its log is lost: a header, and nothing else."""
    log_of(data).unlink()
    database(data).unlink()
    with closing(sqlite3.connect(database(data), isolation_level=None)) as made:
        made.execute("PRAGMA journal_mode = WAL")


def garbage(data: Path) -> None:
    log_of(data).write_bytes(bytes(range(256)) * 400)


def both_removed(data: Path) -> None:
    database(data).unlink()
    log_of(data).unlink()


DAMAGES: dict[str, Callable[[Path], object]] = {
    "log removed": lambda data: log_of(data).unlink(),
    "log emptied": lambda data: cut(log_of(data), 0),
    "log cut to a few pages": lambda data: os.truncate(log_of(data), 3 * 4120),
    "log cut in half": lambda data: cut(log_of(data), 0.5),
    "log of garbage": garbage,
    "database removed": lambda data: database(data).unlink(),
    "database emptied": lambda data: cut(database(data), 0),
    "database and log removed": both_removed,
    "an empty database": empty_house,
    "the database of another house": lambda data: other_house(database(data)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_house_that_has_lost_something_stays_closed(damage: Callable[[Path], object], data: Path) -> None:
    damage(data)
    before = contents(data)

    with pytest.raises(StoreDamaged) as refused:
        opened(data)

    assert f"hexdeck house restore BACKUP --data {data}" in str(refused.value)
    assert f"hexdeck house accept --data {data}" in str(refused.value)
    assert contents(data) == before


def test_a_house_that_was_killed_opens_with_all_it_had(data: Path) -> None:
    assert opened(data) == b"\0secret\xff"
    with closing(sqlite3.connect(database(data))) as connection:
        newest = connection.execute("SELECT MAX(revision) FROM changes WHERE code = 'C'").fetchone()
    assert newest == (LATE - 1,)
    assert opened(data) == b"\0secret\xff"


def test_the_end_of_the_log_may_be_torn(data: Path) -> None:
    """What the power cut short while it was written was never acknowledged."""
    os.truncate(log_of(data), log_of(data).stat().st_size - 100)
    assert opened(data) == b"\0secret\xff"


@pytest.mark.parametrize("content", [b"", b"{", b'{"house": "0123"}', b"[]"])
def test_an_identity_that_was_damaged_is_not_taken_for_none(content: bytes, data: Path) -> None:
    identity_file(database(data)).write_bytes(content)
    with pytest.raises(StoreDamaged, match="house accept"):
        opened(data)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"at": 1}'])
def test_a_head_that_was_damaged_keeps_no_house_closed(content: bytes, data: Path) -> None:
    head_file(database(data)).write_bytes(content)
    assert opened(data) == b"\0secret\xff"


def test_files_beside_the_database_are_private(data: Path) -> None:
    assert opened(data)
    for file in (identity_file(database(data)), head_file(database(data))):
        assert file.stat().st_mode & 0o777 == 0o600
        assert b"secret" not in file.read_bytes()


def test_the_newest_backup_is_named_and_restored(data: Path, tmp_path: Path) -> None:
    assert opened(data)
    [made] = house_command(data, "rotate", str(tmp_path / "my backups"))
    cut(database(data), 0)
    with pytest.raises(StoreDamaged) as refused:
        opened(data)
    assert f"hexdeck house restore '{made['made']}' --data {data}" in str(refused.value)

    [restored] = house_command(data, "restore", made["made"])
    assert restored["before"] is None  # there was nothing in it
    assert opened(data) == b"\0secret\xff"
    with closing(sqlite3.connect(database(data))) as connection:
        assert connection.execute("SELECT COUNT(*) FROM tables").fetchone() == (4,)


def test_what_was_damaged_is_kept_beside_the_backup(data: Path, tmp_path: Path) -> None:
    shutil.copytree(data, tmp_path / "whole")
    assert opened(tmp_path / "whole")
    [made] = house_command(tmp_path / "whole", "rotate", str(tmp_path / "backups"))
    cut(log_of(data), 0.5)
    damaged = contents(data)

    [restored] = house_command(data, "restore", made["made"])
    again = house_command(data, "restore", made["made"])

    aside = Path(restored["before"])
    assert aside.read_bytes() == damaged["hexdeck.sqlite3"]
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == damaged["hexdeck.sqlite3-wal"]
    assert Path(again[0]["before"]) != aside
    assert opened(data) == b"\0secret\xff"


def test_a_backup_of_another_house_is_not_put_in_place(data: Path, tmp_path: Path) -> None:
    assert opened(data)
    assert opened(tmp_path / "other") != b"\0secret\xff"
    [made] = house_command(tmp_path / "other", "rotate", str(tmp_path / "backups"))
    assert "is a backup of another house" in house_command(data, "restore", made["made"])
    assert opened(data) == b"\0secret\xff"


def test_a_loss_can_be_accepted(data: Path) -> None:
    cut(log_of(data), 0.5)
    [accepted] = house_command(data, "accept")
    assert accepted["tables"] == 2  # of four
    assert accepted["expected"]
    assert len(accepted["aside"]) == 2
    assert all(json.loads(Path(file).read_bytes()) for file in accepted["aside"])
    assert opened(data)
    assert opened(data)


def test_a_database_that_vanishes_is_not_made_anew(tmp_path: Path) -> None:
    """While the house is open, by the writer that has failed and opens it again."""
    path = tmp_path / "data" / "hexdeck.sqlite3"

    async def lose() -> None:
        storage = SqliteStorage(path)
        await storage.secret(b"secret")
        for file in path.parent.glob("hexdeck.sqlite3*"):
            if not file.name.endswith(("-house", "-head")):
                file.unlink()
        storage._writer._give_up_connection()  # type: ignore[union-attr]  # as after a failure
        with pytest.raises(StoreFailed):
            await storage.keep_door("127.0.0.1 80")
        assert not path.exists()
        await storage.close()

    asyncio.run(lose())


def test_a_house_of_an_older_version_gets_an_identity(data: Path) -> None:
    assert opened(data)
    identity_file(database(data)).unlink()
    head_file(database(data)).unlink()
    assert opened(data) == b"\0secret\xff"
    assert identity_file(database(data)).exists()
    cut(database(data), 0)
    with pytest.raises(SetupRefused, match="is missing or empty"):
        opened(data)
