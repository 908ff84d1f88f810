"""`hexdeck copy`: a house moves from a file into PostgreSQL and back, and nothing is lost on the way."""

import asyncio
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from hexdeck.cli import main
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.verify import verify
from hexdeck.server.base.settings import Settings
from hexdeck.server.store.choice import looked_at
from hexdeck.server.store.protocol import (
    DailyResult,
    GameResult,
    Invitation,
    Loss,
    NewTable,
    Past,
    Profile,
    Rating,
    Result,
    ReviewChunk,
    ReviewLease,
    Storage,
    StoredTable,
    TableChange,
    TableSnapshot,
    Times,
    TournamentChange,
)
from hexdeck.server.store.sqlite import SqliteStorage
from server.guest import Guest
from server.house_process import open_house
from server.run.test_serve_postgres import play

MANY = 2500  # changes of one table: more than are copied at once


def rate(known: Mapping[str, Rating], _: Mapping[str, Past]) -> dict[str, Rating]:
    return {"marie": Rating(26.0, 8.25, 1 + len(known))}


async def fill(storage: Storage) -> None:
    """Something of every kind that is kept."""
    await storage.secret(b"\0secret\xff")
    await storage.keep_door("127.0.0.1 80")
    for who, name in (("marie", "Zoë 李雷"), ("nina", "Nina")):
        await storage.keep_profile(Profile(who, name, "cat", "fr"), 10.5)
    await storage.keep_sign_outs("marie", 3)
    await storage.ban("lukas", 30.25)
    await storage.make_link("hashed", "marie", "/t/A", 1e12)
    await storage.make_link("taken", "marie", "/t/A", 1e12)
    await storage.take_link("taken", 1.0)
    await storage.invite(Invitation("marie", "nina", "A", 1.5, 1e12))
    await storage.decline("marie", "nina")
    await storage.keep_welcome("nina", "lukas", is_welcome=False)
    await storage.make_handle("nina", "ABC-DEF-GHJ", 2.5)
    await storage.make_pad("PAD", "voodoo", '{"names": ["Zoë"]}', 1e12)
    await storage.make_table(
        NewTable("A", TableSnapshot(b'{"a": 1}', "gathering", public=True), b"\0", 1.0, ["marie"])
    )
    await storage.make_table(
        NewTable("B", TableSnapshot(b"{}", "playing", public=False), b"seed", 2.0, ["nina"])
    )
    times = Times(150.5, 0.1 + 0.2, {"nina": 110.75})
    await storage.change_table(TableChange("A", 1, by=("marie", "c1"), header="head\n", times=times))
    await asyncio.gather(
        *(
            storage.change_table(
                TableChange("B", number, [f"{number} b1"], number, 3.0, ("nina", f"c{number}"))
            )
            for number in range(1, MANY)
        )
    )
    results = [Result(0, "marie", 7, 1, b"{}"), Result(1, "bot club", -9, 2)]
    ended = GameResult("voodoo", 2, "2", 300.125, results, ["marie"], rate)
    tried = DailyResult("2026-11-17", "voodoo", "nina", -9, 300.125, b'{"turns":[]}')
    await storage.make_try(
        NewTable("C", TableSnapshot(b"{}", "playing", public=False), b"", 2.0, ["nina"]), tried.day, "voodoo"
    )
    await storage.make_try(
        NewTable("D", TableSnapshot(b"{}", "playing", public=False), b"", 2.0, ["nina"]),
        tried.day,
        "skull_queen",
    )
    await storage.change_table(
        TableChange("B", MANY, ["end", "result"], MANY + 1, 3.0, ended=ended, tried=tried)
    )
    await storage.change_tournament(TournamentChange("T", 1, b"\0{}", "playing", 5.5, ["marie", "nina"]))
    await storage.keep_review("B", b"\0findings\xff", [Loss(0, 2, 0.1 + 0.2, 0.75)])
    await storage.look_back("A", ReviewLease("mine", 150.5, 3, 9), 100.0, ReviewChunk(0, b"\0seen"))


async def everything(chosen: Settings) -> list[object]:
    """All that can be asked of a store."""
    async with looked_at(chosen) as storage:
        tables: list[StoredTable | None] = [await storage.read_table(code) for code in ("A", "B")]
        return [
            *tables,
            *[await storage.secret(b""), await storage.sign_outs(), await storage.bans()],
            *[await storage.list_tables(), await storage.list_people()],
            *[await storage.profile("marie"), await storage.tables_of("nina")],
            *[await storage.games_of("marie"), await storage.ratings_of("marie")],
            *[await storage.due_tables(1e9), await storage.ranking("voodoo", "2")],
            *[await storage.tries_of("nina"), await storage.finished_tries("2026-11-17", "voodoo")],
            *[await storage.read_tournament("T"), await storage.tournaments_of("nina")],
            *[await storage.invitations_by("nina", 2.0), await storage.unwelcome_to("nina")],
            *[await storage.handle_of("nina"), await storage.read_pad("PAD", 2.0)],
            *[await storage.review("A"), await storage.review("B"), await storage.glimpses("A")],
        ]


def test_everything_is_the_same_there_and_back(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"

    async def prepare() -> None:
        storage = SqliteStorage(first / "hexdeck.sqlite3")
        await fill(storage)
        await storage.close()

    asyncio.run(prepare())
    before = asyncio.run(everything(Settings(data=first)))
    said = f"4 tables, {MANY + 1} changes of them, 2 people: copied, read back, the same\n"
    assert main(["copy", f"sqlite:{first}", database]) == 0
    assert capsys.readouterr().out == said
    assert asyncio.run(everything(Settings(database=database))) == before
    assert main(["copy", database, f"sqlite:{second}"]) == 0
    assert capsys.readouterr().out == said
    assert asyncio.run(everything(Settings(data=second))) == before
    assert _links(second) == [("hashed", "marie", "/t/A", 1e12)]
    for target in (database, f"sqlite:{second}"):
        assert main(["copy", f"sqlite:{first}", target]) == 2
        assert "a house is kept there already: copy into an empty place" in capsys.readouterr().err
    assert asyncio.run(everything(Settings(database=database))) == before


def _links(data: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(data / "hexdeck.sqlite3")) as file:
        return file.execute("SELECT secret, who, path, expires FROM moves").fetchall()


def test_games_go_on_in_the_other_place(tmp_path: Path, database: str) -> None:
    """With the same people: the secret that identities are signed with has moved along."""
    with open_house(tmp_path / "data") as house:
        marie = Guest.named(house.url, "Marie")
        codes = {game: marie.play_now(game, GAMES[game].players[0]) for game in GAMES}
        assert main(["copy", f"sqlite:{house.data}", database]) == 2  # while it is open
        house.end()
    assert main(["copy", f"sqlite:{house.data}", database]) == 0
    with open_house(tmp_path / "other", "--database", database) as house:
        marie.url = house.url
        for code in codes.values():
            scores = play(marie, code)
            record = read(marie.get(f"/api/tables/{code}/record").text)
            assert record.result == scores
            assert verify(record).is_proved


def test_a_copy_that_fails_leaves_nothing(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A zero, which PostgreSQL keeps in no text, is changed in the id of a command and in nothing else."""

    async def prepare() -> None:
        storage = SqliteStorage(tmp_path / "hexdeck.sqlite3")
        await storage.keep_profile(Profile("marie", "Marie", "cat"), 1.0)
        await storage.make_table(
            NewTable("A", TableSnapshot(b"{}", "playing", public=False), b"", 1.0, ["marie"])
        )
        await storage.change_table(TableChange("A", 1, by=("marie", "a\0b")))
        await storage.make_link("a\0b", "marie", "/", 1.0)
        await storage.close()

    asyncio.run(prepare())
    assert main(["copy", f"sqlite:{tmp_path}", database]) == 2
    assert "cannot be used: invalid byte sequence" in capsys.readouterr().err
    with closing(sqlite3.connect(tmp_path / "hexdeck.sqlite3")) as file, file:
        file.execute("DELETE FROM moves")
    assert main(["copy", f"sqlite:{tmp_path}", database]) == 0


@pytest.mark.parametrize("place", ["sqlite:", "mysql://host/name", "/srv/hexdeck"])
def test_places_that_are_none_are_refused(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = "hexdeck: there is no such place: write sqlite:PATH or postgresql://user@host/name\n"
    assert main(["copy", place, "sqlite:somewhere"]) == 2
    assert capsys.readouterr().err == words


def test_where_there_is_no_house_nothing_is_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["copy", f"sqlite:{tmp_path}", f"sqlite:{tmp_path / 'target'}"]) == 2
    assert "there is no house at" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
