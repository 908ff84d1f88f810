"""What a search is worth where little is left to play."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.endings import GAMES, Difference, Row

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", GAMES)
def test_rounds_are_looked_at(game: str) -> None:
    command = [sys.executable, "bench/endings.py", game, "--players", "3", "--rounds", "2", "--json"]
    ran = subprocess.run(
        [*command, "--iterations", "50"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    [row] = json.loads(ran.stdout)["rows"]
    assert (row["players"], row["rounds"]) == (3, 2)
    assert row["elsewhere"]["choices"] > 0
    assert row["elsewhere"]["gain"]["low"] < row["elsewhere"]["gain"]["high"]


def test_a_round_counts_what_the_rule_leaves_to_a_search() -> None:
    row = Row(3, [[Difference(True, 6.0), Difference(False, -9.0)], [Difference(True, 3.0)], []])
    assert row.each(nearly_over=False) == [-9.0]
    assert row.by_round.mean == pytest.approx((2.0 + 1.0 + 0.0) / 3)
