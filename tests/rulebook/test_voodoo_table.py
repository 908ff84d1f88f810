"""Calls at the table: [VO14] of docs/rules/voodoo.md."""

from random import Random

import pytest

from hexdeck.ai.bots import make_bot
from hexdeck.core.chance import Roll, Shuffle
from hexdeck.games.voodoo import GAME
from hexdeck.games.voodoo.law.events import CallJudged, CurseEnded, Denied, MarkerMoved, Voted, VotesRevealed
from hexdeck.games.voodoo.law.names import card_named
from rulebook.voodoo_scene import Scene


def called(*in_force: str, call: str = "Leo call the_oyster on Ugo") -> Scene:
    """Five at a table; somebody calls."""
    game = Scene(
        doll="Jonas",
        mode="table",
        Leo="",
        Ugo="",
        Luca="",
        Nina="",
        Jonas="",
        in_force=in_force or ("the_oyster Leo on Ugo",),
    )
    game.play(call)
    return game


def test_vo14_there_are_no_gestures_and_nothing_lapses() -> None:
    game = Scene(doll="Ugo", mode="table", Leo="", Ugo="", Luca="", in_force=("tiny_drum Leo on Ugo",))

    assert game.legal("Ugo") == ["roll"]
    game.play("Ugo roll", "dice bat bat bat bat bat")

    assert game.state.diary == []
    assert game.legal("Ugo", "do") == []


def test_vo14_the_accused_answers_and_everybody_else_waits() -> None:
    game = called()

    assert game.to_move == ["Ugo"]
    assert game.legal("Ugo") == ["admit", "deny"]
    assert game.legal("Jonas") == game.legal("Leo") == game.legal("Luca") == []


def test_vo14_an_admitted_call_is_right() -> None:
    game = called()

    game.play("Ugo admit")

    oyster = card_named("the_oyster")
    assert game.state.events == [
        CallJudged(0, oyster, 1, broken=True),
        CurseEnded(oyster),
        MarkerMoved(0, 2, 2),
    ]
    assert game.in_force == []
    assert game.to_move == ["Jonas"]
    assert game.legal("Jonas") == ["roll"]


def test_vo14_denied_the_uninvolved_vote_in_secret() -> None:
    game = called()

    game.play("Ugo deny")
    assert game.state.events == [Denied(1)]
    assert game.to_move == ["Luca", "Nina", "Jonas"]
    assert game.legal("Nina") == ["vote broken", "vote kept", "vote abstain"]
    assert game.legal("Leo") == game.legal("Ugo") == []
    game.play("Nina vote broken")

    assert game.state.events == [Voted(3)]
    assert game.to_move == ["Luca", "Jonas"]
    assert game.legal("Nina") == []
    assert [GAME.view(game.state, seat).vote for seat in range(5)] == [None, None, None, True, None]
    assert [GAME.view(game.state, seat).voted for seat in range(5)] == [(3,)] * 5


def test_vo14_more_votes_for_broken_make_the_call_right() -> None:
    game = called()

    game.play("Ugo deny", "Nina vote broken", "Luca vote kept", "Jonas vote broken")

    assert game.state.events[1] == VotesRevealed(((2, False), (3, True), (4, True)))
    assert game.scores["Leo"] == 2
    assert game.state.votes == {}


def test_vo14_otherwise_the_curse_was_kept_and_the_caller_is_barred() -> None:
    game = called()

    game.play("Ugo deny", "Nina vote broken", "Luca vote kept", "Jonas vote kept")

    assert game.scores["Leo"] == 0
    assert game.in_force == ["the_oyster Leo on Ugo"]
    assert game.legal("Leo") == []
    game.play("Jonas roll", "dice bat bat bat bat bat")
    assert game.legal("Leo") == ["call the_oyster on Ugo"]


def test_vo14_a_tie_means_kept() -> None:
    game = Scene(
        doll="Nina", mode="table", Leo="", Ugo="", Luca="", Nina="", in_force=("the_oyster Leo on Ugo",)
    )

    game.play("Leo call the_oyster on Ugo", "Ugo deny", "Luca vote broken", "Nina vote kept")

    assert game.in_force == ["the_oyster Leo on Ugo"]


def test_vo14_whoever_abstains_does_not_count() -> None:
    game = called()

    game.play("Ugo deny", "Nina vote abstain", "Luca vote broken")
    assert game.state.votes == {3: None, 2: True}
    game.play("Jonas vote abstain")

    assert game.state.events[1] == VotesRevealed(((2, True), (3, None), (4, None)))
    assert game.scores["Leo"] == 2


def test_vo14_votes_that_nobody_cast_do_not_break_a_curse() -> None:
    game = called()

    game.play("Ugo deny", "Nina vote abstain", "Luca vote abstain", "Jonas vote abstain")

    assert game.scores["Leo"] == 0
    assert game.in_force == ["the_oyster Leo on Ugo"]


@pytest.mark.parametrize("name", ["heuristic", "novice", "casual", "club", "expert"])
def test_ruling_21_bots_did_not_see_it_and_abstain(name: str) -> None:
    game = called()
    bot = make_bot(name, "voodoo", Random(1))

    assert GAME.action_name(bot.choose(GAME.view(game.state, 1))) == "deny"
    game.play("Ugo deny")

    assert GAME.action_name(bot.choose(GAME.view(game.state, 3))) == "vote abstain"


def test_vo14_with_three_players_one_vote_decides() -> None:
    game = Scene(doll="Luca", mode="table", Leo="", Ugo="", Luca="", in_force=("the_oyster Leo on Ugo",))

    game.play("Leo call the_oyster on Ugo", "Ugo deny", "Luca vote broken")

    assert game.scores["Leo"] == 2


def test_vo14_the_turn_goes_on_where_it_was() -> None:
    game = Scene(
        doll="Leo", mode="table", Leo="gardus_corpux", Ugo="", Luca="", in_force=("the_oyster Leo on Ugo",)
    )
    game.prepared("Leo", "bat raven raven star star")
    game.play("Leo cast gardus_corpux on Luca")

    game.play("Leo call the_oyster on Ugo", "Ugo admit")

    assert game.legal("Leo") == ["pay raven", "pay star"]


def test_vo14_real_dice_are_rolled_by_hand() -> None:
    state = GAME.set_up(3, {"dice": "real"})
    state.resolve((0,))
    while isinstance(state.needs, Shuffle):
        state.resolve(state.needs.cards)

    state.apply(0, GAME.action_named("roll"))

    assert state.needs == Roll("dice", 5, 6, by_hand=True)


def test_ruling_15_a_right_call_of_a_permanent_curse_is_made_once_before_the_next_first_roll() -> None:
    game = called("best_manners Ugo", "rabbit_nose Ugo", call="Leo call best_manners on Ugo")
    game.state.scores[1] = 2

    game.play("Ugo admit")

    assert game.scores["Ugo"] == 1
    assert game.legal("Leo") == ["call rabbit_nose on Ugo"]
    assert game.legal("Luca") == ["call rabbit_nose on Ugo", "call best_manners on Ugo"]
    game.play("Luca call rabbit_nose on Ugo", "Ugo admit")
    assert game.state.more_dice == [0, -1, 0, 0, 0]
