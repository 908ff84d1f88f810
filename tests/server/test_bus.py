"""News between the processes of one house: heard by the others while Redis is there, else no harm."""

import asyncio
import signal

from redis.asyncio import Redis

from hexdeck.server.bus.protocol import Changed, Moved, News, PeopleChanged, Spoken
from hexdeck.server.bus.redis import MOST_AT_ONCE, RedisBus
from server.among_others import until
from server.redis_process import needs_redis, redis_running

CODE = "K7Q-M3X-HPA"


@needs_redis
def test_news_are_heard_by_all_others_of_the_same_house() -> None:
    async def talk() -> None:
        with redis_running() as redis:
            buses = [RedisBus(redis.url, channel) for channel in ("one", "one", "one", "another")]
            heard: list[list[News]] = [[] for _ in buses]
            for bus, news in zip(buses, heard, strict=True):
                await bus.open(news.append)
            await until(lambda: all(bus.is_reachable for bus in buses))
            told: list[News] = [
                Changed(CODE, 7),
                Moved(CODE),
                Spoken(CODE, "p1", "c1", "hello"),
                PeopleChanged(),
            ]
            told += [Changed(CODE, number) for number in range(3 * MOST_AT_ONCE)]
            for one in told:
                buses[0].tell(one)
            await until(lambda: len(heard[1]) == len(heard[2]) == len(told))
            assert heard == [[], told, told, []]
            for bus in buses:
                await bus.close()

    asyncio.run(talk())


@needs_redis
def test_a_bus_that_is_gone_for_a_while_stops_nobody() -> None:
    async def talk() -> None:
        with redis_running() as redis:
            here, there = RedisBus(redis.url, "house"), RedisBus(redis.url, "house")
            heard: list[News] = []
            await here.open(lambda _: None)
            await there.open(heard.append)
            await until(lambda: here.is_reachable and there.is_reachable)
            redis.end(signal.SIGKILL)
            here.tell(Changed(CODE, 1))
            await until(lambda: not here.is_reachable and not there.is_reachable)
            redis.start()
            await until(lambda: here.is_reachable and there.is_reachable)
            here.tell(Changed(CODE, 2))
            await until(lambda: Changed(CODE, 2) in heard)
            await here.close()
            await there.close()

    asyncio.run(talk())


@needs_redis
def test_what_nobody_of_us_has_told_is_not_heard() -> None:
    async def talk() -> None:
        with redis_running() as redis:
            bus, heard = RedisBus(redis.url, "house"), list[News]()
            await bus.open(heard.append)
            await until(lambda: bus.is_reachable)
            stranger = Redis.from_url(redis.url)
            for raw in (
                b"",
                b"{",
                b"[]",
                b'["x",[{"type":"Nonsense"}]]',
                b'["x",[{"type":"Moved","code":"A"}]]',
            ):
                await stranger.publish("house", raw)
            await until(lambda: bool(heard))
            assert heard == [Moved("A")]
            await stranger.aclose()
            await bus.close()

    asyncio.run(talk())


def test_a_bus_that_was_never_there_costs_nothing() -> None:
    async def talk() -> None:
        bus = RedisBus("redis://127.0.0.1:1", "house")
        await bus.open(lambda _: None)
        bus.tell(Moved(CODE))
        await asyncio.sleep(0.05)
        assert not bus.is_reachable
        await bus.close()

    asyncio.run(talk())
