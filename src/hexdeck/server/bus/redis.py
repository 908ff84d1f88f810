"""News over Redis (or Valkey): one channel for a house, many news in one message."""

import asyncio
import logging
import time
from collections import deque
from contextlib import suppress
from secrets import token_hex
from typing import Final

from msgspec import DecodeError, Struct
from msgspec.json import Decoder, Encoder
from redis.asyncio import Redis
from redis.exceptions import RedisError

from hexdeck.server.bus.protocol import Hear, News
from hexdeck.server.ops.logs import log

MOST_WAITING: Final = 20_000  # news that are kept while the bus cannot be reached; the oldest are dropped
MOST_AT_ONCE: Final = 500  # in one message
ANSWER_SECONDS: Final = 2.0
SHORTEST_PAUSE: Final = 0.1  # seconds until it is tried again; twice as long each time
LONGEST_PAUSE: Final = 5.0
COUNT_SECONDS: Final = 0.5  # that somebody who asks for something rare waits for what others have counted
MOST_COUNTED: Final = 16  # at once

# A bucket is the time at which it is full again.  Nothing is kept of one that is.
_TAKE: Final = """
local time = redis.call('TIME')
local now, one = time[1] + time[2] / 1000000, 1 / ARGV[1]
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or now))
if full - now + one > ARGV[2] * one + 0.000001 then return 0 end
if ARGV[3] ~= '0' then
    full = full + ARGV[3] * one
    redis.call('SET', KEYS[1], string.format('%.6f', full), 'PX', math.ceil((full - now) * 1000))
end
return 1
"""


class _Message(Struct, array_like=True):
    sender: str
    news: list[News]


_encode: Final = Encoder().encode
_decode: Final = Decoder(_Message).decode


def written_news(sender: str, news: list[News]) -> bytes:
    return _encode(_Message(sender, news))


def read_news(raw: bytes, own: str, hear: Hear) -> None:
    """What others have told; `own` is the name under which we tell."""
    try:
        message = _decode(raw)
    except DecodeError:
        return  # of a newer version, or of somebody else
    if message.sender != own:
        for one in message.news:
            hear(one)


def redis_at(url: str) -> Redis:
    """Tries nothing again by itself: what comes late is of no use."""
    return Redis.from_url(
        url, socket_timeout=ANSWER_SECONDS, socket_connect_timeout=ANSWER_SECONDS, retry=None
    )


class RedisBus:
    def __init__(self, url: str, channel: str) -> None:
        self._redis = redis_at(url)
        self._channel = channel
        self._take_script = self._redis.register_script(_TAKE)
        self._counting = asyncio.Semaphore(MOST_COUNTED)
        self._counts_from = 0.0  # after it could not be asked, it is left alone for a while
        self._name = token_hex(8)  # so that we do not hear ourselves
        self._waiting: deque[News] = deque(maxlen=MOST_WAITING)
        self._something = asyncio.Event()
        self._hears = self._tells = self._is_closing = False
        self._was_tried = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_reachable(self) -> bool:
        return self._hears and self._tells

    async def open(self, hear: Hear) -> None:
        self._tasks = [asyncio.create_task(self._tell_on()), asyncio.create_task(self._hear_on(hear))]
        await self._was_tried.wait()

    def tell(self, news: News) -> None:
        self._waiting.append(news)
        self._something.set()

    async def take(self, key: str, per_second: float, burst: float, count: int) -> bool | None:
        if not self._tells or time.monotonic() < self._counts_from:
            return None
        try:
            async with asyncio.timeout(COUNT_SECONDS), self._counting:
                return bool(await self._take_script([f"{self._channel}:{key}"], [per_second, burst, count]))
        except (RedisError, OSError, TimeoutError):
            self._counts_from = time.monotonic() + LONGEST_PAUSE
            return None

    async def close(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                while self._waiting and self._tells:
                    await asyncio.sleep(0.01)
        self._is_closing = True  # the library may take a cancellation for a lost connection
        self._something.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _tell_on(self) -> None:
        """What waits becomes one message."""
        pause = SHORTEST_PAUSE
        while not self._is_closing:
            try:
                await self._redis.ping()
                self._tells, pause = True, SHORTEST_PAUSE
                self._was_tried.set()
                while not self._is_closing:
                    await self._something.wait()
                    self._something.clear()
                    while self._waiting:
                        count = min(len(self._waiting), MOST_AT_ONCE)
                        news = [self._waiting.popleft() for _ in range(count)]
                        await self._redis.publish(self._channel, written_news(self._name, news))
            except (RedisError, OSError, TimeoutError) as error:
                if self._tells:
                    log("bus_lost", level=logging.WARNING, error=error)
                self._tells = False
                self._was_tried.set()
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _hear_on(self, hear: Hear) -> None:
        pause = SHORTEST_PAUSE
        while not self._is_closing:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as line:
                    await line.subscribe(self._channel)
                    self._hears, pause = True, SHORTEST_PAUSE
                    while not self._is_closing:
                        message = await line.get_message(timeout=ANSWER_SECONDS)
                        if message is not None:
                            read_news(message["data"], self._name, hear)
            except (RedisError, OSError, TimeoutError):
                self._hears = False
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
