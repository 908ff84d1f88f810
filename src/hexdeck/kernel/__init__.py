"""Compiled twins of the games, for search and training; everything works without them, slower."""

from importlib import import_module
from types import ModuleType

from hexdeck.games import GAMES


def kernel_of(game: str) -> ModuleType | None:
    """The kernel of a game, None where it was not compiled."""
    assert game in GAMES
    try:
        return import_module(f"hexdeck.kernel.{game}")
    except ImportError:
        return None
