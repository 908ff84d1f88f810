"""hexdeck bench rl: it measures what can be had, names what cannot, and says what must be reached."""

import json

import pytest

from bench import rl
from bench.musts import RL_MUSTS, rl_ratios, verdicts
from bench.plot import RL_GROUPS, svg
from bench.rl_loops import LOOPS
from hexdeck.cli import main

FIGURES = {
    "hexdeck.voodoo_prince.4": 6e6,
    "hexdeck.voodoo_prince.4.all_cores": 11e6,
    "openspiel.hearts": 2e3,
    "openspiel.leduc_poker": 3e4,
    "pgx.leduc_holdem": 1e6,
}


def test_the_fastest_of_openspiel_counts() -> None:
    assert rl_ratios(FIGURES) == {"million_steps_per_s": 6.0, "vs_openspiel": 200.0}
    assert [one["met"] for one in verdicts(rl_ratios(FIGURES), RL_MUSTS)] == [True, True]
    assert [one["met"] for one in verdicts(rl_ratios({}), RL_MUSTS)] == [None, None]


def test_every_loop_has_a_bar() -> None:
    drawn = {bar.figure for bars in RL_GROUPS.values() for bar in bars}
    assert drawn == {*LOOPS, "hexdeck.voodoo_prince.4.all_cores"}
    assert svg(FIGURES, RL_GROUPS, "hexdeck bench rl", "").count('rx="2"') == 5


def test_what_is_missing_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rl, "LOOPS", dict.fromkeys(("hexdeck.voodoo_prince.4", "pgx.leduc_holdem")))
    monkeypatch.setenv("PYTHONPATH", "tests/bench/without_jax")
    assert main(["bench", "rl", "--quick", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["figures"]["hexdeck.voodoo_prince.4"] > 0
    assert report["figures"]["hexdeck.voodoo_prince.4.all_cores"] > 0
    assert report["vs_openspiel"] is None
    assert "pgx.leduc_holdem was not measured, missing jax: make bench installs it" in report["notes"]
