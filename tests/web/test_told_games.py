"""The app shows what the house told, and its score pads count as the law does, in whole games."""

import os
import subprocess
import sys
from pathlib import Path

from hexdeck.core.registry import GAMES
from web.pad_rounds import pad_games
from web.told_games import GAMES as PLAYED
from web.told_games import told

BUILD = Path(__file__).parents[2] / "web" / "build.py"


def test_every_game_is_told() -> None:
    assert {one.game for one in PLAYED} == set(GAMES)


def test_every_scene_and_every_point_is_what_the_house_told(tmp_path: Path) -> None:
    games, pads = tmp_path / "games.jsonl", tmp_path / "pads.jsonl"
    pads.write_text("\n".join(pad_games()))
    with games.open("w") as file:
        for one in PLAYED:
            file.writelines(f"{line}\n" for line in told(one))
    walk = [sys.executable, str(BUILD), "run", "told"]
    done = subprocess.run(
        walk,
        env={**os.environ, "HEXDECK_TOLD": str(games), "HEXDECK_PADS": str(pads)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-8000:]
