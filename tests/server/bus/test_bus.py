"""News between the processes of one house: heard by the others while Redis is there, else no harm."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redis.asyncio import Redis

from hexdeck.server.bus.protocol import Changed, Moved, News, PeopleChanged, Spoken
from hexdeck.server.bus.redis import MOST_AT_ONCE, NewsWriter, RedisBus
from server.among_others import until
from server.redis_process import RedisProcess, needs_redis, redis_running

CODE = "K7Q-M3X-HPA"
KEY = bytes(range(32))


@asynccontextmanager
async def buses(redis: RedisProcess, *channels: str) -> AsyncIterator[list[tuple[RedisBus, list[News]]]]:
    """One on each channel, open, and what it has heard."""
    opened = [(RedisBus(redis.url, channel, KEY), list[News]()) for channel in channels]
    for bus, heard in opened:
        await bus.open(heard.append)
    await until(lambda: all(bus.is_reachable for bus, _ in opened))
    yield opened
    for bus, _ in opened:
        await bus.close()


@needs_redis
def test_news_are_heard_by_all_others_of_the_same_house(redis: RedisProcess) -> None:
    async def talk() -> None:
        async with buses(redis, "one", "one", "one", "another") as opened:
            told: list[News] = [
                Changed(CODE, 7),
                Moved(CODE),
                Spoken(CODE, "p1", "c1", "hello"),
                PeopleChanged(),
            ]
            told += [Changed(CODE, number) for number in range(3 * MOST_AT_ONCE)]
            for one in told:
                opened[0][0].tell(one)
            await until(lambda: len(opened[1][1]) == len(opened[2][1]) == len(told))
            assert [heard for _, heard in opened] == [[], told, told, []]

    asyncio.run(talk())


@needs_redis
def test_a_bus_that_is_gone_for_a_while_stops_nobody() -> None:
    async def talk() -> None:
        with redis_running() as redis:
            async with buses(redis, "house", "house") as [(here, _), (there, heard)]:
                redis.end(signal.SIGKILL)
                here.tell(Changed(CODE, 1))
                await until(lambda: not here.is_reachable and not there.is_reachable)
                redis.start()
                await until(lambda: here.is_reachable and there.is_reachable)
                here.tell(Changed(CODE, 2))
                await until(lambda: Changed(CODE, 2) in heard)

    asyncio.run(talk())


@needs_redis
def test_what_no_process_of_the_house_has_told_is_not_heard(redis: RedisProcess) -> None:
    """Every kind of news: forged, cut, signed by another house, said again, or old; logged once for each."""

    async def talk() -> None:
        async with buses(redis, "alone") as [(bus, heard)], Redis.from_url(redis.url) as stranger:
            seconds, _ = await stranger.time()
            now, told = float(seconds), NewsWriter(KEY, "x")
            kinds: list[News] = [
                Changed(CODE, 1),
                Moved("B"),
                Spoken(CODE, "p", "c", "hello"),
                PeopleChanged(),
            ]
            right = told.written([Moved("A")], now)
            for raw in (
                b"",
                b"{",
                b"[]",
                *(raw[32:] for raw in [told.written([one], now) for one in kinds]),
                *(NewsWriter(bytes(32), "x").written([one], now) for one in kinds),
                right[:-1],
                NewsWriter(KEY, "y").written([Moved("old")], now - 300),
                right,
                right,
                NewsWriter(KEY, "x").written([Moved("earlier")], now),
            ):
                await stranger.publish("alone", raw)
            await stranger.publish("alone", NewsWriter(KEY, "z").written([Moved("last")], now))
            await until(lambda: Moved("last") in heard)
            assert heard == [Moved("A"), Moved("last")]
            assert bus._reader._refused == {"forged", "old", "repeated"}

    asyncio.run(talk())


def test_a_bus_that_was_never_there_costs_nothing() -> None:
    async def talk() -> None:
        bus = RedisBus("redis://127.0.0.1:1", "house", KEY)
        await bus.open(lambda _: None)
        bus.tell(Moved(CODE))
        await asyncio.sleep(0.05)
        assert not bus.is_reachable
        await bus.close()

    asyncio.run(talk())
