"""Bots by name; each chooses from a View and from nothing else."""

import re
from collections.abc import Callable
from random import Random
from typing import Final

from hexdeck.bots.bot import Bot
from hexdeck.bots.heuristics import skull_queen, vampire_queen, voodoo, voodoo_prince
from hexdeck.bots.levels import LEVELS, level_bot
from hexdeck.bots.random_bot import RandomBot
from hexdeck.bots.search_bot import SearchBot
from hexdeck.bots.voodoo_search import VoodooSearch
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
    if name in LEVELS:
        return level_bot(name, game, rng)
    if name == "random":
        return RandomBot(rng)
    if name == "heuristic":
        return _HEURISTICS[game](rng)
    return _search_bot(name, game, rng)


def _search_bot(name: str, game: str, rng: Random) -> Bot:
    search, timed = _SEARCHES.fullmatch(name), _TIMED.fullmatch(name)
    if not search and not timed:
        known = f"{', '.join(BOTS)}, ismcts-1000, ismcts-50ms, mc-1000"
        raise SetupRefused(f"no bot is called {name!r}: choose one of {known}")
    if search:
        bot = SearchBot(game, int(search[2]), rng, flat=search[1] == "mc")
    else:
        assert timed is not None
        bot = SearchBot(game, UNTIMED, rng, seconds=int(timed[1]) / 1000)
    if game == "voodoo":
        return VoodooSearch(bot, voodoo.Heuristic(rng, attention=1.0, taste=voodoo.TRIED))
    return bot
