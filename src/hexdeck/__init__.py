"""A table for card games.

`hexdeck.new_table` sets a table for a program and its bots, `hexdeck.read_record` reads a game that was kept,
`hexdeck.games` has the games, `hexdeck.bots` the bots.  Nothing is loaded before it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexdeck import games
    from hexdeck.ai import bots
    from hexdeck.library import new_table, read_record

__all__ = ["bots", "games", "new_table", "read_record"]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name == "games":
        return import_module("hexdeck.games")
    if name == "bots":
        return import_module("hexdeck.ai.bots")
    if name in __all__:
        return getattr(import_module("hexdeck.library"), name)
    raise AttributeError(f"module 'hexdeck' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
