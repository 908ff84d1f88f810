"""The hand-written C playout, compiled when it is needed."""

import json
import platform
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from bench.stopwatch import Runner

SOURCE = Path(__file__).parent / "reference" / "voodoo_prince.c"
FLAGS = ["-O2", "-std=c11", "-D_POSIX_C_SOURCE=199309L"]
if platform.machine() == "x86_64":
    FLAGS.append("-march=x86-64-v2")  # as the kernel: both have popcount
SEED = "1"


class NoCompiler(Exception):
    """There is nothing to compile the reference with, or it failed."""


def compiler() -> list[str]:
    configured = shlex.split(sysconfig.get_config_var("CC") or "")[:1]
    for name in (*configured, "cc", "gcc", "clang"):
        if found := shutil.which(name):
            return [found]
    raise NoCompiler("there is no C compiler: install gcc or clang to compare with the C reference")


def compiled(folder: Path) -> Path:
    """The program, made in `folder`, or NoCompiler."""
    program = folder / "voodoo_prince"
    command = [*compiler(), *FLAGS, str(SOURCE), "-o", str(program)]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    if finished.returncode != 0:
        raise NoCompiler(f"the C reference does not compile: {finished.stderr.strip()}")
    return program


def playout(program: Path, seconds: float) -> dict[str, Any]:
    """What the program prints: its rate, and mean points by order of leaving."""
    command = [str(program), f"{seconds:.3f}", SEED]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    result: dict[str, Any] = json.loads(printed)
    return result


def runner(program: Path) -> Runner:
    def run(seconds: float) -> float:
        return float(playout(program, seconds)["actions_per_second"])

    return run
