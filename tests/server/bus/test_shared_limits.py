"""What is stored or can be guessed is limited over all processes together, whichever of them are asked."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from redis.asyncio import Redis

from hexdeck.server.base.messages import Ack, Rematch
from hexdeck.server.bus.redis import RedisBus
from hexdeck.server.house.house import House
from server.among_others import two_houses, until
from server.inside import Inside
from server.listening import CODE, people_at
from server.redis_process import RedisProcess, needs_redis, redis_running

pytestmark = needs_redis
KEY = bytes(32)
FEW = 4.0


async def statuses(houses: list[House], *asked: tuple[str, str, str, object]) -> list[int]:
    """Of requests to each house in turn: method, path, token, content."""
    doors = [Inside(house) for house in houses]
    return [
        int((await doors[at % len(doors)].ask(method, path, token, content))[:3])
        for at, (method, path, token, content) in enumerate(asked)
    ]


def run(database: str, redis: RedisProcess, work: Callable[[list[House]], Awaitable[None]]) -> None:
    async def play() -> None:
        chosen = {"allowed_hosts": "house", "rate": 1e4, "guesses": FEW, "tables_per_minute": FEW}
        async with two_houses(database, redis, **chosen) as houses:
            await work(houses)

    asyncio.run(play())


def test_tables_and_links_of_one_person(database: str, redis: RedisProcess) -> None:
    async def work(houses: list[House]) -> None:
        marie, lukas = (houses[0].signer.sign(who) for who in ("marie", "lukas"))
        table = ("POST", "/api/tables", marie, {"game": "voodoo"})
        assert await statuses(houses, *[table] * 6) == [201] * 4 + [429] * 2
        lesson = ("POST", "/api/play", lukas, {"game": "voodoo", "lesson": True})
        assert await statuses(houses, lesson, table, lesson) == [201, 429, 201]
        link = ("POST", "/api/me/move", marie, {"code": None})
        assert await statuses(houses, *[link] * 6) == [201] * 4 + [429] * 2

    run(database, redis, work)


def test_tables_of_strangers_from_one_address(database: str, redis: RedisProcess) -> None:
    async def work(houses: list[House]) -> None:
        table = ("POST", "/api/tables", "", {"game": "voodoo"})
        assert await statuses(houses, *[table] * 6) == [201] * 4 + [429] * 2

    run(database, redis, work)


def test_a_rematch_is_a_table_too(database: str, redis: RedisProcess) -> None:
    async def work(houses: list[House]) -> None:
        for _ in range(int(FEW)):
            await houses[0].check_new_table("p0")
        document = people_at("voodoo_prince")
        document.status = "over"
        live = await houses[1].new_table(document)
        refusal = await live.command("p0", Rematch("c1"))
        assert not isinstance(refusal, Ack)
        assert refusal.code == "client.too_much"
        again = await live.command("p1", Rematch("c2"))
        assert isinstance(again, Ack)
        assert await live.command("p0", Rematch("c3")) == Ack("c3", again.version, again.code)

    run(database, redis, work)


def test_unknown_codes_by_any_door_of_any_process(database: str, redis: RedisProcess) -> None:
    """Once they are used up a code that is known looks like any other, but not to those who sit there."""

    async def work(houses: list[House]) -> None:
        await houses[0].new_table(people_at("voodoo_prince"))
        stranger, seated = (houses[0].signer.sign(who) for who in ("stranger", "p0"))
        unknown, known = "/api/tables/AAA-AAA-AAA", f"/api/tables/{CODE}"
        asked = [("GET", unknown, stranger, None)] * 4
        assert await statuses(houses, *asked) == [404] * 4
        for path in (unknown, known, f"/t/{CODE}/plain", f"{known}/qr.svg", f"{known}/events"):
            assert await statuses(houses, *[("GET", path, stranger, None)] * 2) == [429, 429]
        assert await statuses(houses, *[("GET", known, seated, None)] * 2) == [200, 200]
        secret = ("POST", "/api/move", "", {"secret": "AAA-AAA-AAA"})
        assert await statuses(houses, *[secret] * 6) == [403] * 4 + [429] * 2

    run(database, redis, work)


def test_newcomers_from_one_address(database: str, redis: RedisProcess) -> None:
    async def play() -> None:
        async with two_houses(database, redis, allowed_hosts="house", rate=1.0) as houses:
            marie = houses[0].signer.sign("marie")
            for number in range(6):  # six times the rate at once
                assert await houses[number % 2].newcomers.take("192.0.2.7")
            assert await statuses(houses, *[("GET", "/api/me", "", None)] * 2) == [429, 429]
            assert await statuses(houses, *[("GET", "/api/me", marie, None)] * 2) == [200, 200]

    asyncio.run(play())


def test_without_the_bus_each_process_counts_by_itself(database: str) -> None:
    """Never without a limit, and never refusing everybody; what was counted before is not forgotten."""
    with redis_running() as redis:

        async def work(houses: list[House]) -> None:
            async def taken(house: House) -> list[bool]:
                return [await house.guesses.take("stranger") for _ in range(6)]

            assert [await house.guesses.take("stranger") for house in houses] == [True, True]
            redis.end(signal.SIGKILL)
            await until(lambda: not any(house.company.is_reachable for house in houses))
            assert await taken(houses[0]) == [True] * 3 + [False] * 3
            assert await taken(houses[1]) == [True] * 3 + [False] * 3

        run(database, redis, work)


@contextmanager
def stopped(redis: RedisProcess) -> Iterator[None]:
    assert redis.process
    redis.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        redis.process.send_signal(signal.SIGCONT)


def test_a_bus_that_does_not_answer_is_asked_once(redis: RedisProcess) -> None:
    """Everybody else goes on without it at once."""

    async def ask() -> None:
        bus = RedisBus(redis.url, "slow", KEY)
        await bus.open(lambda _: None)
        await until(lambda: bus.is_reachable)
        with stopped(redis):
            assert await bus.take("key", 1.0, 1.0, 1) is None
            async with asyncio.timeout(20):  # 50 seconds if each waited
                assert [await bus.take("key", 1.0, 1.0, 1) for _ in range(100)] == [None] * 100
        await bus.close()

    asyncio.run(ask())


def test_a_bucket_fills_again_and_leaves_nothing_behind(redis: RedisProcess) -> None:
    async def ask() -> None:
        bus, looker = RedisBus(redis.url, "buckets", KEY), Redis.from_url(redis.url)
        await bus.open(lambda _: None)
        await until(lambda: bus.is_reachable)
        assert await bus.take("a", 50.0, 2.0, 0) == 0  # a look takes nothing
        assert await looker.keys("buckets:*") == []
        assert [await bus.take("a", 0.001, 2.0, 1) for _ in range(2)] == [0, 0]
        for count in (0, 1):
            assert 900 < (await bus.take("a", 0.001, 2.0, count) or 0) <= 1000  # seconds until one is left
        assert await bus.take("b", 0.001, 2.0, 1) == 0  # another client
        assert await bus.take("c", 50.0, 1.0, 1) == 0
        async with asyncio.timeout(20):
            while await bus.take("c", 50.0, 1.0, 0) != 0:
                await asyncio.sleep(0.01)
            while await looker.exists("buckets:c"):
                await asyncio.sleep(0.01)
            for forged in ("1e12", "nonsense"):
                await looker.set("buckets:d", forged)
                while await bus.take("d", 50.0, 1.0, 1) != 0:
                    await asyncio.sleep(0.01)
        await looker.aclose()
        await bus.close()

    asyncio.run(ask())


def test_no_address_is_written_to_the_bus(database: str, redis: RedisProcess) -> None:
    async def work(houses: list[House]) -> None:
        assert await houses[0].guesses.take("192.0.2.77")
        looker = Redis.from_url(redis.url)
        keys = await looker.keys(f"{database}:*")
        assert len(keys) == 1
        assert b"192.0.2" not in keys[0]
        await looker.aclose()

    run(database, redis, work)
