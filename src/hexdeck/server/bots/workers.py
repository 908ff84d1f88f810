"""Asks workers on other machines; where none is free, the house thinks itself, if it may."""

import asyncio
import logging
import time
from contextlib import suppress
from dataclasses import dataclass, field
from secrets import token_bytes, token_hex
from typing import Any, Final

from redis.exceptions import RedisError, ResponseError

from hexdeck.server.base.fair_queue import FairQueue
from hexdeck.server.base.logs import log
from hexdeck.server.base.metrics import Metrics
from hexdeck.server.base.refusals import Outdated
from hexdeck.server.base.worker_key import HOUSE, PRESENT, WORKER, WorkerKey
from hexdeck.server.bots.bot_request import Answer, Question, Thinker
from hexdeck.server.bots.presence import OthersPresent, processes_in
from hexdeck.server.bots.redis_codec import (
    AWAY_SECONDS,
    FORGED,
    ILLEGAL,
    LATE,
    LETTER,
    MOST_BYTES,
    TICKET_BYTES,
    WANTED_SECONDS,
    Refused,
    answer_in,
    asked,
    read_answer,
    signature_of,
    ticket_in,
)
from hexdeck.server.bus.redis import redis_at

UNDER_WAY: Final = 2  # questions for each process that thinks, so that none waits for the next one
MOST_QUESTIONS: Final = 10_000  # in the stream, of all houses; the oldest are dropped, and asked again
LOOK_SECONDS: Final = 1.0  # between two looks at who thinks, and at what became of our questions
LOOKS: Final = 2  # at which a question is nowhere before it counts as lost
BLOCK_SECONDS: Final = 1.0
MOST_HEARD: Final = 500  # answers at once
MOST_WORKERS: Final = 1000  # that are read at one look

ADVICE: Final = {
    FORGED: "others write to this Redis: see “Who may use Redis” in docs/many_machines.md",
    ILLEGAL: "a worker has other rules: run the same version everywhere",
}

_Gone: Final = (RedisError, OSError)


@dataclass(slots=True)
class _UnderWay:
    """A question that somebody may be thinking about; None if nobody has answered it."""

    ticket: bytes
    question: Question
    answer: "asyncio.Future[Answer | None]"
    letter: bytes = b""  # signed, once it is sent
    entry: bytes = b""  # in the stream, once it is sent
    missed: int = 0  # looks at which it was not there any more
    since: float = field(default_factory=time.monotonic)

    def end(self, answer: Answer | None) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)


class Workers:
    """Everything that is lost is asked again: an answer too many does no harm, it is dropped.

    Redis is trusted with nothing: others may write to it as well.  What is not signed with our key counts
    for nothing, and what has grown too large or is of another kind is deleted.
    """

    def __init__(self, url: str, key: WorkerKey, here: Thinker | None, metrics: Metrics) -> None:
        self._redis = redis_at(url)
        self._key = key
        self._here = here  # who thinks where no worker is free
        self._metrics = metrics
        self._name = token_hex(8)
        self._answers = key.answers_for(self._name)
        self._ahead: float | None = None  # seconds that Redis's clock is ahead of our monotonic one
        self._refused: set[str] = set()  # reasons that were logged
        self._others = OthersPresent(key, WORKER)
        self.queue = metrics.queues["workers"] = FairQueue(0)
        self._processes = 0  # that think elsewhere
        self._under_way: dict[bytes, _UnderWay] = {}
        self._unsent: list[_UnderWay] = []
        self._something = asyncio.Event()  # is not sent yet
        self._withdrawn: list[bytes] = []
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
                await self._redis.xdel(self._key.questions, *self._withdrawn)
            await self._redis.delete(self._answers)
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
            ticket = token_bytes(TICKET_BYTES)
            future: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
            one = _UnderWay(ticket, question, future)
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
                await self._mend(error)

    async def _send(self) -> None:
        """Whatever waits for it, at once."""
        if self._ahead is None:
            await self._read_clock()
        sent = [one for one in self._unsent if not one.answer.done()]
        self._unsent.clear()
        until = time.monotonic() + (self._ahead or 0.0) + WANTED_SECONDS
        async with self._redis.pipeline(transaction=False) as line:
            for one in sent:
                one.letter = asked(self._key, one.ticket, self._name, until, one.question)
                line.xadd(self._key.questions, {LETTER: one.letter}, maxlen=MOST_QUESTIONS)
            entries = await line.execute()
        for one, one.entry in zip(sent, entries, strict=True):
            if one.answer.done():
                self._withdrawn.append(one.entry)

    async def _read_clock(self) -> float:
        """Seconds of Redis's clock: no two machines agree on their own."""
        seconds, micros = await self._redis.time()
        now = float(seconds) + float(micros) / 1e6
        self._ahead = now - time.monotonic()
        return now

    # What becomes of it.

    async def _look_on(self) -> None:
        while not self._is_closing:
            try:
                await self._look()
            except Exception as error:  # nothing may stop it
                self._lose(error)
                await self._mend(error)
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self) -> None:
        for one in self._under_way.values():
            if not one.question.is_wanted() and not one.answer.done():
                one.answer.set_exception(Outdated("the table has moved on"))
        now = await self._read_clock()
        late = [one for one in self._under_way.values() if one.entry and self._is_late(one)]
        withdrawn, self._withdrawn = self._withdrawn, []
        async with self._redis.pipeline(transaction=False) as line:
            line.zrangebyscore(self._key.workers, now - AWAY_SECONDS, now + AWAY_SECONDS, 0, MOST_WORKERS)
            self._others.ask(line, now)
            for key in self._keys:
                line.memory_usage(key)
            for one in late:
                line.xrange(self._key.questions, one.entry, one.entry)
            if withdrawn:
                line.xdel(self._key.questions, *withdrawn)
            line.zadd(PRESENT, {self._key.present(HOUSE): now})
            workers, others, *found = await line.execute()
        await self._delete_grown(found[: len(self._keys)])
        self._count(await self._processes_of(workers, now))
        self._others.note(others, is_met=bool(self._processes))
        for one, entries in zip(late, found[len(self._keys) :], strict=False):
            self._miss(one, is_there=bool(entries))

    @property
    def _keys(self) -> tuple[str, ...]:
        """All that we read from."""
        return self._key.questions, self._answers, self._key.workers, PRESENT

    async def _delete_grown(self, sizes: list[int | None]) -> None:
        """What others have filled; a question that is lost with it is asked again."""
        for key, size in zip(self._keys, sizes, strict=True):
            if (size or 0) > MOST_BYTES:
                log("too_large", level=logging.WARNING, key=key, bytes=size)
                await self._redis.delete(key)

    async def _processes_of(self, workers: list[bytes], now: float) -> int:
        """Processes in which those workers think whose word is signed and new; the rest is removed."""
        counts = {worker: processes_in(self._key, worker, now) for worker in workers}
        forged = [worker for worker, count in counts.items() if count is None]
        if forged:
            await self._redis.zrem(self._key.workers, *forged)
        return sum(filter(None, counts.values()))

    def _is_late(self, one: _UnderWay) -> bool:
        return time.monotonic() > one.since + LOOK_SECONDS

    def _miss(self, one: _UnderWay, *, is_there: bool) -> None:
        """What is answered leaves the stream together with its answer; so what has no answer then is lost."""
        one.missed = 0 if is_there else one.missed + 1
        if one.missed >= LOOKS:
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

    async def _mend(self, error: Exception) -> None:
        """What is of another kind, or full, was made so by others: begin anew."""
        if isinstance(error, ResponseError):
            with suppress(*_Gone):
                await self._redis.delete(*self._keys)

    # Hearing answers.

    async def _hear_on(self) -> None:
        while not self._is_closing:
            try:
                await self._hear()
            except Exception as error:  # it is tried again
                if not self._is_closing:
                    await self._mend(error)
                    await asyncio.sleep(LOOK_SECONDS)

    async def _hear(self) -> None:
        """What is read is gone from Redis: nobody can tell it again."""
        first: Any = await self._redis.blpop([self._answers], BLOCK_SECONDS)
        if first is not None:
            more: Any = await self._redis.lpop(self._answers, MOST_HEARD)
            for letter in (first[1], *(more or ())):
                self._take(letter)

    def _take(self, letter: bytes) -> None:
        """What nobody waits for any more, and what the seat may not do, is as good as not answered."""
        one = self._under_way.get(ticket_in(letter))
        if one is None or one.answer.done():
            self._refuse(LATE)
            return
        try:
            found = read_answer(self._key, signature_of(one.letter), letter)
        except Refused as refused:
            self._refuse(refused.reason)
            return
        if found.is_given_back:
            one.end(None)
        elif one.question.allows(found.action):
            self._metrics.bot_answers.inc()
            self._metrics.bot_claims.inc(found.was_claimed)
            one.end(answer_in(found))
        else:
            self._refuse(ILLEGAL)

    def _refuse(self, reason: str) -> None:
        """Counted each time, logged once; an answer that comes late is nothing unusual."""
        self._metrics.bot_answers_refused.labels(reason).inc()
        if reason not in {*self._refused, LATE}:
            self._refused.add(reason)
            log("answer_refused", level=logging.WARNING, reason=reason, advice=ADVICE.get(reason, ""))
