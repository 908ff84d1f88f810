"""Bots by name; each chooses from a View and from nothing else."""

from random import Random
from typing import Final

from hexdeck.ai.bots.bot import Bot
from hexdeck.ai.bots.finding import Named, find, one_per_seat, own_bots, split_names
from hexdeck.ai.bots.of_the_house import BOTS, house_bot, teacher
from hexdeck.ai.external_bots.external_bot import OwnBot
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import Options

__all__ = [
    "BOTS", "SECONDS", "Named", "check_bot", "check_seconds", "find", "make_bot", "one_per_seat",
    "own_bots", "split_names", "teacher",
]  # fmt: skip

SECONDS: Final = 10.0  # for a choice of a bot of one's own, unless somebody says otherwise


def make_bot(
    name: str, game: str, rng: Random, *, options: Options | None = None, seconds: float = SECONDS
) -> Bot:
    """The bot called `name` for a seat of the game called `game`, or SetupRefused.

    `name` is anything that `find` knows.  A bot of one's own has `seconds` for each choice.
    """
    named = find(name)
    if named.is_own:
        return OwnBot(named, game, rng, options or {}, seconds)
    return house_bot(named.what, game, rng)


def check_bot(name: str, game: str, *, players: int | None = None, options: Options | None = None) -> Named:
    """What `name` stands for, or SetupRefused if it cannot play the game; one's own are started to see."""
    named = find(name)
    if named.is_own:
        OwnBot(named, game, Random(0), options or {}, SECONDS).rehearse(players)
    else:
        house_bot(named.what, game, Random(0))
    return named


def check_seconds(seconds: float) -> float:
    """For a choice of a bot of one's own, or SetupRefused."""
    if not 0 < seconds < float("inf"):
        raise SetupRefused("a bot cannot choose in {seconds} seconds: give it more than 0", seconds=seconds)
    return seconds
