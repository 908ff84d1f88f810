"""The bots that come with the package, by name."""

import re
from random import Random
from types import ModuleType
from typing import Final

from hexdeck.ai.bots.bot import Bot
from hexdeck.ai.bots.levels import LEVELS, level_bot
from hexdeck.ai.bots.net_bot import net_alone, net_bot
from hexdeck.ai.bots.random_bot import RandomBot
from hexdeck.ai.bots.search_bot import SearchBot, own_search
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game_files import part_of

NETS: Final = {"net": "both", "net-points": "points", "net-win": "win"}  # what each plays for
ALONE: Final = "net-alone"  # without the search that helps the others
UNTIMED: Final = 2_000  # iterations of a timed search where there is no kernel
BOTS: Final = ("random", "heuristic", *NETS, ALONE, *LEVELS)
_SEARCHES: Final = re.compile(r"(ismcts|mc)-([1-9][0-9]{0,6})")  # with so many iterations
_TIMED: Final = re.compile(r"ismcts-([1-9][0-9]{0,4})ms")


def is_of_the_house(name: str) -> bool:
    return name in BOTS or bool(_SEARCHES.fullmatch(name) or _TIMED.fullmatch(name))


def house_bot(name: str, game: str, rng: Random) -> Bot:
    """The one called `name` for the game called `game`, or SetupRefused."""
    if name in LEVELS:
        return level_bot(name, game, rng)
    if name == "random":
        return RandomBot(rng)
    if name == "heuristic":
        return _heuristic(game, rng)
    if name in NETS:
        return net_bot(game, rng, NETS[name])
    if name == ALONE:
        return net_alone(game, rng)
    return _search_bot(name, game, rng)


def unknown_bot(name: str) -> SetupRefused:
    own = "package.module:Class, program:./bot, network:FILE, network-alone:FILE"
    known = f"{', '.join(BOTS)}, ismcts-1000, ismcts-50ms, mc-1000, {own}"
    return SetupRefused("no bot is called “{name}”: choose one of {known}", name=name, known=known)


def teacher(game: str, rng: Random) -> Bot:
    """Whom a learner plays with: the heuristic, or what the game has instead."""
    own = getattr(_heuristics(game), "teacher", None)
    return _heuristic(game, rng) if own is None else own(rng)


def _heuristic(game: str, rng: Random) -> Bot:
    bot: Bot = _heuristics(game).Heuristic(rng)
    return bot


def _heuristics(game: str) -> ModuleType:
    found = part_of(game, "ai.heuristic")
    if found is None:
        raise SetupRefused(
            "nobody has written a heuristic for {game}: choose another bot, like random", game=game
        )
    return found


def _search_bot(name: str, game: str, rng: Random) -> Bot:
    search, timed = _SEARCHES.fullmatch(name), _TIMED.fullmatch(name)
    if not search and not timed:
        raise unknown_bot(name)
    if search:
        bot = SearchBot(game, int(search[2]), rng, flat=search[1] == "mc")
    else:
        assert timed is not None
        bot = SearchBot(game, UNTIMED, rng, seconds=int(timed[1]) / 1000)
    own = own_search(game)
    return bot if own is None else own.search_bot(bot, rng)
