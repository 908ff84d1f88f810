"""The kernels' C headers can be compiled alone, and each game as C++ too, without a warning."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hexdeck import kernel
from hexdeck.games import GAMES
from lockstep import best_spaces

PAGE = Path(__file__).parents[2] / "docs" / "kernel.md"
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


def test_the_example_of_the_page_plays_a_game(tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("there is no gcc here")
    [example] = re.findall(r"```c\n(.*?)```", PAGE.read_text(), re.DOTALL)
    include, body = example.split("\n\n", 1)
    source, program = tmp_path / "example.c", tmp_path / "example"
    source.write_text(
        f'{include}\n#include <stdio.h>\nint main(void) {{\n{body}printf("%ld", actions);\n}}\n'
    )
    subprocess.run(["gcc", "-std=c11", f"-I{FOLDER}", str(source), "-o", str(program)], check=True)
    actions = int(subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout)
    assert 5 * 20 < actions < 5 * 56  # five rounds of 52 cards at most, and a trump named in four of them
