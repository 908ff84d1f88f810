"""Several processes keep one house: one game, whoever is asked.  Here each is a house in this process."""

import asyncio
import gc
import signal
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from unittest.mock import patch

import pytest

from hexdeck.core.registry import GAMES
from hexdeck.server.base.identity import new_code
from hexdeck.server.base.messages import Ack, Act, Hello, Refusal, Say
from hexdeck.server.base.refusals import Banned, StoreFailed, TableUnknown
from hexdeck.server.bus.protocol import Changed
from hexdeck.server.cluster import cluster_node as together
from hexdeck.server.cluster.cluster_node import ClusterNode
from hexdeck.server.house.house import House
from hexdeck.server.store.documents import Chair, Document
from hexdeck.server.store.postgres_shared import SharedPostgres
from hexdeck.server.store.protocol import StoredTable
from hexdeck.server.tables.live_table import LiveTable
from server.among_others import PATIENCE, two_houses, until
from server.listening import CODE, Listener, people_at
from server.redis_process import RedisProcess, needs_redis, redis_running

pytestmark = needs_redis


def with_bots(game: str) -> Document:
    """Somebody among bots."""
    document = people_at(game)
    document.chairs[1:] = [Chair() for _ in document.chairs[1:]]
    document.fill("novice")
    return document


def die(house: House) -> None:
    """Do nothing more, and tell nobody."""
    house.is_ready = False
    for task in house._work:
        task.cancel()


@pytest.mark.parametrize("game", GAMES)
def test_everybody_hears_every_move_in_order(database: str, game: str) -> None:
    async def play() -> None:
        with redis_running() as redis:
            async with two_houses(database, redis) as both:
                document, rng = people_at(game), Random(1)
                tables = [await both[0].new_table(document), await both[1].tables.table(CODE)]
                people = [chair.who or "" for chair in document.chairs]
                listeners = [Listener(live, who) for live in tables for who in people]
                for listener in listeners:
                    await listener.listen()
                await tables[0].start()
                for number in range(30):
                    if number == 15:
                        redis.end(signal.SIGKILL)  # they look by themselves, a little later
                    await until(lambda: tables[0].version == tables[1].version)
                    live = rng.choice(tables)
                    choices = [(who, one) for who in people for one in (await live.look(who))[1].actions]
                    if not choices:
                        break
                    who, action = rng.choice(choices)
                    answer = await live.command(who, Act(f"c{number}", document.rules.action_name(action)))
                    assert isinstance(answer, Ack)
                await until(lambda: tables[0].version == tables[1].version)
                for listener in listeners:
                    told = [message["version"] for message in listener.heard("step")]
                    assert told == list(range(1, tables[0].version + 1))

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_on_when_the_process_that_cared_for_them_is_gone(
    database: str, redis: RedisProcess, game: str
) -> None:
    async def play() -> None:
        async with two_houses(database, redis) as (first, second):
            document = with_bots(game)
            here = await first.new_table(document)
            there = await second.tables.table(CODE)
            await here.start()
            await until(lambda: there.version == here.version > 0)
            die(first)
            await _play_a_few_moves(there, document)

    asyncio.run(play())


def test_whoever_starts_a_game_cares_for_it_and_nobody_else_follows(
    database: str, redis: RedisProcess
) -> None:
    async def play() -> None:
        async with two_houses(database, redis) as (first, second):
            here = await first.new_table(people_at("voodoo_prince"))
            first.is_ready = second.is_ready = False  # they take no table that nobody cares for
            await here.start()
            await until(lambda: CODE in first.company._cared)  # type: ignore[attr-defined]
            second.is_ready = True
            await second.company._look()  # type: ignore[attr-defined]
            assert second.tables.in_memory(CODE) is None

    asyncio.run(play())


async def _play_a_few_moves(live: LiveTable, document: Document) -> None:
    """Bots must act between them."""
    for number in range(5):
        async with asyncio.timeout(PATIENCE):
            while not (actions := (await live.look("p0"))[1].actions) and live.document.status == "playing":
                await asyncio.sleep(0.01)
        if live.document.status != "playing":
            return
        assert isinstance(
            await live.command("p0", Act(f"c{number}", document.rules.action_name(actions[0]))), Ack
        )


def presence(listener: Listener) -> list[str]:
    """Of the people at the table, as somebody was told last."""
    tables = [message["table"] for message in listener.all() if "table" in message]
    return [seat["presence"] for seat in tables[-1]["seats"]]


def test_who_is_here_is_known_everywhere(database: str, redis: RedisProcess) -> None:
    async def play() -> None:
        async with two_houses(database, redis) as (first, second):
            here = await first.new_table(people_at("voodoo_prince"))
            there = await second.tables.table(CODE)
            marie, lukas = Listener(here, "p0"), Listener(there, "p1")
            await marie.listen()
            assert presence(marie) == ["here", "away"]
            await lukas.listen()
            await until(lambda: presence(marie) == presence(lukas) == ["here", "here"])
            assert isinstance(await there.command("p1", Say("c1", "hello")), Ack)
            await until(lambda: [one["phrase"] for one in marie.heard("said")] == ["hello"])
            lukas.leave()
            await until(lambda: presence(marie) == ["here", "away"])
            await lukas.listen()
            await until(lambda: presence(marie) == ["here", "here"])
            die(second)
            await until(lambda: presence(marie) == ["here", "away"])

    asyncio.run(play())


def watchers(listener: Listener) -> int:
    """As somebody was told last."""
    told: int = [message["table"]["watchers"] for message in listener.all() if "table" in message][-1]
    return told


def test_those_who_look_on_are_counted_once_wherever_they_are(database: str, redis: RedisProcess) -> None:
    async def play() -> None:
        async with two_houses(database, redis) as (first, second):
            here = await first.new_table(people_at("voodoo_prince"))
            there = await second.tables.table(CODE)
            marie, onlooker = Listener(here, "p0"), Listener(here, "onlooker")
            again, another = Listener(there, "onlooker"), Listener(there, "another")
            for listener in (marie, onlooker, again, another):
                await listener.listen()
            await until(lambda: watchers(marie) == watchers(another) == 2)
            onlooker.leave()
            await until(lambda: watchers(another) == 2)
            again.leave()
            await until(lambda: watchers(marie) == watchers(another) == 1)
            die(second)
            await until(lambda: watchers(marie) == 0)

    asyncio.run(play())


def test_a_table_that_is_read_knows_at_once_who_is_there(database: str, redis: RedisProcess) -> None:
    """So public tables are listed by a process that has never heard of them."""

    async def play() -> None:
        async with two_houses(database, redis) as (first, second):
            document = people_at("voodoo_prince")
            document.public = True
            here = await first.new_table(document)
            for who in ("p0", "an onlooker"):
                await Listener(here, who).listen()
            store = await SharedPostgres.open(database)
            async with asyncio.timeout(PATIENCE):
                while await store.people_elsewhere("", [CODE]) != {CODE: {"p0", "an onlooker"}}:
                    await asyncio.sleep(0.01)
            await store.close()
            [table] = await second.public_tables()
            assert [seat.presence for seat in table.seats] == ["here", "away"]
            assert table.watchers == 1

    asyncio.run(play())


def test_a_table_that_is_deleted_in_one_is_gone_in_all(database: str, redis: RedisProcess) -> None:
    async def play() -> None:
        async with two_houses(database, redis) as (first, second):
            await first.new_table(people_at("voodoo_prince"))
            lukas = Listener(await second.tables.table(CODE), "p1")
            await lukas.listen()
            await first.tables.delete(CODE)
            async with asyncio.timeout(PATIENCE):
                assert b"gone" in (await lukas.outbox.next() or b"")
            await until(lambda: second.tables.in_memory(CODE) is None)
            with pytest.raises(TableUnknown):
                await second.tables.table(CODE)

    asyncio.run(play())


def test_whoever_is_banned_in_one_is_banned_in_all(database: str, redis: RedisProcess) -> None:
    async def play() -> None:
        async with two_houses(database, redis) as (first, second):
            await first.new_table(people_at("voodoo_prince"))
            lukas = Listener(await second.tables.table(CODE), "p1")
            await lukas.listen()
            await first.ban("p1")
            async with asyncio.timeout(PATIENCE):
                assert b"removed" in (await lukas.outbox.next() or b"")
            with pytest.raises(Banned):
                second.welcome("p1")
            await second.unban("p1")
            await until(lambda: not first.banned)

    asyncio.run(play())


async def _act(live: LiveTable, here: LiveTable) -> str:
    """Whoever is to move here acts there."""
    for who in live.document.people():
        view = (await here.look(who))[1]
        if view.seat in view.to_move:
            action = here.document.rules.action_name(view.actions[0])
            assert isinstance(await live.command(who, Act(f"c{here.version}", action)), Ack)
            return who
    raise AssertionError("somebody is to move")


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_told_or_refused_what_was_true_before(
    database: str, redis: RedisProcess, game: str
) -> None:
    """A process that has not looked yet knows less than somebody who comes to it from another."""

    async def play() -> None:
        async with two_houses(database, redis, grace=100.0) as (first, second):  # no bot takes over
            here = await first.new_table(people_at(game))
            there = await second.tables.table(CODE)
            await here.start()
            await until(lambda: there.version == here.version)
            die(second)  # it looks no more, and hears nothing
            await second.company.close()
            for _ in range(3):
                who = await _act(here, here)
                hopeless = await there.command(who, Act("h", "no such card"))  # nobody need look for that
                assert isinstance(hopeless, Refusal)
                assert hopeless.code == "name.unknown"
                assert there.version < here.version
                listener = Listener(there, who)
                await listener.listen()
                told = [one["version"] for one in listener.all() if one["type"] in ("step", "snapshot")]
                assert told[-1] == here.version
                listener.leave()
                await _act(here, here)
                assert (await there.look_over(who))["version"] == here.version
                await _act(there, here)
                await here.read_on()
            await _act(here, here)
            await _nobody_is_told_without_the_store(second, there)
            await first.tables.delete(CODE)
            with pytest.raises(TableUnknown):
                await there.look("")

    asyncio.run(play())


async def _nobody_is_told_without_the_store(house: House, live: LiveTable) -> None:
    """Its way there is cut; others may have played on, and one who comes anew may have seen it."""

    async def cut(_code: str, _after: int = 0) -> StoredTable | None:
        raise StoreFailed("nobody answers", n=1)

    with patch.object(house.storage, "read_table", cut):
        for hello in (Hello(), Hello(live.version + 1)):
            listener = Listener(live, "p0")
            with pytest.raises(StoreFailed):
                await listener.listen(hello)
            assert listener.told == []
        with pytest.raises(StoreFailed):
            await live.look_over("p0")
        knows_as_much = Listener(live, "p0")
        await knows_as_much.listen(Hello(live.version))
        assert [one["type"] for one in knows_as_much.all()] == ["welcome"]
        knows_as_much.leave()


def test_tables_that_are_behind_are_read_in_one_query(database: str, redis: RedisProcess) -> None:
    async def play() -> None:
        async with two_houses(database, redis) as (first, second):
            here, there = [], []
            for _ in range(5):
                document = people_at("voodoo_prince")
                document.code = new_code()
                here.append(await first.new_table(document))
                there.append(await second.tables.table(document.code))
            company, storage, asked = second.company, second.storage, []
            assert isinstance(company, ClusterNode)
            assert isinstance(storage, SharedPostgres)
            read_tables = storage.read_tables

            async def note(after: Mapping[str, int]) -> dict[str, StoredTable]:
                asked.append(set(after))
                return await read_tables(after)

            die(second)
            await company.close()
            for live in here:
                await live.start()
            with patch.object(storage, "read_tables", note):
                for live in here:
                    for _ in range(2):  # what is told twice is read once
                        company._hear(Changed(live.code, live.revision))
                await until(lambda: [one.version for one in there] == [one.version for one in here])
            assert asked == [{live.code for live in here}]

    asyncio.run(play())


def test_all_follow_the_clock_of_another_database(database: str, redis: RedisProcess) -> None:
    """As after a failover to a machine whose clock is ten minutes ahead: nobody loses time by it."""

    async def play() -> None:
        async with two_houses(database, redis, grace=1000.0) as (house, _):
            document = people_at("voodoo_prince")
            document.clock = "timed"
            live, storage = await house.new_table(document), house.storage
            await live.start()
            before, deadline = house.now(), live.next_deadline()
            assert deadline is not None
            assert isinstance(storage, SharedPostgres)
            now = storage.now

            async def ahead() -> float:
                return await now() + 600.0

            with patch.object(storage, "now", ahead):
                await until(lambda: house.now() > before + 590.0)
            assert live.next_deadline() == pytest.approx(deadline + 600.0, abs=5.0)

    asyncio.run(play())


def test_work_that_has_not_begun_when_the_house_closes_leaves_nothing_behind() -> None:
    """A coroutine that nobody awaits is warned about, and warnings are errors here."""

    async def begun() -> None:
        raise AssertionError("it was cancelled before")

    async def run() -> None:
        work = asyncio.create_task(together._quietly(begun, None))
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work

    asyncio.run(run())
    gc.collect()
