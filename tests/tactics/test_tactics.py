"""The suites of positions: each can come about, its answer can be given, and proofs hold."""

import json
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import pytest

from hexdeck.cards import Action, Seat
from hexdeck.games import GAMES
from hexdeck.tactics import command
from hexdeck.tactics.making import made, seen, themes_of
from hexdeck.tactics.playing_on import PLAYED_ON
from hexdeck.tactics.proof import Proof, TooLong
from hexdeck.tactics.suite import Suite, read, suite_for, written
from hexdeck.tactics.theme import first_fitting
from hexdeck.tactics.trial import answers
from hexdeck.tactics.worlds import all_deals
from tui.terminal import hexdeck

OWN_BOTS = Path(__file__).parents[1] / "bots"
LEAST = 60  # positions a game
LEAST_THEMES = 8


@pytest.fixture(params=GAMES)
def suite(request: pytest.FixtureRequest) -> Suite:
    return suite_for(request.param)


def test_suites_are_large_enough(suite: Suite) -> None:
    assert len(suite.tactics) >= LEAST
    assert len(suite.themes) >= LEAST_THEMES
    assert {tactic.theme for tactic in suite.tactics} == set(suite.themes)
    assert len({(tactic.deal, tactic.after, tactic.seat) for tactic in suite.tactics}) == len(suite.tactics)


def test_positions_come_about_and_can_be_answered(suite: Suite) -> None:
    """Every move that led there is checked, and the words tell what the seat sees."""
    themes = themes_of(suite.game.name)
    for tactic, state in suite.positions():
        view = suite.game.view(state, tactic.seat)
        assert themes.sees(view) == tactic.sees
        right = [suite.game.action_named(name) for name in tactic.right]
        wrong = sorted(set(view.actions).difference(right))
        assert set(right) <= set(view.actions)
        assert wrong or tactic.seat not in view.to_move  # who could also say nothing
        assert first_fitting(themes.THEMES, themes.Case(view, right, wrong)) == tactic.theme


def test_what_was_proved_can_be_proved_again(suite: Suite) -> None:
    """A position of every other theme: the maker has proved them all."""
    themes = themes_of(suite.game.name)
    one_each = {tactic.theme: tactic for tactic in suite.tactics if tactic.proof != PLAYED_ON}
    for tactic in list(one_each.values())[::2]:
        again = themes.look(suite.reached(tactic), tactic.seat)
        assert again.proof == tactic.proof
        assert sorted(map(suite.game.action_name, again.right)) == sorted(tactic.right)


@pytest.mark.parametrize("bot", ["net", "net-points", "net-win"])
def test_networks_find_everything(suite: Suite, bot: str) -> None:
    assert [answer for answer in answers(suite, bot) if not answer.is_right] == []


def test_a_file_says_what_was_written(suite: Suite) -> None:
    assert read(written(suite), suite.game.name) == suite


def test_the_same_deals_have_the_same_positions() -> None:
    """Voodoo's are found without any search."""
    one = made("voodoo", [seen("voodoo", 0)])
    assert one.tactics
    assert {*one.tactics} <= {*suite_for("voodoo").tactics}


def test_the_command_tells_what_bots_find(tmp_path: Path) -> None:
    ran = hexdeck(tmp_path, "tactics", "skull_queen", "heuristic", "random", "--json")
    told = json.loads(ran.stdout)
    assert told["positions"] == len(suite_for("skull_queen").tactics)
    assert list(told["bots"]) == ["heuristic", "random"]
    one = told["bots"]["heuristic"]
    assert one["found"] + len(one["missed"]) == told["positions"]
    assert sum(theme["all"] for theme in one["themes"].values()) == told["positions"]
    assert one["found"] > told["bots"]["random"]["found"]
    assert {"did", "right", "sees"} <= one["missed"][0].keys()


def test_the_command_shows_a_table(tmp_path: Path) -> None:
    ran = hexdeck(tmp_path, "tactics", "voodoo", "heuristic")
    assert "positions of Voodoo" in ran.stdout
    assert "Leave no dice unused" in ran.stdout


@pytest.mark.parametrize("json_wanted", [True, False])
def test_the_command_names_faults(
    suite: Suite, json_wanted: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the arena does; who has none is not named."""
    monkeypatch.chdir(OWN_BOTS)
    in_turn = tuple(tactic for tactic, state in suite.positions() if tactic.seat in state.to_move())[:2]
    monkeypatch.setattr(command, "suite_for", lambda _: replace(suite, tactics=in_turn))
    bots = ["random", "own_bots:Raising", "fine=own_bots:Lowest"]
    command.tactics(Namespace(game=suite.game.name, bots=bots, bot_seconds=10.0, json=json_wanted))
    told = capsys.readouterr().out
    if json_wanted:
        fault = {"bot": "raising", "kind": "failed", "count": 2, "first": "ZeroDivisionError: so it goes"}
        assert json.loads(told)["faults"] == [fault]
    else:
        assert "Turns that bots have lost; an action was taken for them at random." in told
        assert [line.split("│")[1:4] for line in told.splitlines() if "so it goes" in line] == [
            [" raising ", " failed ", "     2 "]
        ]


def test_nothing_is_said_of_faults_where_there_are_none(tmp_path: Path) -> None:
    assert json.loads(hexdeck(tmp_path, "tactics", "voodoo", "random", "--json").stdout)["faults"] == []
    assert "lost" not in hexdeck(tmp_path, "tactics", "voodoo", "random").stdout


class Guess:
    """Seat 0 names a number or leaves it; then seat 1 may look at its card, and both are paid."""

    def __init__(self, card: int) -> None:
        self.card, self.needs = card, None
        self.choices: list[Action] = []

    @property
    def scores(self) -> list[int]:
        """Leaving it brings 1; the card brings its value, doubled if it was named and seat 1 is kind."""
        if self.choices[0] == 9:
            return [1, 0]
        return [self.card * (1 + self.choices[1]) if self.choices[0] == self.card else 0, 0]

    def to_move(self) -> tuple[Seat, ...]:
        return ((0,), (1,), ())[len(self.choices)]

    def legal_actions(self, seat: Seat) -> list[Action]:
        return [2, 3, 9] if seat == 0 else [0, 1]

    def apply(self, seat: Seat, action: Action) -> None:
        del seat
        self.choices.append(action)

    def copy(self) -> "Guess":
        twin = Guess(self.card)
        twin.choices = [*self.choices]
        return twin


def test_a_proof_wants_what_is_right_in_every_world() -> None:
    assert Proof([Guess(3)], 0, 1000).right() == [3]
    assert Proof([Guess(2)], 0, 1000).right() == [2]
    assert Proof([Guess(2), Guess(3)], 0, 1000).right() == []
    with pytest.raises(TooLong):
        Proof([Guess(3)], 0, 3)


def test_every_deal_comes_once() -> None:
    deals = all_deals([1, 1, 2], [1, 1], lambda holder, card: (holder, card) != (1, 2), 10)
    assert deals == [((1,), (1,), (2,)), ((2,), (1,), (1,))]
    assert all_deals(range(20), [5, 5], lambda *_: True, 10) is None
