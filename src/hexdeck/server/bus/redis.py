"""News over Redis (or Valkey): one channel for a house, many news in one signed message.

Most news only say that the database is to be read, and a phrase is all that is believed as it is told.  So
a message counts once, from a process of the house, and for a minute.
"""

import asyncio
import hmac
import logging
import time
from collections import OrderedDict, deque
from contextlib import suppress
from secrets import token_hex
from typing import Final

from msgspec import DecodeError, Struct
from msgspec.json import Decoder, Encoder
from redis.asyncio import Redis
from redis.exceptions import RedisError

from hexdeck.server.base.logs import log
from hexdeck.server.bus.protocol import Hear, News

MOST_WAITING: Final = 20_000  # news that are kept while the bus cannot be reached; the oldest are dropped
MOST_AT_ONCE: Final = 500  # in one message
ANSWER_SECONDS: Final = 2.0
SHORTEST_PAUSE: Final = 0.1  # seconds until it is tried again; twice as long each time
LONGEST_PAUSE: Final = 5.0
COUNT_SECONDS: Final = 0.5  # that somebody who asks for something rare waits for what others have counted
MOST_COUNTED: Final = 16  # at once
SIGNATURE_BYTES: Final = 32
HEARD_SECONDS: Final = 60.0  # that news are worth hearing
CLOCK_SECONDS: Final = 10.0  # between two looks at Redis's clock
MOST_SENDERS: Final = 1000  # processes of a house whose last number is remembered

# A bucket is the time at which it is full again.  Nothing is kept of one that is.  A time too late was
# written by others: the bucket is empty then, and fills again.
_TAKE: Final = """
local time = redis.call('TIME')
local now, one = time[1] + time[2] / 1000000, 1 / ARGV[1]
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or now) or now)
if full > now + ARGV[2] * one + 1 then
    full = now + ARGV[2] * one
    redis.call('SET', KEYS[1], string.format('%.6f', full), 'PX', math.ceil((full - now) * 1000))
end
local wait = full - now + one - ARGV[2] * one
if wait > 0.000001 then return string.format('%.6f', wait) end
if ARGV[3] ~= '0' then
    full = full + ARGV[3] * one
    redis.call('SET', KEYS[1], string.format('%.6f', full), 'PX', math.ceil((full - now) * 1000))
end
return '0'
"""


class _Message(Struct, array_like=True):
    sender: str
    number: int  # of the sender's messages
    at: float  # seconds of Redis's clock
    news: list[News]


_encode: Final = Encoder().encode
_decode: Final = Decoder(_Message).decode


class NewsWriter:
    """Signs what one process tells."""

    def __init__(self, key: bytes, sender: str) -> None:
        self._key = key
        self._sender = sender
        self._number = 0

    def written(self, news: list[News], at: float) -> bytes:
        self._number += 1
        content = _encode(_Message(self._sender, self._number, at, news))
        return hmac.digest(self._key, content, "sha256") + content


class NewsReader:
    """Reads what other processes of the house have told, each message once."""

    def __init__(self, key: bytes, own: str) -> None:
        self._key = key
        self._own = own  # the name under which we tell
        self._last: OrderedDict[str, int] = OrderedDict()  # number, by sender
        self._refused: set[str] = set()  # reasons that were logged

    def read(self, raw: bytes, now: float) -> list[News]:
        """Nothing of what is forged, old, or was heard before; the reason is logged once."""
        signature, content = raw[:SIGNATURE_BYTES], raw[SIGNATURE_BYTES:]
        if not hmac.compare_digest(signature, hmac.digest(self._key, content, "sha256")):
            return self._refuse("forged")
        try:
            message = _decode(content)
        except DecodeError:
            return []  # of a newer version
        if message.sender == self._own:
            return []
        if abs(now - message.at) > HEARD_SECONDS:
            return self._refuse("old")
        if message.number <= self._last.get(message.sender, 0):
            return self._refuse("repeated")
        self._last[message.sender] = message.number
        self._last.move_to_end(message.sender)
        if len(self._last) > MOST_SENDERS:
            self._last.popitem(last=False)
        return message.news

    def _refuse(self, reason: str) -> list[News]:
        if reason not in self._refused:
            self._refused.add(reason)
            log("news_refused", level=logging.WARNING, reason=reason)
        return []


def redis_at(url: str) -> Redis:
    """Tries nothing again by itself: what comes late is of no use."""
    return Redis.from_url(
        url, socket_timeout=ANSWER_SECONDS, socket_connect_timeout=ANSWER_SECONDS, retry=None
    )


class RedisBus:
    def __init__(self, url: str, channel: str, key: bytes) -> None:
        self._redis = redis_at(url)
        self._channel = channel
        self._clock_read = float("-inf")
        self._ahead = 0.0  # seconds that Redis's clock is ahead of our monotonic one
        self._take_script = self._redis.register_script(_TAKE)
        self._counting = asyncio.Semaphore(MOST_COUNTED)
        self._counts_from = 0.0  # after it could not be asked, it is left alone for a while
        own = token_hex(8)  # so that we do not hear ourselves
        self._writer, self._reader = NewsWriter(key, own), NewsReader(key, own)
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

    async def take(self, key: str, per_second: float, burst: float, count: int) -> float | None:
        if not self._tells or time.monotonic() < self._counts_from:
            return None
        try:
            async with asyncio.timeout(COUNT_SECONDS), self._counting:
                return float(await self._take_script([f"{self._channel}:{key}"], [per_second, burst, count]))
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

    @property
    def _now(self) -> float:
        """Seconds of Redis's clock: no two machines agree on their own."""
        return time.monotonic() + self._ahead

    async def _read_clock(self) -> None:
        seconds, micros = await self._redis.time()
        self._clock_read = time.monotonic()
        self._ahead = float(seconds) + float(micros) / 1e6 - self._clock_read

    async def _tell_on(self) -> None:
        """What waits becomes one message."""
        pause = SHORTEST_PAUSE
        while not self._is_closing:
            try:
                await self._read_clock()
                self._tells, pause = True, SHORTEST_PAUSE
                self._was_tried.set()
                while not self._is_closing:
                    await self._something.wait()
                    self._something.clear()
                    while self._waiting:
                        count = min(len(self._waiting), MOST_AT_ONCE)
                        news = [self._waiting.popleft() for _ in range(count)]
                        await self._redis.publish(self._channel, self._writer.written(news, self._now))
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
                        if time.monotonic() > self._clock_read + CLOCK_SECONDS:
                            await self._read_clock()
                        message = await line.get_message(timeout=ANSWER_SECONDS)
                        if message is not None:
                            for one in self._reader.read(message["data"], self._now):
                                hear(one)
            except (RedisError, OSError, TimeoutError):
                self._hears = False
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
