"""Voodoo at the terminal: what a person can choose, how it can be said, and when they are asked."""

import pytest

from hexdeck.games.voodoo import GAME
from rulebook.voodoo_scene import Scene
from terminal.voodoo_reader import choices, pauses, said, screen, seen_by, table


def test_rolling_discarding_and_keeping() -> None:
    game = Scene(
        doll="Leo", in_force=("foghorn Ugo on Leo", "winter_sleep Jon on Leo"), Leo="", Ugo="", Jon=""
    )
    gestures = "Make a gesture: {}:Foghorn  {}:Winter Sleep"
    assert choices(game, "Leo")[1:] == ["1:roll the dice", gestures.format(2, 3)]

    game.play("Leo roll", "dice bat bat raven raven star")
    assert choices(game, "Leo")[1:] == [
        gestures.format(1, 2),
        "Discard a die: 3:◄r  4:⋈b  5:★t",
        "6:stop and use these dice",
    ]

    game.play("Leo discard star")
    assert choices(game, "Leo")[2:] == [
        "Keep, and reroll the rest: 3:nothing  4:◄r  5:⋈b  6:◄r ◄r  7:◄r ⋈b  8:⋈b ⋈b",
        "                           9:◄r ◄r ⋈b  10:◄r ⋈b ⋈b",
    ]


def test_acting_offers_draws_casts_and_calls() -> None:
    game = Scene(
        doll="Leo",
        target="Ugo",
        in_force=("foghorn Leo on Ugo", "rabbit_nose Jon"),
        Leo="tiny_drum hakuna_matata",
        Ugo="",
        Jon="",
        Nina="",
    )
    game.prepared("Leo", "raven pumpkin bat bat star")

    assert choices(game, "Leo")[5:] == [
        "Draw a curse with: 1:◍p ◄r  2:◍p ⋈b  3:◍p ★t  4:◄r ⋈b  5:◄r ★t  6:⋈b ⋈b  7:⋈b ★t",
        "Draw an artefact with: 8:◍p ◄r  9:◍p ⋈b  10:◍p ★t  11:◄r ⋈b  12:◄r ★t  13:⋈b ⋈b",
        "                       14:⋈b ★t",
        "Cast “Hakuna Matata” on: 15:everybody else",
        "Cast “The Tiny Drum” on: 16:Jon  17:Nina",
        "18:pass the doll",
        "Call it broken: 19:Foghorn (Ugo)  20:Rabbit Nose (Jon)",
    ]


def test_an_asterisk_is_paid_with_a_die_of_ones_choice() -> None:
    game = Scene(doll="Leo", Leo="gardus_corpux", Ugo="", Jon="")
    game.prepared("Leo", "bat raven raven star star")
    game.play("Leo cast gardus_corpux on Ugo")

    assert choices(game, "Leo")[-1] == "Pay the * with: 1:◄r  2:★t"
    assert table(game, "Ugo")[0].startswith("Turn 1 · the doll: Leo · paying for a curse")
    assert said(game, "Leo", "pay t") == "pay star"


def test_artefacts_name_their_choices() -> None:
    game = Scene(
        doll="Ugo",
        scores={"Leo": 2},
        in_force=("tiny_drum Leo on Ugo",),
        Leo="",
        Ugo="crooked_spoon hot_pebble salt_circle weathercock magpie spare_grimoire",
        Jon="",
    )
    game.prepared("Ugo", "bat bat bat bat bat")

    assert [line for line in choices(game, "Ugo") if line.startswith("Use")] == [
        "Use “The Crooked Spoon”: 4:⋈b→◍p  5:⋈b→☠s  6:⋈b→∩g  7:⋈b→◄r  8:⋈b→★t",
        "Use “The Circle of Salt”: 9:The Tiny Drum",
        "Use “The Hot Pebble”: 10:The Tiny Drum → Jon",
        "Use “The Weathercock”: 11:Leo  12:Ugo  13:Jon",
        "Use “The Magpie”: 14:Leo",
        "Use “The Spare Grimoire”: 15:now",
    ]


def test_the_stinky_doll_is_offered_when_an_opponent_stops() -> None:
    game = Scene(doll="Ugo", Leo="stinky_doll tiny_drum", Ugo="", Jon="")
    game.prepared("Ugo", "raven star bat bat star")

    assert choices(game, "Leo")[-1] == "Use “The Stinky Doll”, cast “The Tiny Drum” on: 1:Ugo  2:Jon"


def test_a_call_at_the_table_is_judged_by_the_others() -> None:
    game = Scene(
        doll="Ugo", mode="table", in_force=("tiny_drum Leo on Ugo",), Leo="", Ugo="", Jon="", Nina=""
    )
    called = [
        "Leo calls: Ugo broke “The Tiny Drum”!",
        "    before rolling: Play a drum roll on the table with two fingertips.",
    ]
    game.play("Ugo roll", "dice bat bat raven raven star", "Leo call tiny_drum on Ugo")
    assert table(game, "Ugo")[-2:] == called
    assert choices(game, "Ugo")[1:] == ["1:admit: broken", "2:deny: the others vote"]

    game.play("Ugo deny")
    assert table(game, "Jon")[-3:] == [*called, "Ugo: denied. Voted so far: nobody"]
    assert choices(game, "Jon")[1:] == ["1:vote: broken", "2:vote: kept", "3:abstain: I did not see it"]
    assert said(game, "Jon", "broken") == "vote broken"
    assert said(game, "Jon", "kept") == "vote kept"
    assert said(game, "Jon", "abstain") == "vote abstain"

    game.play("Jon vote broken")
    assert table(game, "Nina")[-1] == "Ugo: denied. Voted so far: Jon"
    assert choices(game, "Jon") == ["You hold no cards."]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("d r", "discard raven"),
        ("discard t", "discard star"),
        ("k p p", "keep pumpkin pumpkin"),
        ("keep bp", "keep pumpkin bat"),
        ("k", "keep nothing"),
        ("curse s g", "draw curse with skull ghost"),
        ("artefact tt", "draw artefact with star star"),
        ("pay b", "pay bat"),
    ],
)
def test_letters_stand_for_faces(text: str, name: str) -> None:
    assert said(Scene(doll="Leo", Leo="", Ugo="", Jon=""), "Leo", text) == name


@pytest.mark.parametrize(
    "text", ["d", "d r r", "d x", "keep raven", "curse p", "kpp", "roll", "k ppppppp", ""]
)
def test_anything_else_is_no_shorthand(text: str) -> None:
    assert said(Scene(doll="Leo", Leo="", Ugo="", Jon=""), "Leo", text) is None


def test_nobody_is_reminded() -> None:
    """Gestures that are due, too early or too late read alike, and so do curses kept and lapsed."""
    in_force = ("foghorn Ugo on Leo", "winter_sleep Jon on Leo", "gardus_corpux Jon on Leo")
    game = Scene(doll="Leo", in_force=in_force, Leo="", Ugo="", Jon="")
    game.play("Leo roll", "dice bat bat bat bat bat")
    line = screen(game).choices(seen_by(game, "Leo"))[1]
    forgotten = table(game, "Ugo")
    assert line.plain == "Make a gesture: 1:Gardus corpux  2:Foghorn  3:Winter Sleep"
    assert [str(span.style) for span in line.spans] == ["bold #f4c15d"] * 3

    game = Scene(doll="Leo", in_force=in_force, Leo="", Ugo="", Jon="")
    game.play("Leo do foghorn", "Leo do gardus_corpux", "Leo roll", "dice bat bat bat bat bat")
    assert table(game, "Ugo") == forgotten
    assert choices(game, "Ugo")[-1] == "Call it broken: 1:Foghorn (Leo)"


def test_a_caster_is_asked_after_an_opponents_first_roll_and_pass() -> None:
    game = Scene(doll="Leo", in_force=("foghorn Ugo on Leo",), Leo="", Ugo="", Jon="", Nina="")
    game.play("Leo roll", "dice bat bat raven raven star")
    assert pauses(game, "Ugo")
    assert not pauses(game, "Jon"), "who cast nothing has nothing to call"
    assert not pauses(game, "Leo"), "who is in turn is asked anyway"

    game.play("Leo discard star")
    assert not pauses(game, "Ugo")
    game.play("Leo keep nothing")
    kept = GAME.events(game.state, None)
    game.play("dice bat bat raven raven")
    rolled = GAME.events(game.state, None)
    assert not screen(game).pauses(seen_by(game, "Ugo"), [*kept, *rolled])

    game.play("Leo stop")
    assert not pauses(game, "Ugo")
    game.play("Leo pass")
    assert not pauses(game, "Ugo"), "the turn is Ugo's"


def test_a_caster_is_asked_when_the_doll_goes_from_one_opponent_to_another() -> None:
    game = Scene(doll="Leo", in_force=("foghorn Jon on Leo",), Leo="", Ugo="", Jon="", Nina="")
    game.turn_of("Leo")
    assert pauses(game, "Jon")

    game.turn_of("Ugo")
    game.turn_of("Jon")
    assert not pauses(game, "Jon"), "Jon passed the doll"


def test_a_stop_asks_only_whom_the_stinky_doll_helps() -> None:
    game = Scene(doll="Ugo", in_force=("foghorn Jon on Ugo",), Leo="stinky_doll tiny_drum", Ugo="", Jon="")
    game.prepared("Ugo", "raven star bat bat star")

    assert pauses(game, "Leo")
    assert not pauses(game, "Jon")
