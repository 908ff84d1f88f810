"""The kernels' C headers can be compiled alone, and each game as C++ too, without a warning."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hexdeck import kernel
from hexdeck.core.game_files import GAMES_FOLDER
from hexdeck.core.registry import GAMES
from lockstep import best_spaces

PAGE = Path(__file__).parents[2] / "docs" / "kernel.md"
FOLDER = Path(kernel.__file__).parent / "c"


def check(headers: list[Path], compiler: str, *language: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler} here")
    strict = ("-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{FOLDER}", f"-I{GAMES_FOLDER}")
    command = [compiler, *language, *strict, *map(str, headers)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")


def test_every_header_is_c11_and_includes_what_it_needs() -> None:
    headers = sorted([*FOLDER.glob("*.h"), *GAMES_FOLDER.glob("*/kernel/*.h")])
    assert FOLDER / "rng.h" in headers
    check(headers, "gcc", "-x", "c", "-std=c11")


def test_every_game_is_cpp17() -> None:
    check([GAMES_FOLDER / name / "kernel" / "game.h" for name in GAMES], "g++", "-x", "c++", "-std=c++17")


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
    subprocess.run(
        ["gcc", "-std=c11", f"-I{FOLDER}", f"-I{GAMES_FOLDER}", str(source), "-o", str(program)], check=True
    )
    actions = int(subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout)
    assert 5 * 20 < actions < 5 * 56  # five rounds of 52 cards at most, and a trump named in four of them


ROUNDED = """
#include "network.h"
#include <stdio.h>
static uint32_t word = 1;
static float drawn(void) { return (float)((word = word * 1664525u + 1013904223u) >> 8) / 8388608.0f - 1.0f; }
int main(void) {
    static float numbers[70 * 136 + 136 + 136 * 72 + 72 + 72 * 9 + 9], thought[MOST_UNITS];
    const int sizes[] = {70, 136, 72, 9};
    const uint32_t bits[] = {0x9e3779b9u, 0x7f4a7c15u, 0x2au};
    Network network = {.layers = 2, .units = {136, 72}, .inputs = 70, .outputs = 9};
    float *at = numbers;
    for (size_t number = 0; number < sizeof(numbers) / sizeof(float); number++) numbers[number] = drawn();
    for (int layer = 0; layer < 3; layer++) {
        network.weights[layer] = at;
        network.biases[layer] = at += sizes[layer] * sizes[layer + 1];
        at += sizes[layer + 1];
    }
    think(&network, bits, thought);
    for (int choice = 0; choice < 9; choice++) printf("%a ", liking(&network, thought, choice));
}
"""


def test_a_network_rounds_alike_however_it_is_compiled(tmp_path: Path) -> None:
    """In wide registers, in narrow ones, in none; layers of a block and a rest of it."""
    if shutil.which("gcc") is None:
        pytest.skip("there is no gcc here")
    source, told = tmp_path / "rounded.c", set()
    source.write_text(ROUNDED)
    for way in (["-O3"], ["-O3", "-D__clang__"], ["-O1", "-D__clang__", "-fno-tree-vectorize"]):
        program = tmp_path / "rounded"
        command = ["gcc", "-std=c11", "-ffp-contract=off", *way, f"-I{FOLDER}", str(source)]
        subprocess.run([*command, "-o", str(program)], check=True)
        told.add(subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout)
    [likings] = told
    assert len(set(likings.split())) == 9
