"""Every ruling of docs/rules/vampire_queen.md."""

import pytest

from hexdeck.games.vampire_queen import GAME
from hexdeck.games.vampire_queen.law.events import LaidAside, Passed, PhaseEnded, Played
from hexdeck.games.vampire_queen.law.rules import DECK
from rulebook.vampire_queen_scene import Scene, cards


def test_ruling_1_after_a_forced_pass_the_taker_starts() -> None:
    game = Scene(leads="Marie", Marie="slayer 15 3", Jonas="slayer 20", Leon="13 2", Nina="4 2")

    game.play("Marie slayer 15", "Leon 13", "Nina 4")

    assert game.turn == "Jonas"
    assert game.legal("Jonas") == ["4", "13", "slayer 20"]


def test_ruling_2_the_bar_holds_for_one_round_only() -> None:
    game = Scene(leads="Marie", Marie="slayer 15 3 3", Jonas="9 12 1", Leon="1 2 2")
    game.play("Marie slayer 15", "Jonas 9", "Leon 1")
    assert game.legal("Jonas") == ["1", "1 1", "9", "12"]

    game.play("Jonas 12", "Leon pass", "Marie pass")

    assert game.legal("Jonas") == ["1", "1 1", "9", "slayer 15"]


def test_ruling_2_a_second_slayer_round_lifts_the_first_bar() -> None:
    game = Scene(leads="Marie", Marie="slayer 15 3 3", Jonas="9 12 1 slayer 20", Leon="1 13 13 2")
    game.play("Marie slayer 15", "Jonas 9", "Leon 1")
    game.play("Jonas slayer 20", "Leon 13", "Marie 3")
    assert game.legal("Leon") == ["2", "3", "13", "13 13"]  # 20 is barred now

    game.play("Leon 2", "Marie pass", "Jonas 12")

    assert game.legal("Jonas") == ["1", "1 1", "9", "slayer 15"]


def test_ruling_2_a_new_phase_lifts_the_bar() -> None:
    game = Scene(leads="Marie", Marie="slayer 20", Jonas="9 12 slayer 15", Leon="1 2")
    game.play("Marie slayer 20", "Jonas 9", "Leon 1")
    assert game.state.barred == 20

    game.state.resolve(DECK)

    assert game.turn == "Jonas"
    assert game.state.barred is None
    assert game.legal("Jonas")[-2:] == ["slayer 15", "slayer 20"]


def test_ruling_3_queens_alone_are_always_fourteen() -> None:
    game = Scene(leads="Marie", Marie="q q 1", Jonas="13 13 13", Leon="q q")

    game.play("Marie q q")

    assert game.turn == "Marie"  # nobody can follow
    assert game.crypt == "q q"


def test_ruling_3_one_vampire_gives_a_set_its_value() -> None:
    game = Scene(leads="Marie", Marie="2 q q q 1", Jonas="2 2 2 2 3 3 3 3", Leon="1 1 1 1 5")

    game.play("Marie 2 q q q")

    assert game.legal("Jonas") == ["3 3 3 3", "pass"]
    game.play("Jonas pass")
    assert game.legal("Leon") == ["pass"]


def test_ruling_3_a_set_may_have_twelve_cards() -> None:
    game = Scene(leads="Marie", Marie="7 7 7 7 7 7 7 7 q q q q 1", Jonas="8", Leon="9")

    game.play("Marie 7 7 7 7 7 7 7 7 q q q q")

    assert game.hand("Marie") == "1"
    assert game.legal("Jonas") == ["pass"]


def test_ruling_4_after_a_fourteen_everybody_else_passes() -> None:
    game = Scene(leads="Marie", Marie="3 1", Jonas="q 1", Leon="q 5", Nina="7 8")

    game.play("Marie 3", "Jonas q")

    assert game.turn == "Jonas"
    assert game.state.events == [
        Played(1, (14,)),
        Passed(2, forced=True),
        Passed(3, forced=True),
        LaidAside(1, (3, 14)),
    ]
    assert game.state.passes == [0, 0, 1, 1]


def test_ruling_4_a_queen_in_a_slayer_round_stops_nobody() -> None:
    game = Scene(leads="Marie", Marie="slayer 15 1", Jonas="q 1", Leon="q 5")

    game.play("Marie slayer 15", "Jonas q")

    assert game.turn == "Leon"
    assert game.legal("Leon") == ["5", "q"]


def test_ruling_5_a_follower_with_only_slayers_passes() -> None:
    game = Scene(leads="Marie", Marie="3 1", Jonas="slayer 15 slayer 20", Leon="8 5")

    game.play("Marie 3")

    assert game.turn == "Leon"
    assert game.state.events == [Played(0, (3,)), Passed(1, forced=True)]


def test_ruling_6_a_slayer_led_as_last_card_lets_its_leader_out() -> None:
    game = Scene(leads="Marie", Marie="slayer 20", Jonas="1 2", Leon="1 5")

    game.play("Marie slayer 20", "Jonas 1", "Leon 1")

    assert game.scores == {"Marie": 0, "Jonas": -2, "Leon": -27}
    assert game.state.needs is not None


def test_ruling_7_the_holder_of_both_slayers_keeps_both_deals_and_starts() -> None:
    game = Scene(leads="Marie", Marie="6", Jonas="9 slayer 15 slayer 20", Leon="8")
    game.play("Marie 6", "Jonas pass", "Leon pass")

    game.state.resolve(DECK)

    assert game.turn == "Jonas"
    assert [len(hand) for hand in game.state.hands] == [13, 15, 13]
    assert game.state.hands[1][-2:] == cards("slayer 15 slayer 20")
    assert "slayer 15" in game.legal("Jonas")
    assert "slayer 20" in game.legal("Jonas")


def test_ruling_8_the_taker_always_has_something_else_to_lead() -> None:
    """The worst case: three players, the taker's only own card is the other slayer, or one vampire."""
    passer = Scene(leads="Marie", Marie="slayer 15 3", Jonas="slayer 20", Leon="13 2")
    passer.play("Marie slayer 15", "Leon 13")
    assert passer.legal("Jonas") == ["13", "slayer 20"]

    taker = Scene(leads="Marie", Marie="slayer 15 3", Jonas="9", Leon="1 2")
    taker.play("Marie slayer 15", "Jonas 9", "Leon 1")
    assert taker.legal("Jonas") == ["1", "9"]


def test_ruling_8_at_most_two_slayer_rounds_in_a_row() -> None:
    game = Scene(leads="Marie", Marie="slayer 15 3 3", Jonas="9 12 1 slayer 20", Leon="1 13 2")

    game.play("Marie slayer 15", "Jonas 9", "Leon 1")
    game.play("Jonas slayer 20", "Leon 13", "Marie 3")

    assert game.legal("Leon") == ["2", "3", "13"]  # 20 is barred, and Jonas has kept 15


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_ruling_9_hands_are_laid_open_when_a_phase_has_ended(seat: int | None) -> None:
    game = Scene(leads="Marie", Marie="6", Jonas="9 slayer 15", Leon="8 13 slayer 20")
    assert GAME.view(game.state, seat).open_hands == ()

    game.play("Marie 6", "Jonas pass", "Leon pass")

    assert GAME.view(game.state, seat).open_hands == ((), (9, 15), (8, 13, 20))
    assert PhaseEnded(1, ((), (9, 15), (8, 13, 20)), (0, 24, 41), (0, -24, -41)) in GAME.events(
        game.state, seat
    )
    assert GAME.reveals == (PhaseEnded,)
    game.state.resolve(DECK)
    assert GAME.view(game.state, seat).open_hands == ()
