"""The kernels' C headers can be compiled alone, as C and as C++, without a warning."""

import shutil
import subprocess
from pathlib import Path

import pytest

from hexdeck import kernel
from lockstep import best_spaces

FOLDER = Path(kernel.__file__).parent / "c"
HEADERS = sorted(FOLDER.rglob("*.h"))


@pytest.mark.parametrize(
    "compiler", [("gcc", "-x", "c", "-std=c11"), ("g++", "-x", "c++", "-std=c++17")], ids=["C11", "C++17"]
)
def test_every_header_compiles_alone_without_a_warning(compiler: tuple[str, ...]) -> None:
    if shutil.which(compiler[0]) is None:
        pytest.skip(f"there is no {compiler[0]} here")
    command = [*compiler, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{FOLDER}", *map(str, HEADERS)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.stderr == ""
    assert told.returncode == 0
    assert len(HEADERS) > 10


def test_the_table_of_best_spaces_is_as_reckoned() -> None:
    assert best_spaces.HEADER.read_text().splitlines() == list(best_spaces.lines())
