"""The real program in a process of its own, as a person or a script would run it."""

import os
import subprocess
import sys
from pathlib import Path

import pexpect

HEXDECK = [sys.executable, "-m", "hexdeck.cli"]


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
