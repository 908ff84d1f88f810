"""Bots think in processes of their own: a slow one delays nobody, one that crashes takes nobody along."""

import asyncio
import logging
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import SystemRandom
from typing import Any, Final

from hexdeck.cards import Action
from hexdeck.server.logs import log
from hexdeck.server.metrics import Metrics
from hexdeck.server.servant import be_a_servant, think

SIMPLER: Final = ("heuristic", "random")  # who plays where a bot has failed
DEATHS: Final = 2  # of its process before a bot counts as failed: it may have died of something else


class BotPool:
    def __init__(self, processes: int, seconds: float, metrics: Metrics) -> None:
        self._seconds = seconds
        self._metrics = metrics
        self._servants = [_Servant() for _ in range(processes)]
        self._free: asyncio.Queue[_Servant] = asyncio.Queue()
        for servant in self._servants:
            self._free.put_nowait(servant)

    async def choose(
        self, level: str, game: str, view: Any, *, interrupts: bool, table: str
    ) -> Action | None:
        """What the bot does: one of `view.actions`; None if it could interrupt and does not."""
        for name in (level, *SIMPLER):
            for _ in range(DEATHS):
                try:
                    return await self._ask(name, game, view, interrupts)
                except Exception as error:  # whatever a bot does wrong must not stop the table
                    self._metrics.bot_failures.inc()
                    log("bot_failed", level=logging.ERROR, error=error, table=table, bot=name, game=game)
                    if not isinstance(error, BrokenProcessPool):
                        break
        return None if interrupts else int(SystemRandom().choice(view.actions))

    async def _ask(self, name: str, game: str, view: Any, interrupts: bool) -> Action | None:
        """The time that a bot may take counts from when a process is free for it."""
        servant = await self._free.get()
        try:
            async with asyncio.timeout(self._seconds):
                return await servant.ask(name, game, view, interrupts)
        finally:
            self._free.put_nowait(servant)

    def close(self) -> None:
        for servant in self._servants:
            servant.end()


class _Servant:
    """One process, started when it is first needed and again after it has died."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def ask(self, name: str, game: str, view: Any, interrupts: bool) -> Action | None:
        if self._pool is None:
            methods = multiprocessing.get_all_start_methods()
            context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=be_a_servant)
        try:
            return await asyncio.wrap_future(self._pool.submit(think, name, game, view, interrupts))
        except (BrokenProcessPool, asyncio.CancelledError):  # it has died, or hangs, or nobody waits any more
            self.end()
            raise

    def end(self) -> None:
        pool, self._pool = self._pool, None
        if pool is None:
            return
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
