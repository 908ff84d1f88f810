"""The Race to 20 and every ruling of docs/rules/voodoo_prince.md."""

from typing import Any

import pytest

from hexdeck.ai.arena.simulate import play_bots
from hexdeck.core.chance import Shuffle
from hexdeck.core.registry import GAMES
from hexdeck.games.voodoo_prince import GAME
from hexdeck.games.voodoo_prince.law.events import GameEnded, LeftOver, RoundEnded
from hexdeck.games.voodoo_prince.law.names import card_name, card_named
from hexdeck.games.voodoo_prince.law.rules import new
from rulebook.voodoo_prince_scene import Scene, dealt


@pytest.mark.parametrize(("players", "goal"), [(2, 6), (3, 4), (4, 3), (5, 3)])
def test_vp13_marshmallow_cards_and_tricks(players: int, goal: int) -> None:
    state = new(players, {"rounds": 5, "variant": "marshmallow"})
    state.resolve((1,))
    assert state.needs == Shuffle("deal", state.deck())  # no trump is drawn
    state.resolve(state.deck())

    assert [len(hand) for hand in state.hands] == [12] * players
    assert {card_name(card)[1:] for card in state.deck()} == {str(value) for value in range(1, 13)}
    assert state.setup.goal == goal
    assert state.to_move() == (1,)
    assert card_name(state.legal_actions(1)[0]) == "y1"  # leads without naming a trump


def test_vp13_marshmallow_has_no_splitters_and_the_last_player_scores_nothing() -> None:
    game = Scene(
        variant="marshmallow",
        trump="blue",
        leads="Leon",
        tricks={"Marie": 3, "Lukas": 3, "Leon": 2, "Nina": 2},
        out="Marie Lukas",
        Marie="",
        Lukas="",
        Leon="r5 g3",
        Nina="r1 g4",
    )

    game.play("Leon r5", "Nina r1")

    assert game.tricks["Leon"] == 3
    assert game.scores == {"Marie": 0, "Lukas": 0, "Leon": 8, "Nina": 0}


def test_vp13_once_a_trump_lies_there_later_players_may_trump() -> None:
    game = Scene(
        variant="marshmallow",
        trump="blue",
        leads="Marie",
        Marie="r4 g1",
        Lukas="b3 g2",
        Leon="r2 b9 g3",
        Nina="g4 y2",
    )
    game.play("Marie r4")
    game.state.hands[2], before = [card_named("r2"), card_named("b9")], game.state.hands[2]
    game.state.turn = 2
    assert game.legal("Leon") == ["r2"]  # no trump yet
    game.state.hands[2], game.state.turn = before, 1
    game.play("Lukas b3")

    assert game.legal("Leon") == ["r2", "b9"]
    game.play("Leon b9")
    assert GAME.view(game.state, 0).voids == ((), (0,), (), ())  # Leon has shown nothing
    assert game.legal("Nina") == ["y2", "g4"]
    game.play("Nina y2")
    assert GAME.view(game.state, 0).voids == ((), (0,), (), (0,))


def test_vp13_twenty_points_end_the_game_at_once() -> None:
    game = Scene(
        variant="marshmallow",
        trump="blue",
        leads="Leon",
        in_round=3,
        scores={"Leon": 19},
        tricks={"Marie": 1, "Leon": 2},
        Marie="r1 g1",
        Lukas="r2 g2",
        Leon="r9 g3",
        Nina="r3 g4",
    )

    game.play("Leon r9", "Nina r3", "Marie r1", "Lukas r2")

    assert game.state.is_over
    assert game.scores["Leon"] == 20
    assert game.state.events[-1] == GameEnded((2,))


def test_ruling_1_doll_top_and_others_of_the_colour_the_doll_takes_it() -> None:
    game = Scene(trump="red", leads="Marie", Marie="b11 y1", Lukas="b12 y2", Leon="b10 y3", Nina="b0 y4")

    game.play("Marie b11", "Lukas b12", "Leon b10", "Nina b0")

    assert game.turn == "Nina"


def test_ruling_2_doll_and_top_card_off_colour_do_nothing() -> None:
    game = Scene(trump="red", leads="Marie", Marie="y1 g1", Lukas="b12 g2", Leon="b0 g3", Nina="y2 g4")

    game.play("Marie y1", "Lukas b12", "Leon b0", "Nina y2")

    assert game.turn == "Nina"


def test_ruling_3_surplus_tricks_of_a_split_count_for_the_others() -> None:
    game = Scene(
        trump="blue",
        leads="Marie",
        tricks={"Marie": 2, "Lukas": 2},
        Marie="y7 g1",
        Lukas="y2 g9",
        Leon="y6 g3",
        Nina="y5 g4",
    )

    game.play("Marie y7", "Lukas y2", "Leon y6", "Nina y5", "Lukas g9", "Leon g3", "Nina g4")

    assert game.scores["Lukas"] == 4  # all four of Marie's tricks


def test_ruling_4_with_two_and_eight_tricks_the_other_still_counts_to_seven() -> None:
    game = Scene(
        trump="blue", leads="Carsten", tricks={"Carsten": 6, "Ulrich": 3}, Carsten="r7 g1", Ulrich="r2 g2"
    )

    game.play("Carsten r7", "Ulrich r2")

    assert game.tricks["Carsten"] == 8
    assert game.scores == {"Carsten": 3, "Ulrich": 4}


def test_ruling_5_to_the_left_skips_players_who_are_out() -> None:
    game = Scene(
        trump="blue",
        leads="Nina",
        tricks={"Marie": 3, "Nina": 2},
        out="Marie",
        Marie="",
        Lukas="r2 g2",
        Leon="r3 g3",
        Nina="r9 g4",
    )

    game.play("Nina r9", "Lukas r2", "Leon r3")

    assert game.turn == "Lukas"


def test_ruling_6_splitting_is_not_a_choice() -> None:
    game = Scene(trump="blue", leads="Carsten", Carsten="r7 g1", Ulrich="r2 g2")

    game.play("Carsten r7", "Ulrich r2")

    assert game.tricks["Carsten"] == 2
    assert game.legal("Carsten") == ["g1"]  # play goes on, nothing is asked


@pytest.mark.parametrize(("players", "longest", "hand"), [(2, 13, 13), (3, 11, 13), (4, 11, 13), (5, 14, 14)])
def test_ruling_8_hands_never_run_out(players: int, longest: int, hand: int) -> None:
    """All but one leave with exactly their goal, the last is one short: the longest round there is."""
    goal = dealt(players).setup.goal

    assert (players - 1) * goal + goal - 1 == longest
    assert longest <= hand


def test_ruling_9_a_table_may_choose_its_rounds() -> None:
    game = Scene(
        trump="blue",
        leads="Carsten",
        in_round=10,
        rounds=10,
        tricks={"Carsten": 6},
        Carsten="r9",
        Ulrich="r2",
    )
    game.play("Carsten r9", "Ulrich r2")

    assert game.state.is_over
    assert [option.choices for option in GAME.options if option.name == "rounds"] == [
        (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    ]


def test_ruling_10_marshmallow_with_two_the_other_scores_nothing() -> None:
    game = Scene(
        variant="marshmallow",
        trump="blue",
        leads="Carsten",
        tricks={"Carsten": 5, "Ulrich": 3},
        Carsten="r9 g1",
        Ulrich="r2 g2",
    )

    game.play("Carsten r9", "Ulrich r2")

    assert game.scores == {"Carsten": 3, "Ulrich": 0}


def five_with_their_last_cards(leons_tricks: int) -> Scene:
    return Scene(
        variant="marshmallow",
        trump="blue",
        leads="Leon",
        tricks={"Marie": 3, "Lukas": 3, "Leon": leons_tricks, "Nina": 2, "Jonas": 2},
        out="Marie Lukas",
        Marie="",
        Lukas="",
        Leon="r9",
        Nina="r2",
        Jonas="r3",
    )


def test_ruling_11_marshmallow_with_five_runs_out_of_cards() -> None:
    game = five_with_their_last_cards(leons_tricks=1)

    game.play("Leon r9", "Nina r2", "Jonas r3")

    assert game.scores == {"Marie": 0, "Lukas": 0, "Leon": 0, "Nina": 0, "Jonas": 0}
    assert game.state.needs is not None
    assert game.turn == "Leon"  # deals and names trump


def test_ruling_11_also_when_the_last_trick_lets_its_taker_leave() -> None:
    game = five_with_their_last_cards(leons_tricks=2)

    game.play("Leon r9", "Nina r2", "Jonas r3")

    assert game.scores == {"Marie": 0, "Lukas": 0, "Leon": 10, "Nina": 0, "Jonas": 0}
    assert game.state.needs is not None
    assert game.turn == "Nina"


def test_ruling_11_is_the_usual_end_of_a_round_with_five() -> None:
    """Hands are empty at the end of more than half of the rounds that five sensible players play."""
    ends: list[bool] = []

    def tell(events: tuple[Any, ...]) -> None:
        if any(isinstance(event, RoundEnded) for event in events):
            ends.append(not any(isinstance(event, LeftOver) for event in events))

    for number in range(4):
        play_bots(
            GAMES["voodoo_prince"], ["heuristic"] * 5, bytes([number] * 32), {"variant": "marshmallow"}, tell
        )

    assert len(ends) > 10
    assert sum(ends) > len(ends) / 2


def test_ruling_12_marshmallow_ends_after_fifty_rounds() -> None:
    game = Scene(
        variant="marshmallow",
        trump="blue",
        leads="Carsten",
        in_round=50,
        tricks={"Carsten": 5},
        Carsten="r9 g1",
        Ulrich="r2 g2",
    )

    game.play("Carsten r9", "Ulrich r2")

    assert game.state.is_over
    assert game.state.events[-1] == GameEnded((0, 1))
