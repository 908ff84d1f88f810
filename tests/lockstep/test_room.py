"""No kernel has more than the buffers in C can hold."""

import re
from pathlib import Path

import pytest

from hexdeck import kernel
from hexdeck.core.registry import GAMES
from hexdeck.kernel import KernelTooLarge, check_room, kernel_of

SOURCE = Path(kernel.__file__).parent


@pytest.mark.parametrize("game", GAMES)
def test_every_kernel_fits(game: str) -> None:
    assert kernel_of(game) is not None


def test_what_just_fits_is_not_refused() -> None:
    check_room("nim", players=12, actions=2047, size=1024)


@pytest.mark.parametrize(
    ("players", "actions", "size", "told"),
    [
        (
            13,
            10,
            10,
            "the kernel of nim has 13 players, there is room for 12: raise MOST_PLAYERS in c/kernel.h",
        ),
        (4, 2048, 10, "has 2048 actions, there is room for 2047: raise `legal` in search.pyx"),
        (4, 10, 1025, "has 1025 bytes a state, there is room for 1024: raise STATE_WORDS in c/kernel.h"),
    ],
)
def test_a_kernel_that_is_too_large_is_refused(players: int, actions: int, size: int, told: str) -> None:
    with pytest.raises(KernelTooLarge, match=re.escape(told)):
        check_room("nim", players=players, actions=actions, size=size)


def test_the_limits_are_those_of_the_buffers() -> None:
    shared, search = (SOURCE / "c/kernel.h").read_text(), (SOURCE / "search.pyx").read_text()
    assert "MOST_PLAYERS = 12,\n" in shared
    assert "STATE_WORDS = 128 " in shared
    assert "cdef uint64_t[32] legal " in search
    assert "words = (search.kernel.actions >> 6) + 1" in search
