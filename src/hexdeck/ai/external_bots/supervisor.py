"""Starts a bot's program and sees to it that nothing of it is left, not even when we are killed.

A program of its own, run without the package: `keeper.py PIPE COMMAND...`.  It waits until PIPE is closed,
which happens with the process that holds its other end, however that ends; then the program has a moment to
end by itself before it is killed, with all that it has started.
"""

import os
import select
import signal
import sys
import time
from contextlib import suppress

PATIENCE = 1.0  # seconds for a program whose input was closed to end by itself
AT_ONCE = b"!"  # in the pipe: it has had its chance
ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER


def main() -> None:
    pipe, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(pipe, False)
    _adopt_orphans()
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake)
    program = _start(command)
    nothing = os.open(os.devnull, os.O_RDWR)
    for ours in (0, 1, 2):
        os.dup2(nothing, ours)  # the program alone holds its pipes: when it ends, they do
    _wait(program, pipe, woken)
    _end_all(program)


def _adopt_orphans() -> None:
    """On Linux what the program leaves behind becomes ours, and can be ended."""
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415  macOS does without it

        ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)


def _start(command: list[str]) -> int:
    program = os.fork()
    if program:
        return program
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    os.setsid()
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}".encode())
    os._exit(127)


def _wait(program: int, pipe: int, woken: int) -> None:
    """Until the program has ended, or shall."""
    end: float | None = None
    watched = [pipe, woken]
    while end is None or time.monotonic() < end:
        left = None if end is None else max(0.0, end - time.monotonic())
        ready, _, _ = select.select(watched, [], [], left)
        if woken in ready:
            os.read(woken, 4096)
            if _has_ended(program):
                return
        if pipe in ready:
            if os.read(pipe, 1) == AT_ONCE:
                return
            watched.remove(pipe)
            end = time.monotonic() + PATIENCE


def _has_ended(program: int) -> bool:
    """And the orphans that have ended are buried."""
    with suppress(ChildProcessError):
        while True:
            child, _ = os.waitpid(-1, os.WNOHANG)
            if child in (0, program):
                return child == program
    return True


def _end_all(program: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program, signal.SIGKILL)
    with suppress(ChildProcessError):
        while True:
            for child in _children():
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            os.waitpid(-1, 0)


def _children() -> list[int]:
    """Those that we know of: on Linux all of them."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


if __name__ == "__main__":
    main()
