"""The contract of a store: whatever stands behind `Storage` passes these tests."""

import asyncio
import gc
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from hexdeck.server.refusals import AlreadyDone, Outdated, StoreFailed
from hexdeck.server.storage.postgres import PostgresStorage
from hexdeck.server.storage.protocol import (
    Ended,
    Kept,
    NewTable,
    OwnGame,
    OwnRating,
    PersonLine,
    Profile,
    Ranked,
    Rating,
    Result,
    Statistic,
    Storage,
    StoredChange,
    StoredTable,
    TableChange,
    TableLine,
    Times,
)
from hexdeck.server.storage.sqlite import SqliteStorage

Opens = Callable[[], Awaitable[Storage]]  # the same store again, once it was closed
GATHERING, PLAYING, OVER = (
    Kept(b'{"a": 1}', "gathering", public=False),
    Kept(b'{"b": 2}', "playing", public=True),
    Kept(b'{"c": 3}', "over", public=True),
)
TABLE = NewTable("A", GATHERING, b"seed", 100.0, ("marie",))
MARIE, NINA = Profile("marie", "Marie", "cat", "fr"), Profile("nina", "Nina", "owl")


async def open_sqlite(folder: Path) -> Storage:
    return SqliteStorage(folder / "hexdeck.sqlite3")


@pytest.fixture(params=["sqlite", "postgres"])
def opens(request: pytest.FixtureRequest, tmp_path: Path) -> Opens:
    if request.param == "sqlite":
        return partial(open_sqlite, tmp_path)
    return partial(PostgresStorage.open, request.getfixturevalue("database"))


def add_game(known: Mapping[str, Rating]) -> dict[str, Rating]:
    """One game more, and a mu that tells how many there were."""
    before = known.get("marie", Rating(25.0, 8.0, 0))
    return {"marie": Rating(before.mu + 1, before.sigma, before.games + 1)}


def ended(at: float = 300.0, place: int = 1) -> Ended:
    results = [Result(0, "marie", 7, place), Result(1, "bot club", 9, 3 - place)]
    return Ended("voodoo", 2, "2", at, results, ["marie"], add_game)


def test_a_table_is_read_back_as_it_was_made_and_changed(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        assert await storage.read_table("A") is None
        assert not await storage.has_table("A")
        await storage.make_table(TABLE)
        assert await storage.has_table("A")
        assert await storage.read_table("A") == StoredTable(
            b'{"a": 1}', b"seed", None, Times(None, 100.0, {})
        )
        await storage.change_table(TableChange("A", 1, by=("marie", "c1"), kept=PLAYING, header="head\n"))
        times = Times(150.0, 120.0, {"nina": 110.0})
        await storage.change_table(
            TableChange(
                "A", 2, ["0 b1", "1 b2"], total=2, at=120.0, by=("nina", "c2"), version=2, times=times
            )
        )
        await storage.close()

        storage = await opens()
        first, second = (
            StoredChange(1, (), ("marie", "c1"), 0),
            StoredChange(2, ("0 b1", "1 b2"), ("nina", "c2"), 2),
        )
        stored = StoredTable(b'{"b": 2}', b"seed", "head\n", times, [first, second])
        assert await storage.read_table("A") == stored
        assert (stored.revision, stored.lines) == (2, ["0 b1", "1 b2"])
        assert await storage.read_table("A", after=1) == replace(stored, changes=[second])
        assert await storage.read_table("A", after=2) == replace(stored, changes=[])
        await storage.change_table(TableChange("A", 3, ["0 b3"], total=3, at=130.0, version=3))
        after = await storage.read_table("A", after=2)
        assert after == replace(
            stored,
            times=Times(150.0, 130.0, {"nina": 110.0}),  # the wait begins with the last step
            changes=[StoredChange(3, ("0 b3",), None, 3)],
        )
        await storage.close()

    asyncio.run(play())


def test_what_cannot_be_stored_whole_is_not_stored_at_all(opens: Opens) -> None:
    """A revision that is there means that somebody else was first."""

    async def play() -> None:
        storage = await opens()
        await storage.make_table(TABLE)
        await storage.change_table(TableChange("A", 1, ["0 b1"], total=1, at=1.0, kept=PLAYING))
        await storage.change_table(TableChange("A", 2, by=("marie", "c1"), total=1, version=1))
        before = await storage.read_table("A")
        another = NewTable("B", GATHERING, b"seed", 1.0)
        for late in (1, 2):
            with pytest.raises(Outdated):
                await storage.change_table(
                    TableChange(
                        "A", late, ["1 b2"], kept=OVER, rematch=another, ended=ended(), sitting=["nina"]
                    )
                )
        with pytest.raises(StoreFailed):
            await storage.change_table(TableChange("A", 3, ["1 b2"], ended=replace(ended(), rate=_fail)))
        assert await storage.read_table("A") == before
        assert not await storage.has_table("B")
        assert await storage.tables_of("nina") == []
        assert await storage.games_of("marie") == []
        await storage.close()

    asyncio.run(play())


def test_changes_without_a_line_can_be_forgotten_but_not_made_again(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        await storage.make_table(TABLE)
        for revision in (1, 2, 3):
            await storage.change_table(TableChange("A", revision, by=("marie", f"c{revision}")))
        await storage.change_table(TableChange("A", 4, by=("marie", "c4"), forgotten=[1, 3]))
        table = await storage.read_table("A")
        assert table is not None
        assert [change.by for change in table.changes] == [("marie", "c2"), ("marie", "c4")]
        for late in (1, 3):
            with pytest.raises(Outdated):
                await storage.change_table(TableChange("A", late, by=("nina", "c1")))
        await storage.close()

    asyncio.run(play())


def _fail(known: Mapping[str, Rating]) -> Mapping[str, Rating]:
    raise ZeroDivisionError(known)


def test_of_many_changes_at_once_only_those_that_cannot_be_are_left_out(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        codes = [f"T{number}" for number in range(200)]
        await asyncio.gather(*(storage.make_table(replace(TABLE, code=code)) for code in codes))
        first = [storage.change_table(TableChange(code, 1, ["a", "b"])) for code in codes]
        doubled = [storage.change_table(TableChange(code, 1, ["c"])) for code in codes[:50]]
        answers = await asyncio.gather(*first, *doubled, return_exceptions=True)
        assert answers[:200] == [None] * 200
        assert {type(answer) for answer in answers[200:]} == {Outdated}
        for code in codes:
            table = await storage.read_table(code)
            assert table is not None
            assert table.lines == ["a", "b"]
        await storage.close()

    asyncio.run(play())


def test_no_rating_is_lost_when_games_end_at_once(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        codes = [f"T{number}" for number in range(40)]
        await asyncio.gather(*(storage.make_table(replace(TABLE, code=code)) for code in codes))
        await asyncio.gather(
            *(storage.change_table(TableChange(code, 1, ["end"], ended=ended())) for code in codes)
        )
        assert await storage.ratings_of("marie") == [OwnRating("voodoo", "2", 65.0, 8.0, 40)]
        assert len(await storage.games_of("marie")) == 40
        await storage.close()

    asyncio.run(play())


def test_whoever_stops_waiting_stops_once_it_is_stored(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        waiting = asyncio.create_task(storage.make_table(TABLE))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await storage.has_table("A")
        await storage.close()

    asyncio.run(play())


def test_whoever_is_stopped_twice_leaves_nothing_behind(opens: Opens) -> None:
    """As when a house closes while its store fails: nobody is left to hear that, and it is no mistake."""

    async def play() -> None:
        complaints: list[str] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: complaints.append(context["message"]))
        storage = await opens()
        await storage.make_table(TABLE)
        waiting = asyncio.create_task(storage.change_table(TableChange("A", 7, ["x"])))
        for _ in range(2):
            for _ in range(2):
                await asyncio.sleep(0)
            waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await storage.close()
        del waiting
        gc.collect()
        assert complaints == []

    asyncio.run(play())


def test_what_was_asked_for_before_the_end_is_stored(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        tables = [replace(TABLE, code=f"T{number}") for number in range(5)]
        waiting = [asyncio.create_task(storage.make_table(table)) for table in tables]
        await asyncio.sleep(0)
        await storage.close()
        await asyncio.gather(*waiting)
        storage = await opens()
        assert sorted(line.code for line in await storage.list_tables()) == ["T0", "T1", "T2", "T3", "T4"]
        await storage.close()

    asyncio.run(play())


def test_tables_are_found_by_what_is_known_of_them(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        await storage.try_out()
        for code, kept, at in (("A", GATHERING, 10.0), ("B", PLAYING, 20.0), ("C", OVER, 30.0)):
            await storage.make_table(NewTable(code, kept, b"", at, ["marie"]))
        await storage.make_table(NewTable("D", PLAYING, b"", 40.0))
        await storage.change_table(
            TableChange("B", 1, ["x", "y"], total=2, at=50.0, times=Times(60.0, 20.0, {}))
        )
        await storage.change_table(TableChange("D", 1, times=Times(None, 40.0, {"nina": 70.0})))
        assert await storage.public_tables() == ["D", "B"]
        assert sorted(await storage.running_tables()) == ["B", "D"]
        assert await storage.due_tables(59.0) == []
        assert await storage.due_tables(60.0) == ["B"]
        assert await storage.quiet_tables(30.0) == ["A"]
        assert sorted(await storage.quiet_tables(31.0)) == ["A", "C"]
        assert await storage.deserted_tables(70.0) == []
        assert await storage.deserted_tables(71.0) == ["D"]
        assert await storage.list_tables() == [
            TableLine("D", PLAYING.document, "playing", True, 40.0, 0),
            TableLine("C", OVER.document, "over", True, 30.0, 0),
            TableLine("B", PLAYING.document, "playing", True, 20.0, 2),
            TableLine("A", GATHERING.document, "gathering", False, 10.0, 0),
        ]
        assert await storage.tables_of("marie") == [OVER.document, PLAYING.document, GATHERING.document]
        assert await storage.open_tables_of("marie") == [(PLAYING.document, 50.0), (GATHERING.document, 10.0)]
        await storage.shift_times(5.0)
        assert await storage.due_tables(64.0) == []
        assert [line.updated for line in await storage.list_tables()] == [45.0, 30.0, 25.0, 10.0]
        await storage.delete_tables(["A", "B"])
        assert sorted(line.code for line in await storage.list_tables()) == ["C", "D"]
        assert await storage.tables_of("marie") == [OVER.document]
        await storage.make_table(replace(TABLE, code="B"))
        again = await storage.read_table("B")
        assert again is not None
        assert again.changes == []
        await storage.close()

    asyncio.run(play())


def test_a_rematch_and_those_who_sit_down_come_with_the_change(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        await storage.make_table(TABLE)
        again = NewTable("B", PLAYING, b"other", 200.0, ["nina"])
        for revision in (1, 2):  # whoever sits there already may be named again
            await storage.change_table(TableChange("A", revision, sitting=["nina"]))
        await storage.change_table(TableChange("A", 3, rematch=again))
        assert await storage.tables_of("nina") == [PLAYING.document, GATHERING.document]
        await storage.close()

    asyncio.run(play())


def test_people_have_a_profile_results_and_a_rating(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        assert await storage.profile("marie") is None
        assert not await storage.is_known("marie")
        await storage.keep_profile(NINA, 10.0)
        await storage.keep_profile(replace_name(MARIE, "Ann"), 11.0)
        await storage.keep_profile(MARIE, 12.0)
        assert await storage.profile("marie") == MARIE
        await storage.make_table(NewTable("A", PLAYING, b"", 1.0, ["luca"]))
        await storage.make_table(NewTable("B", PLAYING, b"", 1.0))
        await storage.change_table(TableChange("A", 1, ["x"], ended=ended(at=300.0, place=1)))
        await storage.change_table(TableChange("B", 1, ["x"], ended=ended(at=400.0, place=2)))
        known = [await storage.is_known(who) for who in ("marie", "luca", "bot club", "nobody")]
        assert known == [True, True, True, False]
        assert await storage.games_of("marie") == [
            OwnGame("A", 0, "voodoo", 2, 7, 1, 300.0),
            OwnGame("B", 0, "voodoo", 2, 7, 2, 400.0),
        ]
        assert await storage.ratings_of("marie") == [OwnRating("voodoo", "2", 27.0, 8.0, 2)]
        assert await storage.statistics_of("marie") == [Statistic("voodoo", 2, 2, 1, 1.5, 7.0)]
        assert await storage.ranking("voodoo", "2") == [Ranked("marie", "Marie", 27.0, 8.0, 2)]
        assert await storage.ranking("voodoo", "3-4") == []
        await storage.close()

    asyncio.run(play())


def replace_name(profile: Profile, name: str) -> Profile:
    return Profile(profile.id, name, profile.picture, profile.language)


def test_of_somebody_forgotten_nothing_is_left_but_places_without_a_name(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        for profile in (MARIE, NINA):
            await storage.keep_profile(profile, 10.0)
        await storage.make_table(NewTable("A", PLAYING, b"", 1.0, ["marie", "nina"]))
        await storage.change_table(TableChange("A", 1, ["x"], by=("marie", "c1"), ended=ended()))
        await storage.change_table(TableChange("A", 2, ["y"], by=("nina", "c1")))
        await storage.change_table(TableChange("A", 3, by=("marie", "c2")))
        await storage.make_link("hashed", "marie", "/", 100.0)
        await storage.keep_sign_outs("marie", 3)
        await storage.forget_person("marie")
        assert await storage.profile("marie") is None
        assert not await storage.is_known("marie")
        assert (await storage.tables_of("marie"), await storage.ratings_of("marie")) == ([], [])
        assert await storage.sign_outs() == {}
        with pytest.raises(AlreadyDone):
            await storage.take_link("hashed", 50.0)
        table = await storage.read_table("A")
        assert table is not None
        assert [change.by for change in table.changes] == [None, ("nina", "c1"), None]
        assert await storage.profile("nina") == NINA
        assert [one.place for one in await storage.games_of("gone")] == [1]
        await storage.close()

    asyncio.run(play())


def test_a_link_works_once_and_not_for_ever(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        await storage.make_link("one", "marie", "/t/A", 100.0)
        await storage.make_link("old", "marie", "/", 100.0)
        taken = await asyncio.gather(
            storage.take_link("one", 99.0), storage.take_link("one", 99.0), return_exceptions=True
        )
        assert [one for one in taken if not isinstance(one, AlreadyDone)] == [("marie", "/t/A")]
        for hashed in ("one", "old", "none"):
            with pytest.raises(AlreadyDone):
                await storage.take_link(hashed, 100.0)
        await storage.clear_out(now=101.0, visitors_before=0.0)
        with pytest.raises(AlreadyDone):
            await storage.take_link("old", 99.0)
        await storage.close()

    asyncio.run(play())


def test_visitors_who_never_sat_down_are_cleared_out(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        await storage.keep_profile(MARIE, 10.0)
        await storage.keep_profile(NINA, 10.0)
        await storage.keep_profile(Profile("luca", "Luca", "bat"), 20.0)
        await storage.make_table(TABLE)
        await storage.clear_out(now=0.0, visitors_before=15.0)
        assert [one.id for one in await storage.list_people()] == ["luca", "marie"]
        await storage.close()

    asyncio.run(play())


def test_the_house_keeps_its_secret_its_door_and_whom_it_does_not_let_in(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        assert await storage.door() == ""
        assert await storage.secret(b"first") == b"first"
        await storage.keep_door("127.0.0.1 80")
        await storage.keep_door("127.0.0.1 81")
        await storage.keep_sign_outs("marie", 1)
        await storage.keep_sign_outs("marie", 2)
        await storage.keep_profile(MARIE, 10.0)
        await storage.ban("marie", 30.0)
        await storage.ban("nina", 40.0)
        await storage.close()

        storage = await opens()
        assert await storage.secret(b"second") == b"first"
        assert await storage.door() == "127.0.0.1 81"
        assert await storage.sign_outs() == {"marie": 2}
        assert sorted(await storage.bans()) == ["marie", "nina"]
        assert await storage.list_people() == [
            PersonLine("nina", "", 40.0, True),
            PersonLine("marie", "Marie", 10.0, True),
        ]
        await storage.unban("nina")
        await storage.unban("nobody")
        assert await storage.bans() == ["marie"]
        await storage.close()

    asyncio.run(play())
