"""Bots by name; each chooses from a View and from nothing else."""

from collections.abc import Callable
from random import Random
from typing import Final

from hexdeck.bots.bot import Bot
from hexdeck.bots.heuristics import skull_queen, vampire_queen, voodoo, voodoo_prince
from hexdeck.bots.random_bot import RandomBot
from hexdeck.errors import SetupRefused

BOTS: Final = ("random", "heuristic")  # weakest first
_HEURISTICS: Final[dict[str, Callable[[Random], Bot]]] = {
    "voodoo_prince": voodoo_prince.Heuristic,
    "vampire_queen": vampire_queen.Heuristic,
    "skull_queen": skull_queen.Heuristic,
    "voodoo": voodoo.Heuristic,
}


def make_bot(name: str, game: str, rng: Random) -> Bot:
    """The bot called `name` for the game called `game`, or SetupRefused."""
    if name not in BOTS:
        raise SetupRefused(f"no bot is called {name!r}: choose one of {', '.join(BOTS)}")
    return RandomBot(rng) if name == "random" else _HEURISTICS[game](rng)
