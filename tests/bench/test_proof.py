"""A bot over another at a table of every game, with intervals, in slices."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hexdeck.core.registry import GAMES

ROOT = Path(__file__).parents[2]


def proof(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "bench/proof.py", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("game", GAMES)
def test_each_slice_adds_deals_to_those_before(game: str, tmp_path: Path) -> None:
    words = [
        "heuristic",
        "random",
        "--games",
        game,
        "--players",
        "3",
        "--seed",
        "7",
        "--folder",
        str(tmp_path),
    ]

    def table(minutes: str) -> dict[str, Any]:
        [found] = json.loads(proof(*words, "--minutes", minutes, "--json").stdout)["tables"]
        assert (found["game"], found["players"], found["seed"]) == (game, 3, 7)
        assert found["lead"]["low"] < found["lead"]["mean"] < found["lead"]["high"]
        return dict(found)

    first, second = table("0"), table("0.02")
    assert first["deals"] == 2
    assert second["deals"] > 2
    assert second["wins"]["mean"] > 1 / 3


def test_tables_are_rows_of_a_document(tmp_path: Path) -> None:
    words = ["--games", "voodoo_prince", "--players", "2", "3", "--seed", "7", "--minutes", "0"]
    shown = proof("heuristic", "random", *words, "--folder", str(tmp_path)).stdout.splitlines()
    assert shown[0] == "| players | deals | lead | wins alone | the other wins alone | fair |"
    assert [line.split(" | ")[0] for line in shown[2:]] == ["| Voodoo Prince, 2", "| 3"]
    assert [line.split(" | ")[-1] for line in shown[2:]] == ["50.0% |", "33.3% |"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["nobody", "random", "--seed", "1"], "nobody"),
        (["net", "random", "--seed", "1", "--players", "1"], "choose of 2 to 12"),
        (["net", "random"], "--seed"),
    ],
)
def test_what_cannot_be_measured_is_refused(words: list[str], why: str) -> None:
    ran = proof(*words)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert why in ran.stderr
    assert "Traceback" not in ran.stderr
