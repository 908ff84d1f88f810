"""Processes under measure, on Linux: where they run, their time of the processor, their memory."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

TICKS: Final = os.sysconf("SC_CLK_TCK")  # in a second
_UTIME, _CUTIME_END = 11, 15  # in /proc/PID/stat, counted after the name of the program


def cores() -> list[int]:
    return sorted(os.sched_getaffinity(0))


def pinned(core: int | None) -> list[str]:
    """What a command begins with to stay on one core; nothing for None, and where there is no choice."""
    found = cores()
    if core is None or len(found) == 1 or not shutil.which("taskset"):
        return []
    return ["taskset", "-c", str(found[core])]


@contextmanager
def started(
    command: Sequence[str], *, core: int | None, cwd: Path | None = None
) -> Iterator["subprocess.Popen[str]"]:
    """A program whose output can be read, until it is no more needed."""
    process = subprocess.Popen(
        [*pinned(core), *command], cwd=cwd, stdout=subprocess.PIPE, text=True, process_group=0
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()


def processor_seconds(pid: int) -> float:
    """Used so far by a process, its children, and those of them that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = sum(map(int, fields[_UTIME:_CUTIME_END])) / TICKS
    return own + sum(processor_seconds(child) for child in _children(pid))


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def rss_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found, "Linux tells it"
    return int(found[1]) / 1024
