"""The suites of positions: each can come about, its answer can be given, and proofs hold."""

import json
from argparse import Namespace
from collections import Counter
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import pytest

from hexdeck.ai.tactics import command, making
from hexdeck.ai.tactics.making import Seen, kept, made, seen, themes_of
from hexdeck.ai.tactics.making import main as make
from hexdeck.ai.tactics.playing_on import PLAYED_ON
from hexdeck.ai.tactics.proof import Proof, TooLong
from hexdeck.ai.tactics.suite import Suite, read, suite_for, written
from hexdeck.ai.tactics.theme import first_fitting
from hexdeck.ai.tactics.trial import answers
from hexdeck.ai.tactics.worlds import all_deals
from hexdeck.core.cards import Action, Seat
from hexdeck.core.registry import GAMES
from terminal.commands import hexdeck

OWN_BOTS = Path(__file__).parents[1] / "bots"
LEAST = 60  # positions a game
LEAST_THEMES = 8
LEAST_OF_A_THEME = 3
FEW = 5  # deals, where all would take long
BY_CHANCE = 0.35  # of a suite: what may be found by choosing at random


@pytest.fixture(params=GAMES)
def suite(request: pytest.FixtureRequest) -> Suite:
    return suite_for(request.param)


def test_suites_are_large_enough(suite: Suite) -> None:
    assert len(suite.tactics) >= LEAST
    assert len(suite.themes) >= LEAST_THEMES
    assert len({(tactic.deal, tactic.after, tactic.seat) for tactic in suite.tactics}) == len(suite.tactics)


def test_every_theme_comes_up_several_times(suite: Suite) -> None:
    counts = Counter(tactic.theme for tactic in suite.tactics)
    assert counts.keys() == suite.themes.keys()
    assert min(counts.values()) >= LEAST_OF_A_THEME


def test_exactly_one_choice_is_right(suite: Suite) -> None:
    assert {len(tactic.right) for tactic in suite.tactics} == {1}


def test_there_are_three_choices_or_it_is_yes_or_no(suite: Suite) -> None:
    """So nowhere are more than half of the choices right."""
    yes_or_no = {theme.name for theme in themes_of(suite.game.name).THEMES if theme.yes_or_no}
    few = [tactic for tactic in suite.tactics if tactic.choices < 3]
    assert {tactic.theme for tactic in few} <= yes_or_no
    assert all(tactic.choices == 2 for tactic in few)


def test_choices_are_counted(suite: Suite) -> None:
    """To say nothing is one of them, where a seat may speak up out of turn."""
    for tactic, state in suite.positions():
        actions = len(state.legal_actions(tactic.seat))
        assert tactic.choices == (actions if tactic.seat in state.to_move() else actions + 1)


def test_chance_finds_little(suite: Suite) -> None:
    assert fmean(1 / tactic.choices for tactic in suite.tactics) <= BY_CHANCE


def test_every_number_of_players_is_there(suite: Suite) -> None:
    assert {suite.deals[tactic.deal].players for tactic in suite.tactics} == {*suite.game.players}


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
        theme = first_fitting(themes.THEMES, themes.Case(view, right, wrong))
        assert theme is not None
        assert theme.name == tactic.theme


def test_what_was_proved_can_be_proved_again(suite: Suite) -> None:
    """A position of every other theme: the maker has proved them all."""
    themes = themes_of(suite.game.name)
    one_each = {tactic.theme: tactic for tactic in suite.tactics if tactic.proof != PLAYED_ON}
    for tactic in list(one_each.values())[::2]:
        again = themes.look(suite.reached(tactic), tactic.seat)
        assert again.proof == tactic.proof
        assert sorted(map(suite.game.action_name, again.right)) == sorted(tactic.right)


def test_net_finds_all(suite: Suite) -> None:
    assert [answer.tactic for answer in answers(suite, "net") if not answer.is_right] == []


@pytest.mark.parametrize("bot", ["net-points", "net-win"])
def test_networks_that_play_for_one_thing_find_nearly_all(suite: Suite, bot: str) -> None:
    found = [answer.is_right for answer in answers(suite, bot)]
    assert found.count(False) <= 0.03 * len(found)


def test_a_file_says_what_was_written(suite: Suite) -> None:
    assert read(written(suite), suite.game.name) == suite


def test_the_same_deal_has_the_same_positions(suite: Suite) -> None:
    """The newest deal; of some that were kept from long ago other numbers of players were asked for."""
    proved = [tactic for tactic in suite.tactics if tactic.proof != PLAYED_ON]
    newest = max(tactic.deal for tactic in proved)
    assert {tactic for tactic in proved if tactic.deal == newest} <= {*seen(suite.game.name, newest).tactics}


def test_what_belongs_in_a_suite_stays_there(suite: Suite) -> None:
    few = replace(suite, deals=dict(list(suite.deals.items())[:FEW]))
    there = {tactic for tactic in suite.tactics if tactic.deal in few.deals}
    assert {tactic for one in kept(few) for tactic in one.tactics} == there


def test_a_theme_has_room_for_a_few_of_each_table(suite: Suite) -> None:
    """And is left out if it comes up less than three times."""
    tactic = next(tactic for tactic in suite.tactics if tactic.choices > 2 and tactic.proof != PLAYED_ON)
    deal = suite.deals[tactic.deal]
    often = [Seen(replace(deal, number=number), [replace(tactic, deal=number)]) for number in range(9)]
    assert [one.deal for one in made(suite.game.name, often).tactics] == [0, 1, 2, 3]
    assert made(suite.game.name, often[:2]).tactics == ()
    assert made(suite.game.name, often[:2]).deals == {}


def test_a_theme_has_room_for_a_few_with_two_choices(suite: Suite) -> None:
    tactic = next(tactic for tactic in suite.tactics if tactic.proof != PLAYED_ON)
    deal = suite.deals[tactic.deal]
    often = [
        Seen(replace(deal, number=number, players=number), [replace(tactic, deal=number, choices=2)])
        for number in range(9)
    ]
    assert [one.deal for one in made(suite.game.name, often).tactics] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "the following arguments are required: GAME, FIRST, LAST"),
        ("go 0 9", "argument GAME: invalid choice: 'go'"),
        ("voodoo none 9", "argument FIRST: invalid int value: 'none'"),
        ("voodoo 9 0", "no deals from 9 to 0: count up from 0 or later"),
        ("voodoo 0 9 --early", "nobody plays on first moves of voodoo: leave out --early"),
    ],
)
def test_whoever_makes_a_suite_is_told_how(words: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        make(words.split())
    told = capsys.readouterr().err
    assert told.startswith("usage: python -m hexdeck.ai.tactics.making [-h] [--early] GAME FIRST LAST")
    assert why in told


def test_a_suite_goes_on_from_what_is_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal that is in it is not played again."""
    suite = suite_for("skull_queen")
    last = [tactic for tactic in suite.tactics if tactic.theme == list(suite.themes)[-1]]
    few = replace(suite, tactics=tuple(last), deals={one.deal: suite.deals[one.deal] for one in last})
    monkeypatch.setattr(making, "suite_for", lambda _: few)
    make(["skull_queen", str(last[0].deal), str(last[0].deal)])
    assert {*read(capsys.readouterr().out, "skull_queen").tactics} == {*last}


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
    assert "Call what was forgotten" in ran.stdout


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


class Match:
    """Seat 1 leaves it, which brings 1, or plays: both name a number in secret, and the same one brings 2."""

    def __init__(self) -> None:
        self.needs = None
        self.plays: bool | None = None
        self.named: dict[Seat, Action] = {}

    @property
    def scores(self) -> list[int]:
        return [0, 1 if not self.plays else 2 * (self.named[0] == self.named[1])]

    def to_move(self) -> tuple[Seat, ...]:
        if self.plays is None:
            return (1,)
        return tuple(seat for seat in (0, 1) if seat not in self.named) if self.plays else ()

    def legal_actions(self, seat: Seat) -> list[Action]:
        if seat not in self.to_move():
            return []
        return [0, 1] if self.plays is None else [2, 3]

    def apply(self, seat: Seat, action: Action) -> None:
        if self.plays is None:
            self.plays = bool(action)
        else:
            self.named[seat] = action

    def copy(self) -> "Match":
        twin = Match()
        twin.plays, twin.named = self.plays, {**self.named}
        return twin


class Split:
    """Seat 0 wins alone, or shares the win and leaves seat 2 far behind."""

    def __init__(self) -> None:
        self.needs = None
        self.shares: bool | None = None

    @property
    def scores(self) -> list[int]:
        return [0, 0, -41] if self.shares else [0, -15, -20]

    def to_move(self) -> tuple[Seat, ...]:
        return (0,) if self.shares is None else ()

    def legal_actions(self, seat: Seat) -> list[Action]:
        return [0, 1] if seat == 0 and self.shares is None else []

    def apply(self, seat: Seat, action: Action) -> None:
        del seat
        self.shares = bool(action)

    def copy(self) -> "Split":
        return Split()


def test_no_lead_is_right_that_costs_a_win() -> None:
    """Its lead over the mean of the others would be 20.5 points, and not 17.5."""
    assert Proof([Split()], 0, 1000).right() == []


def test_nobody_knows_what_others_choose_in_secret() -> None:
    """Who knew it would be right to play."""
    assert Proof([Match()], 1, 1000).right() == []


def test_every_deal_comes_once() -> None:
    deals = all_deals([1, 1, 2], [1, 1], lambda holder, card: (holder, card) != (1, 2), 10)
    assert deals == [((1,), (1,), (2,)), ((2,), (1,), (1,))]
    assert all_deals(range(20), [5, 5], lambda *_: True, 10) is None
