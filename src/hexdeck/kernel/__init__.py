"""Compiled twins of the games, for search and training; everything else works without them."""

from types import ModuleType
from typing import Final

from hexdeck.parts import part_of

MISSING: Final = "the compiled kernel is not here: search bots run on the law, slower and weaker"


class NotCompiled(UserWarning):
    """Something plays on the law that is meant for the kernel."""


def kernel_of(game: str) -> ModuleType | None:
    """The kernel of a game, None where it was not compiled."""
    return part_of(__name__, game)


def search_module() -> ModuleType | None:
    """The compiled search, None where it was not compiled."""
    return part_of(__name__, "search")
