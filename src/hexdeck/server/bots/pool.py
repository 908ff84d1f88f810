"""Bots think in processes of their own: a slow one delays no other work, a crash ends nothing else.

Bots whose turn it is never share a process with thinking that only a person waits for, such as a question
to the coach: that runs in a process of low priority, which the operating system interrupts at any time.
"""

import asyncio
import logging
import multiprocessing
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, suppress
from multiprocessing.context import BaseContext
from random import SystemRandom
from typing import Any, Final, TypeVar, cast

from hexdeck.ai.external_bots.faults import ENDED, ENDING, FAILED, LATE, MOST_LOST, Fault, given_up
from hexdeck.core.cards import Action
from hexdeck.core.game import Options, View
from hexdeck.server.base.fair_queue import Bounds, FairQueue, Requester
from hexdeck.server.base.logs import log
from hexdeck.server.base.refusals import Outdated
from hexdeck.server.bots.bot_request import Answer, Luck, Question
from hexdeck.server.bots.pool_worker import LOWEST, init_background_worker, init_worker, think

T = TypeVar("T")

CLOSE_SECONDS: Final = 2.0  # that the threads of a pool may take to end
SIMPLER: Final = ("heuristic", "random")  # who plays where a bot has failed
OWN_START_SECONDS: Final = 10.0  # for a bot of the host's own to say hello, and again to be ready for a game
OWN_SPARE_SECONDS: Final = 15.0  # for its process, and ours, to begin and end
DEATHS: Final = 2  # of its process before a bot counts as failed: it may have died of something else
IDLE_SECONDS: Final = 300.0  # after which the process of low priority ends; the next question starts another
PRELOADED: Final = (
    "hexdeck.server.bots.pool_worker",
    "hexdeck.server.tables.advice",
    "hexdeck.server.reviews.reviewing",
    "hexdeck.server.web.api.replays",
)
QUESTIONS: Final = Bounds(person=4, address=30, all=300)  # a question takes about a second, so half a minute


class BotPool:
    is_there = True

    def __init__(self, processes: int, seconds: float, own: Mapping[str, str] | None = None) -> None:
        """`own` are the bots of the host's own: where they are found, by name."""
        self._seconds = seconds
        self._own = dict(own or {})
        self._processes = _Processes(processes, init_worker, (self._own, seconds, OWN_START_SECONDS))
        self.queue = self._processes.queue

    async def open(self) -> None:
        """Processes are started when they are first needed."""

    async def choose(self, question: Question) -> Answer:
        failures = 0
        lost: dict[str, object] = {}
        for name in (question.level, *SIMPLER):
            for _ in range(DEATHS):
                try:
                    if self._is_given_up(name, question):
                        if question.interrupts:
                            return Answer(None, lost, failures)
                        raise given_up()
                    async with self._processes.turn(question.requester, "bots") as servant:
                        answer = await self._ask(servant, name, question)
                    return Answer(answer.action, {**lost, **answer.memories}, failures)
                except Outdated:
                    raise
                except Exception as error:  # whatever a bot does wrong must not stop the table
                    if question.luck and isinstance(error, TimeoutError | BrokenProcessPool):
                        raise  # the machine's fault: a simpler bot would answer otherwise than elsewhere
                    failures += 1
                    fault = _kind_of(error)
                    if name in self._own and fault in ENDING:
                        lost[name] = self._lost(name, question) + 1
                    log(
                        "bot_failed",
                        level=logging.ERROR,
                        error=error,
                        mark=question.mark,
                        bot=name,
                        game=question.game,
                        fault=fault,
                    )
                    if not isinstance(error, BrokenProcessPool):
                        break
        action = None if question.interrupts else int(SystemRandom().choice(question.view.actions))
        return Answer(action, lost, failures)

    def _lost(self, name: str, question: Question) -> int:
        """Processes that a bot of the host's own has lost in this seat, here and elsewhere.

        It travels like a memory: whichever process or worker is asked next knows of it.
        """
        lost = question.memories.get(name, 0)
        return lost if isinstance(lost, int) else 0

    def _is_given_up(self, name: str, question: Question) -> bool:
        return name in self._own and self._lost(name, question) >= MOST_LOST

    async def _ask(self, servant: "_Servant", name: str, question: Question) -> Answer:
        """The time that a bot may take counts from when a process is free for it.

        One of the host's own is timed where its process is: its start does not count against its choice.
        """
        if not question.is_wanted():
            raise Outdated("the table has moved on")
        if name in self._own:
            memory, seconds = None, self._seconds + 2 * OWN_START_SECONDS + OWN_SPARE_SECONDS
        else:
            memory, seconds = question.memories.get(name), self._seconds
        async with asyncio.timeout(seconds):
            action, memory = await servant.ask(
                *(name, question.game, question.view, question.interrupts, memory),
                *(question.mark, question.options, question.luck),
            )
        return Answer(action, {} if memory is None else {name: memory})

    async def close(self) -> None:
        await self._processes.close()


def _kind_of(error: Exception) -> str:
    """What a bot has done wrong, in the words of docs/write_a_bot.md."""
    if isinstance(error, Fault):
        return error.kind
    return (
        LATE if isinstance(error, TimeoutError) else ENDED if isinstance(error, BrokenProcessPool) else FAILED
    )


class Background:
    """A process of low priority for what people wait for and no game does; started when first needed.

    It has a queue of its own: a question waits behind at most one that another address has asked.
    """

    def __init__(
        self, seconds: float, bounds: Bounds, *, niceness: int = LOWEST, is_idle: bool = True
    ) -> None:
        """With `is_idle` it runs only while the processor has nothing else to do."""
        self._seconds = seconds
        self._processes = _Processes(1, init_background_worker, (niceness, is_idle), bounds)
        self.queue = self._processes.queue
        self._end: asyncio.TimerHandle | None = None  # of a process that has nothing to do

    async def consult(
        self,
        requester: Requester,
        kind: str,
        thought: Callable[..., T],
        *about: object,
        begun: Callable[[], None] = lambda: None,
        is_bounded: bool = True,
    ) -> T:
        """Return what a function finds out in the process; TimeoutError if it takes too long there.

        TooMuch where too many questions of the requester wait, unless the caller bounds them itself.
        """
        async with self._processes.turn(requester, kind, is_bounded=is_bounded) as servant:
            begun()
            if self._end is not None:
                self._end.cancel()
            try:
                async with asyncio.timeout(self._seconds):
                    return await servant.run(thought, *about)
            finally:
                self._end = asyncio.get_running_loop().call_later(IDLE_SECONDS, servant.end)

    async def close(self) -> None:
        if self._end is not None:
            self._end.cancel()
        await self._processes.close()


class _Processes:
    """Processes for one piece of work at a time each, handed out by a fair queue."""

    def __init__(
        self,
        processes: int,
        initializer: Callable[..., None],
        arguments: tuple[object, ...],
        bounds: Bounds | None = None,
    ) -> None:
        self.servants = [_Servant(initializer, arguments) for _ in range(processes)]
        self._free = list(self.servants)
        self.queue = FairQueue(processes, bounds)

    @asynccontextmanager
    async def turn(
        self, requester: Requester, kind: str, *, is_bounded: bool = True
    ) -> AsyncIterator["_Servant"]:
        async with self.queue.turn(requester, kind, is_bounded=is_bounded):
            servant = self._free.pop()
            try:
                yield servant
            finally:
                self._free.append(servant)

    async def close(self) -> None:
        """With the threads that look after the processes: Python stumbles over one when it ends itself."""
        threads = [thread for servant in self.servants if (thread := servant.end()) is not None]
        for thread in threads:
            await asyncio.to_thread(thread.join, CLOSE_SECONDS)


class _Servant:
    """One process, started when it is first needed and again after it has died."""

    def __init__(self, initializer: Callable[..., None], arguments: tuple[object, ...]) -> None:
        self._start = (initializer, arguments)
        self._pool: ProcessPoolExecutor | None = None
        self._starting: asyncio.Future[ProcessPoolExecutor] | None = None

    async def ask(
        self,
        name: str,
        game: str,
        view: View,
        interrupts: bool,
        memory: object,
        mark: str,
        options: Options,
        luck: Luck | None,
    ) -> tuple[Action | None, object]:
        return await self.run(think, name, game, view, interrupts, memory, mark, dict(options), luck)

    async def run(self, thought: Callable[..., T], *about: object) -> T:
        """A function in the process."""
        pool = self._pool or await self._started()
        try:
            return await asyncio.wrap_future(pool.submit(thought, *about))
        except (BrokenProcessPool, asyncio.CancelledError):  # it has died, or hangs, or nobody waits any more
            self.end()
            raise

    async def _started(self) -> ProcessPoolExecutor:
        """Beside the loop: what starts processes is one itself, and may hang."""
        if self._starting is None:
            self._starting = asyncio.get_running_loop().create_future()
            threading.Thread(target=_start, args=(self._starting, *self._start), daemon=True).start()
        await asyncio.wait((self._starting,))  # if nobody waits any more, it is there for the next question
        started, self._starting = self._starting, None
        self._pool = started.result()
        return self._pool

    def end(self) -> threading.Thread | None:
        """The thread that looks after the process ends soon after it."""
        pool, self._pool = self._pool, None
        if pool is None:
            return None
        processes = list((pool._processes or {}).values())
        thread = cast("threading.Thread | None", pool._executor_manager_thread)
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        return thread


def _start(
    told: "asyncio.Future[ProcessPoolExecutor]", initializer: Callable[..., None], arguments: tuple[Any, ...]
) -> None:
    """Tell the pool, or why there is none."""
    found: ProcessPoolExecutor | BrokenProcessPool
    try:
        found = ProcessPoolExecutor(
            1, mp_context=_starting_context(), initializer=initializer, initargs=arguments
        )
        found.submit(time.monotonic)  # the first question starts the process
    except Exception as error:
        found = BrokenProcessPool(str(error))
    with suppress(RuntimeError):  # nobody waits any more: the loop is closed
        told.get_loop().call_soon_threadsafe(_tell, told, found)


def _starting_context() -> BaseContext:
    """Return how processes are started: split off one that has imported what they need, but on Windows."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*PRELOADED])
    return context


def _tell(
    told: "asyncio.Future[ProcessPoolExecutor]", found: ProcessPoolExecutor | BrokenProcessPool
) -> None:
    if isinstance(found, BrokenProcessPool):
        told.set_exception(found)
    else:
        told.set_result(found)
