"""Whatever can be chosen or said has a name in every language."""

from typing import get_args

import pytest

from hexdeck.bots.levels import LEVELS
from hexdeck.games import GAMES
from hexdeck.locale import LANGUAGES, language
from hexdeck.server import labels, protocol

OPTIONS = [option for game in GAMES.values() for option in game.options]


@pytest.mark.parametrize("code", LANGUAGES)
def test_everything_has_a_name(code: str) -> None:
    words = language(code)
    wanted = {
        labels.level_names: set(LEVELS),
        labels.option_names: {option.name for option in OPTIONS},
        labels.choice_names: {
            choice for option in OPTIONS for choice in option.choices if isinstance(choice, str)
        },
        labels.clock_names: set(get_args(protocol.Clock)),
        labels.pace_names: set(get_args(protocol.Pace)),
        labels.presence_names: {"here", "away", "held"},
        labels.picture_names: set(protocol.PICTURES),
        labels.phrase_names: set(protocol.PHRASES),
    }
    for names, things in wanted.items():
        assert set(names(words)) == things
        assert all(names(words).values())


def test_a_refusal_is_exact_in_english_and_clear_in_the_others() -> None:
    said = "seat 3 is not open: choose one of 1"
    assert labels.refusal(language("en"), "table.refused", said) == said
    assert labels.refusal(language("it"), "table.refused", said) == "A questo tavolo adesso non si può."
