"""Every paragraph and example of docs/rules/vampire_queen.md; rulings and knowledge have their own files."""

import pytest

from hexdeck.core.chance import Roll, Shuffle
from hexdeck.core.errors import SetupRefused
from hexdeck.games.vampire_queen import GAME
from hexdeck.games.vampire_queen.law.events import (
    Dealt,
    GameEnded,
    LaidAside,
    Passed,
    PhaseEnded,
    Played,
    SlayersGiven,
    TakenUp,
)
from hexdeck.games.vampire_queen.law.rules import DECK
from rulebook.vampire_queen_scene import Scene, cards


def test_vq1_eight_vampires_of_each_value_four_queens_and_two_slayers() -> None:
    state = GAME.set_up(4)
    state.resolve((1,))

    assert state.needs is not None
    assert [DECK.count(card) for card in range(1, 15)] == [8] * 13 + [4]
    assert len(DECK) == 108
    assert state.hands == [[], [15], [20], []]


@pytest.mark.parametrize(
    ("players", "hand", "left_over"),
    [
        *((3, 13, 69), (4, 13, 56), (5, 13, 43), (6, 13, 30), (7, 13, 17)),
        *((8, 13, 4), (9, 12, 0), (10, 10, 8), (11, 9, 9), (12, 9, 0)),
    ],
)
def test_vq1_the_table_of_cards(players: int, hand: int, left_over: int) -> None:
    state = GAME.set_up(players)
    state.resolve((0,))
    state.resolve(DECK)

    assert [len(held) for held in state.hands] == [hand + 1, hand + 1] + [hand] * (players - 2)
    assert len(state.left_over) == left_over


def test_vq2_a_random_seat_gets_fifteen_and_its_left_neighbour_twenty() -> None:
    state = GAME.set_up(5)
    assert state.needs == Roll("slayer", 1, 5)
    assert state.to_move() == ()
    assert state.legal_actions(0) == []

    state.resolve((4,))

    assert state.events == [SlayersGiven(4, 0)]
    assert state.hands == [[20], [], [], [], [15]]


def test_vq2_slayers_come_on_top_and_twenty_starts() -> None:
    state = GAME.set_up(5)
    state.resolve((4,))
    assert state.needs == Shuffle("deal", DECK)
    state.resolve(DECK)

    assert state.needs is None
    assert state.phase == 1
    assert state.to_move() == (0,)  # on the left of seat 4
    assert [len(hand) for hand in state.hands] == [14, 13, 13, 13, 14]
    assert state.hands[0] == cards("1 1 1 1 1 1 1 1 2 2 2 2 2 slayer 20")
    assert state.hands[1] == cards("2 2 2 3 3 3 3 3 3 3 3 4 4")
    assert state.hands[4][-1] == 15
    [dealt] = state.events
    assert isinstance(dealt, Dealt)
    assert (dealt.phase, dealt.dealer, dealt.starter) == (1, 4, 0)
    assert [len(hand) for hand in dealt.hands] == [13] * 5  # slayers are not dealt


def test_vq3_a_game_is_five_phases_or_one_to_ten() -> None:
    assert GAME.complete({}) == {"phases": 5}
    assert GAME.options[0].choices == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    with pytest.raises(SetupRefused):
        GAME.set_up(4, {"phases": 11})
    with pytest.raises(SetupRefused):
        GAME.set_up(2)


def test_vq3_everybody_has_one_turn_clockwise_from_the_starter() -> None:
    game = Scene(leads="Leon", Marie="5 1", Jonas="6 1", Leon="3 1", Nina="4 1")

    game.play("Leon 3", "Nina 4", "Marie 5", "Jonas 6")

    assert game.state.round == {}  # Nina may not raise again
    assert game.turn == "Jonas"


def test_vq4_the_starter_leads_any_set_or_a_slayer_but_cannot_pass() -> None:
    game = Scene(leads="Marie", Marie="3 3 8 q slayer 15 slayer 20", Jonas="4", Leon="5")

    assert game.legal("Marie") == [
        *("3", "3 q", "3 3", "3 3 q", "8", "8 q", "q", "slayer 15", "slayer 20"),
    ]
    assert game.legal("Jonas") == []


def test_vq4_the_number_led_is_the_number_for_the_round() -> None:
    game = Scene(leads="Marie", Marie="3 3 8", Jonas="4 4 4 9 q", Leon="5 6 7 8 9 10")

    game.play("Marie 3 3")

    assert game.legal("Jonas") == ["4 q", "4 4", "9 q", "pass"]
    game.play("Jonas 4 4")
    assert game.legal("Leon") == ["pass"]  # their being unable is their secret, so they say it themselves


def test_vq5_raising_is_strict_and_passing_always_allowed() -> None:
    game = Scene(leads="Marie", Marie="7 1", Jonas="6 7 8 13 slayer 15", Leon="8 9")

    game.play("Marie 7")

    assert game.legal("Jonas") == ["8", "13", "pass"]  # no 7, and no slayer
    game.play("Jonas 8")
    assert game.legal("Leon") == ["9", "pass"]
    game.play("Leon pass")
    assert game.turn == "Jonas"


def test_vq5_a_raise_must_beat_the_last_raise_not_the_lead() -> None:
    game = Scene(leads="Marie", Marie="2 1", Jonas="9 1", Leon="5 10", Nina="9 10 11 1")

    game.play("Marie 2", "Jonas 9", "Leon pass")

    assert game.legal("Nina") == ["10", "11", "pass"]


def test_vq6_e1_the_highest_cards_start_the_next_round() -> None:
    game = Scene(
        leads="Marie",
        Marie="6 6 6 1",
        Jonas="8 8 8 1",
        Leon="9 9 1",
        Nina="11 11 11 1",
        Lukas="12 13 1",
    )

    game.play("Marie 6 6 6", "Jonas 8 8 8", "Leon pass", "Nina 11 11 11", "Lukas pass")

    assert game.turn == "Nina"
    assert game.crypt == "6 6 6 8 8 8 11 11 11"
    assert game.state.events == [
        Passed(4, forced=False),
        LaidAside(3, (6, 6, 6, 8, 8, 8, 11, 11, 11)),
    ]
    assert game.hand("Marie") == "1"


def test_vq6_when_all_pass_the_starter_starts_again() -> None:
    game = Scene(leads="Marie", Marie="6 1", Jonas="8 1", Leon="9 1")

    game.play("Marie 6", "Jonas pass", "Leon pass", "Marie 1")

    assert game.crypt == "6"  # the second round is not over


def test_vq7_e2_two_elevens_and_a_queen_are_three_elevens() -> None:
    game = Scene(leads="Marie", Marie="11 11 q 1", Jonas="11 11 11 12 12 12", Leon="13 13 q 1")

    game.play("Marie 11 11 q")

    assert game.legal("Jonas") == ["12 12 12", "pass"]
    game.play("Jonas 12 12 12")
    assert game.legal("Leon") == ["13 13 q", "pass"]


def test_vq7_e2_a_pair_of_thirteens_is_only_beaten_by_a_pair_of_queens() -> None:
    game = Scene(leads="Marie", Marie="13 13 1", Jonas="13 13 12 q q 1", Leon="13 13 q 1")

    game.play("Marie 13 13")

    assert game.legal("Jonas") == ["q q", "pass"]
    game.play("Jonas pass")
    assert game.legal("Leon") == ["pass"]


def test_vq7_in_a_slayer_round_a_queen_counts_one() -> None:
    game = Scene(leads="Marie", Marie="slayer 15 3", Jonas="2 3", Leon="q 3", Nina="1 3")

    game.play("Marie slayer 15", "Jonas 2", "Leon q", "Nina 1")

    assert game.turn == "Jonas"
    assert game.hand("Jonas") == "1 2 3 q slayer 15"


def test_vq7_a_queen_played_after_a_one_takes_the_cards() -> None:
    game = Scene(leads="Marie", Marie="slayer 15 3", Jonas="1 3", Leon="q 3")

    game.play("Marie slayer 15", "Jonas 1", "Leon q")

    assert game.turn == "Leon"


def test_vq8_e3_among_equals_the_last_takes_all_and_may_not_lead_that_slayer() -> None:
    game = Scene(
        leads="Leon",
        Leon="slayer 20 4",
        Nina="2 4",
        Lukas="1 4",
        Marie="2 4",
        Jonas="q 4",
    )

    game.play("Leon slayer 20", "Nina 2", "Lukas 1", "Marie 2", "Jonas q")

    assert game.turn == "Marie"
    assert game.hand("Marie") == "1 2 2 4 q slayer 20"
    assert game.crypt == ""
    assert "slayer 20" not in game.legal("Marie")
    assert game.state.events == [Played(4, (14,)), TakenUp(3, (1, 2, 2, 14, 20), 20)]


def test_vq8_nobody_passes_and_nobody_needs_to_raise() -> None:
    game = Scene(leads="Marie", Marie="slayer 15 3", Jonas="9 12 12", Leon="1 2 2 q q slayer 20")

    game.play("Marie slayer 15")

    assert game.legal("Jonas") == ["9", "12"]
    game.play("Jonas 12")
    assert game.legal("Leon") == ["1", "2", "q"]  # single cards, higher or not, and no second slayer


def test_vq8_the_taker_may_lead_the_other_slayer_at_once() -> None:
    game = Scene(leads="Marie", Marie="slayer 15 3", Jonas="9 12 slayer 20", Leon="1 2 2")

    game.play("Marie slayer 15", "Jonas 9", "Leon 1")

    assert game.legal("Jonas") == ["1", "9", "12", "slayer 20"]


def test_vq9_whoever_holds_only_the_other_slayer_passes_and_takes_all() -> None:
    game = Scene(leads="Marie", Marie="slayer 15 3", Jonas="slayer 20", Leon="13 2", Nina="4 2")

    game.play("Marie slayer 15")

    assert game.state.events == [Played(0, (15,)), Passed(1, forced=True)]
    assert game.turn == "Leon"
    game.play("Leon 13", "Nina 4")
    assert game.turn == "Jonas"
    assert game.hand("Jonas") == "4 13 slayer 15 slayer 20"
    assert game.hand("Leon") == "2"


def test_vq9_whoever_has_a_vampire_or_queen_must_play_it() -> None:
    game = Scene(leads="Marie", Marie="slayer 15 3", Jonas="q slayer 20", Leon="13 2")

    game.play("Marie slayer 15")

    assert game.turn == "Jonas"
    assert game.legal("Jonas") == ["q"]


def test_vq9_the_last_seat_is_made_to_pass_too() -> None:
    game = Scene(leads="Marie", Marie="slayer 20 3", Jonas="13 2", Leon="slayer 15")

    game.play("Marie slayer 20", "Jonas 13")

    assert game.turn == "Leon"
    assert game.state.events == [
        *(Played(1, (13,)), Passed(2, forced=True), TakenUp(2, (13, 20), 20)),
    ]
    assert game.legal("Leon") == ["13", "slayer 15"]


def test_vq10_e4_a_three_a_ten_and_a_queen_cost_27() -> None:
    game = Scene(leads="Marie", Marie="6", Jonas="9 slayer 20 slayer 15", Lukas="3 10 q")

    game.play("Marie 6", "Jonas pass", "Lukas pass")

    assert game.scores == {"Marie": 0, "Jonas": -44, "Lukas": -27}
    assert game.state.needs == Shuffle("deal", DECK)
    assert game.state.to_move() == ()
    assert game.state.events == [
        Passed(2, forced=False),
        LaidAside(0, (6,)),
        PhaseEnded(1, ((), (9, 15, 20), (3, 10, 14)), (0, 44, 27), (0, -44, -27)),
    ]


def test_vq10_a_round_is_played_out_before_the_phase_ends() -> None:
    game = Scene(leads="Marie", Marie="6", Jonas="9", Lukas="10 3")

    game.play("Marie 6", "Jonas 9", "Lukas 10")

    assert game.scores == {"Marie": 0, "Jonas": 0, "Lukas": -3}


def test_vq10_e5_the_taker_of_a_slayer_round_is_not_out() -> None:
    game = Scene(leads="Marie", Marie="slayer 15 3", Jonas="9", Leon="1 2")

    game.play("Marie slayer 15", "Jonas 9", "Leon 1")

    assert game.state.needs is None
    assert game.turn == "Jonas"
    assert game.hand("Jonas") == "1 9 slayer 15"
    assert game.scores == {"Marie": 0, "Jonas": 0, "Leon": 0}


def test_vq10_e5_unless_someone_else_has_no_card() -> None:
    game = Scene(leads="Marie", Marie="slayer 15 3", Jonas="9", Leon="1")

    game.play("Marie slayer 15", "Jonas 9", "Leon 1")

    assert game.state.needs is not None
    assert game.scores == {"Marie": -3, "Jonas": -25, "Leon": 0}


def test_vq11_slayers_stay_and_twenty_deals_and_starts() -> None:
    game = Scene(leads="Marie", Marie="6", Jonas="9 slayer 15", Leon="8 slayer 20")
    game.play("Marie 6", "Jonas pass", "Leon pass")

    game.state.resolve(DECK)

    assert game.state.phase == 2
    assert game.turn == "Leon"
    assert game.state.hands[0] == cards("1 1 1 1 1 1 1 1 2 2 2 2 2")
    assert game.state.hands[1] == cards("2 2 2 3 3 3 3 3 3 3 3 4 4 slayer 15")
    assert game.state.hands[2] == cards("4 4 4 4 4 4 5 5 5 5 5 5 5 slayer 20")
    [dealt] = game.state.events
    assert isinstance(dealt, Dealt)
    assert (dealt.phase, dealt.dealer, dealt.starter) == (2, 2, 2)
    assert (game.crypt, game.state.last_round, game.state.passes) == ("", {}, [0, 0, 0])
    assert game.state.passed_on == [set(), set(), set()]
    assert game.state.played == game.state.taken_up == [[], [], []]


def test_vq12_after_the_last_phase_the_fewest_minus_points_win() -> None:
    game = Scene(
        leads="Marie",
        in_phase=5,
        scores={"Marie": -50, "Jonas": -41, "Leon": -30},
        Marie="6",
        Jonas="9",
        Leon="8 13",
    )

    game.play("Marie 6", "Jonas pass", "Leon 13")

    assert game.state.is_over
    assert game.state.needs is None
    assert game.state.to_move() == ()
    assert game.scores == {"Marie": -50, "Jonas": -50, "Leon": -38}
    assert game.state.events[-1] == GameEnded((2,))


def test_vq12_equal_players_share_the_win() -> None:
    game = Scene(
        leads="Marie", in_phase=1, phases=1, scores={"Leon": 7}, Marie="6", Jonas="9 slayer 15", Leon="7"
    )

    game.play("Marie 6", "Jonas pass", "Leon pass")

    assert game.state.is_over
    assert game.scores == {"Marie": 0, "Jonas": -24, "Leon": 0}
    assert game.state.events[-1] == GameEnded((0, 2))
