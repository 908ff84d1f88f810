"""Each level over the one below, at a table of every game."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hexdeck.ai.bots.levels import LEVELS
from hexdeck.core.registry import GAMES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", GAMES)
def test_every_level_is_held_against_the_one_below(game: str) -> None:
    command = [sys.executable, "bench/levels.py", "--games", game, "--players", "3", "--deals", "1", "--json"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found = json.loads(ran.stdout)["levels"]
    assert [(row["below"], row["level"]) for row in found] == list(zip([None, *LEVELS], LEVELS, strict=False))
    assert found[0]["lead"] is found[0]["wins"] is None
    assert all(0 <= row["wins"]["mean"] <= 1 for row in found[1:])
    assert all(row["mean_answer_ms"] <= row["slowest_answer_ms"] for row in found)
