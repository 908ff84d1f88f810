"""Takes bots' turns from the stream of its house, and thinks about them."""

import asyncio
import logging
import time
from collections.abc import Coroutine
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from secrets import token_hex
from typing import Any, Final

from redis.exceptions import RedisError

from hexdeck.server.base.logs import log
from hexdeck.server.base.worker_key import HOUSE, PRESENT, WORKER, WorkerKey
from hexdeck.server.bots.bot_request import Question, Thinker
from hexdeck.server.bots.presence import OthersPresent, worker_says
from hexdeck.server.bots.redis_codec import (
    AWAY_SECONDS,
    GROUP,
    LATE,
    REPEATED,
    WANTED_SECONDS,
    Answered,
    Asked,
    Refused,
    answer_letter,
    answered,
    is_question,
    letters_in,
    read_question,
    signature_of,
)
from hexdeck.server.bus.redis import redis_at

BEAT_SECONDS: Final = 1.0  # between two times that a worker says that it is there
BLOCK_MS: Final = 1000
PAUSE_SECONDS: Final = 0.5  # until Redis is tried again
FAREWELL_SECONDS: Final = 2.0  # to finish what was begun, when a worker ends; less than until it is claimed
MOST_ANSWERS: Final = 1000  # that wait for one process of a house; one that listens never has so many
KEEP_SECONDS: Final = 60  # answers for a process that is gone
FORGET_SECONDS: Final = 60  # a worker that is gone
UNUSED_SECONDS: Final = 3600  # until a stream disappears that neither houses nor workers use any more
MOST_SWEPT: Final = 200  # entries after a forged one that are looked at together

_Gone: Final = (RedisError, OSError)


class Worker:
    """Answers what its house has signed, while it is wanted, and once; it drops everything else."""

    def __init__(self, url: str, key: WorkerKey, thinker: Thinker, processes: int) -> None:
        self._redis = redis_at(url)
        self._key = key
        self._thinker = thinker
        self._processes = processes
        self._name = token_hex(6)
        self._said = b""  # when we said last that we are there
        self._ahead: float | None = None  # seconds that Redis's clock is ahead of our monotonic one
        self._answered: dict[bytes, float] = {}  # questions, and until when they are wanted
        self._refused: set[str] = set()  # reasons that were logged
        self._others = OthersPresent(key, HOUSE)
        self._held: dict[bytes, asyncio.Task[None]] = {}  # by entry in the stream
        self._asked: dict[
            bytes, tuple[Asked, bytes]
        ] = {}  # those of them that could be read, and their letters
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
        if self._ahead is None:
            await self._read_clock()
        found = await self._redis.xreadgroup(
            GROUP, self._name, {self._key.questions: ">"}, count=self._free, block=BLOCK_MS
        )
        await self._hold_all(list(letters_in(found)), was_claimed=False)

    async def _hold_all(self, letters: list[tuple[bytes, bytes]], *, was_claimed: bool) -> None:
        """Think about those that are signed; where one is not, clear away what was written after it, too."""
        forged = False
        for entry, letter in letters:
            if entry in self._held:
                continue
            found = self._read(letter)
            if found is None:
                forged = True
                await self._drop(entry)
            else:
                self._hold(entry, letter, *found, was_claimed=was_claimed)
        if forged:
            await self._sweep()

    def _read(self, letter: bytes) -> tuple[Asked, Question] | None:
        """None for what is not to be answered; the reason is logged once."""
        try:
            found, question = read_question(self._key, letter)
            if found.ticket in self._answered:
                raise Refused(REPEATED)
            if found.until < self._now:
                raise Refused(LATE)
        except Refused as refused:
            if refused.reason not in self._refused:
                self._refused.add(refused.reason)
                log("question_refused", level=logging.WARNING, reason=refused.reason)
            return None
        return found, question

    async def _sweep(self) -> None:
        """So much at once that a flood of what nobody signed does not keep questions waiting."""
        entries: Any = await self._redis.xrange(self._key.questions, count=MOST_SWEPT)
        forged = [
            entry for entry, letter in letters_in([(b"", entries)]) if not is_question(self._key, letter)
        ]
        if forged:
            await self._redis.xdel(self._key.questions, *forged)

    @property
    def _now(self) -> float:
        """Seconds of Redis's clock."""
        return time.monotonic() + (self._ahead or 0.0)

    async def _read_clock(self) -> float:
        seconds, micros = await self._redis.time()
        now = float(seconds) + float(micros) / 1e6
        self._ahead = now - time.monotonic()
        return now

    async def _beat_on(self) -> None:
        while not self._is_ending:
            await self._tried(self._beat())
            await asyncio.sleep(BEAT_SECONDS)

    async def _beat(self) -> None:
        """Say that we are there and still think, clear out what is old, and take over what others dropped."""
        now = await self._read_clock()
        questions, workers = self._key.questions, self._key.workers
        before, self._said = self._said, worker_says(self._key, self._name, self._processes, now)
        self._answered = {ticket: until for ticket, until in self._answered.items() if until > now}
        async with self._redis.pipeline(transaction=False) as line:
            self._others.ask(line, now)
            line.zadd(workers, {self._said: now})
            if before:
                line.zrem(workers, before)
            line.zadd(PRESENT, {self._key.present(WORKER): now})
            for place in (workers, PRESENT):
                line.zremrangebyscore(place, "-inf", now - FORGET_SECONDS)
                line.expire(place, UNUSED_SECONDS)
            line.xtrim(questions, minid=f"{int((now - WANTED_SECONDS) * 1000)}-0", approximate=False)
            line.expire(questions, UNUSED_SECONDS)
            if self._held:
                line.xclaim(questions, GROUP, self._name, 0, list(self._held), justid=True)
            others, *_ = await line.execute()
        self._others.note(others, is_met=False)
        await self._forget_the_gone()
        if self._free:
            idle = int(AWAY_SECONDS * 1000)
            found: Any = await self._redis.xautoclaim(
                questions, GROUP, self._name, idle, "0-0", count=self._free
            )
            await self._hold_all(list(letters_in([found[:2]])), was_claimed=True)

    async def _forget_the_gone(self) -> None:
        """Members of the group that have died; nobody waits for what they held."""
        for one in await self._redis.xinfo_consumers(self._key.questions, GROUP):
            if one["idle"] > FORGET_SECONDS * 1000:
                await self._redis.xgroup_delconsumer(self._key.questions, GROUP, one["name"])

    async def _tried(self, work: Coroutine[Any, Any, None]) -> None:
        """Again after a pause, if Redis is away or was emptied."""
        try:
            await work
            if not self._is_reached:
                log("bus_found")
            self._is_reached = True
        except Exception as error:  # nothing may stop it
            if str(error).startswith(("NOGROUP", "no such key")) and await self._began_anew():
                return
            if self._is_reached:
                log("bus_lost", level=logging.WARNING, error=error)
            self._is_reached = False
            await asyncio.sleep(PAUSE_SECONDS)

    async def _began_anew(self) -> bool:
        """Redis was emptied, or nobody has worked here yet; False if it cannot be reached."""
        try:
            await self._redis.xgroup_create(self._key.questions, GROUP, id="0", mkstream=True)
        except _Gone as error:
            return str(error).startswith("BUSYGROUP")  # another was first
        return True

    # Thinking.

    def _hold(
        self, entry: bytes, letter: bytes, found: Asked, question: Question, *, was_claimed: bool
    ) -> None:
        self._asked[entry] = found, signature_of(letter)
        task = asyncio.create_task(self._think(entry, question, was_claimed=was_claimed))
        self._held[entry] = task
        task.add_done_callback(lambda _: self._let_go(entry))

    def _let_go(self, entry: bytes) -> None:
        del self._held[entry]
        self._asked.pop(entry, None)
        self._something.set()

    async def _think(self, entry: bytes, question: Question, *, was_claimed: bool) -> None:
        try:
            answer = answered(await self._thinker.choose(question), was_claimed=was_claimed)
        except (TimeoutError, BrokenProcessPool) as error:  # and nobody simpler may answer
            log("not_thought", level=logging.ERROR, error=error, mark=question.mark)
            answer = Answered(is_given_back=True)
        await self._tell(entry, answer)

    async def _tell(self, entry: bytes, answer: Answered) -> None:
        """The answer, and the end of the question, both or neither; where it fails, the question stays."""
        found, question = self._asked[entry]
        place = self._key.answers_for(found.house)
        try:
            async with self._redis.pipeline(transaction=True) as line:
                line.rpush(place, answer_letter(self._key, question, found.ticket, answer))
                line.ltrim(place, -MOST_ANSWERS, -1)
                line.expire(place, KEEP_SECONDS)
                line.xack(self._key.questions, GROUP, entry)
                line.xdel(self._key.questions, entry)
                await line.execute()
            self._answered[found.ticket] = found.until
        except _Gone as error:
            log("answer_lost", level=logging.WARNING, error=error)

    async def _drop(self, entry: bytes) -> None:
        """What is not to be answered."""
        async with self._redis.pipeline(transaction=True) as line:
            line.xack(self._key.questions, GROUP, entry)
            line.xdel(self._key.questions, entry)
            await line.execute()

    # Ending.

    async def _leave(self) -> None:
        questions = self._key.questions
        with suppress(*_Gone):
            await self._redis.zrem(self._key.workers, self._said)
        if self._held:
            await asyncio.wait(self._held.values(), timeout=FAREWELL_SECONDS)
        for entry, task in list(self._held.items()):
            task.cancel()
            if entry in self._asked:
                await self._tell(entry, Answered(is_given_back=True))
        with suppress(*_Gone):
            if not await self._redis.xpending_range(questions, GROUP, "-", "+", 1, consumername=self._name):
                await self._redis.xgroup_delconsumer(questions, GROUP, self._name)
        with suppress(*_Gone):
            await self._redis.aclose()
        await self._thinker.close()
