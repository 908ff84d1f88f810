"""`hexdeck think`: a worker that thinks for the bots of houses, until somebody stops it."""

import argparse
import asyncio
import os
import signal

from hexdeck.server.base.external_bots import check_guests
from hexdeck.server.base.logs import log, log_to_stderr
from hexdeck.server.base.settings import Settings, settings_to_think
from hexdeck.server.bots.choice import worker_of


def think(options: argparse.Namespace) -> None:
    usual = {"HEXDECK_BOT_PROCESSES": str(os.cpu_count() or 1)}  # a machine that does nothing else
    chosen = settings_to_think(vars(options), {**usual, **os.environ})
    log_to_stderr(options.log, chosen.process)
    check_guests(chosen.own)
    asyncio.run(_work(chosen))


async def _work(chosen: Settings) -> None:
    worker, loop = worker_of(chosen), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(worker.end))
    print(f"Hexdeck thinks for bots, {chosen.bot_processes} at a time.", flush=True)
    print("Stop it with Ctrl-C; others take over what it has not thought about.", flush=True)
    log("thinks", processes=chosen.bot_processes)
    await worker.work()
    log("closed")
