"""Voodoo Prince at the terminal: what a person reads."""

from random import Random
from typing import Any

import pytest

from hexdeck.games.voodoo_prince import GAME
from hexdeck.games.voodoo_prince.law.events import (
    DealerDrawn,
    Dealt,
    GameEnded,
    LeftOver,
    Played,
    RoundEnded,
    RoundLeft,
    TrickTaken,
    TrumpDrawn,
    TrumpNamed,
)
from hexdeck.games.voodoo_prince.law.names import action_named, card_named
from hexdeck.games.voodoo_prince.text.screen import GameScreen
from hexdeck.locale import language
from laws import voodoo_prince_facts
from laws.games import Case, random_game
from rulebook.voodoo_prince_scene import Scene

NAMES = ["Marie", "Lukas", "Leon", "Nina"]
SCREEN = GameScreen(NAMES, language("en"))


def plain(lines: list[Any]) -> list[str]:
    return [line.plain for line in lines]


def test_the_table_and_the_hand_in_the_middle_of_a_trick() -> None:
    game = Scene(
        trump="blue",
        leads="Lukas",
        out="Marie",
        tricks={"Marie": 3, "Leon": 1},
        Marie="g9",
        Lukas="r4 g1",
        Leon="r3 r9 b2",
        Nina="b5",
    )
    game.play("Lukas r4")
    view = GAME.view(game.state, 2)

    assert plain(SCREEN.table(view)) == [
        "Round 1 of 5 · trump ☾ blue · out at 3 tricks",
        "  Marie  ●●●        out, +0       0 points",
        "  Lukas  ○○○        1 card        0 points",
        "▶ Leon   ●○○        3 cards       0 points",
        "  Nina   ○○○        1 card        0 points",
        "On the table: Lukas ▲r4",
    ]
    assert plain(SCREEN.choices(view)) == ["Your hand: 1:▲r3  2:▲r9  ·☾b2"]
    assert list(SCREEN.offers(view)) == [card_named("r3"), card_named("r9")]
    assert SCREEN.moment(view).startswith("Follow the colour led if you can")


def test_naming_trump_by_number_or_by_its_colour() -> None:
    game = Scene(trump="nothing", leads="Marie", Marie="r4", Lukas="g1", Leon="b1", Nina="p1")
    game.state.trump = -1
    view = GAME.view(game.state, 0)

    assert plain(SCREEN.choices(view)) == [
        "Your hand: ·▲r4",
        "Name trump: 1:▲ red  2:✶ yellow  3:§ green  4:☾ blue  5:◉ purple",
    ]
    assert "no trump named yet" in SCREEN.table(view)[0].plain
    assert SCREEN.said(view, "blue") == action_named("trump blue")
    assert SCREEN.said(view, "pink") is None
    assert GameScreen(NAMES, language("de")).said(view, "blau") == action_named("trump blue")
    assert SCREEN.moment(view).startswith("You were the last one in")


def test_a_marshmallow_test_has_no_last_round_and_no_first_trump() -> None:
    game = Scene(
        variant="marshmallow", trump="nothing", leads="Marie", Marie="r4", Lukas="g1", Leon="b1", Nina="p1"
    )

    assert SCREEN.table(GAME.view(game.state, 0))[0].plain == "Round 1 · no trump · out at 3 tricks"
    assert SCREEN.moment(GAME.view(game.state, 0)).startswith("You lead")


def test_the_last_trick_can_be_looked_at() -> None:
    game = Scene(trump="blue", leads="Marie", Marie="r4 g1", Lukas="r3 g2", Leon="r9 g3", Nina="b2 g4")
    assert plain(SCREEN.last(GAME.view(game.state, 0))) == ["No trick has been taken in this round."]

    game.play("Marie r4", "Lukas r3", "Leon r9", "Nina b2")

    assert plain(SCREEN.last(GAME.view(game.state, 0))) == [
        "Last trick: Marie ▲r4  Lukas ▲r3  Leon ▲r9  Nina ☾b2"
    ]


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (DealerDrawn(1), ["Lukas: first to deal and to lead"]),
        (TrumpDrawn(3), ["Trump is ☾ blue."]),
        (Dealt(2, ((), (), (), ())), ["Round 2: the cards are dealt."]),
        (TrumpNamed(0, 0), ["Marie: trump is ▲ red"]),
        (Played(2, card_named("p15")), ["Leon: ◉p15"]),
        (TrickTaken(2, card_named("g9"), 1, 2), ["  Leon: trick with §g9, now 2"]),
        (TrickTaken(2, card_named("g5"), 2, 4), ["  Leon: trick with §g5, split in two, now 4"]),
        (RoundLeft(3, 1), ["  Nina: out of the round, 1 point"]),
        (RoundLeft(3, 6), ["  Nina: out of the round, 6 points"]),
        (LeftOver(0, 2), ["  Marie: last one in, 2 points"]),
        (RoundEnded(1, (2, 0, 4, 6), (2, 0, 4, 6)), ["After round 1: Marie 2 · Lukas 0 · Leon 4 · Nina 6"]),
        (GameEnded((3,)), []),
    ],
)
def test_every_event_has_its_lines(event: Any, lines: list[str]) -> None:
    assert plain(SCREEN.happened(event)) == lines


@pytest.mark.parametrize("options", [{}, {"variant": "marshmallow"}], ids=str)
@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_game_can_be_read_by_everybody(players: int, options: dict[str, int | str]) -> None:
    case = Case(GAME, voodoo_prince_facts, players, options)
    screen = GameScreen(["Françoise", *NAMES][:players], language("en"))
    rng = Random(3)
    for state, _step in random_game(case, 3):
        seat = rng.choice(case.seats())
        view = GAME.view(state, seat)
        lines = [*screen.table(view), *screen.choices(view), *screen.last(view)]
        lines += [line for event in GAME.events(state, seat) for line in screen.happened(event)]
        assert max(line.cell_len for line in lines) <= 80
        assert screen.moment(view)
        assert not screen.pauses(view, ())
        assert tuple(screen.offers(view)) == view.actions
    assert screen.rolled("bat") == "bat"
