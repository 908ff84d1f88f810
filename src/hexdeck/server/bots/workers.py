"""Asks workers on other machines; where none is free, the house thinks itself, if it may."""

import asyncio
import logging
import time
from contextlib import suppress
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Final

from redis.exceptions import RedisError

from hexdeck.server.bots.fair_queue import FairQueue
from hexdeck.server.bots.letters import (
    AWAY_SECONDS,
    LETTER,
    QUESTIONS,
    WANTED_SECONDS,
    WORKERS,
    Unreadable,
    answer_in,
    answers_for,
    asked,
    letters_in,
    read_answer,
)
from hexdeck.server.bots.question import Answer, Question, Thinker
from hexdeck.server.bus.redis import redis_at
from hexdeck.server.ops.logs import log
from hexdeck.server.ops.metrics import Metrics
from hexdeck.server.refusals import Outdated

UNDER_WAY: Final = 2  # questions for each process that thinks, so that none waits for the next one
MOST_QUESTIONS: Final = 10_000  # in the stream, of all houses; the oldest are dropped, and asked again
LOOK_SECONDS: Final = 1.0  # between two looks at who thinks, and at what became of our questions
LOOKS: Final = 2  # at which a question is nowhere before it counts as lost
BLOCK_MS: Final = 1000
MOST_HEARD: Final = 500  # answers at once

_Gone: Final = (RedisError, OSError)


@dataclass(slots=True)
class _UnderWay:
    """A question that somebody may be thinking about; None if nobody has answered it."""

    question: Question
    letter: bytes
    answer: "asyncio.Future[Answer | None]"
    entry: bytes = b""  # in the stream, once it is sent
    missed: int = 0  # looks at which it was not there any more
    since: float = field(default_factory=time.monotonic)

    def end(self, answer: Answer | None) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)


class Workers:
    """Everything that is lost is asked again: an answer too many does no harm, it is dropped."""

    def __init__(self, url: str, here: Thinker | None, metrics: Metrics) -> None:
        self._redis = redis_at(url)
        self._here = here  # who thinks where no worker is free
        self._metrics = metrics
        self._name = token_hex(8)
        self.queue = metrics.queues["workers"] = FairQueue(0)
        self._processes = 0  # that think elsewhere
        self._under_way: dict[str, _UnderWay] = {}
        self._unsent: list[_UnderWay] = []
        self._something = asyncio.Event()  # is not sent yet
        self._withdrawn: list[bytes] = []
        self._heard = b"0"
        self._tasks: list[asyncio.Task[None]] = []
        self._is_closing = False

    @property
    def is_there(self) -> bool:
        return bool(self._processes) or self._here is not None

    async def open(self) -> None:
        """All talk with Redis is in tasks of our own: whoever asks can be stopped at any time."""
        loops = (self._look_on(), self._send_on(), self._hear_on())
        self._tasks = [asyncio.create_task(loop) for loop in loops]

    async def close(self) -> None:
        self._is_closing = True
        while not all(task.done() for task in self._tasks):
            for task in self._tasks:
                task.cancel()  # more than once: the library may take it for a lost connection
            await asyncio.wait(self._tasks, timeout=0.05)
        with suppress(*_Gone):
            if self._withdrawn:
                await self._redis.xdel(QUESTIONS, *self._withdrawn)
            await self._redis.delete(answers_for(self._name))
        with suppress(*_Gone):
            await self._redis.aclose()
        if self._here is not None:
            await self._here.close()

    async def choose(self, question: Question) -> Answer:
        with self._metrics.bot_questions.track_inprogress():
            while self._here is None or not self.queue.is_full:
                answer = await self._ask(question)
                if answer is not None:
                    return answer
                if self._here is not None:
                    break
        assert self._here is not None, "else it is asked until somebody answers"
        return await self._here.choose(question)

    # Asking.

    async def _ask(self, question: Question) -> Answer | None:
        """None if nobody has answered."""
        async with self.queue.turn(question.requester, "bots"):
            if not question.is_wanted():
                raise Outdated("the table has moved on")
            ticket = token_hex(8)
            future: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
            one = _UnderWay(question, asked(ticket, self._name, question), future)
            self._under_way[ticket] = one
            self._unsent.append(one)
            self._something.set()
            answer = None
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(WANTED_SECONDS):
                        answer = await future
            finally:
                del self._under_way[ticket]
                if answer is None and one.entry:
                    self._withdrawn.append(one.entry)
            return answer

    async def _send_on(self) -> None:
        while not self._is_closing:
            await self._something.wait()
            self._something.clear()
            try:
                await self._send()
            except Exception as error:  # nothing may stop it
                self._lose(error)

    async def _send(self) -> None:
        """Whatever waits for it, at once."""
        sent = [one for one in self._unsent if not one.answer.done()]
        self._unsent.clear()
        async with self._redis.pipeline(transaction=False) as line:
            for one in sent:
                line.xadd(QUESTIONS, {LETTER: one.letter}, maxlen=MOST_QUESTIONS)
            entries = await line.execute()
        for one, one.entry in zip(sent, entries, strict=True):
            if one.answer.done():
                self._withdrawn.append(one.entry)

    # What becomes of it.

    async def _look_on(self) -> None:
        while not self._is_closing:
            try:
                await self._look()
            except Exception as error:  # nothing may stop it
                self._lose(error)
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self) -> None:
        for one in self._under_way.values():
            if not one.question.is_wanted() and not one.answer.done():
                one.answer.set_exception(Outdated("the table has moved on"))
        seconds, _ = await self._redis.time()
        late = [one for one in self._under_way.values() if one.entry and self._is_late(one)]
        withdrawn, self._withdrawn = self._withdrawn, []
        async with self._redis.pipeline(transaction=False) as line:
            line.zrangebyscore(WORKERS, seconds - AWAY_SECONDS, seconds + AWAY_SECONDS)
            for one in late:
                line.xrange(QUESTIONS, one.entry, one.entry)
            if withdrawn:
                line.xdel(QUESTIONS, *withdrawn)
            workers, *found = await line.execute()
        self._count(sum(int(worker.rpartition(b":")[2]) for worker in workers))
        for one, entries in zip(late, found, strict=False):
            self._miss(one, is_there=bool(entries))

    def _is_late(self, one: _UnderWay) -> bool:
        return time.monotonic() > one.since + LOOK_SECONDS

    def _miss(self, one: _UnderWay, *, is_there: bool) -> None:
        """What is answered leaves the stream together with its answer; so what has no answer then is lost."""
        one.missed = 0 if is_there else one.missed + 1
        if one.missed >= LOOKS:
            self._heard = b"0"  # perhaps Redis began anew, and counts from an earlier time
            one.end(None)

    def _count(self, processes: int) -> None:
        if processes != self._processes:
            log("workers", processes=processes)
            self._processes = processes
            self._metrics.bot_workers.set(processes)
            self.queue.set_places(UNDER_WAY * processes)

    def _lose(self, error: Exception) -> None:
        """Redis cannot be reached, or makes no sense: nobody will answer."""
        if self._processes:
            log("workers_lost", level=logging.WARNING, error=error)
        self._count(0)
        for one in self._under_way.values():
            one.end(None)

    # Hearing answers.

    async def _hear_on(self) -> None:
        while not self._is_closing:
            try:
                found = await self._redis.xread(
                    {answers_for(self._name): self._heard}, count=MOST_HEARD, block=BLOCK_MS
                )
                for self._heard, letter in letters_in(found):
                    self._take(letter)
            except Exception:  # it is tried again
                self._heard = b"0"
                if not self._is_closing:
                    await asyncio.sleep(LOOK_SECONDS)

    def _take(self, letter: bytes) -> None:
        """What nobody waits for any more, and what the seat may not do, is as good as not answered."""
        try:
            found = read_answer(letter)
        except Unreadable:
            return
        one = self._under_way.get(found.ticket)
        if one is None or one.answer.done():
            return
        if found.is_given_back:
            one.end(None)
        elif one.question.allows(found.action):
            self._metrics.bot_answers.inc()
            self._metrics.bot_claims.inc(found.was_claimed)
            one.end(answer_in(found))
