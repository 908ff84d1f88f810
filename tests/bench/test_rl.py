"""hexdeck bench rl: it measures what can be had, names what cannot, and says what must be reached."""

import json
import re
from pathlib import Path

import numpy
import pytest

from bench import rl, rl_loops
from bench.musts import RL_MUSTS, rl_ratios, verdicts
from bench.plot import RL_GROUPS, svg
from bench.pufferlib import ACTIONS, INSTALL, LOCK, NotInstalled, TripleTriad, installed
from bench.rl_loops import LOOPS
from hexdeck.cli import main
from hexdeck.core.registry import GAMES
from hexdeck.rl import VectorEnv

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
    """But those with choices: they stand in the table."""
    drawn = {bar.figure for bars in RL_GROUPS.values() for bar in bars}
    loops = {name for name in LOOPS if not name.endswith(".choices")}
    assert drawn == {*loops, "hexdeck.voodoo_prince.4.all_cores"}
    assert svg(FIGURES, RL_GROUPS, "hexdeck bench rl", "").count('rx="2"') == 5


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_measured_with_its_choices_too(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, learning = [name for name in LOOPS if name.startswith(f"hexdeck.{game}.")]
    assert learning == f"{plain}.choices"
    asked: list[bool] = []
    monkeypatch.setattr(VectorEnv, "choices", lambda self: asked.append(self.size == rl_loops.GAMES))
    monkeypatch.setattr(rl_loops, "GAMES", 4)
    assert LOOPS[plain]()() == 4
    assert asked == []
    assert LOOPS[learning]()() == 4
    assert asked == [True]


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


@pytest.mark.skipif(installed() is None, reason="hexdeck bench rl has not installed PufferLib")
def test_games_of_pufferlib_are_played_to_their_ends() -> None:
    """Where the C library's `step` is called instead of its own, nothing happens, four times as fast."""
    env = TripleTriad(16)
    ends = 0
    for actions in numpy.random.default_rng(0).integers(ACTIONS, size=(1000, 16)):
        env.step(actions)
        ends += env.ends.sum()
    assert ends > 100
    assert env.features.any(axis=1).all()


def test_pufferlib_is_missed_where_it_cannot_be_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    with pytest.raises(NotInstalled, match=r"missing PufferLib 2\.0\.2: it needs x86-64 Linux"):
        TripleTriad(1, tmp_path / "pufferlib")


def test_pufferlib_is_fetched_by_its_hashes_and_from_no_address() -> None:
    lock = LOCK.read_text()
    assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", lock)) == 3
    assert "://" not in lock
    assert "--require-hashes" in INSTALL
