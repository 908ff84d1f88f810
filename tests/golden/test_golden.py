"""The golden games are still played the same way."""

import pytest

from golden.golden_games import HERE, PLAYED, golden
from golden.stories import STORIES, stories


@pytest.mark.parametrize("game", PLAYED)
def test_a_golden_game_is_as_it_was(game: str) -> None:
    """If it should change: make golden, and read the diff."""
    assert golden(game).splitlines() == (HERE / f"{game}.txt").read_text().splitlines()


def test_the_stories_for_the_app_are_as_they_were() -> None:
    assert stories().splitlines() == STORIES.read_text().splitlines()
