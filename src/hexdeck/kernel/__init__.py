"""Compiled twins of the games, for search and training; everything else works without them."""

from functools import cache
from types import ModuleType
from typing import Final

from hexdeck.core.game_files import optional_module, part_of

MISSING: Final = "the compiled kernel is not here: search bots run on the law, slower and weaker"


MOST_PLAYERS: Final = 12  # as in c/kernel.h
MOST_ACTIONS: Final = 32 * 64 - 1  # a bit for each, and one word more, in search.pyx
MOST_BYTES: Final = 128 * 8  # of a state: STATE_WORDS in c/kernel.h


class NotCompiled(UserWarning):
    """Something plays on the law that is meant for the kernel."""


class KernelTooLarge(Exception):
    """A game has more of something than the buffers in C can hold."""


def kernel_of(game: str) -> ModuleType | None:
    """The kernel of a game, None where it was not compiled; KernelTooLarge if search would overrun memory."""
    kernel = part_of(game, "kernel.compiled")
    if kernel is not None:
        _measure(kernel)
    return kernel


def check_room(game: str, *, players: int, actions: int, size: int) -> None:
    """KernelTooLarge where the buffers are too small for so much."""
    for what, many, most, where in (
        ("players", players, MOST_PLAYERS, "MOST_PLAYERS in c/kernel.h"),
        ("actions", actions, MOST_ACTIONS, "`legal` in search.pyx"),
        ("bytes a state", size, MOST_BYTES, "STATE_WORDS in c/kernel.h"),
    ):
        if many > most:
            raise KernelTooLarge(
                f"the kernel of {game} has {many} {what}, there is room for {most}: raise {where}"
            )


@cache
def _measure(kernel: ModuleType) -> None:
    """Once for each kernel."""
    batch, game = optional_module(f"{__name__}.batch"), kernel.State.GAME
    assert batch is not None, "what the kernels share is compiled with them"
    first = kernel.State(game.players[-1], game.complete({}))
    size = batch.Batch(first, 1).bytes_each
    check_room(game.name, players=game.players[-1], actions=game.actions, size=size)


def search_module() -> ModuleType | None:
    """The compiled search, None where it was not compiled."""
    return optional_module(f"{__name__}.search")


def network_module() -> ModuleType | None:
    """Networks in C, None where they were not compiled."""
    return optional_module(f"{__name__}.network")


def foresight_module() -> ModuleType | None:
    """Rounds played on in C, None where that was not compiled."""
    return optional_module(f"{__name__}.foresight")
