"""What runs in a bot's process: it gets a view and gives back an action."""

import multiprocessing
import os
import signal
import threading
from contextlib import suppress
from functools import cache
from multiprocessing.process import BaseProcess
from random import Random, SystemRandom
from types import MappingProxyType
from typing import Final
from warnings import simplefilter

from hexdeck.ai.bots.bot import Bot, Remembering
from hexdeck.ai.bots.of_the_house import house_bot
from hexdeck.core.cards import Action
from hexdeck.core.game import Options, View
from hexdeck.kernel import NotCompiled
from hexdeck.server.base.external_bots import Guests
from hexdeck.server.bots.bot_request import Luck
from hexdeck.server.bots.lessons import TEACHER, teacher

NONE: Final[Options] = MappingProxyType({})
LOWEST: Final = 19  # priority


def init_worker(own: dict[str, str], seconds: float, start_seconds: float) -> None:
    """Leave Ctrl-C to the house, and end with it however it ends.

    `own` are the bots of the host's own, each with `seconds` for a choice, and others for its start.
    """
    _guests.offer(own, seconds, start_seconds)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    simplefilter("ignore", NotCompiled)  # the house has said so
    house = multiprocessing.parent_process()
    assert house is not None, "this runs in a process of the house"
    threading.Thread(target=_end_after, args=(house,), daemon=True).start()


def init_background_worker(niceness: int, is_idle: bool) -> None:
    """Serve like `init_worker`, at a lower priority; with `is_idle`, any other process interrupts it."""
    init_worker({}, 0.0, 0.0)
    with suppress(AttributeError, OSError):  # Windows has none of it, a container may forbid it
        os.nice(niceness)
        if is_idle:
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _end_after(house: BaseProcess) -> None:
    house.join()
    os._exit(0)


def think(
    name: str,
    game: str,
    view: View,
    interrupts: bool,
    memory: object,
    mark: str = "",
    options: Options = NONE,
    luck: Luck | None = None,
) -> tuple[Action | None, object]:
    """What the bot does, one of `view.actions`, or None if it could interrupt and does not.

    One bot plays many seats: what it must remember of this one comes with the question, and goes back.
    Those of the host's own play one seat each; a name that is not offered is no bot, whoever sends it.
    With `luck` it needs to remember nothing, and answers alike in every process.
    """
    if _guests.are_called(name):
        return _guests.at(mark, name, game, view, options).ask(view, interrupts=interrupts), None
    bot = (
        teacher(game, view)
        if name == TEACHER
        else _bot(name, game)
        if luck is None
        else _lucky(luck, name, game)
    )
    if isinstance(bot, Remembering):
        bot.memory = memory
    action = bot.interrupt(view) if interrupts else bot.choose(view)
    if action not in view.actions and not (action is None and interrupts):
        raise ValueError(f"{name} chose what is not legal")
    return action, bot.memory if isinstance(bot, Remembering) and luck is None else None


@cache
def _bot(name: str, game: str) -> Bot:
    return house_bot(name, game, Random(SystemRandom().getrandbits(64)))


def _lucky(luck: Luck, name: str, game: str) -> Bot:
    """A bot that has seen nothing else, whose chance is its luck."""
    bot = house_bot(name, game, Random(f"{luck.fate} {luck.version}"))
    if isinstance(bot, Remembering):
        bot.fate = luck.fate
    return bot


_guests: Final = Guests()
