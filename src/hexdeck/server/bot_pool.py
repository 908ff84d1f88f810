"""Bots think in processes of their own: a slow one delays nobody, one that crashes takes nobody along."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing.process import BaseProcess
from random import Random, SystemRandom
from typing import Any, Final

from hexdeck.bots import make_bot
from hexdeck.bots.bot import Bot
from hexdeck.cards import Action
from hexdeck.server.logs import log
from hexdeck.server.metrics import Metrics

SIMPLER: Final = ("heuristic", "random")  # who plays where a bot has failed


class BotPool:
    def __init__(self, processes: int, seconds: float, metrics: Metrics) -> None:
        self._processes = processes
        self._seconds = seconds
        self._metrics = metrics
        self._pool: ProcessPoolExecutor | None = None

    async def choose(
        self, level: str, game: str, view: Any, *, interrupts: bool, table: str
    ) -> Action | None:
        """What the bot does: one of `view.actions`; None if it could interrupt and does not."""
        for name in (level, *SIMPLER):
            try:
                work = self._executor().submit(think, name, game, view, interrupts)
                return await asyncio.wait_for(asyncio.wrap_future(work), self._seconds)
            except Exception as error:  # whatever a bot does wrong must not stop the table
                self._metrics.bot_failures.inc()
                log("bot_failed", level=logging.ERROR, error=error, table=table, bot=name, game=game)
                if isinstance(error, BrokenProcessPool | TimeoutError):
                    self._discard()
        return None if interrupts else int(SystemRandom().choice(view.actions))

    def close(self) -> None:
        self._discard()

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("forkserver")
            self._pool = ProcessPoolExecutor(self._processes, mp_context=context, initializer=_be_a_servant)
        return self._pool

    def _discard(self) -> None:
        """Let go of processes that hang or have died; the next bot starts new ones."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


def _be_a_servant() -> None:
    """Leave Ctrl-C to the house, and end with it however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    house = multiprocessing.parent_process()
    assert house is not None, "this runs in a process of the pool"
    threading.Thread(target=_end_after, args=(house,), daemon=True).start()


def _end_after(house: BaseProcess) -> None:
    house.join()
    os._exit(0)


def think(name: str, game: str, view: Any, interrupts: bool) -> Action | None:
    """Runs in a process of the pool."""
    bot = _bot(name, game)
    action = bot.interrupt(view) if interrupts else bot.choose(view)
    if action is None and interrupts:
        return None
    if action not in view.actions:
        raise ValueError(f"{name} chose {action!r}, which is not legal")
    return action


@cache
def _bot(name: str, game: str) -> Bot:
    return make_bot(name, game, Random(SystemRandom().getrandbits(64)))
