"""Houses within this process that share a database and a bus, as processes on several machines would."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from hexdeck.server.base.settings import Settings
from hexdeck.server.bus.redis import RedisBus
from hexdeck.server.house.house import House, house_among_others
from hexdeck.server.store.postgres_shared import SharedPostgres
from server.redis_process import RedisProcess

PATIENCE = 60.0
QUICK = {"pace": 0.0, "grace": 0.5, "retry": 0.05}


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def two_houses(database: str, redis: RedisProcess, **chosen: Any) -> AsyncIterator[list[House]]:
    """Open, and heard by each other; the bus of each database is a channel of its own."""
    async with AsyncExitStack() as stack:
        opened: list[House] = []
        for _ in range(2):
            storage = await SharedPostgres.open(database)
            settings = Settings(**{**QUICK, **chosen})
            house = await house_among_others(storage, RedisBus(redis.url, database, bytes(32)), settings)
            stack.push_async_callback(house.close)
            await house.open()
            opened.append(house)
        await until(lambda: all(house.company.is_reachable for house in opened))
        yield opened
