"""Who thinks: processes of the house, or workers that are asked over Redis."""

from typing import TYPE_CHECKING

from hexdeck.server.base.metrics import Metrics
from hexdeck.server.base.settings import Settings
from hexdeck.server.base.worker_key import key_in, key_of_house
from hexdeck.server.bots.bot_request import Thinker
from hexdeck.server.bots.pool import BotPool
from hexdeck.server.bus.choice import with_redis

if TYPE_CHECKING:
    from hexdeck.server.bots.worker import Worker
    from hexdeck.server.bots.workers import Workers


def workers_of(settings: Settings, secret: bytes, here: Thinker, metrics: Metrics) -> Thinker:
    """For a house: they come first; where none is free it thinks itself, unless that is switched off."""
    workers: type[Workers] = with_redis("hexdeck.server.bots.workers").Workers
    key = key_of_house(secret, settings.worker_key_file)
    return workers(settings.bus, key, here if settings.bots == "here" else None, metrics)


def worker_of(settings: Settings) -> "Worker":
    """One of them."""
    worker: type[Worker] = with_redis("hexdeck.server.bots.worker").Worker
    pool = BotPool(settings.bot_processes, settings.bot_seconds, settings.own)
    return worker(settings.bus, key_in(settings.worker_key_file), pool, settings.bot_processes)
