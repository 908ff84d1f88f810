"""The app shows what the house told: whole games, walked through its scenes for every seat and onlooker."""

import os
import subprocess
import sys
from pathlib import Path

from hexdeck.games import GAMES
from web.told_games import GAMES as PLAYED
from web.told_games import told

BUILD = Path(__file__).parents[2] / "web" / "build.py"


def test_every_game_is_told() -> None:
    assert {one.game for one in PLAYED} == set(GAMES)


def test_every_scene_is_what_the_house_told(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    with games.open("w") as file:
        for one in PLAYED:
            file.writelines(f"{line}\n" for line in told(one))
    walk = [sys.executable, str(BUILD), "run", "told"]
    done = subprocess.run(
        walk, env={**os.environ, "HEXDECK_TOLD": str(games)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-8000:]
