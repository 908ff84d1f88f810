"""The Stinky Doll, cursed skulls and the end: [VO10] to [VO12] of docs/rules/voodoo.md."""

from hexdeck.games.voodoo.law.names import card_named
from rulebook.voodoo_scene import Scene


def test_vo10_the_stinky_doll_casts_with_the_dice_of_an_opponent_who_stops() -> None:
    game = Scene(doll="Leo", Leo="", Ugo="stinky_doll gardus_corpux tiny_drum", Luca="", target="Luca")
    game.play("Leo roll", "dice ghost raven raven bat bat")
    assert game.legal("Ugo") == []

    game.play("Leo stop")
    assert game.legal("Ugo") == ["stinky gardus_corpux on Leo"]
    game.play("Ugo stinky gardus_corpux on Leo")

    assert game.dice == "ghost raven raven bat bat"
    assert game.in_force == ["gardus_corpux Ugo on Leo"]
    assert game.scores["Ugo"] == 1
    assert game.target == "Leo"
    assert game.state.artefacts.deck[-1] == card_named("stinky_doll")
    assert game.hand("Ugo") == ["tiny_drum"]
    assert game.to_move == ["Leo"]


def test_vo10_the_stinky_doll_can_cast_on_all() -> None:
    game = Scene(doll="Leo", Leo="", Ugo="stinky_doll ahi_cho_chos", Luca="")
    game.prepared("Leo", "ghost raven bat bat bat")

    game.play("Ugo stinky ahi_cho_chos on all")

    assert game.in_force == ["ahi_cho_chos Ugo on Leo Luca"]


def test_vo10_it_is_too_late_once_the_opponent_acts() -> None:
    game = Scene(doll="Leo", Leo="tiny_drum", Ugo="stinky_doll gardus_corpux", Luca="")
    game.prepared("Leo", "raven raven bat bat star")

    game.play("Leo cast tiny_drum on Luca")

    assert game.legal("Ugo") == []


def test_vo10_nobody_uses_the_stinky_doll_on_their_own_dice() -> None:
    game = Scene(doll="Leo", Leo="stinky_doll gardus_corpux", Ugo="", Luca="")
    game.prepared("Leo", "raven raven bat bat star")

    assert game.legal("Leo", "stinky") == []
    assert game.legal("Leo", "use") == []


def test_vo10_the_last_die_is_a_stop_too() -> None:
    game = Scene(doll="Leo", Leo="", Ugo="stinky_doll gardus_corpux", Luca="")
    game.state.more_dice[0] = -4

    game.play("Leo roll", "dice bat")

    assert game.state.phase == "acting"
    assert game.legal("Ugo") == []  # gardus_corpux costs two dice
    assert game.state.stopped


def test_vo11_reaching_a_skull_draws_a_permanent_curse() -> None:
    game = Scene(doll="Leo", Leo="the_oyster", Ugo="", Luca="", on_top="tiny_horse rabbit_nose")
    game.prepared("Leo", "skull ghost bat bat star")

    game.play("Leo cast the_oyster on Ugo")

    assert game.in_force == ["the_oyster Leo on Ugo", "tiny_horse Leo"]
    assert game.state.skulls == [1, 0, 0]
    assert len(game.state.permanents) == 9


def test_vo11_below_a_skull_nothing_is_drawn() -> None:
    game = Scene(doll="Leo", Leo="tiny_drum", Ugo="", Luca="", scores={"Leo": 1})
    game.prepared("Leo", "raven star bat bat star")

    game.play("Leo cast tiny_drum on Ugo")

    assert game.state.skulls == [0, 0, 0]


def test_vo11_passing_two_skulls_draws_two() -> None:
    """No card scores enough for that, but the rule stands."""
    game = Scene(
        doll="Leo",
        Leo="tiny_drum",
        Ugo="",
        Luca="",
        scores={"Leo": 5},
        on_top="tiny_horse rabbit_nose",
    )
    game.state.skulls = [0, 0, 0]
    game.prepared("Leo", "raven star bat bat star")

    game.play("Leo cast tiny_drum on Ugo")

    assert game.in_force == ["tiny_drum Leo on Ugo", "tiny_horse Leo", "rabbit_nose Leo"]
    assert game.state.skulls == [2, 0, 0]


def test_vo11_the_third_skull_is_the_last() -> None:
    game = Scene(
        doll="Leo",
        Leo="tiny_drum",
        Ugo="",
        Luca="",
        scores={"Leo": 8},
        on_top="tiny_horse",
    )
    game.prepared("Leo", "raven star bat bat star")

    game.play("Leo cast tiny_drum on Ugo")

    assert game.in_force == ["tiny_drum Leo on Ugo", "tiny_horse Leo"]


def test_vo11_an_empty_deck_gives_none() -> None:
    game = Scene(doll="Leo", Leo="the_oyster", Ugo="", Luca="", empty="permanents")
    game.prepared("Leo", "skull ghost bat bat star")

    game.play("Leo cast the_oyster on Ugo")

    assert game.in_force == ["the_oyster Leo on Ugo"]
    assert game.state.skulls == [1, 0, 0]


def test_vo12_eleven_points_win_at_once() -> None:
    game = Scene(doll="Leo", Leo="tiny_drum", Ugo="", Luca="", scores={"Leo": 10, "Ugo": 9})
    game.prepared("Leo", "raven star bat bat star")

    game.play("Leo cast tiny_drum on Ugo")

    assert game.state.is_over
    assert game.to_move == []
    assert game.legal("Leo") == []


def test_vo12_ten_points_do_not_win() -> None:
    game = Scene(doll="Leo", Leo="tiny_drum", Ugo="", Luca="", scores={"Leo": 9})
    game.prepared("Leo", "raven star bat bat star")

    game.play("Leo cast tiny_drum on Ugo")

    assert not game.state.is_over


def test_vo12_a_call_wins_outside_ones_turn() -> None:
    game = Scene(doll="Ugo", Leo="", Ugo="", Luca="", scores={"Leo": 9}, in_force=("the_oyster Leo on Ugo",))

    game.play("Ugo roll", "dice bat bat bat bat bat", "Leo call the_oyster on Ugo")

    assert game.scores["Leo"] == 11
    assert game.state.is_over
