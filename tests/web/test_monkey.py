"""The short form of the monkey; `make soak` has the long one."""

from collections.abc import Callable

import pytest

from hexdeck.core.registry import GAMES
from web.browser import Visitor
from web.monkey import SIZES, let_loose

SEED = 1
ACTIONS = 25


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_monkey_breaks_nothing(visitor: Callable[..., Visitor], game: str, size: str) -> None:
    monkey = let_loose(visitor, game, SEED, size)

    monkey.play(ACTIONS)

    assert monkey.findings == []
    assert monkey.actions > 0
