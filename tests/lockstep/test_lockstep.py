"""Law and kernel walk in step, move for move, at every player count with every option."""

from importlib import import_module
from types import ModuleType

import pytest

from hexdeck.core.registry import GAMES
from lockstep.walk import Pair, check_worlds

GAMES_FIRST = 50  # walked here for each game and player count; long_walk.py walks many more
FACTS: dict[str, ModuleType] = {name: import_module(f"lockstep.{name}_facts") for name in GAMES}
MOST = {"voodoo": 60}  # actions: its games are long, and only every fiftieth is walked to the end
TABLES = [(name, players) for name in FACTS for players in GAMES[name].players]


def pairs(name: str, players: int) -> list[Pair]:
    return [Pair(name, players, options, FACTS[name].facts) for options in FACTS[name].OPTIONS]


def walk_games(name: str, players: int, numbers: range) -> None:
    """The number of a game is its seed; every tenth game has other options than the first."""
    usual, *others = pairs(name, players)
    for number in numbers:
        pair = others[number // 10 % len(others)] if others and number % 10 == 0 else usual
        pair.walk(number, most=MOST.get(name) if number % 50 else None)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_law_and_kernel_agree_after_every_step(name: str, players: int) -> None:
    walk_games(name, players, range(GAMES_FIRST))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_kernels_worlds_agree_with_the_view(name: str, players: int) -> None:
    for pair in pairs(name, players):
        check_worlds(pair, players, getattr(FACTS[name], "check_world", None))
