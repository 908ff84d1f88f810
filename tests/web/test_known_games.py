"""The tests in a browser find what they need of a game by its name, and say so where it is missing."""

import pytest

from hexdeck.core.registry import GAMES
from web.games import known


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_known(game: str) -> None:
    own = known(game)
    assert all(callable(part) for part in (own.deeds, own.learn, own.wanted))


def test_a_game_that_is_not_says_what_to_write() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"knows chess: write tests/web/games/chess\.py"):
        known("chess")
