"""Vampire Queen at the terminal: what a person reads, can choose and can say."""

from itertools import cycle
from typing import Any

import pytest

from hexdeck.core.registry import GAMES
from hexdeck.games.vampire_queen import GAME
from hexdeck.games.vampire_queen.law.events import (
    Dealt,
    Event,
    GameEnded,
    LaidAside,
    Passed,
    PhaseEnded,
    Played,
    SlayersGiven,
    TakenUp,
)
from hexdeck.games.vampire_queen.law.view import View
from hexdeck.games.vampire_queen.text.screen import GameScreen
from hexdeck.locale import language
from hexdeck.terminal.naming import meant
from hexdeck.text.screens import screen_of
from laws import vampire_queen_facts
from laws.games import Case, random_game
from rulebook.vampire_queen_scene import Scene

TWELVE = (
    *("You", "Marie", "Lukas", "Leon", "Nina", "Jonas"),
    *("Antonia", "Beatrice", "Charlotte", "Dorothea", "Georges", "Françoise"),
)


def screen(game: Scene) -> GameScreen:
    return GameScreen(game.names, language("en"))


def seen_by(game: Scene, name: str) -> View:
    return GAME.view(game.state, game.seat(name))


def table(game: Scene, name: str) -> list[str]:
    return [line.plain for line in screen(game).table(seen_by(game, name))]


def choices(game: Scene, name: str) -> list[str]:
    return [line.plain for line in screen(game).choices(seen_by(game, name))]


def last(game: Scene, name: str) -> list[str]:
    return [line.plain for line in screen(game).last(seen_by(game, name))]


def moment(game: Scene, name: str) -> str:
    return screen(game).moment(seen_by(game, name))


def crowd(players: int, hand: str) -> Scene:
    """You and others, who all hold the same."""
    hands: dict[str, Any] = dict.fromkeys(TWELVE[:players], hand)
    return Scene(leads="You", **hands)


def after_a_slayer_round() -> Scene:
    """Leon was highest and took 2 2 9 and the slayer up."""
    game = Scene(leads="Luke", Luke="1 1 slayer 15", Leon="2 3 9 q", Luca="2 6 slayer 20")
    game.play("Luke slayer 15", "Leon 9", "Luca 2")
    return game


def test_the_table_when_a_round_starts() -> None:
    game = Scene(
        leads="Luke",
        in_phase=2,
        scores={"Leon": -1, "Luca": -45},
        Luke="7 7 slayer 15",
        Leon="9",
        Luca="8 8 slayer 20",
    )

    assert table(game, "Luke") == [
        "Phase 2 of 5 · Luke: start of a new round",
        "▶ Luke   3 cards      0 points",
        "  Leon   1 card      −1 point",
        "  Luca   3 cards    −45 points",
        "slayer 15: Luke · slayer 20: Luca · crypt: 0 cards",
        "The table is empty.",
    ]


def test_the_table_in_a_normal_round() -> None:
    game = Scene(leads="Luke", Luke="4 4 5", Leon="9 9", Luca="8 10 q slayer 20")
    game.play("Luke 4 4", "Leon pass")

    assert table(game, "Luca") == [
        "Phase 1 of 5 · normal round: 2 cards, higher than 4",
        "  Luke   1 card       0 points",
        "  Leon   2 cards      0 points",
        "▶ Luca   4 cards      0 points",
        "slayer 20: Luca · crypt: 0 cards",
        "On the table: Luke [4 4]",
        "Passed: Leon",
    ]


def test_the_headline_says_that_it_is_a_slayer_round() -> None:
    game = Scene(leads="Luke", Luke="1 1 slayer 15", Leon="2 3 9 q", Luca="2 6 slayer 20")
    game.play("Luke slayer 15", "Leon 9")

    lines = table(game, "Luca")

    assert lines[0] == "Phase 1 of 5 · SLAYER ROUND: one card each, the highest takes all"
    assert lines[4] == "slayer 15: on the table · slayer 20: Luca · crypt: 0 cards"
    assert lines[5] == "On the table: Luke [slayer 15]  Leon [9]"


def test_a_slayer_just_taken_up_is_barred() -> None:
    game = after_a_slayer_round()

    assert table(game, "Leon")[4] == "slayer 15: Leon, barred this round · slayer 20: Luca · crypt: 0 cards"


def test_nothing_is_barred_when_the_phase_is_over() -> None:
    game = Scene(leads="Luke", Luke="slayer 15", Leon="9 9", Luca="8 slayer 20")
    game.play("Luke slayer 15", "Leon 9", "Luca 8")

    assert table(game, "Leon")[4] == "slayer 15: Leon · slayer 20: Luca · crypt: 0 cards"


def test_what_others_took_up_is_noted() -> None:
    game = after_a_slayer_round()

    assert "Taken up in the open: Leon 2 9" in table(game, "Luke")
    assert not any(line.startswith("Taken up") for line in table(game, "Leon"))


def test_hands_lie_open_when_the_phase_is_over() -> None:
    game = Scene(leads="Luke", Luke="4", Leon="9 9", Luca="8 10 q")
    game.play("Luke 4", "Leon pass", "Luca pass")

    assert table(game, "Luke")[0] == "Phase 1 of 5 · the phase is over"
    assert "Laid open: Leon 9 9 · Luca 8 10 queen" in table(game, "Luke")
    assert choices(game, "Luke") == ["Your hand is empty."]


def test_the_table_when_the_game_is_over() -> None:
    game = Scene(leads="Luke", phases=1, Luke="4", Leon="9 9", Luca="8 10 q")
    game.play("Luke 4", "Leon pass", "Luca pass")

    assert table(game, "Leon")[0] == "Phase 1 of 1 · the game is over"
    assert moment(game, "Leon").startswith("Get rid of your cards")


def test_nothing_is_on_the_table_before_the_first_deal() -> None:
    view = GAME.view(GAME.set_up(3), 0)
    lines = GameScreen(["Luke", "Leon", "Luca"], language("en")).table(view)

    assert [line.plain for line in lines] == [
        "No cards have been dealt yet.",
        "  Luke   0 cards      0 points",
        "  Leon   0 cards      0 points",
        "  Luca   0 cards      0 points",
        "The table is empty.",
    ]


def test_many_players_sit_in_two_columns() -> None:
    game = crowd(12, "3 3 4")
    game.play("You 3 3", "Marie pass")

    assert table(game, "Lukas")[1:] == [
        "  You         1 card       0 points       Antonia     3 cards      0 points",
        "  Marie       3 cards      0 points       Beatrice    3 cards      0 points",
        "▶ Lukas       3 cards      0 points       Charlotte   3 cards      0 points",
        "  Leon        3 cards      0 points       Dorothea    3 cards      0 points",
        "  Nina        3 cards      0 points       Georges     3 cards      0 points",
        "  Jonas       3 cards      0 points       Françoise   3 cards      0 points",
        "crypt: 0 cards",
        "On the table: You [3 3]",
        "Passed: Marie",
    ]


def test_an_odd_number_of_players_leaves_a_gap_at_the_end() -> None:
    game = crowd(7, "3")

    assert table(game, "You")[4] == "  Leon      1 card       0 points"


def test_long_names_are_cut() -> None:
    game = Scene(leads="Marie_the_Eldest", Marie_the_Eldest="3", Leon="4", Luca="5")

    assert table(game, "Leon")[1] == "▶ Marie_the_El   1 card       0 points"


def test_a_long_round_takes_several_rows() -> None:
    game = crowd(12, "3 4 slayer 15")
    game.play("You slayer 15", *(f"{name} 3" for name in TWELVE[1:10]))

    assert table(game, "Georges")[-2:] == [
        "On the table: You [slayer 15]  Marie [3]  Lukas [3]  Leon [3]  Nina [3]",
        "              Jonas [3]  Antonia [3]  Beatrice [3]  Charlotte [3]  Dorothea [3]",
    ]


def test_sets_are_offered_by_size_and_then_by_value() -> None:
    game = Scene(leads="Luke", Luke="1 4 4 4 q slayer 20", Leon="9 9", Luca="8")

    assert choices(game, "Luke") == [
        "Your hand: 1   4 4 4   queen   slayer 20",
        "  1 card  1:[1]  2:[4]  3:[queen]  4:[slayer 20]",
        " 2 cards  5:[1 with a queen]  6:[two 4s]  7:[4 with a queen]",
        " 3 cards  8:[three 4s]  9:[two 4s with a queen]",
        " 4 cards  10:[three 4s with a queen]",
    ]


def test_a_pass_is_the_last_offer() -> None:
    game = Scene(leads="Luke", Luke="4 4 5", Leon="8 8 9 q", Luca="8")
    game.play("Luke 4 4")

    assert choices(game, "Leon") == [
        "Your hand: 8 8   9   queen",
        " 2 cards  1:[two 8s]  2:[8 with a queen]  3:[9 with a queen]",
        "          4:pass",
    ]
    assert GAME.action_name(screen(game).offers(seen_by(game, "Leon"))[3]) == "pass"


def test_in_a_slayer_round_single_cards_are_offered() -> None:
    game = Scene(leads="Luke", Luke="1 1 slayer 15", Leon="2 2 9 q", Luca="2 6")
    game.play("Luke slayer 15")

    assert choices(game, "Leon") == ["Your hand: 2 2   9   queen", "  1 card  1:[2]  2:[9]  3:[queen]"]


def test_many_sets_take_several_rows() -> None:
    game = Scene(leads="Luke", Luke="1 2 3 4 5 6 7 8 9 10 11 12 13", Leon="9 9", Luca="8")

    assert choices(game, "Luke") == [
        "Your hand: 1   2   3   4   5   6   7   8   9   10   11   12   13",
        "  1 card  1:[1]  2:[2]  3:[3]  4:[4]  5:[5]  6:[6]  7:[7]  8:[8]  9:[9]  10:[10]",
        "          11:[11]  12:[12]  13:[13]",
    ]


def test_who_is_not_to_move_sees_only_the_hand() -> None:
    game = Scene(leads="Luke", Luke="4 4 5", Leon="8 8 9 q", Luca="8")

    assert choices(game, "Luca") == ["Your hand: 8"]


def test_a_spectator_has_no_hand_but_sees_what_was_taken_up() -> None:
    game = after_a_slayer_round()
    view = GAME.view(game.state, None)

    assert screen(game).choices(view) == []
    assert "Taken up in the open: Leon 2 9" in [line.plain for line in screen(game).table(view)]


def test_the_last_round_can_be_looked_at() -> None:
    game = Scene(leads="Luke", Luke="4 5", Leon="9 9", Luca="8 10")
    assert last(game, "Luke") == ["No round has been played in this phase."]

    game.play("Luke 4", "Leon pass", "Luca 10")

    assert last(game, "Luke") == ["Last round: Luke [4]  Luca [10]", "Passed: Leon"]


@pytest.mark.parametrize(
    ("code", "text", "action"),
    [
        ("en", "4 4", "4 4"),
        ("en", "two 4s", "4 4"),
        ("en", "4 4 queen", "4 4 q"),
        ("en", "two 4s with a queen", "4 4 q"),
        ("de", "drei 4er mit einer königin", "4 4 4 q"),
        ("fr", "deux 4", "4 4"),
        ("it", "due 4 con una regina", "4 4 q"),
        ("de", "4 königin", "4 q"),
        ("fr", "reine", "q"),
        ("it", "cacciatore 20", "slayer 20"),
        ("it", "5 regina", None),
    ],
)
def test_cards_are_understood_as_they_are_shown(code: str, text: str, action: str | None) -> None:
    game = Scene(leads="Luke", Luke="1 4 4 4 q slayer 20", Leon="9 9", Luca="8")
    said = GameScreen(game.names, language(code)).said(seen_by(game, "Luke"), text)
    assert said == (None if action is None else GAME.action_named(action))


@pytest.mark.parametrize(
    ("code", "action", "name"),
    [
        ("en", "6 6", "two 6s"),
        ("de", "6 6", "zwei 6er"),
        ("fr", "6 6", "deux 6"),
        ("it", "6 6", "due 6"),
        ("en", "7 7 7 q", "three 7s with a queen"),
        ("de", "7 7 q q", "zwei 7er mit zwei Königinnen"),
        ("fr", "q q q", "trois reines"),
        ("it", "slayer 20", "cacciatore 20"),
        ("en", "1 q", "1 with a queen"),
        ("en", "pass", "pass"),
    ],
)
def test_a_choice_is_called_as_people_say_it(code: str, action: str, name: str) -> None:
    game = GameScreen(TWELVE[:3], language(code))
    assert game.names(GAME.action_named(action))[0] == name


@pytest.mark.parametrize("code", ["en", "de", "fr", "it"])
def test_whatever_a_choice_is_called_can_be_typed(code: str) -> None:
    """Every choice of a hand, by all of its names and as a record writes it."""
    game = Scene(leads="Luke", Luke="1 4 4 4 q q slayer 20", Leon="9 9", Luca="8")
    view = seen_by(game, "Luke")
    shown, rules = screen_of("vampire_queen")(game.names, language(code)), GAMES["vampire_queen"]
    for action in view.actions:
        if GAME.action_name(action).isdigit():
            continue  # a bare number is the number of a choice, too
        for name in (*shown.names(action), GAME.action_name(action)):
            assert meant(name, view, shown, rules) == action


def test_a_pass_can_be_said_in_ones_own_language() -> None:
    game = Scene(leads="Luke", Luke="4 5", Leon="9 9", Luca="8 10")
    view = seen_by(game, "Leon")

    assert screen(game).said(view, "pass") == GAME.action_named("pass")
    assert screen(game).said(view, "9 9") is None


def test_nobody_is_asked_out_of_turn() -> None:
    game = Scene(leads="Luke", Luke="4 5", Leon="9 9", Luca="8 10")

    assert not screen(game).pauses(seen_by(game, "Leon"), ())


def test_the_moment_of_starting_names_the_bar() -> None:
    assert "starts a slayer round" in moment(Scene(leads="Luke", Luke="4", Leon="9", Luca="8"), "Luke")
    assert moment(after_a_slayer_round(), "Leon").endswith(
        "You have just taken up slayer 15, so you cannot start with it now."
    )


def test_the_moment_of_following_names_what_to_beat() -> None:
    game = Scene(leads="Luke", Luke="4 4 5", Leon="9 9", Luca="8")
    game.play("Luke 4 4")

    assert moment(game, "Leon").startswith("Play 2 cards of one value that is higher than 4, or pass.")


def test_the_moment_of_a_slayer_round_says_that_nobody_passes() -> None:
    game = Scene(leads="Luke", Luke="1 slayer 15", Leon="9 9", Luca="8")
    game.play("Luke slayer 15")

    assert moment(game, "Leon").startswith("Nobody may pass: play one card of any value")


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (SlayersGiven(0, 1), ["Luke: slayer 15 · Leon: slayer 20"]),
        (Dealt(2, 1, 1, ((), (), ())), ["Phase 2: the cards are dealt. First to play: Leon"]),
        (Played(0, (7, 7, 14)), ["Luke: 7 7 queen"]),
        (
            Played(2, (20,)),
            [
                "Luca: slayer 20",
                "  Slayer round: one card from everybody else, and the highest takes all.",
            ],
        ),
        (Passed(1, forced=False), ["Leon: pass"]),
        (Passed(1, forced=True), ["Leon: pass, without a choice"]),
        (LaidAside(2, (4,)), ["  Luca: highest, so next to start; 1 card into the crypt"]),
        (LaidAside(2, (4, 9)), ["  Luca: highest, so next to start; 2 cards into the crypt"]),
        (
            TakenUp(1, (2, 9, 15), 15),
            [
                "  Leon: 3 cards taken up: 2 9 slayer 15",
                "  Leon: next to start, but not with slayer 15",
            ],
        ),
        (
            PhaseEnded(1, ((), (1,), (3, 10, 14)), (0, 1, 27), (-4, -1, -50)),
            [
                "Phase 1 is over. Every card left costs its value, a queen 14.",
                "  Luke: no cards left, still −4",
                "  Leon: 1 = 1 minus point, now −1",
                "  Luca: 3 10 queen = 27 minus points, now −50",
            ],
        ),
        (GameEnded((0,)), []),
    ],
)
def test_every_event_has_its_lines(event: Event, lines: list[str]) -> None:
    told = GameScreen(["Luke", "Leon", "Luca"], language("en")).happened(event)

    assert [line.plain for line in told] == lines


@pytest.mark.parametrize("players", [3, 7, 12])
def test_every_position_of_a_random_game_can_be_shown(players: int) -> None:
    """By whoever is to move and all others in turn, in 80 columns; choices are legal, and none is missing."""
    shown = GameScreen(TWELVE[:players], language("en"))
    case = Case(GAME, vampire_queen_facts, players, {"phases": 1})
    for (state, _step), next_one in zip(random_game(case, number=3), cycle(case.seats()), strict=False):
        for seat in {*state.to_move(), next_one}:
            view = GAME.view(state, seat)
            choices = shown.choices(view)
            lines = [*shown.table(view), *choices, *shown.last(view)]
            lines += [line for event in GAME.events(state, seat) for line in shown.happened(event)]
            assert [line.plain for line in lines if line.cell_len > 80] == []
            assert shown.moment(view)
            assert sorted(shown.offers(view)) == list(view.actions)
            offered = "\n".join(line.plain for line in choices)
            assert all(f"{number}:" in offered for number in range(1, len(view.actions) + 1))
