"""What is played with a deal, and that it never depends on anything else."""

import json

import pytest

from arena.arenas import quick_settings
from hexdeck.ai.arena.match import Match, lineups, play_deal
from hexdeck.ai.arena.settings import Settings, new_settings
from hexdeck.core.errors import SetupRefused


def settings_of(players: int, *bots: str, against: str | None = None) -> Settings:
    return Settings("voodoo_prince", 1, players, {}, bots, against, 0, "code")


def test_each_bot_sits_alone_in_every_seat() -> None:
    assert lineups(settings_of(3, "A", "B")) == [
        ("A", "B", "B"),
        ("B", "A", "B"),
        ("B", "B", "A"),
        ("B", "A", "A"),
        ("A", "B", "A"),
        ("A", "A", "B"),
    ]


def test_two_players_swap_seats_once() -> None:
    assert lineups(settings_of(2, "A", "B")) == [("A", "B"), ("B", "A")]


def test_everybody_meets_everybody_or_only_one() -> None:
    assert len(lineups(settings_of(4, "A", "B", "C"))) == 3 * 2 * 4
    assert settings_of(2, "A", "B", "C", against="B").pairs == [
        ("A", "B"),
        ("B", "A"),
        ("B", "C"),
        ("C", "B"),
    ]


def test_a_deal_is_the_same_whatever_was_played_before() -> None:
    settings = quick_settings()
    in_order = [play_deal(settings, deal) for deal in range(3)]

    assert play_deal(settings, 2) == in_order[2]
    assert in_order[0].outcomes != in_order[1].outcomes
    assert (
        Match.from_dict(json.loads(json.dumps(in_order[1].as_dict(settings.bots))), settings.bots)
        == in_order[1]
    )


@pytest.mark.parametrize(
    ("game", "options", "rounds"),
    [
        ("voodoo_prince", {"rounds": 2}, 2),
        ("vampire_queen", {"phases": 3}, 3),
        ("skull_queen", {}, 3),
        ("voodoo", {}, 0),
    ],
)
def test_rounds_are_counted_where_there_are_any(game: str, options: dict[str, int], rounds: int) -> None:
    settings = new_settings(game, ["random", "heuristic"], players=3, options=options)
    outcomes = play_deal(settings, 0).outcomes.values()
    assert len(outcomes) == 6
    assert {outcome.rounds for outcome in outcomes} == {rounds}


def test_real_dice_are_refused() -> None:
    with pytest.raises(SetupRefused, match="bots cannot play with dice=real: choose dice=app"):
        new_settings("voodoo", ["random", "heuristic"], options={"dice": "real"})
