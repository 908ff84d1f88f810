"""The process of a class or a network: it is told what programs are told, but gets views as they are.

Each game is played by a process that is split off for it: what it remembers ends with the game.
"""

import os
import pickle
import sys
import traceback
from base64 import b64decode
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from hexdeck.ai.bots.bot import Bot
from hexdeck.ai.bots.finding import Named
from hexdeck.ai.bots.net_bot import net_alone, net_bot
from hexdeck.ai.external_bots import messages
from hexdeck.ai.networks.weights import read_weights
from hexdeck.core.errors import SetupRefused
from hexdeck.core.registry import game_named

OVER: Final = 77  # how a process ends whose game is over
CHUNK: Final = 64 * 1024

Say: TypeAlias = Callable[[object], None]
Make: TypeAlias = Callable[..., Any]


def main() -> None:
    what = sys.argv[1]
    lines, say = _voice()
    next(lines)  # hello
    try:
        make = bot_maker(what)
    except SetupRefused as error:
        say(messages.Refuse(error.message, error.fields))
        return
    say(messages.Hello(messages.PROTOCOL))
    for message in lines:
        if not isinstance(message, messages.Game) or _split_off(what, make, message, lines, say) != OVER:
            return
        say(messages.Ready())


def bot_maker(what: str) -> Make:
    """The class or function, or SetupRefused; for a network, a function that reads it."""
    named = Named("", what)
    if named.network is not None:
        return partial(_network_bot, net_alone if named.is_alone else net_bot, named.network)
    sys.path.append(os.getcwd())  # last: nothing that lies about there hides what is installed
    name, _, path = what.partition(":")
    found: Any = _module(name, what)
    for part in path.split("."):
        if not hasattr(found, part):
            raise SetupRefused(
                "the module “{module}” has no “{name}”: look for it elsewhere, or write it",
                module=name,
                name=path,
            )
        found = getattr(found, part)
    if not callable(found) or (isinstance(found, type) and not callable(getattr(found, "choose", None))):
        raise SetupRefused("“{what}” is no bot: give it a method choose(self, view)", what=what)
    maker: Make = found
    return maker


def _network_bot(make: Callable[..., Bot], file: Path, game: Any, rng: Random) -> Bot:
    return make(game.name, rng, weights=read_weights(file, game.name))


def _module(name: str, what: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise _not_imported(what, error) from None
        raise SetupRefused(
            "there is no module “{module}” for “{what}”: start from the folder it lies in, or install it",
            module=error.name,
            what=what,
        ) from None
    except BaseException as error:  # whatever a stranger's module does
        raise _not_imported(what, error) from None


def _not_imported(what: str, error: BaseException) -> SetupRefused:
    return SetupRefused(
        "the module of “{what}” cannot be imported: {error}; mend it first", what=what, error=_told(error)
    )


def _split_off(
    what: str, make: Make, game: messages.Game, lines: Iterator[messages.ToBot], say: Say
) -> int | None:
    """How the game ended."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        _play(what, make, game, lines, say)
    finally:
        sys.stderr.flush()
        os._exit(1)


def _play(what: str, make: Make, game: messages.Game, lines: Iterator[messages.ToBot], say: Say) -> None:
    try:
        bot = make(game_named(game.game), Random(game.seed))
        if not callable(getattr(bot, "choose", None)):
            raise SetupRefused("“{what}” is no bot: give it a method choose(self, view)", what=what)
    except SetupRefused as error:
        say(messages.Refuse(str(error)))
        return
    except BaseException as error:
        say(messages.Refuse(_told(error)))
        return
    interrupt = getattr(bot, "interrupt", None)
    say(messages.Ready(interrupts=callable(interrupt)))
    for message in lines:
        if isinstance(message, messages.Over):
            os._exit(OVER)
        if not isinstance(message, messages.Choose):
            return
        ask = interrupt if isinstance(message, messages.Interrupt) else bot.choose
        say(_answer(ask, message))


def _answer(ask: Any, message: messages.Choose) -> messages.Act | messages.Failed:
    try:
        action = ask(pickle.loads(b64decode(message.view)))
        return messages.Act(message.question, action if action is None else _number(action))
    except BaseException as error:
        traceback.print_exc()
        return messages.Failed(message.question, _told(error))


def _number(action: Any) -> int | str:
    """What counts as a number in Python; anything else is told as it reads, and is not legal."""
    try:
        return int(action.__index__())
    except (AttributeError, TypeError):
        return repr(action)[:200]


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _voice() -> tuple[Iterator[messages.ToBot], Say]:
    """Standard input and output for messages alone: what a class prints goes to standard error."""
    ears, mouth = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    def lines() -> Iterator[messages.ToBot]:
        heard = b""
        while more := os.read(ears, CHUNK):
            *whole, heard = (heard + more).split(b"\n")
            yield from map(messages.read_to_bot, whole)

    def say(message: object) -> None:
        line = messages.encoded(message) + b"\n"
        while line:
            line = line[os.write(mouth, line) :]

    return lines(), say


if __name__ == "__main__":
    main()
