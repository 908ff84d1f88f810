"""Takes bots' turns from the stream of all houses, and thinks about them."""

import asyncio
import logging
from collections.abc import Coroutine
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from secrets import token_hex
from typing import Any, Final

from redis.exceptions import RedisError, ResponseError

from hexdeck.server.bots.letters import (
    AWAY_SECONDS,
    GROUP,
    LETTER,
    QUESTIONS,
    WANTED_SECONDS,
    WORKERS,
    Answered,
    Asked,
    Unreadable,
    answered,
    answers_for,
    encoded,
    letters_in,
    read_question,
)
from hexdeck.server.bots.question import Thinker
from hexdeck.server.bus.redis import redis_at
from hexdeck.server.ops.logs import log

BEAT_SECONDS: Final = 1.0  # between two times that a worker says that it is there
BLOCK_MS: Final = 1000
PAUSE_SECONDS: Final = 0.5  # until Redis is tried again
FAREWELL_SECONDS: Final = 2.0  # to finish what was begun, when a worker ends; less than until it is claimed
MOST_ANSWERS: Final = 1000  # that wait for one process of a house; one that listens never has so many
KEEP_SECONDS: Final = 60  # answers for a process that is gone
FORGET_SECONDS: Final = 60  # a worker that is gone

_Gone: Final = (RedisError, OSError)


class Worker:
    def __init__(self, url: str, thinker: Thinker, processes: int) -> None:
        self._redis = redis_at(url)
        self._thinker = thinker
        self._processes = processes
        self._name = f"{token_hex(6)}:{processes}"  # houses ask for as much as that
        self._held: dict[bytes, asyncio.Task[None]] = {}  # by entry in the stream
        self._asked: dict[bytes, Asked] = {}  # those of them that could be read
        self._something = asyncio.Event()  # one of them is done, or we end
        self._is_ending = False
        self._is_reached = True

    def end(self) -> None:
        """Take no more; what was begun is finished or given back."""
        self._is_ending = True
        self._something.set()

    async def work(self) -> None:
        """Until it is ended."""
        beating = asyncio.create_task(self._beat_on())
        await self._take_on()
        beating.cancel()
        await asyncio.gather(beating, return_exceptions=True)
        await self._leave()

    # Taking.

    async def _take_on(self) -> None:
        while not self._is_ending:
            if self._free:
                await self._tried(self._take())
            else:
                self._something.clear()
                await self._something.wait()

    @property
    def _free(self) -> int:
        return max(0, self._processes - len(self._held))

    async def _take(self) -> None:
        found = await self._redis.xreadgroup(
            GROUP, self._name, {QUESTIONS: ">"}, count=self._free, block=BLOCK_MS
        )
        for entry, letter in letters_in(found):
            self._hold(entry, letter, was_claimed=False)

    async def _beat_on(self) -> None:
        while not self._is_ending:
            await self._tried(self._beat())
            await asyncio.sleep(BEAT_SECONDS)

    async def _beat(self) -> None:
        """Say that we are there and still think, clear out what is old, and take over what others dropped."""
        seconds, _ = await self._redis.time()
        async with self._redis.pipeline(transaction=False) as line:
            line.zadd(WORKERS, {self._name: seconds})
            line.zremrangebyscore(WORKERS, "-inf", seconds - FORGET_SECONDS)
            line.xtrim(QUESTIONS, minid=f"{int((seconds - WANTED_SECONDS) * 1000)}-0", approximate=False)
            if self._held:
                line.xclaim(QUESTIONS, GROUP, self._name, 0, list(self._held), justid=True)
            await line.execute()
        if self._free:
            idle = int(AWAY_SECONDS * 1000)
            found: Any = await self._redis.xautoclaim(
                QUESTIONS, GROUP, self._name, idle, "0-0", count=self._free
            )
            for entry, letter in letters_in([found[:2]]):
                if entry not in self._held:
                    self._hold(entry, letter, was_claimed=True)

    async def _tried(self, work: Coroutine[Any, Any, None]) -> None:
        """Again after a pause, if Redis is away or was emptied."""
        try:
            await work
            if not self._is_reached:
                log("bus_found")
            self._is_reached = True
        except Exception as error:  # nothing may stop it
            with suppress(*_Gone):
                if isinstance(error, ResponseError):
                    await self._redis.xgroup_create(QUESTIONS, GROUP, id="0", mkstream=True)
                    return
            if self._is_reached:
                log("bus_lost", level=logging.WARNING, error=error)
            self._is_reached = False
            await asyncio.sleep(PAUSE_SECONDS)

    # Thinking.

    def _hold(self, entry: bytes, letter: bytes, *, was_claimed: bool) -> None:
        task = asyncio.create_task(self._think(entry, letter, was_claimed=was_claimed))
        self._held[entry] = task
        task.add_done_callback(lambda _: self._let_go(entry))

    def _let_go(self, entry: bytes) -> None:
        del self._held[entry]
        self._asked.pop(entry, None)
        self._something.set()

    async def _think(self, entry: bytes, letter: bytes, *, was_claimed: bool) -> None:
        try:
            found, question = read_question(letter)
        except Unreadable as error:
            log("question_unreadable", level=logging.ERROR, error=error)
            await self._tell(entry, None, b"")
            return
        self._asked[entry] = found
        try:
            letter = answered(found.ticket, await self._thinker.choose(question), was_claimed=was_claimed)
        except (TimeoutError, BrokenProcessPool) as error:  # and nobody simpler may answer
            log("not_thought", level=logging.ERROR, error=error, mark=question.mark)
            letter = encoded(Answered(found.ticket, is_given_back=True))
        await self._tell(entry, found.house, letter)

    async def _tell(self, entry: bytes, house: str | None, letter: bytes) -> None:
        """The answer, and the end of the question, both or neither; where it fails, the question stays."""
        try:
            async with self._redis.pipeline(transaction=True) as line:
                if house is not None:
                    line.xadd(answers_for(house), {LETTER: letter}, maxlen=MOST_ANSWERS)
                    line.expire(answers_for(house), KEEP_SECONDS)
                line.xack(QUESTIONS, GROUP, entry)
                line.xdel(QUESTIONS, entry)
                await line.execute()
        except _Gone as error:
            log("answer_lost", level=logging.WARNING, error=error)

    # Ending.

    async def _leave(self) -> None:
        with suppress(*_Gone):
            await self._redis.zrem(WORKERS, self._name)
        if self._held:
            await asyncio.wait(self._held.values(), timeout=FAREWELL_SECONDS)
        for entry, task in list(self._held.items()):
            found = self._asked.get(entry)
            task.cancel()
            if found is not None:
                await self._tell(entry, found.house, encoded(Answered(found.ticket, is_given_back=True)))
        with suppress(*_Gone):
            if not await self._redis.xpending_range(QUESTIONS, GROUP, "-", "+", 1, consumername=self._name):
                await self._redis.xgroup_delconsumer(QUESTIONS, GROUP, self._name)
        with suppress(*_Gone):
            await self._redis.aclose()
        await self._thinker.close()
