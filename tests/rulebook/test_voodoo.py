"""The turn, casting and breaking: [VO1] to [VO9] of docs/rules/voodoo.md, and its examples."""

import pytest

from hexdeck.core.chance import Chance, Roll, Shuffle
from hexdeck.games.voodoo import GAME
from hexdeck.games.voodoo.law.cards import FACES, the_cards
from hexdeck.games.voodoo.law.events import DeckShuffled, DollGiven, StartingCursesDealt, TurnBegan
from hexdeck.games.voodoo.law.names import card_name, card_named
from rulebook.voodoo_scene import Scene

STARTING = "gardus_corpux who_lives_in_the_oak winter_sleep mummy_feet scarab_on_duty"
MORE_STARTING = "camel_at_lunch the_hourglass tiny_drum lights_out long_goodbye"


def test_vo1_the_set_of_cards() -> None:
    cards = the_cards()

    assert (len(cards.curses), len(cards.permanents), len(cards.artefacts)) == (36, 10, 13)
    schools = [curse.school for curse in cards.curses]
    assert [schools.count(school) for school in ("celtic", "egyptian", "haitian")] == [12, 12, 12]
    assert FACES == ("pumpkin", "skull", "ghost", "raven", "bat", "star")
    assert GAME.players == range(3, 7)


def test_vo1_dearer_curses_score_more() -> None:
    points = {(curse.ingredients, curse.casting, curse.breaking) for curse in the_cards().curses}

    assert points == {(2, 1, 1), (3, 2, 1), (4, 3, 2)}


def test_vo2_the_set_up() -> None:
    state = GAME.set_up(3)
    assert state.needs == Roll("doll", 1, 3)
    assert state.to_move() == ()
    assert state.legal_actions(0) == []
    state.resolve((2,))
    assert state.events == [DollGiven(2)]
    needs: Chance | None = state.needs
    starting = tuple(card_named(name) for name in f"{STARTING} {MORE_STARTING}".split())
    assert needs == Shuffle("starting", tuple(sorted(starting)))
    state.resolve(starting)
    assert state.events == [StartingCursesDealt(starting[:3])]
    assert isinstance(state.needs, Shuffle)
    assert state.needs.what == "curses"
    assert len(state.needs.cards) == 33
    assert set(starting[3:]) < set(state.needs.cards)
    state.resolve(state.needs.cards)
    assert state.events == [DeckShuffled("curses", 33)]
    assert state.needs == Shuffle("artefacts", tuple(range(46, 59)))
    state.resolve(state.needs.cards)
    assert state.events == [DeckShuffled("artefacts", 13)]
    assert state.needs == Shuffle("permanents", tuple(range(36, 46)))
    state.resolve(state.needs.cards)

    assert state.events == [DeckShuffled("permanents", 10), TurnBegan(2, 1, 5)]
    assert [[card_name(card) for card in hand] for hand in state.curses.hands] == [
        ["gardus_corpux"],
        ["who_lives_in_the_oak"],
        ["winter_sleep"],
    ]
    assert state.scores == [0, 0, 0]
    assert state.target is None
    assert state.to_move() == (2,)


def test_vo3_a_turn_is_rolling_acting_and_passing_to_the_left() -> None:
    game = Scene(doll="Luca", Leo="tiny_drum", Ugo="", Luca="winter_sleep")

    assert game.legal("Luca") == ["roll"]
    game.play("Luca roll", "dice bat bat bat star star")
    assert game.legal("Luca") == ["discard bat", "discard star", "stop"]
    game.play("Luca stop")
    assert "pass" in game.legal("Luca")
    assert game.legal("Leo") == []
    game.play("Luca pass")

    assert game.turn == "Leo"
    assert game.dice == ""
    assert game.to_move == ["Leo"]


def test_vo4_a_discarded_die_is_gone_and_any_others_are_rerolled() -> None:
    game = Scene(doll="Leo", Leo="", Ugo="", Luca="")

    game.play("Leo roll", "dice bat bat raven star star", "Leo discard raven")
    assert game.legal("Leo") == [
        "keep nothing",
        "keep bat",
        "keep star",
        "keep bat bat",
        "keep bat star",
        "keep star star",
        "keep bat bat star",
        "keep bat star star",
    ]
    game.play("Leo keep bat star star")
    assert game.state.needs == Roll("dice", 1, 6)
    assert game.to_move == []
    assert game.legal("Leo") == []
    game.play("dice pumpkin")

    assert game.dice == "pumpkin bat star star"
    assert game.legal("Leo") == ["discard pumpkin", "discard bat", "discard star", "stop"]


def test_vo4_with_one_die_left_the_player_stops() -> None:
    game = Scene(doll="Leo", Leo="", Ugo="", Luca="")
    game.play("Leo roll", "dice bat bat raven star star")
    game.play("Leo discard bat", "Leo keep raven bat star", "dice star")
    game.play("Leo discard bat", "Leo keep raven star", "dice star")
    game.play("Leo discard raven", "Leo keep star", "dice star", "Leo discard star")
    assert game.legal("Leo") == ["keep nothing"]

    game.play("Leo keep nothing", "dice ghost")

    assert game.legal("Leo") == ["pass"]
    assert game.state.stopped


def test_vo5_two_dice_buy_a_curse_or_an_artefact() -> None:
    game = Scene(doll="Leo", Leo="", Ugo="", Luca="", on_top="lamp_wolf foghorn magpie")
    game.prepared("Leo", "bat bat raven star star")

    assert game.legal("Leo", "draw curse") == [
        "draw curse with raven bat",
        "draw curse with raven star",
        "draw curse with bat bat",
        "draw curse with bat star",
        "draw curse with star star",
    ]
    game.play("Leo draw curse with bat star")
    assert game.dice == "raven bat star"
    game.play("Leo draw artefact with raven star")

    assert game.hand("Leo") == ["lamp_wolf", "magpie"]
    assert game.dice == "bat"
    assert game.legal("Leo", "draw") == []


def test_vo5_the_same_action_can_be_done_twice() -> None:
    game = Scene(doll="Leo", Leo="", Ugo="", Luca="", on_top="lamp_wolf foghorn")
    game.prepared("Leo", "bat bat raven star star")

    game.play("Leo draw curse with bat bat", "Leo draw curse with star star")

    assert game.hand("Leo") == ["lamp_wolf", "foghorn"]


def test_vo5_a_curse_costs_exactly_its_ingredients() -> None:
    game = Scene(doll="Leo", Leo="tiny_drum winter_sleep", Ugo="", Luca="")
    game.prepared("Leo", "ghost raven raven star star")

    assert game.legal("Leo", "cast") == ["cast tiny_drum on Ugo", "cast tiny_drum on Luca"]
    game.play("Leo cast tiny_drum on Ugo")

    assert game.dice == "ghost raven star"


def test_vo5_an_asterisk_is_paid_with_any_die() -> None:
    game = Scene(doll="Leo", Leo="gardus_corpux", Ugo="", Luca="")
    game.prepared("Leo", "ghost raven raven bat star")

    game.play("Leo cast gardus_corpux on Ugo")
    assert game.scores["Leo"] == 0
    assert game.dice == "ghost raven raven star"
    assert game.legal("Leo") == ["pay ghost", "pay raven", "pay star"]
    game.play("Leo pay raven")

    assert game.dice == "ghost raven star"
    assert game.in_force == ["gardus_corpux Leo on Ugo"]
    assert game.scores["Leo"] == 1
    assert "pass" in game.legal("Leo")


def test_vo5_an_asterisk_needs_a_die_of_its_own() -> None:
    game = Scene(doll="Leo", Leo="gardus_corpux", Ugo="", Luca="")
    game.play("Leo roll", "dice bat bat raven star star")
    game.play("Leo discard bat", "Leo keep raven bat star", "dice star")
    game.play("Leo discard star", "Leo keep raven bat", "dice star")
    game.play(
        "Leo discard star", "Leo keep bat", "dice raven", "Leo discard raven", "Leo keep nothing", "dice bat"
    )

    assert game.legal("Leo") == ["pass"]


def test_vo6_casting_scores_at_once_and_the_victim_takes_target() -> None:
    game = Scene(doll="Leo", Leo="the_oyster", Ugo="", Luca="", target="Luca")
    game.prepared("Leo", "skull ghost bat bat star")

    assert game.legal("Leo", "cast") == ["cast the_oyster on Ugo"]  # Luca has Target
    game.play("Leo cast the_oyster on Ugo")

    assert game.in_force[0] == "the_oyster Leo on Ugo"
    assert game.scores == {"Leo": 3, "Ugo": 0, "Luca": 0}
    assert game.target == "Ugo"
    assert game.dice == "bat"
    assert game.hand("Leo") == []


@pytest.mark.parametrize(
    ("curse", "moment"),
    [
        ("tiny_drum", "before_rolling"),
        ("winter_sleep", "before_passing"),
        ("gardus_corpux", "always"),
        ("hakuna_matata", "always"),
        ("ahi_cho_chos", "marker_moves"),
    ],
)
def test_vo7_a_card_names_its_moment(curse: str, moment: str) -> None:
    assert the_cards().curses[card_named(curse)].moment == moment


def test_vo8_a_right_call_scores_and_puts_the_card_under_the_deck() -> None:
    game = Scene(doll="Ugo", Leo="", Ugo="", Luca="", in_force=("the_oyster Leo on Ugo",))

    game.play("Ugo roll", "dice bat bat bat bat bat", "Leo call the_oyster on Ugo")

    assert game.scores == {"Leo": 2, "Ugo": 0, "Luca": 0}
    assert game.in_force == []
    assert game.state.curses.deck[-1] == card_named("the_oyster")
    assert game.to_move == ["Ugo"]


def test_vo8_only_the_caster_can_call() -> None:
    game = Scene(doll="Ugo", Leo="", Ugo="", Luca="", in_force=("the_oyster Leo on Ugo",))

    game.play("Ugo roll", "dice bat bat bat bat bat")

    assert game.legal("Leo") == ["call the_oyster on Ugo"]
    assert game.legal("Luca") == []
    assert game.legal("Ugo", "call") == []


def test_vo8_a_lapse_that_nobody_calls_costs_nothing() -> None:
    game = Scene(doll="Ugo", Leo="", Ugo="", Luca="", in_force=("tiny_drum Leo on Ugo",))

    game.turn_of("Ugo")
    game.turn_of("Luca")

    assert game.scores == {"Leo": 0, "Ugo": 0, "Luca": 0}
    assert game.in_force == ["tiny_drum Leo on Ugo"]


def test_vo9_an_all_opponent_curse_binds_all_and_leaves_target_alone() -> None:
    game = Scene(doll="Leo", Leo="ahi_cho_chos", Ugo="", Luca="", target="Luca")
    game.prepared("Leo", "bat bat bat star star")

    assert game.legal("Leo", "cast") == ["cast ahi_cho_chos on all"]
    game.play("Leo cast ahi_cho_chos on all")

    assert game.in_force == ["ahi_cho_chos Leo on Ugo Luca"]
    assert game.target == "Luca"
    assert game.scores["Leo"] == 2


def test_vo9_the_first_who_stops_frees_everybody_and_it_scores_once() -> None:
    game = Scene(doll="Ugo", Leo="", Ugo="", Luca="", in_force=("hakuna_matata Leo on all",))
    game.turn_of("Ugo")
    assert game.legal("Leo", "call") == ["call hakuna_matata on Ugo", "call hakuna_matata on Luca"]

    game.play("Leo call hakuna_matata on Ugo")

    assert game.scores["Leo"] == 2
    assert game.in_force == []
    assert game.legal("Leo", "call") == []


def test_e1_georges_curses_francoise_and_draws_an_artefact() -> None:
    game = Scene(doll="Georges", Georges="who_lives_in_the_oak", Françoise="", Ulrich="", on_top="magpie")

    game.play("Georges roll", "dice pumpkin pumpkin ghost ghost raven")
    game.play("Georges discard raven", "Georges keep pumpkin", "dice skull ghost bat", "Georges stop")
    game.play("Georges cast who_lives_in_the_oak on Françoise", "Georges draw artefact with ghost bat")

    assert game.in_force == ["who_lives_in_the_oak Georges on Françoise"]
    assert game.hand("Georges") == ["magpie"]
    assert game.scores["Georges"] == 1
    assert game.legal("Georges", "p") == ["pass"]


def test_e2_gardus_corpux_is_broken_the_moment_it_is_not_done() -> None:
    game = Scene(doll="Ugo", Leo="", Ugo="", Luca="", in_force=("gardus_corpux Leo on Ugo",))

    game.play("Ugo do gardus_corpux", "Ugo roll", "dice bat bat bat bat bat", "Ugo stop", "Ugo pass")
    game.play("Leo call gardus_corpux on Ugo")

    assert game.scores["Leo"] == 1
    assert game.in_force == []
