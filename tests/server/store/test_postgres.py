"""PostgreSQL alone: two stores on one database, and what becomes of a change when the connection is lost."""

import asyncio
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import asyncpg
import pytest

from hexdeck.core.errors import SetupRefused
from hexdeck.server.base.refusals import AlreadyDone, HouseIsOpen, Outdated, StoreFailed
from hexdeck.server.store.postgres import PostgresStorage
from hexdeck.server.store.postgres_format import (
    CONNECTING,
    MIGRATIONS,
    connected,
    format_of,
    migrate,
    shown,
)
from hexdeck.server.store.postgres_shared import SharedPostgres
from hexdeck.server.store.protocol import (
    GameResult,
    NewTable,
    OwnRating,
    Past,
    Profile,
    Rating,
    TableChange,
    TableSnapshot,
    Times,
)
from server.postgres_process import PORT, PostgresProcess
from server.proxy import Proxy

PLAYING = TableSnapshot(b"{}", "playing", public=False)
TABLE = NewTable("A", PLAYING, b"seed", 1.0)
KINDS = ["plain", "whole", "transaction"]
SOCKET = f".s.PGSQL.{PORT}"


def add_game(known: Mapping[str, Rating], _: Mapping[str, Past]) -> dict[str, Rating]:
    """One game more for everybody who sat there."""
    return {
        who: Rating(*known.get(who, Rating(25.0, 8.0, 0))[:2], known[who].games + 1 if who in known else 1)
        for who in ("anna", "marie")
    }


def change(revision: int, line: str, kind: str = "plain", code: str = "A") -> TableChange:
    """In each of the three ways in which the store writes one."""
    made = TableChange(code, revision, [line], revision, float(revision), ("marie", line), revision)
    if kind == "whole":
        made.times = Times(99.0, float(revision), {})
    if kind == "transaction":
        made.ended = GameResult("voodoo", 2, "2", 1.0, [], ["marie", "anna"], add_game)
    return made


class Gate:
    """Between a store and its database: loses a question, or the answer to it, and both connections."""

    def __init__(self, real: Path) -> None:
        self._real = real
        self._lines: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._mark = b""  # of the question
        self._loses: Literal["question", "answer"] = "question"
        self._is_asked = False

    def lose(self, what: Literal["question", "answer"], mark: bytes) -> None:
        """Once, with the next question that contains these bytes."""
        self._loses, self._mark = what, mark

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_unix_connection(self._real)
        self._lines |= {writer, far_writer}
        for way in (self._ask(reader, far_writer), self._answer(far_reader, writer)):
            task = asyncio.create_task(way)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _ask(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while some := await source.read(65536):
                if self._mark and self._mark in some:
                    self._mark = b""
                    if self._loses == "question":
                        break
                    self._is_asked = True
                target.write(some)
            self.cut()

    async def _answer(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while some := await source.read(65536):
                if self._is_asked:
                    self._is_asked = False
                    break
                target.write(some)
            self.cut()

    def cut(self) -> None:
        for line in self._lines:
            line.close()
        self._lines.clear()

    async def close(self) -> None:
        self.cut()
        await asyncio.gather(*self._tasks)


@asynccontextmanager
async def gated(postgres: PostgresProcess, url: str) -> AsyncIterator[tuple[Gate, PostgresStorage]]:
    """A store behind a gate, with a table in it that was changed once in each way."""
    with TemporaryDirectory(prefix="hexdeck-gate-") as folder:
        gate = Gate(postgres.folder / SOCKET)
        server = await asyncio.start_unix_server(gate.meet, Path(folder) / SOCKET)
        storage = await PostgresStorage.open(url.replace(str(postgres.folder), folder))
        await storage.make_table(TABLE)
        for revision, kind in enumerate(KINDS, 1):
            await storage.change_table(change(revision, f"line {revision}", kind))
        try:
            yield gate, storage
        finally:
            await storage.close()
            server.close()
            await gate.close()


async def stored_lines(storage: PostgresStorage, code: str = "A") -> list[str]:
    table = await storage.read_table(code)
    assert table is not None
    return table.lines


async def soon(storage: PostgresStorage, wanted: TableChange) -> int:
    """Stored as soon as the database is back; how often it was refused before."""
    refused = 0
    while True:
        try:
            await storage.change_table(wanted)
        except Outdated:
            raise
        except StoreFailed:
            refused += 1
            await asyncio.sleep(0.01)
        else:
            return refused


@pytest.mark.parametrize("kind", KINDS)
def test_a_change_whose_answer_was_lost_is_done_once_and_not_refused(
    postgres: PostgresProcess, database: str, kind: str
) -> None:
    async def play() -> None:
        async with gated(postgres, database) as (gate, storage):
            gate.lose("answer", b"COMMIT" if kind == "transaction" else b"line 4")
            await storage.change_table(change(4, "line 4", kind))
            assert await stored_lines(storage) == ["line 1", "line 2", "line 3", "line 4"]
            with pytest.raises(Outdated):
                await storage.change_table(change(4, "line 4", kind))
            games = 2 if kind == "transaction" else 1
            assert await storage.ratings_of("marie") == [OwnRating("voodoo", "2", 25.0, 8.0, games)]

    asyncio.run(play())


@pytest.mark.parametrize("kind", KINDS)
def test_a_change_that_never_arrived_is_refused_and_can_be_made_again(
    postgres: PostgresProcess, database: str, kind: str
) -> None:
    async def play() -> None:
        async with gated(postgres, database) as (gate, storage):
            gate.lose("question", b"COMMIT" if kind == "transaction" else b"line 4")
            with pytest.raises(StoreFailed, match="not done"):
                await storage.change_table(change(4, "line 4", kind))
            assert await stored_lines(storage) == ["line 1", "line 2", "line 3"]
            await soon(storage, change(4, "line 4 again", kind))
            assert (await stored_lines(storage))[3:] == ["line 4 again"]
            games = 2 if kind == "transaction" else 1
            assert await storage.ratings_of("marie") == [OwnRating("voodoo", "2", 25.0, 8.0, games)]

    asyncio.run(play())


def test_a_change_that_is_still_under_way_when_the_connection_is_lost_is_waited_for(
    postgres: PostgresProcess, database: str
) -> None:
    """The database goes on with it, although nobody is there to hear the answer."""

    async def play() -> None:
        async with gated(postgres, database) as (gate, storage):
            other = await connected(database)
            await other.execute("BEGIN; INSERT INTO changes VALUES ('A', 4, 'somebody', 4, 4, 4)")
            waiting = asyncio.create_task(storage.change_table(change(4, "line 4")))
            while not await other.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
                await asyncio.sleep(0.01)
            gate.cut()
            await other.execute("ROLLBACK")
            await waiting
            assert (await stored_lines(storage))[3:] == ["line 4"]
            await other.close()

    asyncio.run(play())


def test_a_database_that_is_killed_loses_nothing_and_doubles_nothing(
    postgres: PostgresProcess, database: str
) -> None:
    """Whoever is refused tries again with another line; each line that is stored was acknowledged."""
    tables = [f"T{number}" for number in range(24)]
    acknowledged: dict[str, list[str]] = {code: [] for code in tables}
    refusals = 0

    async def play_at(storage: PostgresStorage, code: str, is_over: asyncio.Event) -> None:
        nonlocal refusals
        kind, tried = KINDS[tables.index(code) % 3], 0
        while not is_over.is_set():
            tried += 1
            line = f"{code} {tried}"
            try:
                await storage.change_table(change(len(acknowledged[code]) + 1, line, kind, code))
            except Outdated:
                raise
            except StoreFailed:
                refusals += 1
                await asyncio.sleep(0.02)
            else:
                acknowledged[code].append(line)

    async def play() -> None:
        storage, is_over = await PostgresStorage.open(database), asyncio.Event()
        await asyncio.gather(*(storage.make_table(replace(TABLE, code=code)) for code in tables))
        players = [asyncio.create_task(play_at(storage, code, is_over)) for code in tables]
        for _ in range(3):
            done = sum(map(len, acknowledged.values()))
            while sum(map(len, acknowledged.values())) < done + 100:
                await asyncio.sleep(0.001)
            postgres.end(signal.SIGKILL)
            await asyncio.sleep(0.1)  # some hear that it is gone
            postgres.start()
        is_over.set()
        await asyncio.gather(*players)
        for code in tables:
            assert await stored_lines(storage, code) == acknowledged[code]
        games = sum(len(acknowledged[code]) for code in tables[2::3])
        assert await storage.ratings_of("marie") == [OwnRating("voodoo", "2", 25.0, 8.0, games)]
        await storage.close()

    asyncio.run(play())
    assert refusals > 0


def test_an_idle_store_is_connected_again_before_it_is_needed(
    postgres: PostgresProcess, database: str
) -> None:
    async def play() -> None:
        storage = await PostgresStorage.open(database, alone=True)
        await storage.make_table(TABLE)
        name = PostgresProcess.name_of(database)
        postgres.ask(
            "postgres", f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        )
        assert await storage.has_table("A")
        await soon(storage, change(1, "line 1"))
        assert postgres.ask(name, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == "1"
        await storage.close()

    asyncio.run(play())


def test_two_stores_on_one_database_tell_each_other_who_was_first(database: str) -> None:
    async def play() -> None:
        first, second = [await PostgresStorage.open(database) for _ in range(2)]
        codes = [f"T{number}" for number in range(40)]
        await asyncio.gather(*(first.make_table(replace(TABLE, code=code)) for code in codes))
        for revision, kind in ((1, "plain"), (2, "whole")):
            wishes = [
                storage.change_table(change(revision, name, kind, code))
                for storage, name in ((first, "first"), (second, "second"))
                for code in codes
            ]
            answers = await asyncio.gather(*wishes, return_exceptions=True)
            for code, *both in zip(codes, answers[:40], answers[40:], strict=True):
                [winner] = [name for name, one in zip(("first", "second"), both, strict=True) if one is None]
                assert {type(one) for one in both} == {type(None), Outdated}
                assert (await stored_lines(second, code))[revision - 1 :] == [winner]
        await first.make_link("hashed", "marie", "/", 100.0)
        taken = await asyncio.gather(
            *(storage.take_link("hashed", 1.0) for storage in (first, second)), return_exceptions=True
        )
        assert sorted(map(type, taken), key=str) == [AlreadyDone, tuple]
        for storage in (first, second):
            await storage.close()

    asyncio.run(play())


def test_no_rating_is_lost_when_games_end_in_two_stores_at_once(database: str) -> None:
    async def play() -> None:
        stores = [await PostgresStorage.open(database) for _ in range(2)]
        codes = [f"T{number}" for number in range(30)]
        await asyncio.gather(*(stores[0].make_table(replace(TABLE, code=code)) for code in codes))
        await asyncio.gather(
            *(
                stores[number % 2].change_table(change(1, "end", "transaction", code))
                for number, code in enumerate(codes)
            )
        )
        for who in ("anna", "marie"):
            assert await stores[0].ratings_of(who) == [OwnRating("voodoo", "2", 25.0, 8.0, 30)]
        for storage in stores:
            await storage.close()

    asyncio.run(play())


def test_a_process_that_stands_still_in_a_transaction_keeps_nobody_waiting_for_long(database: str) -> None:
    """Everybody's game against a bot changes the rating of that bot."""

    async def play() -> None:
        storage, still = await PostgresStorage.open(database), await connected(database)
        await storage.make_table(TABLE)
        await storage.change_table(change(1, "end", "transaction"))
        await still.execute("BEGIN; UPDATE ratings SET games = 99")
        await storage.change_table(change(2, "end", "transaction"))
        assert await storage.ratings_of("marie") == [OwnRating("voodoo", "2", 25.0, 8.0, 2)]
        assert still.is_closed()
        await storage.close()

    asyncio.run(play())


def test_what_postgresql_cannot_store_is_nobody_elses_trouble(database: str) -> None:
    """No text there has a zero in it, but the name that a client gives its command may."""

    async def play() -> None:
        storage = await PostgresStorage.open(database)
        codes = ["A", "B", "C"]
        await asyncio.gather(*(storage.make_table(replace(TABLE, code=code)) for code in codes))
        wishes = [change(1, "line", code=code) for code in codes]
        wishes[1].by = ("marie", "a\0b")
        answers = await asyncio.gather(*map(storage.change_table, wishes), return_exceptions=True)
        assert [type(answer) for answer in answers] == [type(None), StoreFailed, type(None)]
        assert [await stored_lines(storage, code) for code in codes] == [["line"], [], ["line"]]
        await storage.close()

    asyncio.run(play())


def test_a_server_that_says_nothing_does_not_hide_the_other(
    postgres: PostgresProcess, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a primary whose machine is gone; the other is its standby, which has taken over."""
    monkeypatch.setitem(CONNECTING, "timeout", 0.5)

    async def play() -> None:
        async with Proxy(postgres.socket) as silent, Proxy(postgres.socket) as other:
            silent.freeze()
            hosts = f"127.0.0.1:{silent.port},127.0.0.1:{other.port}"
            name = PostgresProcess.name_of(database)
            storage = await PostgresStorage.open(
                f"postgresql://hexdeck@{hosts}/{name}?target_session_attrs=read-write"
            )
            await storage.make_table(TABLE)
            assert await storage.has_table("A")
            await storage.close()

    asyncio.run(play())


def test_a_writer_does_not_wait_for_its_own_dead_session(
    postgres: PostgresProcess, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database has not noticed that nobody is there any more, and the session holds a lock."""
    monkeypatch.setitem(CONNECTING, "command_timeout", 2.0)

    async def play() -> None:
        async with Proxy(postgres.socket) as line, asyncio.timeout(20):
            url = f"postgresql://hexdeck@127.0.0.1:{line.port}/{PostgresProcess.name_of(database)}"
            storage = await PostgresStorage.open(url)
            line.freeze()
            doubtful = asyncio.create_task(storage.make_table(TABLE))
            await asyncio.sleep(0.2)
            line.clear_up()
            with pytest.raises(StoreFailed):
                await doubtful
            assert not await storage.has_table("A")
            await storage.make_table(TABLE)
            await storage.close()

    asyncio.run(play())


def test_only_one_house_has_a_database_for_itself(database: str) -> None:
    async def play() -> None:
        house = await PostgresStorage.open(database, alone=True)
        with pytest.raises(HouseIsOpen, match="another house is open with postgresql://hexdeck@/house"):
            await PostgresStorage.open(database, alone=True)
        looking = await PostgresStorage.look_at(database)
        assert await looking.list_tables() == []
        await looking.close()
        await house.close()
        await (await PostgresStorage.open(database, alone=True)).close()

    asyncio.run(play())


def test_an_empty_database_is_made_ready_once_by_whoever_comes_first(postgres: PostgresProcess) -> None:
    url = postgres.new_database("template0")

    async def play() -> None:
        with pytest.raises(SetupRefused, match=f"has format 0, not {FORMAT}"):
            await PostgresStorage.look_at(url)
        for storage in await asyncio.gather(*(PostgresStorage.open(url) for _ in range(4))):
            await storage.keep_profile(Profile("marie", "Marie", "cat"), 1.0)
            await storage.close()

    asyncio.run(play())
    assert postgres.ask(PostgresProcess.name_of(url), "SELECT version FROM hexdeck_format") == str(FORMAT)


def test_a_migration_is_done_whole_or_not_at_all_and_a_newer_format_refused(database: str) -> None:
    async def play() -> None:
        connection = await connected(database)
        with pytest.raises(asyncpg.PostgresError):
            await migrate(connection, database, (*MIGRATIONS, "CREATE TABLE new (x int);", "CREATE nonsense"))
        assert await format_of(connection) == FORMAT
        await migrate(connection, database, (*MIGRATIONS, "CREATE TABLE new (x int);"))
        assert await format_of(connection) == FORMAT + 1
        await connection.close()
        for opens in (PostgresStorage.open, PostgresStorage.look_at):
            with pytest.raises(
                SetupRefused,
                match=f"newer hexdeck: it has format {FORMAT + 1}, and this version knows {FORMAT}",
            ):
                await opens(database)

    asyncio.run(play())


FORMAT = len(MIGRATIONS)
SECRET = "s3cret"


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://u:s3cret@host/name", "write it like postgresql://user:password@host/name"),
        ("postgresql://u:s3cret@host", "write it like"),
        ("postgresql://u:/s3cret@host/name", "write it like"),
        ("postgresql://u:1/s3cret@host/name", "write it like"),
        ("postgresql://u:s3cret@host:port/name", "write it like"),
        ("postgresql://u:s3cret@127.0.0.1:1/name", "postgresql://u@127.0.0.1:1/name cannot be used: Conn"),
    ],
)
def test_a_database_that_cannot_be_reached_is_refused_without_its_password(url: str, message: str) -> None:
    for opens in (PostgresStorage.open, PostgresStorage.look_at):
        with pytest.raises(SetupRefused) as refused:
            asyncio.run(_open(opens, url))
        assert message in str(refused.value)
        assert SECRET not in str(refused.value)


async def _open(opens: Any, url: str) -> None:
    await opens(url)


@pytest.mark.parametrize(
    ("url", "readable"),
    [
        ("postgres://u:p%40ss@db.example.org:5433/cards?sslmode=require", "u@db.example.org:5433/cards"),
        ("postgresql://u:s3cret@[::1]:5433,two/cards?password=s3cret", "u@[::1]:5433,two/cards"),
        ("postgresql:///cards?host=/run/postgresql", "/cards"),
    ],
)
def test_a_database_is_shown_as_it_may_be_read(url: str, readable: str) -> None:
    assert shown(url) == f"postgresql://{readable}"


def test_what_is_left_of_a_killed_writer_is_cleared_out(database: str) -> None:
    """Not at once: it may be away for a moment only."""

    async def play() -> None:
        killed, alive = [await SharedPostgres.open(database) for _ in range(2)]
        for storage in (killed, alive):
            await storage.try_out()
        killed._writes._task.cancel()
        killed._writes._drop_connection()
        await killed._readers.close()
        count = "SELECT COUNT(*) FROM writers"
        for left in (2, 1, 1):
            await alive.clear_out(0.0, 0.0)
            [(found,)] = await alive._rows(count)
            assert found == left
        await alive.try_out()
        await alive.close()

    asyncio.run(play())
