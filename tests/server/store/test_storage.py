"""The contract of a store: whatever stands behind `Storage` passes these tests."""

import asyncio
import gc
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from hexdeck.server.base.refusals import AlreadyDone, Outdated, StoreFailed
from hexdeck.server.store.postgres import PostgresStorage
from hexdeck.server.store.protocol import (
    Companion,
    DailyResult,
    FinishedTry,
    GameFilter,
    GameResult,
    Invitation,
    Loss,
    NewTable,
    OwnGame,
    OwnRating,
    Pad,
    Past,
    PersonLine,
    PlayedSeat,
    Profile,
    Ranked,
    Rating,
    Result,
    ReviewChunk,
    ReviewLease,
    Statistic,
    Storage,
    StoredChange,
    StoredReview,
    StoredTable,
    StoredTournament,
    TableChange,
    TableLine,
    TableSnapshot,
    Times,
    TournamentChange,
    Try,
)
from hexdeck.server.store.sqlite import SqliteStorage

Opens = Callable[[], Awaitable[Storage]]  # the same store again, once it was closed
GATHERING, PLAYING, OVER = (
    TableSnapshot(b'{"a": 1}', "gathering", public=False),
    TableSnapshot(b'{"b": 2}', "playing", public=True),
    TableSnapshot(b'{"c": 3}', "over", public=True),
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


def add_game(known: Mapping[str, Rating], _: Mapping[str, Past] | None = None) -> dict[str, Rating]:
    """One game more, and a mu that tells how many there were."""
    before = known.get("marie", Rating(25.0, 8.0, 0))
    return {"marie": Rating(before.mu + 1, before.sigma, before.games + 1)}


def ended(at: float = 300.0, place: int = 1) -> GameResult:
    results = [Result(0, "marie", 7, place, b"{}"), Result(1, "bot club", 9, 3 - place)]
    return GameResult("voodoo", 2, "2", at, results, ["marie"], add_game)


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


def test_a_game_is_rated_by_what_its_people_have_played_before(opens: Opens) -> None:
    """Inside the transaction: two games that end at the same moment know of each other."""

    async def play() -> None:
        storage = await opens()
        told: list[Mapping[str, Past]] = []

        def rate(known: Mapping[str, Rating], past: Mapping[str, Past]) -> dict[str, Rating]:
            told.append(past)
            del known
            return {who: Rating(25.0, 8.0, len(told)) for who in ("marie", "lukas")}

        def over(at: float) -> GameResult:
            results = [Result(0, "marie", 7, 1), Result(1, "lukas", 3, 2)]
            return GameResult(
                "voodoo", 2, "2", at, results, ["marie", "lukas"], rate, ["marie", "lukas"], at - 50
            )

        for code in ("A", "B", "C"):
            await storage.make_table(replace(TABLE, code=code))
        await asyncio.gather(
            *(
                storage.change_table(TableChange(code, 1, ["x"], ended=over(at)))
                for code, at in (("A", 100.0), ("B", 101.0))
            )
        )
        await storage.change_table(TableChange("C", 1, ["x"], ended=over(151.0)))
        assert [past["marie"].rated for past in told[:2]] == [frozenset(), frozenset("A")]
        assert told[2] == {who: Past(100.0, frozenset("B")) for who in ("marie", "lukas")}
        assert await storage.pasts(["marie", "nina"], 0.0, 101.0) == {"marie": Past(100.0, frozenset("A"))}
        await storage.close()

    asyncio.run(play())


def test_a_try_is_found_by_its_network_and_ranked_unless_its_story_says_otherwise(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        day = "2026-11-17"
        for code, who, story in (("A", "marie", b'{"unranked":true}'), ("B", "lukas", b'{"unranked":false}')):
            kept = TableSnapshot(
                b'{"networks":{"%b":["mark-%b"]}}' % (who.encode(), code.encode()), "playing", public=False
            )
            await storage.make_try(NewTable(code, kept, b"", 1.0, [who]), day, "voodoo")
            done = TableChange(
                code, 1, ["x"], ended=ended(), tried=DailyResult(day, "voodoo", who, 7, 2.0, story)
            )
            await storage.change_table(done)
        assert await storage.is_tried_from(day, "voodoo", "mark-A", "B")
        assert not await storage.is_tried_from(day, "voodoo", "mark-A", "A")
        assert not await storage.is_tried_from(day, "skull_queen", "mark-A", "B")
        assert not await storage.is_tried_from("2026-11-16", "voodoo", "mark-A", "B")
        assert [one.who for one in await storage.finished_tries(day, "voodoo")] == ["lukas"]
        assert await storage.scores_of_day(day) == [("voodoo", 7)]
        await storage.close()

    asyncio.run(play())


def _fail(known: Mapping[str, Rating], _: Mapping[str, Past]) -> Mapping[str, Rating]:
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
            OwnGame("A", 0, "voodoo", 2, 7, 1, 300.0, b"{}", 26.0, 8.0),
            OwnGame("B", 0, "voodoo", 2, 7, 2, 400.0, b"{}", 27.0, 8.0),
        ]
        assert [(one.feats, one.mu) for one in await storage.games_of("bot club")] == [(None, None)] * 2
        assert await storage.ratings_of("marie") == [OwnRating("voodoo", "2", 27.0, 8.0, 2)]
        assert await storage.statistics_of("marie") == [Statistic("voodoo", 2, 2, 1, 1.5, 7.0)]
        assert await storage.ranking("voodoo", "2") == [Ranked("marie", "Marie", 27.0, 8.0, 2)]
        assert await storage.ranking("voodoo", "3-4") == []
        await storage.close()

    asyncio.run(play())


def test_games_are_found_by_kind_and_company_page_by_page(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        await storage.keep_profile(NINA, 10.0)
        for number in range(5):
            company = ["nina", "luca", "bot club", "gone", "marie"][number]
            game = "voodoo" if number < 3 else "skull_queen"
            results = [Result(0, "marie", 7, 1), Result(1, company, 3, 2), Result(2, "nina", 3, 2)]
            over = GameResult(
                game, 3, "3-4", 100.0 + number, results[: 3 if number == 1 else 2], [], lambda *_: {}
            )
            await storage.make_table(NewTable(f"T{number}", OVER, b"", 1.0))
            await storage.change_table(TableChange(f"T{number}", 1, ["x"], ended=over))
        await storage.delete_tables(["T1"])

        async def found(*wanted: object) -> tuple[int, list[str]]:
            total, games = await storage.wanted_games("marie", GameFilter(*wanted))  # type: ignore[arg-type]
            return total, [one.code for one in games]

        assert await found() == (6, ["T4", "T4", "T3", "T2", "T1", "T0"])
        assert await found(None, None, 2, 2) == (6, ["T3", "T2"])
        assert await found("voodoo") == (3, ["T2", "T1", "T0"])
        assert await found(None, "nina") == (2, ["T1", "T0"])
        assert await found("skull_queen", "nina") == (0, [])
        assert (await storage.wanted_games("nobody", GameFilter()))[0] == 0
        assert await storage.played_seats(["T0", "none"]) == [
            PlayedSeat("T0", 0, "marie", None, None, 7, 1),
            PlayedSeat("T0", 1, "nina", "Nina", "owl", 3, 2),
        ]
        assert await storage.kept_tables(["T0", "T1", "none"]) == {"T0"}
        assert await storage.companions_of("marie") == [
            Companion("luca", None, None, 1, 101.0),
            Companion("nina", "Nina", "owl", 2, 101.0),
        ]
        assert [one.who for one in await storage.companions_of("nina")] == ["luca", "marie"]
        await storage.close()

    asyncio.run(play())


def test_a_game_is_looked_back_upon_by_one_process_and_what_it_found_is_kept(opens: Opens) -> None:
    mine, theirs = ReviewLease("mine", 130.0, 3, 9), ReviewLease("theirs", 145.0)

    async def play() -> None:
        storage = await opens()
        assert await storage.review("A") is None
        assert not await storage.look_back("A", mine, 100.0)  # there is no such table
        await storage.keep_review("A", b"too late", [])
        assert await storage.review("A") is None
        await storage.make_table(TABLE)
        await storage.change_table(TableChange("A", 1, ended=ended()))
        assert await storage.look_back("A", mine, 100.0)
        assert not await storage.look_back("A", theirs, 130.0)
        assert await storage.look_back("A", mine._replace(done=4), 110.0)
        assert await storage.review("A") == StoredReview(ReviewLease("mine", 130.0, 4, 9), None)
        assert not await storage.look_back("A", theirs, 130.0, ReviewChunk(0, b"theirs"))
        for start, seen in ((0, b"\0one"), (3, b"two"), (5, b"three"), (3, b"two again")):
            assert await storage.look_back("A", mine, 111.0, ReviewChunk(start, seen))
        assert await storage.glimpses("A") == [b"\0one", b"two again"]
        assert await storage.look_back("A", theirs, 131.0)
        assert await storage.glimpses("A") == [b"\0one", b"two again"]  # they go on with it
        await storage.keep_review("A", b"findings", [Loss(0, 2, 1.5, 1.25), Loss(1, 3, 0.5, 0.25)])
        assert not await storage.look_back("A", theirs, 132.0, ReviewChunk(5, b"too late"))
        assert await storage.glimpses("A") == []
        await storage.close()

        storage = await opens()
        assert await storage.review("A") == StoredReview(theirs, b"findings")
        [game] = await storage.games_of("marie")
        assert (game.decisions, game.lost, game.squares) == (2, 1.5, 1.25)
        [game] = await storage.games_of("bot club")
        assert game.decisions is None  # how people play is asked for, not how bots do
        await storage.make_table(replace(TABLE, code="B"))
        assert await storage.look_back("B", mine, 132.0, ReviewChunk(0, b"one"))
        await storage.delete_tables(["A", "B"])
        assert await storage.review("A") is None
        assert await storage.glimpses("B") == []
        [game] = await storage.games_of("marie")
        assert game.decisions == 2
        await storage.forget_person("marie")
        [game] = await storage.games_of("gone")
        assert (game.decisions, game.lost, game.squares) == (None, None, None)
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
        for who, host in (("marie", "nina"), ("nina", "marie"), ("nina", "luca")):
            await storage.make_table(NewTable(f"{who} {host}", GATHERING, b"", 1.0))
            await storage.invite(Invitation(who, host, f"{who} {host}", 1.0, 100.0))
            await storage.keep_welcome(host, who, is_welcome=False)
        await storage.make_handle("marie", "AAA", 1.0)
        await storage.forget_person("marie")
        assert [one.host for one, _ in await storage.invitations_to("nina", 2.0)] == ["luca"]
        assert await storage.invitations_to("marie", 2.0) == []
        assert [await storage.unwelcome_to(who) for who in ("nina", "marie", "luca")] == [
            set(),
            set(),
            {"nina"},
        ]
        assert await storage.owner_of("AAA") is None
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
        assert await storage.games_of("gone") == [OwnGame("A", 0, "voodoo", 2, 7, 1, 300.0, None)]
        await storage.close()

    asyncio.run(play())


def test_everybody_has_one_try_at_the_deal_of_a_day(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        await storage.keep_profile(MARIE, 10.0)
        day, game = "2026-11-17", "voodoo"
        for code, who in (("A", "marie"), ("B", "nina"), ("C", "luca")):
            await storage.make_try(NewTable(code, PLAYING, b"", 1.0, [who]), day, game)
        await storage.make_try(NewTable("D", PLAYING, b"", 1.0, ["marie"]), "2026-11-16", game)
        with pytest.raises(AlreadyDone):
            await storage.make_try(NewTable("E", PLAYING, b"", 1.0, ["marie"]), day, game)
        assert not await storage.has_table("E")
        assert await storage.tries_of("marie") == [
            Try(day, game, "A", None, None, None),
            Try("2026-11-16", game, "D", None, None, None),
        ]
        assert await storage.finished_tries(day, game) == []
        for code, who, score in (("A", "marie", -7), ("B", "nina", 9)):
            tried = DailyResult(day, game, who, score, 300.5, b"{}")
            await storage.change_table(TableChange(code, 1, ["x"], ended=ended(), tried=tried))
        assert (await storage.tries_of("marie"))[0] == Try(day, game, "A", -7, 300.5, b"{}")
        assert await storage.finished_tries(day, game) == [
            FinishedTry("nina", None, None, 9, b"{}"),
            FinishedTry("marie", "Marie", "cat", -7, b"{}"),
        ]
        assert sorted(await storage.scores_of_day(day)) == [(game, -7), (game, 9)]
        assert await storage.stories_of_day(day, game) == [b"{}", b"{}"]

        await storage.delete_tables(["A", "C"])  # what was not finished goes with its table
        assert [one.score for one in await storage.tries_of("marie")] == [-7, None]
        assert await storage.tries_of("luca") == []
        await storage.forget_tries(before=day)
        assert [one.day for one in await storage.tries_of("marie")] == [day]
        await storage.forget_person("marie")
        assert await storage.tries_of("marie") == []
        assert await storage.scores_of_day(day) == [(game, 9)]
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


def test_an_invitation_lasts_until_it_is_taken_back_or_too_old(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        for code, kept in (("A", GATHERING), ("B", GATHERING), ("C", PLAYING)):
            await storage.make_table(NewTable(code, kept, b"", 1.0))
        first, newer = (
            Invitation("nina", "marie", "A", 10.0, 50.0),
            Invitation("nina", "marie", "B", 20.0, 60.0),
        )
        assert await storage.invite(first)
        assert await storage.invitations_to("nina", 49.0) == [(first, GATHERING.document)]
        assert await storage.invite(newer)
        assert await storage.invite(Invitation("nina", "luca", "C", 20.0, 60.0))  # which has begun
        assert await storage.invitations_to("nina", 59.0) == [(newer, GATHERING.document)]
        assert await storage.invitations_by("marie", 59.0) == [newer]
        assert await storage.invitations_to("marie", 59.0) == []
        assert await storage.invitations_to("nina", 60.0) == []
        assert await storage.invitations_by("marie", 60.0) == []

        await storage.keep_welcome("nina", "marie", is_welcome=False)
        await storage.keep_welcome("nina", "marie", is_welcome=False)
        assert await storage.unwelcome_to("nina") == {"marie"}
        assert await storage.invitations_to("nina", 59.0) == []
        await storage.keep_welcome("nina", "marie", is_welcome=True)
        assert await storage.invitations_to("nina", 59.0) == [(newer, GATHERING.document)]

        await storage.decline("nina", "marie")
        await storage.take_back_invitation("nina", "marie")
        assert await storage.invitations_to("nina", 59.0) == []
        assert await storage.invitations_by("marie", 59.0) == [newer._replace(declined=True)]
        assert not await storage.invite(first._replace(at=59.0, expires=99.0))
        assert await storage.invite(first._replace(at=60.0, expires=99.0))
        await storage.take_back_invitation("nina", "marie")
        assert await storage.invitations_by("marie", 61.0) == []

        await storage.invite(first)
        await storage.clear_out(now=51.0, visitors_before=0.0)
        assert await storage.invitations_to("nina", 20.0) == []
        await storage.invite(newer)
        await storage.delete_tables(["B"])
        assert await storage.invitations_by("marie", 21.0) == []
        await storage.close()

    asyncio.run(play())


def test_somebody_has_one_link_until_they_want_another(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        assert (await storage.handle_of("marie"), await storage.owner_of("AAA")) == (None, None)
        await asyncio.gather(*(storage.make_handle("marie", handle, 10.0) for handle in ("AAA", "BBB")))
        assert (await storage.handle_of("marie"), await storage.owner_of("AAA")) == ("AAA", "marie")
        await storage.renew_handle("marie", "CCC", 20.0)
        assert [await storage.owner_of(one) for one in ("AAA", "BBB", "CCC")] == [None, None, "marie"]
        await storage.clear_out(now=0.0, visitors_before=20.0)
        assert await storage.owner_of("CCC") == "marie"
        await storage.make_table(TABLE)
        await storage.clear_out(now=0.0, visitors_before=21.0)
        assert await storage.owner_of("CCC") == "marie"  # who has sat down
        await storage.delete_tables(["A"])
        await storage.clear_out(now=0.0, visitors_before=21.0)
        assert await storage.owner_of("CCC") is None
        await storage.close()

    asyncio.run(play())


def test_of_two_who_write_on_a_pad_one_is_first(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        assert await storage.read_pad("P", 1.0) is None
        await storage.make_pad("P", "voodoo", "one", 100.0)
        assert await storage.read_pad("P", 99.0) == Pad("voodoo", 1, "one")
        written = await asyncio.gather(*(storage.write_pad("P", 1, text, 200.0) for text in ("two", "three")))
        assert sorted(written) == [False, True]
        found = await storage.read_pad("P", 199.0)
        assert found is not None
        assert (found.revision, found.document) == (2, "two" if written[0] else "three")
        assert not await storage.write_pad("none", 1, "x", 200.0)
        assert await storage.read_pad("P", 200.0) is None
        await storage.clear_out(now=201.0, visitors_before=0.0)
        assert await storage.read_pad("P", 1.0) is None
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


def test_a_tournament_is_changed_one_after_the_other_with_its_tables(opens: Opens) -> None:
    async def play() -> None:
        storage = await opens()
        assert await storage.read_tournament("T") is None
        await storage.change_tournament(TournamentChange("T", 1, b"1", "gathering", 10.0, ["marie"]))
        tables = [replace(TABLE, code=code, people=["nina"]) for code in ("B", "C")]
        second = TournamentChange("T", 2, b"2", "playing", 20.0, ["marie", "nina"], tables)
        await storage.change_tournament(second)
        late = TournamentChange("T", 2, b"!", "over", 30.0, ["luca"], [replace(TABLE, code="D")])
        for outdated in (late, replace(late, revision=1), replace(late, revision=4), replace(late, code="U")):
            with pytest.raises(Outdated):
                await storage.change_tournament(outdated)
        await storage.close()

        storage = await opens()
        assert await storage.read_tournament("T") == StoredTournament(b"2", 2)
        assert await storage.running_tournaments() == ["T"]
        assert await storage.tournaments_of("nina") == [b"2"]
        assert await storage.tournaments_of("luca") == []
        assert await storage.table_statuses(["B", "C", "D"]) == {"B": "gathering", "C": "gathering"}
        assert await storage.tables_of("nina") == [GATHERING.document] * 2
        await storage.keep_profile(MARIE, 1.0)
        await storage.clear_out(now=0.0, visitors_before=15.0)
        assert await storage.is_known("marie")
        await storage.forget_person("marie")
        assert await storage.tournaments_of("marie") == []
        assert await storage.read_tournament("T") == StoredTournament(b"2", 2)
        await storage.delete_tournaments(before=20.0)
        assert await storage.running_tournaments() == ["T"]
        await storage.delete_tournaments(before=21.0)
        assert await storage.read_tournament("T") is None
        assert await storage.tournaments_of("nina") == []
        await storage.close()

    asyncio.run(play())
