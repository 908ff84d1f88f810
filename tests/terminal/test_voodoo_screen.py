"""Voodoo at the terminal: what a person reads."""

from itertools import cycle, islice

import pytest

from hexdeck.games.voodoo import GAME
from hexdeck.games.voodoo.text.screen import GameScreen
from hexdeck.locale import Language, language
from hexdeck.text.paint import FAINT
from laws import voodoo_facts
from laws.games import Case, random_game
from rulebook.voodoo_scene import Scene
from terminal.voodoo_reader import choices, screen, seen_by, table

LEGEND = "◍p pumpkin  ☠s skull  ∩g ghost  ◄r raven  ⋈b bat  ★t star  * any die"


def test_the_table_before_the_first_roll() -> None:
    game = Scene(doll="Ugo", Leo="tiny_drum", Ugo="foghorn weathercock", Charlotte="")

    assert table(game, "Leo") == [
        "Turn 1 · the doll: Ugo · not rolled yet · Target in the middle",
        "                            points  curses  artefacts",
        "  Leo        ●··3··6··9·11       0       1          0",
        "▶ Ugo        ●··3··6··9·11       0       1          1  doll",
        "  Charlotte  ●··3··6··9·11       0       0          0",
        "No curses are in force.",
        "No dice are on the table.",
        LEGEND,
    ]


def test_the_table_in_the_middle_of_a_game() -> None:
    game = Scene(
        doll="Ugo",
        turns=17,
        target="Leo",
        scores={"Leo": 4, "Ugo": 10, "Jon": 3},
        in_force=(
            "tiny_drum Leo on Ugo",
            "hakuna_matata Jon on all",
            "foghorn Jon on Ugo",
            "rabbit_nose Jon",
        ),
        Leo="",
        Ugo="greedy_pot iron_horseshoe",
        Jon="",
    )
    game.prepared("Ugo", "star bat bat skull ghost")
    game.play("Ugo use greedy_pot", "Ugo use iron_horseshoe")
    game.state.skulls[0] = 2  # Leo has lost points since

    assert table(game, "Leo") == [
        "Turn 17 · the doll: Ugo · acting",
        "                      points  curses  artefacts",
        "  Leo  0··☠●·☠··9·11       4       0          0  Target",
        "▶ Ugo  0··☠··☠··☠●11      10       0          0  doll shield +1 die",
        "  Jon  0··●··6··9·11       3       0          0",
        "Curses in force:",
        "  Leo → Ugo: The Tiny Drum",
        "      before rolling: Play a drum roll on the table with two fingertips.",
        "  Jon → everybody else: Hakuna Matata",
        "      all the time: Hum a happy tune whenever you are not speaking.",
        "  Jon → Ugo: Foghorn · before rolling",
        "Permanent curses:",
        "  Jon: Rabbit Nose (a die less if broken) · before rolling",
        "Dice: ☠s ∩g ⋈b ⋈b ★t",
        LEGEND,
    ]


def test_before_the_cards_are_dealt_nobody_has_the_doll() -> None:
    view = GAME.view(GAME.set_up(3), 1)
    lines = GameScreen(["Leo", "Ugo", "Jon"], language("en")).table(view)

    assert lines[0].plain == "The cards are being dealt."
    assert lines[2].plain == "  Leo  ●··3··6··9·11       0       0          0"


def test_whoever_has_eleven_points_stands_at_the_end_of_the_track() -> None:
    game = Scene(doll="Leo", scores={"Leo": 10}, Leo="tiny_drum", Ugo="", Jon="")
    game.prepared("Leo", "raven star bat bat bat")
    game.play("Leo cast tiny_drum on Ugo")

    assert table(game, "Leo")[0] == "Turn 1 · the doll: Leo · the game is over"
    assert table(game, "Leo")[2] == "  Leo  0··☠··☠··☠·●       11       0          0  doll"
    assert choices(game, "Leo") == ["You hold no cards."]
    assert screen(game).moment(seen_by(game, "Leo")) == "The game is over."


def test_the_hand_tells_price_points_and_act() -> None:
    game = Scene(doll="Ugo", Leo="gardus_corpux foghorn magpie", Ugo="", Jon="")

    assert choices(game, "Leo") == [
        "Your curses:",
        "  Gardus corpux  ⋈b *  1 point, 1 more if broken",
        "      all the time: Keep your arms crossed.",
        "  Foghorn  ◍p ∩g ∩g  2 points, 1 more if broken",
        "      before rolling: Give one long toot like a foghorn: “Toooot!”",
        "Your artefacts:",
        "  The Magpie · once you have stopped: Take a point from the leader.",
    ]


def test_a_spectator_has_no_hand() -> None:
    game = Scene(doll="Ugo", Leo="foghorn", Ugo="", Jon="")

    assert screen(game).choices(GAME.view(game.state, None)) == []


def test_cards_speak_the_language_of_the_player() -> None:
    class German(Language):
        def __init__(self) -> None:
            super().__init__("en")
            self.code = "de"

    game = Scene(doll="Ugo", Leo="gardus_corpux", Ugo="", Jon="")
    lines = GameScreen(game.names, German()).choices(seen_by(game, "Leo"))

    assert lines[2].plain == "      all the time: Halte die Arme verschränkt."


def test_last_tells_what_was_seen_and_judges_nothing() -> None:
    game = Scene(doll="Leo", in_force=("foghorn Ugo on Leo",), Leo="tiny_drum", Ugo="", Jon="")
    last = screen(game).last
    assert [line.plain for line in last(seen_by(game, "Ugo"))] == ["Nothing has happened lately."]

    game.play("Leo do foghorn")
    game.prepared("Leo", "raven star bat bat bat")
    game.play("Leo cast tiny_drum on Ugo", "Leo pass")
    assert [line.plain for line in last(seen_by(game, "Ugo"))] == [
        "Seen lately, the oldest first:",
        "  Leo: the act of “Foghorn”",
        "  Leo: first roll",
        "  Ugo: bound by “The Tiny Drum”",
        "  Leo: marker moved",
        "  Leo: doll passed on",
    ]


def test_last_at_the_table_tells_new_curses() -> None:
    game = Scene(doll="Leo", mode="table", scores={"Leo": 2}, Leo="tiny_drum", Ugo="", Jon="")
    game.prepared("Leo", "raven star bat bat bat")
    game.play("Leo cast tiny_drum on Ugo", "Leo pass")

    assert [line.plain for line in screen(game).last(seen_by(game, "Jon"))] == [
        "Curses that came in this turn and the one before:",
        "  Leo → Ugo: The Tiny Drum",
        "  Leo: High Society",
    ]


def test_help_fits_the_moment() -> None:
    game = Scene(doll="Leo", in_force=("foghorn Ugo on Leo",), Leo="gardus_corpux", Ugo="", Jon="")

    def moment(name: str) -> str:
        return screen(game).moment(seen_by(game, name)).partition(".")[0].partition(":")[0]

    assert moment("Leo") == "Roll your dice to begin"
    assert moment("Ugo") == "It is not your turn"
    game.play("Leo roll", "dice bat bat raven raven star")
    assert moment("Leo").startswith("Stop and use these dice, or discard one")
    game.play("Leo discard star")
    assert moment("Leo").startswith("Choose what stays as it lies")
    game.play("Leo keep raven bat bat", "dice raven", "Leo stop")
    assert moment("Leo") == "Use your dice in any order"
    game.play("Leo cast gardus_corpux on Ugo")
    assert moment("Leo") == "The * on the curse takes any one die"


def test_help_at_the_table() -> None:
    game = Scene(doll="Ugo", mode="table", in_force=("tiny_drum Leo on Ugo",), Leo="", Ugo="", Jon="")
    assert screen(game).moment(seen_by(game, "Leo")).startswith("It is not your turn. Watch the others")
    game.play("Leo call tiny_drum on Ugo")
    assert screen(game).moment(seen_by(game, "Ugo")).startswith("Whoever is called admits it")
    game.play("Ugo deny")
    assert screen(game).moment(seen_by(game, "Jon")).startswith("Everybody who is not concerned votes")


def test_what_is_in_the_background_is_faint() -> None:
    game = Scene(doll="Leo", Leo="", Ugo="", Jon="")
    legend = screen(game).table(seen_by(game, "Leo"))[-1]

    assert legend.spans[-1].style == FAINT


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("mode", ["screen", "table"])
def test_every_moment_of_a_game_can_be_shown(players: int, mode: str) -> None:
    case = Case(GAME, voodoo_facts, players, {"mode": mode})
    names = ["Marie", "Lukas", "Françoise", "Nina", "Jonas", "Charlotte"][:players]
    shown = GameScreen(names, language("en"))

    steps = islice(random_game(case, players), 2000 if players == 3 else 1000)  # of three to the end
    for (state, _step), seat in zip(steps, cycle(case.seats()), strict=False):
        view = GAME.view(state, seat)
        lines = [*shown.table(view), *shown.choices(view), *shown.last(view)]
        lines += [line for event in GAME.events(state, seat) for line in shown.happened(event)]
        assert max(line.cell_len for line in lines) <= 80
        assert shown.moment(view)
        assert not shown.pauses(view, ())
        assert sorted(shown.offers(view)) == list(view.actions)


@pytest.mark.parametrize(
    ("typed", "written"),
    [("p p g r b", "pumpkin pumpkin ghost raven bat"), ("tss", "star skull skull"), ("bat star", "bat star")],
)
def test_real_dice_may_be_typed_as_letters(typed: str, written: str) -> None:
    assert GameScreen(["Leo", "Ugo", "Jon"], language("en")).rolled(typed) == written
