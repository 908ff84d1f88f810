"""The real program in a process of its own, as a person or a script would run it."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile

import pexpect

from forked import CAN, forked

HEXDECK = [sys.executable, "-m", "hexdeck.cli"]
READ_LATE = {"HEXDECK_LANGUAGE", "COLUMNS", "NO_COLOR", "FORCE_COLOR", "TERM"}  # not when Python starts
ROOM = 10_000  # letters of any kind that a pipe takes at once


def environment(home: Path, **more: str) -> dict[str, str]:
    """A home of its own, English, 100 columns."""
    strange = ("NO_COLOR", "FORCE_COLOR", "PYTHONUNBUFFERED")
    clean = {name: value for name, value in os.environ.items() if name not in strange}
    own = {"XDG_DATA_HOME": str(home), "HOME": str(home), "HEXDECK_LANGUAGE": "en", "COLUMNS": "100"}
    return clean | own | {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"} | more


def hexdeck(
    home: Path, *arguments: str, typed: str = "", encoding: str = "utf-8", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run with `typed` as standard input through a pipe."""
    if CAN and encoding == "utf-8" and more.keys() <= READ_LATE and len(typed) < ROOM:
        return _forked(arguments, typed, environment(home, **more), home)
    return subprocess.run(
        [*HEXDECK, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding=encoding,
        env=environment(home, **more),
        cwd=home,
        timeout=120,
        check=False,
    )


def _forked(
    arguments: Sequence[str], typed: str, variables: dict[str, str], home: Path
) -> subprocess.CompletedProcess[str]:
    reader, writer = os.pipe()
    os.write(writer, typed.encode())
    os.close(writer)
    with TemporaryFile("w+", encoding="utf-8") as told, TemporaryFile("w+", encoding="utf-8") as complained:
        program = forked(
            arguments,
            environment=variables,
            folder=home,
            stdin=reader,
            stdout=told.fileno(),
            stderr=complained.fileno(),
        )
        os.close(reader)
        status = program.wait(120)
        told.seek(0)
        complained.seek(0)
        return subprocess.CompletedProcess(arguments, status, told.read(), complained.read())


def in_terminal(home: Path, *arguments: str, **more: str) -> "pexpect.spawn[str]":
    """Run in a terminal of its own."""
    command, *rest = HEXDECK
    return pexpect.spawn(
        command,
        [*rest, *arguments],
        env=environment(home, **more),
        cwd=str(home),
        encoding="utf-8",
        timeout=60,
        dimensions=(50, 100),
    )


def games_in(home: Path) -> list[Path]:
    return sorted((home / "hexdeck" / "games").glob("*.hexdeck"))
