"""Bots by name; each chooses from a View and from nothing else."""

import re
from collections.abc import Callable
from random import Random
from typing import Final

from hexdeck.bots.bot import Bot
from hexdeck.bots.heuristics import skull_queen, vampire_queen, voodoo, voodoo_prince
from hexdeck.bots.levels import LEVELS, LevelBot
from hexdeck.bots.random_bot import RandomBot
from hexdeck.bots.search_bot import SearchBot
from hexdeck.errors import SetupRefused

UNTIMED: Final = 2_000  # iterations of a timed search where there is no kernel
BOTS: Final = ("random", "heuristic", *LEVELS)
_HEURISTICS: Final[dict[str, Callable[[Random], Bot]]] = {
    "voodoo_prince": voodoo_prince.Heuristic,
    "vampire_queen": vampire_queen.Heuristic,
    "skull_queen": skull_queen.Heuristic,
    "voodoo": voodoo.Heuristic,
}


_SEARCHES: Final = re.compile(r"(ismcts|mc)-([1-9][0-9]{0,6})")  # with so many iterations
_TIMED: Final = re.compile(r"ismcts-([1-9][0-9]{0,4})ms")


def make_bot(name: str, game: str, rng: Random) -> Bot:
    """The bot called `name` for the game called `game`, or SetupRefused."""
    search = _SEARCHES.fullmatch(name)
    if search:
        return SearchBot(game, int(search[2]), rng, flat=search[1] == "mc")
    timed = _TIMED.fullmatch(name)
    if timed:
        return SearchBot(game, UNTIMED, rng, seconds=int(timed[1]) / 1000)
    if name in LEVELS:
        return LevelBot(game, LEVELS[name], rng)
    if name not in BOTS:
        raise SetupRefused(
            f"no bot is called {name!r}: choose one of {', '.join(BOTS)}, ismcts-1000, ismcts-50ms, mc-1000"
        )
    return RandomBot(rng) if name == "random" else _HEURISTICS[game](rng)
