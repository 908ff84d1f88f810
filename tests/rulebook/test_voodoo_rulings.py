"""The rulings of docs/rules/voodoo.md that no other file tests."""

from hexdeck.games.voodoo import GAME
from hexdeck.games.voodoo.law.cards import FACES
from hexdeck.games.voodoo.law.events import DollPassed, GameEnded
from hexdeck.games.voodoo.law.position import SKULLS
from rulebook.voodoo_scene import Scene


def test_ruling_1_a_second_curse_in_one_turn_cannot_hit_the_same_victim() -> None:
    game = Scene(doll="Leo", Leo="mummy_feet tiny_drum", Ugo="", Luca="")
    game.prepared("Leo", "skull skull raven star bat")

    game.play("Leo cast mummy_feet on Ugo")

    assert game.legal("Leo", "cast") == ["cast tiny_drum on Luca"]


def test_ruling_1_target_moves_on_and_the_first_victim_can_be_hit_again() -> None:
    game = Scene(doll="Leo", Leo="mummy_feet tiny_drum gardus_corpux", Ugo="", Luca="")
    game.state.more_dice[0] = 1
    game.prepared("Leo", "skull skull raven star bat bat")

    game.play("Leo cast mummy_feet on Ugo", "Leo cast tiny_drum on Luca", "Leo cast gardus_corpux on Ugo")

    assert game.in_force[2] == "gardus_corpux Leo on Ugo"
    assert game.target == "Ugo"


def test_ruling_2_a_victim_can_be_under_many_curses() -> None:
    game = Scene(
        doll="Leo",
        Leo="mummy_feet",
        Ugo="",
        Luca="",
        in_force=("tiny_drum Luca on Ugo", "lamp_wolf Luca on Ugo", "foghorn Leo on Ugo"),
    )
    game.prepared("Leo", "skull skull raven star bat")

    game.play("Leo cast mummy_feet on Ugo")

    assert len(game.state.binding(1)) == 4


def test_ruling_4_each_skull_bites_once() -> None:
    game = Scene(
        doll="Leo", Leo="tiny_drum", Ugo="", Luca="", scores={"Leo": 3}, in_force=("best_manners Leo",)
    )
    game.play("Leo roll", "dice raven star bat bat bat", "Ugo call best_manners on Leo", "Leo stop")
    assert game.scores["Leo"] == 2

    game.play("Leo cast tiny_drum on Ugo")

    assert game.scores["Leo"] == 3
    assert game.in_force == ["best_manners Leo", "tiny_drum Leo on Ugo"]


def test_ruling_5_reaching_eleven_comes_before_a_skull() -> None:
    game = Scene(doll="Leo", Leo="the_oyster", Ugo="", Luca="", scores={"Leo": 8})
    game.prepared("Leo", "skull ghost bat bat star")

    game.play("Leo cast the_oyster on Ugo")

    assert game.in_force == ["the_oyster Leo on Ugo"]
    assert game.state.events[-1] == GameEnded(winners=(0,), scores=(11, 0, 0))


def test_ruling_6_no_score_falls_below_zero() -> None:
    game = Scene(
        doll="Ugo", Leo="", Ugo="", Luca="", in_force=("best_manners Ugo", "ahi_cho_chos Leo on all")
    )

    game.play("Ugo roll", "dice bat bat bat bat bat", "Leo call best_manners on Ugo", "Ugo stop", "Ugo pass")

    assert game.scores["Ugo"] == 0
    game.play("Leo call ahi_cho_chos on Ugo")  # false: the marker did not move
    assert game.in_force == ["best_manners Ugo", "ahi_cho_chos Leo on Ugo Luca"]


def test_ruling_7_nobody_curses_themselves() -> None:
    game = Scene(doll="Ugo", Leo="", Ugo="tiny_drum", Luca="")
    game.prepared("Ugo", "raven star bat bat bat")

    assert game.legal("Ugo", "cast") == ["cast tiny_drum on Leo", "cast tiny_drum on Luca"]


def test_ruling_8_there_is_no_reroll_while_acting() -> None:
    game = Scene(doll="Ugo", Leo="", Ugo="", Luca="")
    game.prepared("Ugo", "raven star bat bat bat")

    assert game.legal("Ugo", "discard") == []
    assert game.legal("Ugo", "keep") == []


def test_ruling_10_unused_dice_are_lost() -> None:
    game = Scene(doll="Ugo", Leo="", Ugo="", Luca="")

    game.turn_of("Ugo")
    game.turn_of("Luca", "bat bat bat bat bat")

    assert game.dice == ""


def test_ruling_12_after_twenty_five_turns_of_each_player_the_game_ends_as_it_stands() -> None:
    game = Scene(doll="Luca", Leo="", Ugo="", Luca="", scores={"Leo": 4, "Ugo": 4}, turns=75)

    game.turn_of("Luca")

    assert game.state.is_over
    assert game.state.events == [DollPassed(2, 0), GameEnded(winners=(0, 1), scores=(4, 4, 0))]


def test_ruling_12_the_turn_before_is_not_the_last() -> None:
    game = Scene(doll="Ugo", Leo="", Ugo="", Luca="", turns=74)

    game.turn_of("Ugo")

    assert not game.state.is_over
    assert game.turn == "Luca"


def test_ruling_18_an_asterisk_without_a_choice_is_paid_by_itself() -> None:
    game = Scene(doll="Leo", Leo="gardus_corpux", Ugo="", Luca="")
    game.prepared("Leo", "bat star star star star")

    game.play("Leo cast gardus_corpux on Ugo")

    assert game.dice == "star star star"
    assert game.in_force == ["gardus_corpux Leo on Ugo"]


def test_ruling_11_what_the_rulebook_does_not_print() -> None:
    assert list(GAME.players) == [3, 4, 5, 6]
    assert FACES == ("pumpkin", "skull", "ghost", "raven", "bat", "star")
    assert SKULLS == (3, 6, 9)
    assert Scene(doll="Leo", Leo="", Ugo="", Luca="").state.target is None  # in the middle
