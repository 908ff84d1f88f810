"""Flipped bits, zeroed pages and edited rows: `hexdeck house check` finds all of them."""

import asyncio
import gzip
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import pytest

from hexdeck.cli import main
from hexdeck.core.errors import SetupRefused
from hexdeck.core.registry import GAMES
from hexdeck.server.base.refusals import StoreDamaged
from hexdeck.server.base.settings import Settings
from hexdeck.server.house.house import house_at
from hexdeck.server.store import sqlite_check
from hexdeck.server.store.protocol import (
    Invitation,
    Loss,
    ReviewChunk,
    ReviewLease,
    TableChange,
    TournamentChange,
)
from hexdeck.server.store.sqlite import SqliteStorage
from hexdeck.server.store.sqlite_format import SUMMED, opened
from server.guest import Guest
from server.house_process import open_house
from server.run.test_caretaker import house_command
from server.store.test_sqlite import FORMAT_1, MARIE, NINA, OVER, RUNNING

FLIPS = 240
PAGE = 4096


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small house that is closed: games that people have played, and something in every table."""
    data = tmp_path_factory.mktemp("house") / "data"
    data.mkdir()
    (data / "hexdeck.sqlite3").write_bytes(gzip.decompress(FORMAT_1.read_bytes()))

    async def fill() -> None:
        house = await house_at(Settings(data=data))
        storage = house.storage
        await storage.ban("lukas", 30.25)
        await storage.make_link("hashed", MARIE, f"/t/{OVER}", 1e12)
        await storage.invite(Invitation(MARIE, NINA, RUNNING, 1.5, 1e12))
        await storage.keep_welcome(NINA, "lukas", is_welcome=False)
        await storage.make_handle(NINA, "ABC-DEF-GHJ", 2.5)
        await storage.make_pad("PAD", "voodoo", '{"names": ["Zoë"]}', 1e12)
        await storage.change_tournament(TournamentChange("T", 1, b"\0{}", "playing", 5.5, [MARIE, NINA]))
        await storage.keep_review(OVER, bytes(range(256)) * 40, [Loss(0, 2, 0.1 + 0.2, 0.75)])
        await storage.look_back(RUNNING, ReviewLease("mine", 150.5, 3, 9), 100.0, ReviewChunk(0, b"\0seen"))
        for number in range(3):
            document = await house.new_document(MARIE, "voodoo", 3 + number, {})
            await storage.make_table(house.table_to_make(document))
        await house.close()

    asyncio.run(fill())
    with closing(sqlite3.connect(data / "hexdeck.sqlite3")) as connection:
        connection.execute("VACUUM")  # so that nearly every page is in use
    return data


@pytest.fixture
def data(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "data"))


def file_of(data: Path) -> Path:
    return data / "hexdeck.sqlite3"


def check(data: Path) -> Any:
    [found] = house_command(data, "check")
    return found


def contents(data: Path) -> list[tuple[str, list[tuple[object, ...]]]]:
    """Every value of every row that a house can read."""
    columns = {table: text for table, (_, text) in SUMMED.items()}
    columns["changes"] = "code revision lines total version at who id"
    with closing(sqlite3.connect(file_of(data))) as connection:
        select = "SELECT {} FROM {} ORDER BY 1, 2"
        return [
            (table, connection.execute(select.format(", ".join(text.split()), table)).fetchall())
            for table, text in columns.items()
        ]


def is_refused(data: Path) -> bool:
    try:
        asyncio.run(_open(data))
    except SetupRefused:
        return True
    return False


async def _open(data: Path) -> None:
    await SqliteStorage(file_of(data)).close()


def flip(file: Path, byte: int, bit: int) -> None:
    raw = bytearray(file.read_bytes())
    raw[byte] ^= 1 << bit
    file.write_bytes(raw)


def places(file: Path) -> list[tuple[int, int]]:
    """Seeded places: all over the file, where something stands in it, and in its header."""
    rng, raw = Random(28), file.read_bytes()
    written = [place for place, byte in enumerate(raw) if byte]
    chosen = [rng.choice([range(len(raw)), written, written, range(100)][n % 4]) for n in range(FLIPS)]
    return [(place, rng.randrange(8)) for place in chosen]


def test_no_flipped_bit_goes_unnoticed(whole: Path, tmp_path: Path) -> None:
    """It is found, or nothing that is stored has changed."""
    before, noticed, unnoticed = contents(whole), 0, []
    for number, (byte, bit) in enumerate(places(file_of(whole))):
        data = Path(shutil.copytree(whole, tmp_path / f"{number}"))
        flip(file_of(data), byte, bit)
        if not check(data)["sound"]:
            noticed += 1
        elif contents(data) != before:
            unnoticed.append((byte, bit))
        shutil.rmtree(data)
    print(f"{noticed} of {FLIPS} flipped bits noticed, {FLIPS - noticed - len(unnoticed)} of no consequence")
    assert unnoticed == []
    assert noticed > FLIPS // 3


def test_a_flipped_bit_in_a_row_keeps_the_house_closed(data: Path) -> None:
    raw = file_of(data).read_bytes()
    with closing(sqlite3.connect(file_of(data))) as connection:
        longest = "SELECT lines FROM changes ORDER BY length(lines) DESC LIMIT 1"
        [lines] = connection.execute(longest).fetchone()
    for text in (NINA.encode(), lines.encode(), b'"voodoo"', bytes(range(100, 200))):
        copy = Path(shutil.copytree(data, data.parent / "copy"))
        flip(file_of(copy), raw.rindex(text) + 1, 0)
        assert is_refused(copy), text
        assert not check(copy)["sound"]
        shutil.rmtree(copy)


def zero_page(file: Path, page: int) -> None:
    raw = bytearray(file.read_bytes())
    raw[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)
    file.write_bytes(raw)


def test_no_zeroed_page_and_no_cut_goes_unnoticed(whole: Path, tmp_path: Path) -> None:
    before, pages = contents(whole), file_of(whole).stat().st_size // PAGE
    for page in range(pages):
        for damage in ("zeroed", "cut"):
            data = Path(shutil.copytree(whole, tmp_path / f"{damage}{page}"))
            if damage == "zeroed":
                zero_page(file_of(data), page)
            else:
                file_of(data).write_bytes(file_of(data).read_bytes()[: page * PAGE + 100])
            assert not check(data)["sound"] or contents(data) == before, (damage, page)
            shutil.rmtree(data)


EDITS: dict[str, str] = {
    "a step": "UPDATE changes SET lines = replace(lines, '0', '1') WHERE revision = 3",
    "who asked": "UPDATE changes SET who = 'x' WHERE who IS NOT NULL",
    "a step removed": "DELETE FROM changes WHERE revision = 3",
    "the newest steps removed": f"DELETE FROM changes WHERE code = '{OVER}' AND revision > 3",
    "all steps removed": f"DELETE FROM changes WHERE code = '{OVER}'",
    "a header": "UPDATE tables SET header = header || ' '",
    "a document": f"UPDATE tables SET document = CAST('[]' AS BLOB) WHERE code = '{RUNNING}'",
    "a seed": "UPDATE tables SET seed = zeroblob(32)",
    "a result": "UPDATE results SET place = 3 - place",
    "a rating": "UPDATE ratings SET mu = mu + 1e-9",
    "a name": f"UPDATE players SET name = 'Mallory' WHERE id = '{NINA}'",
    "a ban": "UPDATE meta SET key = 'banned x' WHERE key = 'banned lukas'",
    "a table removed": f"DELETE FROM tables WHERE code = '{OVER}'",
    "an index": "DROP INDEX results_by_player",
    "the trigger": "DROP TRIGGER changes_in_order",
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_what_another_program_has_changed_is_found(edit: str, data: Path) -> None:
    assert check(data) == {"sound": True, "tables": 6, "faults": []}
    with closing(sqlite3.connect(file_of(data), isolation_level=None)) as connection:
        connection.executescript(edit)

    found = check(data)

    assert not found["sound"]
    assert 0 < len(found["faults"]) <= 100


def test_what_was_changed_on_purpose_can_be_accepted(data: Path) -> None:
    with closing(sqlite3.connect(file_of(data), isolation_level=None)) as connection:
        connection.execute(EDITS["a name"])
        connection.execute(EDITS["a step removed"])
    with pytest.raises(StoreDamaged, match="house accept"):
        asyncio.run(_open(data))

    [accepted] = house_command(data, "accept")

    assert f"players: '{NINA}' is not as it was stored" in accepted["faults"]
    assert not is_refused(data)


def test_a_large_file_is_looked_at_where_it_is_in_use(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_check, "QUICK_BYTES", 0)
    assert not is_refused(data)
    with closing(sqlite3.connect(file_of(data), isolation_level=None)) as connection:
        connection.execute("UPDATE results SET place = 3 - place")
    assert not is_refused(data)
    assert not check(data)["sound"]
    with closing(sqlite3.connect(file_of(data), isolation_level=None)) as connection:
        connection.execute(f"UPDATE changes SET total = total + 1 WHERE code = '{RUNNING}'")
    assert is_refused(data)


def test_every_column_is_summed(data: Path) -> None:
    with closing(opened(file_of(data))) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for table in {name for (name,) in tables} - {"changes"}:
            columns = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
            assert columns == {*SUMMED[table][1].split(), "sum"}


def test_commands_without_a_step_may_be_forgotten_and_so_may_people(data: Path) -> None:
    async def play_on() -> None:
        storage = SqliteStorage(file_of(data))
        stored = await storage.read_table(RUNNING)
        assert stored is not None
        at, total = stored.revision, len(stored.lines)
        for number in range(1, 6):
            by = (MARIE, f"c{number}")
            await storage.change_table(TableChange(RUNNING, at + number, [], total, 1.0, by, 7))
        forgotten = [at + 1, at + 3]
        change = TableChange(RUNNING, at + 6, ["note"], total + 1, 1.0, (NINA, "n"), 7, forgotten=forgotten)
        await storage.change_table(change)
        await storage.change_table(TableChange(RUNNING, at + 7, ["note"], total + 2, 1.0, None, 7))
        await storage.forget_person(MARIE)
        await storage.shift_times(5.0)
        await storage.close()

    asyncio.run(play_on())
    faults = check(data)["faults"]
    assert [one for one in faults if not one.startswith("games: ")] == []  # a note is no step of the game


@pytest.mark.parametrize("game", GAMES)
def test_an_open_house_is_checked_while_people_play(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_house(tmp_path / "data") as house:
        marie = Guest.named(house.url, "Marie")
        code = marie.play_now(game, GAMES[game].players[0])
        assert check(house.data)["sound"]
        assert main(["house", "check", "--data", str(house.data)]) == 0
        house.end()
    assert check(house.data)["sound"]
    capsys.readouterr()
    with closing(sqlite3.connect(file_of(house.data), isolation_level=None)) as connection:
        connection.execute("UPDATE tables SET seed = zeroblob(32)")
    assert main(["house", "check", "--json", "--data", str(house.data)]) == 1
    told = capsys.readouterr()
    [fault, replay] = json.loads(told.out)[0]["faults"]
    assert fault == f"tables: '{code}' is not as it was stored"
    assert replay.startswith(f"games: {code} cannot be replayed: ")
    assert told.err == ""
    assert main(["house", "check", "--data", str(house.data)]) == 1
    told = capsys.readouterr()
    assert f"tables: '{code}' is not as it was stored" in told.out
    assert "games: done" in told.err


def test_where_no_house_is_nothing_is_checked(tmp_path: Path) -> None:
    assert "there is no house" in str(house_command(tmp_path, "check"))


def test_a_house_in_postgresql_is_checked_too(tmp_path: Path, database: str) -> None:
    """Its pages have checksums of the database's own; its rows are compared with each other."""

    async def spoil(sql: str) -> None:
        connection = await asyncpg.connect(database)
        await connection.execute(sql)
        await connection.close()

    with open_house(tmp_path / "data", "--database", database) as house:
        marie = Guest.named(house.url, "Marie")
        code = marie.play_now("voodoo_prince", 2)
        assert main(["house", "check", "--database", database]) == 0
        house.end()
    asyncio.run(spoil("UPDATE changes SET total = total + 1"))
    assert main(["house", "check", "--database", database]) == 1
    asyncio.run(spoil("DELETE FROM tables"))
    assert main(["house", "check", "--database", database]) == 1
    assert code
