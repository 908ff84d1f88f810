"""Acts and calls on screen: [VO13] of docs/rules/voodoo.md and the rulings on it."""

import pytest

from hexdeck.games.voodoo.law.names import card_named
from rulebook.voodoo_scene import Scene

ROLL = ("Ugo roll", "dice bat bat bat bat bat")
STOP = ("Ugo stop", "Ugo pass")


def bound(*in_force: str, ann: str = "", bob: str = "") -> Scene:
    """Ugo's turn begins; curses are in force."""
    return Scene(doll="Ugo", in_force=in_force, Leo=ann, Ugo=bob, Luca="")


def is_right(game: Scene, call: str) -> bool:
    """Whether a call would be right now; nothing changes."""
    caller, _, card, *_ = call.split()
    before = game.state.copy()
    game.play(call)
    false = (game.seat(caller), card_named(card)) in game.state.barred
    game.state = before
    return not false


def test_vo13_any_act_can_be_made_in_ones_own_turn_due_or_not() -> None:
    game = bound(
        "tiny_drum Leo on Ugo", "winter_sleep Leo on Ugo", "gardus_corpux Luca on Ugo", "rabbit_nose Ugo"
    )

    acts = ["do gardus_corpux", "do winter_sleep", "do tiny_drum", "do rabbit_nose"]
    assert game.legal("Ugo", "do") == acts
    game.play(*ROLL)
    assert game.legal("Ugo", "do") == acts
    assert game.legal("Leo", "do") == []


def test_vo13_an_act_is_made_once_before_the_first_roll_and_once_after_it() -> None:
    game = bound("gardus_corpux Leo on Ugo")

    game.play("Ugo do gardus_corpux")
    assert game.legal("Ugo", "do") == []
    game.play(*ROLL)
    assert game.legal("Ugo", "do") == ["do gardus_corpux"]
    game.play("Ugo discard bat", "Ugo do gardus_corpux", "Ugo keep bat", "dice bat bat bat")
    assert game.legal("Ugo", "do") == []
    game.play(*STOP)
    assert game.legal("Ugo", "do") == []
    game.turn_of("Luca")
    game.turn_of("Leo")

    assert game.legal("Ugo", "do") == ["do gardus_corpux"]


@pytest.mark.parametrize("curse", ["tiny_drum", "gardus_corpux"])
def test_vo13_what_is_due_before_rolling_lapses_with_the_first_roll(curse: str) -> None:
    game = bound(f"{curse} Leo on Ugo")
    assert not is_right(game, f"Leo call {curse} on Ugo")

    game.play(*ROLL)

    assert is_right(game, f"Leo call {curse} on Ugo")


def test_vo13_an_act_before_the_first_roll_is_in_time_and_one_after_it_is_not() -> None:
    in_time, too_late = bound("tiny_drum Leo on Ugo"), bound("tiny_drum Leo on Ugo")

    in_time.play("Ugo do tiny_drum", *ROLL)
    too_late.play(*ROLL, "Ugo do tiny_drum")

    assert not is_right(in_time, "Leo call tiny_drum on Ugo")
    assert is_right(too_late, "Leo call tiny_drum on Ugo")


@pytest.mark.parametrize(
    ("curse", "acts"), [("winter_sleep", ()), ("gardus_corpux", ("Ugo do gardus_corpux",))]
)
def test_vo13_what_is_due_before_passing_lapses_with_the_doll(curse: str, acts: tuple[str, ...]) -> None:
    game = bound(f"{curse} Leo on Ugo")
    game.play(*acts, *ROLL)
    assert not is_right(game, f"Leo call {curse} on Ugo")

    game.play(*STOP)

    assert is_right(game, f"Leo call {curse} on Ugo")


def test_ruling_20_what_is_due_before_passing_may_be_done_before_the_first_roll() -> None:
    game = bound("winter_sleep Leo on Ugo")
    game.play("Ugo do winter_sleep", *ROLL)
    assert "do winter_sleep" in game.legal("Ugo")  # nobody is told that it was enough

    game.play(*STOP)

    assert not is_right(game, "Leo call winter_sleep on Ugo")


def test_ruling_20_it_counts_for_that_turn_only() -> None:
    game = bound("winter_sleep Leo on Ugo")
    game.play("Ugo do winter_sleep", *ROLL, *STOP)
    game.play("Luca roll", "dice bat bat bat bat bat", "Luca stop", "Luca pass")
    game.play("Leo roll", "dice bat bat bat bat bat", "Leo stop", "Leo pass")

    game.play(*ROLL, *STOP)

    assert is_right(game, "Leo call winter_sleep on Ugo")


def test_vo13_a_curse_of_one_moment_is_not_due_at_the_other() -> None:
    game = bound("tiny_drum Leo on Ugo", "winter_sleep Leo on Ugo")

    game.play("Ugo do tiny_drum", *ROLL)
    assert not is_right(game, "Leo call winter_sleep on Ugo")
    game.play("Ugo do winter_sleep", *STOP)

    assert not is_right(game, "Leo call tiny_drum on Ugo")
    assert not is_right(game, "Leo call winter_sleep on Ugo")


def test_vo13_a_lapse_can_be_called_until_the_next_players_first_roll() -> None:
    game = bound("tiny_drum Leo on Ugo")
    game.play(*ROLL, *STOP)
    assert is_right(game, "Leo call tiny_drum on Ugo")

    game.play("Luca roll", "dice bat bat bat bat bat")

    assert not is_right(game, "Leo call tiny_drum on Ugo")
    assert game.legal("Leo") == ["call tiny_drum on Ugo"]


def test_vo13_the_casters_own_first_roll_forgets_the_lapse_too() -> None:
    game = bound("tiny_drum Luca on Ugo")
    game.play(*ROLL, *STOP)
    assert "call tiny_drum on Ugo" in game.legal("Luca")

    game.play("Luca roll", "dice bat bat bat bat bat")

    assert not is_right(game, "Luca call tiny_drum on Ugo")


def test_vo13_a_false_call_bars_only_this_caller_and_curse_until_the_next_first_roll() -> None:
    game = bound("tiny_drum Leo on Ugo", "winter_sleep Leo on Ugo")

    game.play("Leo call tiny_drum on Ugo")
    assert game.scores == {"Leo": 0, "Ugo": 0, "Luca": 0}
    assert game.in_force == ["tiny_drum Leo on Ugo", "winter_sleep Leo on Ugo"]
    assert game.legal("Leo") == ["call winter_sleep on Ugo"]
    game.play(*ROLL)

    assert game.legal("Leo") == ["call winter_sleep on Ugo", "call tiny_drum on Ugo"]


def test_vo13_calls_can_be_made_in_ones_own_turn_but_not_while_dice_roll() -> None:
    game = bound("tiny_drum Luca on Ugo")
    game.play(*ROLL, *STOP)
    assert game.legal("Luca") == ["roll", "call tiny_drum on Ugo"]

    game.play("Luca roll")

    assert game.legal("Luca") == []


def test_vo13_a_cry_is_due_after_the_marker_moved_until_the_doll_is_passed() -> None:
    game = bound("ahi_cho_chos Leo on all", bob="mummy_feet")
    game.play("Ugo roll", "dice skull skull bat bat bat", "Ugo stop", "Ugo cast mummy_feet on Luca")
    assert not is_right(game, "Leo call ahi_cho_chos on Ugo")

    game.play("Ugo pass")

    assert is_right(game, "Leo call ahi_cho_chos on Ugo")
    assert not is_right(game, "Leo call ahi_cho_chos on Luca")


def test_vo13_a_cry_before_the_marker_moves_does_not_count_but_one_after_it_does() -> None:
    game = bound("ahi_cho_chos Leo on all", bob="mummy_feet")
    game.play("Ugo do ahi_cho_chos", "Ugo roll", "dice skull skull bat bat bat", "Ugo stop")
    assert game.legal("Ugo", "do") == []
    game.play("Ugo cast mummy_feet on Luca")
    assert game.legal("Ugo", "do") == ["do ahi_cho_chos"]
    silent = game.state.copy()

    game.play("Ugo do ahi_cho_chos", "Ugo pass")
    assert not is_right(game, "Leo call ahi_cho_chos on Ugo")

    game.state = silent
    game.play("Ugo pass")
    assert is_right(game, "Leo call ahi_cho_chos on Ugo")


def test_vo13_a_cry_can_be_made_out_of_turn_once_a_turn() -> None:
    game = bound("ahi_cho_chos Leo on all")
    assert game.legal("Luca") == ["do ahi_cho_chos"]

    game.play("Luca do ahi_cho_chos")
    assert game.legal("Luca") == []
    game.play(*ROLL)
    assert game.legal("Luca") == []
    assert game.to_move == ["Ugo"]
    game.play(*STOP)

    assert game.legal("Luca", "do") == ["do ahi_cho_chos"]


def test_vo13_only_ones_own_marker_asks_for_another_cry() -> None:
    game = bound("ahi_cho_chos Leo on all", bob="mummy_feet")
    game.play("Luca do ahi_cho_chos", "Ugo roll", "dice skull skull bat bat bat", "Ugo stop")

    game.play("Ugo cast mummy_feet on Luca")

    assert game.legal("Luca") == []


def test_vo13_a_cry_after_the_pass_is_too_late() -> None:
    game = bound("ahi_cho_chos Leo on all", bob="mummy_feet")
    game.play(
        "Ugo roll", "dice skull skull bat bat bat", "Ugo stop", "Ugo cast mummy_feet on Luca", "Ugo pass"
    )

    game.play("Ugo do ahi_cho_chos")

    assert is_right(game, "Leo call ahi_cho_chos on Ugo")


def test_vo13_a_marker_that_moved_before_the_curse_asks_for_no_cry() -> None:
    game = bound(ann="stinky_doll ahi_cho_chos", bob="mummy_feet")
    game.state.scores[1] = 1
    game.state.move_marker(1, 1)
    game.prepared("Ugo", "skull skull bat bat bat")

    game.play("Leo stinky ahi_cho_chos on all", "Ugo pass")

    assert not is_right(game, "Leo call ahi_cho_chos on Ugo")


def test_vo13_the_penalty_of_a_permanent_curse_may_be_called_by_any_opponent() -> None:
    game = bound("best_manners Ugo")
    game.state.scores[1] = 2
    game.play(*ROLL)
    assert game.legal("Ugo", "call") == []
    assert game.legal("Luca") == game.legal("Leo") == ["call best_manners on Ugo"]

    game.play("Luca call best_manners on Ugo")

    assert game.scores == {"Leo": 0, "Ugo": 1, "Luca": 0}
    assert game.in_force == ["best_manners Ugo"]


def test_vo13_a_penalty_settles_what_lapsed_before_it() -> None:
    game = bound("best_manners Ugo")
    game.state.scores[1] = 2
    game.play(*ROLL, "Luca call best_manners on Ugo")

    game.play("Luca call best_manners on Ugo")

    assert game.scores["Ugo"] == 1
    assert game.legal("Luca") == []
    assert game.legal("Leo") == ["call best_manners on Ugo"]


def test_vo13_after_a_penalty_the_next_moment_counts_again() -> None:
    game = bound("high_society Ugo")
    game.state.scores[1] = 2
    game.play(*ROLL, "Luca call high_society on Ugo", *STOP)

    game.play("Luca call high_society on Ugo")

    assert game.scores["Ugo"] == 0


def test_vo13_an_act_made_before_a_penalty_still_counts_for_its_moment() -> None:
    game = bound("high_society Ugo")
    game.state.scores[1] = 2
    game.play(*ROLL, "Ugo do high_society", "Luca call high_society on Ugo", *STOP)

    assert not is_right(game, "Luca call high_society on Ugo")


def test_vo13_the_penalty_can_be_a_die() -> None:
    game = bound("rabbit_nose Ugo")
    game.play(*ROLL, "Leo call rabbit_nose on Ugo", *STOP)
    game.turn_of("Luca")
    game.turn_of("Leo")

    game.play("Ugo roll", "dice bat bat bat bat")

    assert game.dice == "bat bat bat bat"


def test_ruling_9_one_slip_that_breaks_two_curses_is_called_twice() -> None:
    game = bound("tiny_drum Leo on Ugo", "scarab_on_duty Leo on Ugo")
    game.play(*ROLL)

    game.play("Leo call tiny_drum on Ugo", "Leo call scarab_on_duty on Ugo")

    assert game.scores["Leo"] == 2
    assert game.in_force == []


def test_ruling_17_a_curse_is_due_in_every_moment_that_ends_after_it_came() -> None:
    game = Scene(doll="Ugo", Leo="stinky_doll gardus_corpux", Ugo="", Luca="")
    game.prepared("Ugo", "bat bat bat bat bat")

    game.play("Leo stinky gardus_corpux on Ugo")
    assert not is_right(game, "Leo call gardus_corpux on Ugo")  # the first roll was before
    game.play("Ugo pass")

    assert is_right(game, "Leo call gardus_corpux on Ugo")


def test_ruling_17_a_permanent_curse_is_due_from_the_moment_it_is_drawn() -> None:
    game = Scene(doll="Ugo", Leo="", Ugo="mummy_feet", Luca="", scores={"Ugo": 2}, on_top="tiny_horse")
    game.prepared("Ugo", "skull skull bat bat bat")

    game.play("Ugo cast mummy_feet on Leo", "Ugo pass")

    assert is_right(game, "Leo call tiny_horse on Ugo")


def test_ruling_17_a_curse_that_is_handed_over_leaves_its_lapses_behind() -> None:
    game = bound("gardus_corpux Leo on Ugo", bob="hot_pebble")
    game.prepared("Ugo", "bat bat bat bat bat")

    game.play("Ugo use hot_pebble gardus_corpux to Luca")
    assert game.legal("Leo") == ["call gardus_corpux on Luca"]
    game.play("Ugo pass")

    assert not is_right(game, "Leo call gardus_corpux on Luca")


def test_ruling_17_a_curse_that_came_back_begins_anew() -> None:
    """Ended by salt, drawn again and cast on the same victim, all in one turn."""
    game = Scene(
        doll="Ugo",
        Leo="stinky_doll",
        Ugo="salt_circle",
        Luca="",
        in_force=("tiny_drum Leo on Ugo",),
        empty="curses",
    )
    game.play("Ugo roll", "dice raven star bat bat bat", "Ugo stop", "Ugo do tiny_drum")
    game.play("Ugo use salt_circle on tiny_drum")
    assert game.state.curses.deck == [card_named("tiny_drum")]
    game.state.curses.draw(0)
    game.state.stopped = True

    game.play("Leo stinky tiny_drum on Ugo")

    assert not is_right(game, "Leo call tiny_drum on Ugo")
    assert game.legal("Ugo", "do") == ["do tiny_drum"]
