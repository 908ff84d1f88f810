"""What a score pad is told of each game, as the rules print it."""

import pytest

from hexdeck.core.registry import GAMES
from hexdeck.text.game_texts import pad_of


def test_vp1_voodoo_princes_pad_knows_hands_and_goals() -> None:
    prince, marshmallow = (pad_of("voodoo_prince")["variants"][name] for name in ("prince", "marshmallow"))
    assert {players: (one["hand"], one["goal"]) for players, one in prince["seats"].items()} == {
        "2": (13, 7),
        "3": (13, 4),
        "4": (13, 3),
        "5": (14, 3),
    }
    assert {one["hand"] for one in marshmallow["seats"].values()} == {12}
    assert (prince["splits"], marshmallow["splits"]) == (True, False)
    assert pad_of("voodoo_prince")["enough"] == 20  # [VP13]


def test_vq1_vampire_queens_pad_knows_all_110_cards() -> None:
    cards = pad_of("vampire_queen")["cards"]
    assert sum(card["copies"] for card in cards.values()) == 110
    assert (cards["1"], cards["13"]) == ({"points": 1, "copies": 8}, {"points": 13, "copies": 8})
    assert (cards["q"]["copies"], cards["slayer 20"]) == (4, {"points": 20, "copies": 1})
    assert pad_of("vampire_queen")["slayers"] == ["slayer 15", "slayer 20"]


def test_sq2_skull_queens_pad_knows_both_sides_of_the_plank() -> None:
    assert pad_of("skull_queen")["sides"] == {"front": [8, 5, 3, 2, 1], "back": [1, 2, 3, 5, 8]}


def test_vo1_voodoos_pad_knows_track_and_curses() -> None:
    pad = pad_of("voodoo")
    assert (pad["goal"], pad["skulls"]) == (11, [3, 6, 9])
    assert sum(one["cards"] for one in pad["curses"]) == 36


@pytest.mark.parametrize("game", GAMES)
def test_a_pad_is_for_as_many_as_the_game_and_asks_for_its_options(game: str) -> None:
    known = {option.name: list(option.choices) for option in GAMES[game].options}
    assert pad_of(game)["players"] == list(GAMES[game].players)
    assert all(known[option["name"]] == option["choices"] for option in pad_of(game)["options"])


def test_a_game_without_a_pad_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a new game begins: the file is not there."""
    monkeypatch.setattr("hexdeck.text.game_texts.part_of", lambda *_: None)
    assert pad_of("voodoo") == {}
