"""Whatever can be chosen or said has a name."""

import re
from typing import get_args

import pytest
from babel.messages.extract import extract_from_dir

from hexdeck.ai.bots.levels import LEVELS
from hexdeck.core.cards import COLORS
from hexdeck.core.registry import GAMES
from hexdeck.locale import language
from hexdeck.server.base import messages as protocol
from hexdeck.text import house_words
from hexdeck.text.game_texts import words_of
from languages.messages import KEYWORDS, METHODS, SOURCE
from languages.web_messages import web_messages

NAMED = {
    "levels": (house_words.LEVELS, LEVELS),
    "clocks": (house_words.CLOCKS, get_args(protocol.Clock)),
    "paces": (house_words.PACES, get_args(protocol.Pace)),
    "presences": (house_words.PRESENCES, get_args(protocol.Presence)),
    "pictures": (house_words.PICTURES, protocol.PICTURES),
    "phrases": (house_words.PHRASES, protocol.PHRASES),
    "colors": (house_words.COLORS, COLORS),
}


@pytest.mark.parametrize(("labels", "things"), NAMED.values(), ids=NAMED)
def test_everything_in_the_house_has_a_name(labels: dict[str, str], things: tuple[str, ...]) -> None:
    assert set(labels) == set(things)


@pytest.mark.parametrize("game", GAMES)
def test_the_options_of_a_game_have_names(game: str) -> None:
    words, options = words_of(game), GAMES[game].options
    assert set(words.options) == {option.name for option in options}
    assert set(words.choices) == {
        choice for option in options for choice in option.choices if isinstance(choice, str)
    }


TOLD = re.compile(r"games/\w+/(law|text)/|text/|server/web/plain/\w+\.py")  # terminal and plain pages


def test_what_is_said_about_a_game_is_written_once() -> None:
    """The app takes it from the tables that are made of `words.py`; only common words stand there too."""
    found = extract_from_dir(str(SOURCE), METHODS, keywords=KEYWORDS)
    told = {message for file, _line, message, *_ in found if TOLD.match(file)}
    assert len(told) > 300
    assert told & {message for _file, message in web_messages()} == {
        ("{n} card", "{n} cards"),
        ("{n} die", "{n} dice"),
        ("{n} point", "{n} points"),
        "{who}: {what}",
        "points",
        "Dice",
        "The cards are being dealt.",  # of any game, on the page where it is learned
    }


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (-2, "gerade eben"),
        (59, "gerade eben"),
        (60, "vor 1 Minute"),
        (3_599, "vor 59 Minuten"),
        (7_200, "vor 2 Stunden"),
        (86_400, "vor 1 Tag"),
        (260_000, "vor 3 Tagen"),
        (30 * 86_400, "vor 1 Monat"),
        (364 * 86_400, "vor 12 Monaten"),
        (1_099 * 86_400, "vor 3 Jahren"),
    ],
)
def test_how_long_ago_something_was(seconds: float, told: str) -> None:
    assert house_words.ago(seconds, language("de")) == told
