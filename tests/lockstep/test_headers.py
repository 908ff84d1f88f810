"""The kernels' C headers can be compiled alone, and each game as C++ too, without a warning."""

import shutil
import subprocess
from pathlib import Path

import pytest

from hexdeck import kernel
from hexdeck.games import GAMES
from lockstep import best_spaces

FOLDER = Path(kernel.__file__).parent / "c"


def check(headers: list[Path], compiler: str, *language: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler} here")
    strict = ("-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{FOLDER}")
    command = [compiler, *language, *strict, *map(str, headers)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")


def test_every_header_is_c11_and_includes_what_it_needs() -> None:
    headers = sorted(FOLDER.rglob("*.h"))
    assert FOLDER / "rng.h" in headers
    check(headers, "gcc", "-x", "c", "-std=c11")


def test_every_game_is_cpp17() -> None:
    check([FOLDER / name / "game.h" for name in GAMES], "g++", "-x", "c++", "-std=c++17")


def test_the_table_of_best_spaces_is_as_reckoned() -> None:
    assert best_spaces.HEADER.read_text().splitlines() == list(best_spaces.lines())
