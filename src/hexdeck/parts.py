"""A game is found in each layer by the name of its file: bots/heuristics/voodoo_prince.py, and so on."""

from importlib import import_module
from types import ModuleType


def part_of(package: str, game: str) -> ModuleType | None:
    """What `package` has of the game; None where there is no such file."""
    try:
        return import_module(f"{package}.{game}")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.{game}":
            raise
        return None
