"""Bots of one's own in the arena and in simulations: what is counted, told and kept of them."""

import json
from pathlib import Path

import pytest

from hexdeck.ai.arena.match import Match
from hexdeck.ai.arena.report import command_line, page
from hexdeck.ai.arena.results import Results, measure
from hexdeck.ai.arena.settings import fingerprint, new_settings
from hexdeck.ai.arena.simulate import Summary, new_plan, simulate
from hexdeck.ai.bots import SECONDS
from hexdeck.ai.external_bots.faults import Faults, summed
from hexdeck.core.errors import SetupRefused
from hexdeck.core.registry import GAMES
from terminal.commands import hexdeck

MODULE = """
class Lowest:
    def __init__(self, game, rng):
        pass

    def choose(self, view):
        return view.actions[0]

class Cheating(Lowest):
    def choose(self, view):
        return 999_999
"""
TWO_FAULTS = {"bot": "bad", "kind": "failed", "count": 2, "first": "<b>no</b>"}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "my_bots.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_whole_program_counts_and_names_faults(here: Path) -> None:
    """Two workers find out what one does; a change to the bot makes the results old."""
    words = ("arena", "voodoo_prince", "random", "bad=my_bots:Cheating", "--against", "bad", "--json")
    more = ("-o", "rounds=1", "--deals", "2", "--seed", "5", "--workers")
    ran = hexdeck(here, *words, *more, "2")
    assert ran.returncode == 0, ran.stderr
    answer = json.loads(ran.stdout)
    assert answer["bots"] == ["random", "bad"]
    assert answer["own"] == {"bad": "my_bots:Cheating"}
    [fault] = answer["faults"]
    assert (fault["bot"], fault["kind"], fault["count"] > 20) == ("bad", "illegal", True)
    assert fault["first"].startswith("999999 is none of its seat’s ")

    (here / "my_bots.py").write_text(MODULE + "\n# better\n")
    changed = json.loads(hexdeck(here, *words, *more, "1").stdout)
    assert (changed["run"]["stored"], changed["pairs"]) == (0, answer["pairs"])
    assert changed["faults"] == answer["faults"]


@pytest.mark.usefixtures("here")
def test_a_report_names_faults_and_how_to_repeat_it() -> None:
    settings = new_settings(
        "voodoo_prince",
        ["random", "my_bots:Lowest"],
        options={"rounds": 1},
        seconds=60,
        seed=0,
    )
    played = measure(settings, 1)
    assert command_line(played) == (
        "hexdeck arena voodoo_prince random lowest=my_bots:Lowest --players 2 --deals 1 --seed 0"
        " --bot-seconds 60 -o rounds=1 -o variant=prince"
    )
    assert "Faults" not in page(played)
    faulty = Results(settings, 1, 2, played.duels, played.ratings, (Faults("bad", "failed", 2, "<b>no</b>"),))
    assert "<td>failed</td><td>2</td><td>&lt;b&gt;no&lt;/b&gt;</td>" in page(faulty)
    assert faulty.as_dict()["faults"] == [TWO_FAULTS]


def test_faults_are_kept_with_their_deal() -> None:
    kept = {"deal": 3, "games": [{"seats": [0, 1], "scores": [1, 2], "rounds": 1, "faults": [TWO_FAULTS]}]}
    match = Match.from_dict(kept, ["bad", "random"])
    assert match.outcomes["bad", "random"].faults == (Faults("bad", "failed", 2, "<b>no</b>"),)
    assert json.loads(json.dumps(match.as_dict(["bad", "random"]))) == kept


def test_faults_are_summed_by_bot_and_kind() -> None:
    found = summed(
        Faults(*one) for one in (("a", "late", 1, "x"), ("b", "late", 1, "y"), ("a", "late", 2, "z"))
    )
    assert found == (Faults("a", "late", 3, "x"), Faults("b", "late", 1, "y"))


@pytest.mark.usefixtures("here")
def test_a_simulation_counts_faults_too() -> None:
    plan = new_plan(GAMES["voodoo_prince"], 2, 0, ["my_bots:Cheating", "random"], {"rounds": 1})
    summary = Summary(plan)
    for played in simulate(plan, 2):
        summary.add(played)
    whole = summary.as_dict()
    assert whole["bots"] == ["cheating", "random"]
    assert [(one["bot"], one["kind"]) for one in whole["faults"]] == [("cheating", "illegal")]


@pytest.mark.usefixtures("here")
def test_two_bots_need_two_names_and_time() -> None:
    with pytest.raises(SetupRefused, match="two bots are called “lowest”: give one of them another name"):
        new_settings("voodoo_prince", ["my_bots:Lowest", "lowest=my_bots:Cheating"])
    with pytest.raises(SetupRefused, match="a bot cannot choose in 0 seconds: give it more than 0"):
        new_settings("voodoo_prince", ["random", "heuristic"], seconds=0)


def test_without_bots_of_ones_own_nothing_changes() -> None:
    settings = new_settings("voodoo_prince", ["random", "heuristic"])
    assert (settings.own, settings.seconds, settings.code) == ({}, SECONDS, fingerprint())
