"""The SQLite file itself: its formats, its log, and who may only look."""

import asyncio
import gzip
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from hexdeck.core.errors import SetupRefused
from hexdeck.core.registry import GAMES
from hexdeck.server.base.refusals import StoreFailed
from hexdeck.server.base.settings import Settings
from hexdeck.server.house.house import house_at
from hexdeck.server.store.protocol import NewTable, Profile, TableChange, TableSnapshot
from hexdeck.server.store.sqlite import SqliteStorage
from hexdeck.server.store.sqlite_copies import check_backup
from hexdeck.server.store.sqlite_format import FORMAT, MIGRATIONS, format_of, migrate
from hexdeck.server.tables.resumed import record_text
from server.inside import Inside

FORMAT_1 = Path(__file__).with_name("format_1.sqlite3.gz")  # made by the first version that had a number
OVER, RUNNING, LOBBY = "QX4-DEA-AB9", "QVA-RVP-7ZF", "4EE-96M-6Q5"  # its tables
MARIE, NINA = "pwQSoe9PDAo_eJqET", "p524-EaMydgMYcFCS"  # who play there


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    path = tmp_path / "hexdeck.sqlite3"
    path.write_bytes(gzip.decompress(FORMAT_1.read_bytes()))
    return path


def test_a_house_of_the_first_format_opens_and_plays_on(old_file: Path) -> None:
    async def look() -> None:
        house = await house_at(Settings(data=old_file.parent))
        over = await (await house.tables.table(OVER)).finished_record()
        stored = await house.storage.read_table(OVER)
        assert over is not None
        assert stored is not None
        assert over.text() == record_text(stored)
        running, lobby = await house.tables.table(RUNNING), await house.tables.table(LOBBY)
        assert (running.version, running.document.people()) == (7, [MARIE, NINA])
        assert lobby.document.status == "gathering"
        assert await house.people.profile(NINA) == Profile(NINA, "Nina", "cat", "fr")
        assert [one["games"] for one in await house.people.ranking("voodoo_prince", "2")] == [1, 1]
        assert house.signer.renewed == {MARIE: 1}
        await house.close()

    asyncio.run(look())
    with closing(sqlite3.connect(old_file)) as connection:
        assert format_of(connection) == FORMAT


def test_a_finished_game_stays_readable_when_its_rules_have_changed(old_file: Path) -> None:
    with closing(sqlite3.connect(old_file, isolation_level=None)) as connection:
        connection.execute("UPDATE tables SET header = replace(header, 'prince 1', 'prince 999')")

    async def ask() -> list[bytes]:
        inside = await Inside.at(old_file.parent)
        paths = (f"/api/tables/{OVER}/record", f"/api/tables/{RUNNING}/record", f"/api/tables/{OVER}/replay")
        answers = [await inside.ask("GET", path, inside.token(MARIE)) for path in paths]
        await inside.close()
        return answers

    over, running, replay = asyncio.run(ask())
    assert over.startswith(b"200")
    assert b"game voodoo_prince 999" in over
    assert over.splitlines()[-1].startswith(b"seed ")
    assert running.startswith(b"409")
    assert b"version 999" in replay


def test_a_finished_game_of_older_rules_is_replayed(old_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prince = GAMES["voodoo_prince"]
    monkeypatch.setitem(GAMES, "voodoo_prince", replace(prince, version=prince.version + 1))

    async def ask() -> list[bytes]:
        inside = await Inside.at(old_file.parent)
        paths = [f"/api/tables/{code}/{what}" for what in ("replay", "record") for code in (OVER, RUNNING)]
        answers = [await inside.ask("GET", path, inside.token(MARIE)) for path in paths]
        await inside.close()
        return answers

    replayed, not_over, record, running = asyncio.run(ask())
    assert replayed.startswith(b"200")
    assert b'"steps":[{' in replayed
    assert b"game voodoo_prince 1" in record
    assert b"played by version 1 of Voodoo Prince, we play 2" in not_over
    assert running.startswith(b"409")


NEXT = "ALTER TABLE players ADD COLUMN motto TEXT NOT NULL DEFAULT ''; CREATE TABLE hats (id TEXT);"


def test_missing_formats_are_made_one_after_the_other_or_not_at_all(old_file: Path) -> None:
    with closing(sqlite3.connect(old_file, isolation_level=None)) as connection:
        with pytest.raises(sqlite3.OperationalError):
            migrate(connection, old_file, (*MIGRATIONS, NEXT, "CREATE TABLE hats (again TEXT);"))
        connection.rollback()
        assert format_of(connection) == 1
        migrate(connection, old_file, (*MIGRATIONS, NEXT, "INSERT INTO hats VALUES ('top');"))
        assert format_of(connection) == FORMAT + 2
        assert connection.execute("SELECT name, motto FROM players ORDER BY name").fetchall() == [
            ("Marie", ""),
            ("Nina", ""),
        ]
        assert connection.execute("SELECT id FROM hats").fetchall() == [("top",)]
        migrate(connection, old_file, (*MIGRATIONS, NEXT, "INSERT INTO hats VALUES ('top');"))
        assert connection.execute("SELECT id FROM hats").fetchall() == [("top",)]


def test_a_file_of_a_newer_version_is_refused_and_left_alone(old_file: Path) -> None:
    with closing(sqlite3.connect(old_file, isolation_level=None)) as connection:
        migrate(connection, old_file, (*MIGRATIONS, NEXT))
    for opens in (SqliteStorage, lambda path: SqliteStorage(path, looks_only=True), check_backup):
        with pytest.raises(
            SetupRefused, match=r"newer hexdeck|has format \d, not|no backup that this version"
        ):
            opens(old_file)
    with closing(sqlite3.connect(old_file)) as connection:
        assert format_of(connection) == FORMAT + 1


def test_whoever_only_looks_makes_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "hexdeck.sqlite3"
    with pytest.raises(SetupRefused):
        SqliteStorage(path, looks_only=True)
    assert not path.exists()


def test_what_sqlite_cannot_take_is_refused_alone(tmp_path: Path) -> None:
    async def wish() -> list[BaseException | None]:
        storage = SqliteStorage(tmp_path / "hexdeck.sqlite3")
        wishes = [storage.keep_sign_outs("marie", 1), storage.keep_sign_outs("nina", 1 << 80)]
        changes = [TableChange("A", 1, ["0 r1"], total=1), TableChange("B", 1, ["0 r1"], total=1 << 80)]
        answers = await asyncio.gather(*wishes, *map(storage.change_table, changes), return_exceptions=True)
        assert await storage.sign_outs() == {"marie": 1}
        assert storage._rows("SELECT code FROM changes") == [("A",)]
        await storage.close()
        return answers

    fine, too_large, also_fine, also_too_large = asyncio.run(wish())
    assert (fine, also_fine) == (None, None)
    assert isinstance(too_large, StoreFailed)
    assert isinstance(also_too_large, StoreFailed)


def test_a_file_that_cannot_be_read_just_now_can_be_read_later(tmp_path: Path) -> None:
    """By a thread that has never read: it must open the file first."""
    path, aside = tmp_path / "hexdeck.sqlite3", tmp_path / "aside"

    async def read() -> None:
        storage = SqliteStorage(path)
        path.rename(aside)
        path.mkdir()
        with pytest.raises(StoreFailed, match="nothing can be read now"):
            await storage.read_table(OVER)
        path.rmdir()
        aside.rename(path)
        assert await storage.read_table(OVER) is None
        await storage.close()

    asyncio.run(read())


def test_the_log_starts_over_while_somebody_always_writes(tmp_path: Path) -> None:
    """Forty megabytes in a row; it would be as long as all that was ever written."""

    async def write_on() -> int:
        storage = SqliteStorage(tmp_path / "hexdeck.sqlite3")
        longest = 0
        for number in range(40):
            kept = TableSnapshot(bytes(1_000_000), "over", public=False)
            await storage.make_table(NewTable(f"T{number}", kept, b"", 0.0))
            await storage.delete_tables([f"T{number}"])
            longest = max(longest, (tmp_path / "hexdeck.sqlite3-wal").stat().st_size)
        await storage.close()
        return longest

    assert asyncio.run(write_on()) < 16_000_000
