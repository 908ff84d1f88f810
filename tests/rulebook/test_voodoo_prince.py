"""Every paragraph and example of docs/rules/voodoo_prince.md; its rulings and what is known stand beside."""

from typing import Any

import pytest

from hexdeck.core.chance import Chance, Roll, Shuffle
from hexdeck.games.voodoo_prince.law.events import (
    DealerDrawn,
    GameEnded,
    LeftOver,
    Played,
    RoundEnded,
    RoundLeft,
    TrickTaken,
    TrumpDrawn,
)
from hexdeck.games.voodoo_prince.law.names import card_name, card_named
from hexdeck.games.voodoo_prince.law.rules import new
from rulebook.voodoo_prince_scene import OPTIONS, Scene, dealt


@pytest.mark.parametrize(
    ("players", "deck", "hand", "goal", "undealt", "top"),
    [(2, 55, 13, 7, 29, 10), (3, 55, 13, 4, 16, 10), (4, 65, 13, 3, 13, 12), (5, 80, 14, 3, 10, 15)],
)
def test_vp1_the_table_of_cards_and_tricks(
    players: int, deck: int, hand: int, goal: int, undealt: int, top: int
) -> None:
    state = dealt(players)

    assert len(state.deck()) == len(set(state.deck())) == deck
    assert [len(cards) for cards in state.hands] == [hand] * players
    assert len(state.undealt) == undealt
    assert state.setup.goal == goal
    assert {card_name(card)[1:] for card in state.deck()} == {str(value) for value in range(top + 1)}
    assert {card_name(card)[0] for card in state.deck()} == set("rygbp")


def test_vp2_a_random_dealer_draws_trump_deals_and_leads() -> None:
    state = new(4, OPTIONS)
    needs: list[Chance | None] = [state.needs]
    assert state.to_move() == ()
    assert state.legal_actions(0) == []
    state.resolve((2,))
    assert state.events == [DealerDrawn(2)]
    needs.append(state.needs)
    state.resolve((3,))
    assert state.events == [TrumpDrawn(3)]
    needs.append(state.needs)
    state.resolve(state.deck())
    needs.append(state.needs)

    assert needs == [Roll("dealer", 1, 4), Roll("trump", 1, 5), Shuffle("deal", state.deck()), None]
    assert (state.round, state.trump, state.to_move()) == (1, 3, (2,))
    assert state.legal_actions(2) == state.hands[2]
    assert state.legal_actions(0) == []


def test_vp2_the_deck_goes_out_in_slices_seat_by_seat() -> None:
    state = dealt(3)

    assert [card_name(card) for card in state.hands[0]] == [
        *("r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "y0", "y1")
    ]
    assert card_name(state.hands[1][0]) == "y2"
    assert card_name(state.undealt[-1]) == "p10"


def test_vp3_whoever_can_follow_must() -> None:
    game = Scene(trump="blue", leads="Marie", Marie="r4 g1", Lukas="r3 r9 b2 g2", Leon="g3 b1 y1", Nina="b5")

    game.play("Marie r4")

    assert game.legal("Lukas") == ["r3", "r9"]
    assert game.legal("Leon") == []  # not in turn


def test_vp3_whoever_cannot_follow_may_play_anything_and_need_not_trump() -> None:
    game = Scene(trump="blue", leads="Leon", Marie="r4", Lukas="r3", Leon="r5 r6", Nina="b5 g4 p0")

    game.play("Leon r5")

    assert game.legal("Nina") == ["g4", "b5", "p0"]


def test_vp4_e1_the_highest_trump_takes_the_trick_and_leads() -> None:
    game = Scene(trump="blue", leads="Marie", Marie="r4 g1", Lukas="r3 g2", Leon="g12 g3", Nina="b2 g4")

    game.play("Marie r4", "Lukas r3", "Leon g12", "Nina b2")

    assert game.tricks == {"Marie": 0, "Lukas": 0, "Leon": 0, "Nina": 1}
    assert game.turn == "Nina"


def test_vp4_the_higher_of_two_trumps_takes_it() -> None:
    game = Scene(trump="blue", leads="Marie", Marie="r4 g1", Lukas="b9 g2", Leon="r12 g3", Nina="b2 g4")

    game.play("Marie r4", "Lukas b9", "Leon r12", "Nina b2")

    assert game.turn == "Lukas"


def test_vp4_without_trump_the_highest_of_the_colour_led_takes_it() -> None:
    game = Scene(trump="blue", leads="Marie", Marie="r4 g1", Lukas="r3 g2", Leon="g12 g3", Nina="p11 g4")

    game.play("Marie r4", "Lukas r3", "Leon g12", "Nina p11")

    assert game.tricks["Marie"] == 1
    assert game.turn == "Marie"


def test_vp5_e2_a_third_trick_ends_the_round_for_its_taker() -> None:
    game = Scene(
        trump="blue",
        leads="Marie",
        tricks={"Marie": 2, "Lukas": 2, "Leon": 1, "Nina": 1},
        Marie="r4 g1",
        Lukas="r3 g2",
        Leon="r2 g3",
        Nina="r1 g4",
    )

    game.play("Marie r4", "Lukas r3", "Leon r2", "Nina r1")

    assert game.scores == {"Marie": 4, "Lukas": 0, "Leon": 0, "Nina": 0}
    assert game.turn == "Lukas"
    assert game.state.left == [0]
    game.play("Lukas g2", "Leon g3", "Nina g4")  # Marie is out


def test_vp5_tricks_of_earlier_leavers_count_for_later_ones() -> None:
    game = Scene(
        trump="blue",
        leads="Lukas",
        tricks={"Marie": 3, "Lukas": 2, "Leon": 1},
        out="Marie",
        Marie="g1",
        Lukas="r9 g2",
        Leon="r2 g3",
        Nina="r1 g4",
    )

    game.play("Lukas r9", "Leon r2", "Nina r1")

    assert game.scores["Lukas"] == 4
    assert game.turn == "Leon"


def test_vp6_the_player_left_over_scores_their_own_tricks() -> None:
    game = Scene(
        trump="blue",
        leads="Leon",
        tricks={"Marie": 3, "Lukas": 3, "Leon": 2, "Nina": 2},
        out="Marie Lukas",
        Marie="g1",
        Lukas="g2",
        Leon="r2 g3",
        Nina="r1 g4",
    )

    game.play("Leon r2", "Nina r1")

    assert game.scores == {"Marie": 0, "Lukas": 0, "Leon": 8, "Nina": 2}
    assert game.state.needs == Shuffle("deal", game.state.deck())
    assert game.state.to_move() == ()
    assert game.state.events == [
        Played(3, card_named("r1")),
        TrickTaken(2, card_named("r2"), 1, 3),
        RoundLeft(2, 8),
        LeftOver(3, 2),
        RoundEnded(1, (0, 0, 8, 2), (0, 0, 8, 2)),
    ]


def test_vp7_e3_the_doll_beats_the_top_card_of_its_colour() -> None:
    game = Scene(trump="green", leads="Marie", Marie="b12 y1", Lukas="b0 y2", Leon="b11 y3", Nina="y12 y4")

    game.play("Marie b12", "Lukas b0", "Leon b11", "Nina y12")

    assert game.turn == "Lukas"


def test_vp7_e3_a_trump_still_beats_a_plain_doll() -> None:
    game = Scene(trump="red", leads="Marie", Marie="b12 y1", Lukas="b0 y2", Leon="b11 y3", Nina="r1 y4")

    game.play("Marie b12", "Lukas b0", "Leon b11", "Nina r1")

    assert game.turn == "Nina"


def test_vp7_e3_the_trump_doll_beats_the_top_trump() -> None:
    game = Scene(trump="red", leads="Marie", Marie="b12 y1", Lukas="r0 y2", Leon="b11 y3", Nina="r12 y4")

    game.play("Marie b12", "Lukas r0", "Leon b11", "Nina r12")

    assert game.turn == "Lukas"


def test_vp7_without_its_top_card_the_doll_is_the_lowest() -> None:
    game = Scene(trump="red", leads="Marie", Marie="b0 y1", Lukas="b1 y2", Leon="y11 y3", Nina="y12 y4")

    game.play("Marie b0", "Lukas b1", "Leon y11", "Nina y12")

    assert game.turn == "Lukas"


@pytest.mark.parametrize(("players", "top"), [(2, 10), (3, 10), (4, 12), (5, 15)])
def test_vp7_the_top_card_depends_on_the_number_of_players(players: int, top: int) -> None:
    hands = {"Marie": f"b{top} y1", "Lukas": "b0 y2", "Leon": "b1 y3", "Nina": "b2 y4", "Jonas": "b3 y6"}
    seated: dict[str, Any] = dict(list(hands.items())[:players])
    game = Scene(trump="red", leads="Marie", **seated)

    game.play(*[f"{name} {hand.split()[0]}" for name, hand in seated.items()])

    assert game.turn == "Lukas"


def test_vp8_e4_a_trick_taken_by_a_five_counts_twice() -> None:
    game = Scene(
        trump="blue",
        leads="Marie",
        tricks={"Nina": 2, "Leon": 1},
        Marie="y4 g1",
        Lukas="y2 g2",
        Leon="y8 g3",
        Nina="b5 g4",
    )

    game.play("Marie y4", "Lukas y2", "Leon y8", "Nina b5")

    assert game.tricks["Nina"] == 4
    assert game.scores == {"Marie": 0, "Lukas": 0, "Leon": 0, "Nina": 1}
    assert game.turn == "Marie"


def test_vp8_a_seven_splits_too_and_a_first_split_does_not_end_a_round() -> None:
    game = Scene(trump="blue", leads="Marie", Marie="y7 g1", Lukas="y2 g2", Leon="y6 g3", Nina="y5 g4")

    game.play("Marie y7", "Lukas y2", "Leon y6", "Nina y5")

    assert game.tricks == {"Marie": 2, "Lukas": 0, "Leon": 0, "Nina": 0}
    assert game.turn == "Marie"


def test_vp8_a_five_or_seven_that_merely_lies_there_changes_nothing() -> None:
    game = Scene(trump="blue", leads="Marie", Marie="y7 g1", Lukas="y8 g2", Leon="y5 g3", Nina="y1 g4")

    game.play("Marie y7", "Lukas y8", "Leon y5", "Nina y1")

    assert game.tricks == {"Marie": 0, "Lukas": 1, "Leon": 0, "Nina": 0}


def test_vp10_after_the_last_round_the_most_points_win() -> None:
    game = Scene(
        trump="blue",
        leads="Leon",
        in_round=5,
        tricks={"Marie": 4, "Leon": 3, "Nina": 1},
        scores={"Marie": 9, "Leon": 7, "Nina": 11},
        out="Marie",
        Marie="",
        Leon="r9",
        Nina="r2",
    )

    game.play("Leon r9", "Nina r2")

    assert game.state.is_over
    assert game.scores == {"Marie": 9, "Leon": 12, "Nina": 12}
    assert game.state.events[-1] == GameEnded((1, 2))  # equal players share the win
    assert game.state.to_move() == ()


@pytest.mark.parametrize(
    ("losing", "scores"), [(2, {"Carsten": 2, "Ulrich": 5}), (6, {"Carsten": 6, "Ulrich": 1})]
)
def test_vp11_e5_with_two_the_round_ends_at_seven_tricks(losing: int, scores: dict[str, int]) -> None:
    game = Scene(
        trump="blue",
        leads="Carsten",
        tricks={"Carsten": 6, "Ulrich": losing},
        Carsten="r9 g1",
        Ulrich="r2 g2",
    )

    game.play("Carsten r9", "Ulrich r2")

    assert game.scores == scores
    assert game.turn == "Ulrich"  # left over: deals next


@pytest.mark.parametrize(
    ("value", "tricks"),
    [(1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (6, 1), (7, 2), (8, 1), (9, 1), (10, 1), (11, 1), (12, 1)],
)
def test_vp8_only_five_and_seven_split(value: int, tricks: int) -> None:
    game = Scene(trump="blue", leads="Marie", Marie=f"b{value} g1", Lukas="y2 g2", Leon="y6 g3", Nina="y4 g4")

    game.play(f"Marie b{value}", "Lukas y2", "Leon y6", "Nina y4")

    assert game.tricks["Marie"] == tricks
