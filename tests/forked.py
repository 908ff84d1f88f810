"""Our program in a process of its own, forked from one that has imported all of it already.

Tests start it hundreds of times, and most of a start is imports.  It is the same program with the same
arguments, environment, folder and streams; only how Python itself starts is not: what a test says to Python
(an encoding, another path) needs `subprocess`, and so does every system but Linux.
"""

import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn

CAN: Final = sys.platform == "linux"
OURS: Final = "hexdeck.cli"
IMPORTED: Final = (
    OURS,
    "hexdeck.server.run.serve",
    "hexdeck.ai.arena.command",
    "hexdeck.ai.arena.simulate_command",
)
LONGEST: Final = 1 << 20  # bytes of a wish


class Forked:
    """What tests use of `subprocess.Popen`."""

    def __init__(self, news: int, output: int | None) -> None:
        self._news = os.fdopen(news)
        self.pid = int(self._news.readline())
        self.stdout = None if output is None else os.fdopen(output, encoding="utf-8")
        self.returncode: int | None = None

    def send_signal(self, what: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, what)

    def poll(self) -> int | None:
        return self.returncode if self._has_ended(0) else None

    def wait(self, timeout: float) -> int:
        if not self._has_ended(timeout):
            raise subprocess.TimeoutExpired(OURS, timeout)
        assert self.returncode is not None
        return self.returncode

    def _has_ended(self, seconds: float) -> bool:
        if self.returncode is None and select.select([self._news], [], [], seconds)[0]:
            self.returncode = int(self._news.readline())
            self._news.close()
        return self.returncode is not None


def forked(
    arguments: Sequence[str],
    *,
    environment: Mapping[str, str],
    folder: Path | None = None,
    stdin: int | None = None,
    stdout: int | None = None,
    stderr: int | None = None,
    leads_group: bool = False,
) -> Forked:
    """Start the program; streams that are not given are nowhere, and without `stdout` there is a pipe."""
    pipe = os.pipe() if stdout is None else (None, stdout)
    news, told = os.pipe()
    with open(os.devnull, "r+b") as nowhere:
        streams = [nowhere.fileno() if one is None else one for one in (stdin, pipe[1], stderr)]
        wish = {
            "arguments": list(arguments),
            "environment": dict(environment),
            "folder": str(folder or Path.cwd()),
            "leads_group": leads_group,
        }
        socket.send_fds(_nursery(), [json.dumps(wish).encode()], [*streams, told])
    os.close(told)
    if pipe[0] is not None:
        os.close(pipe[1])
    return Forked(news, pipe[0])


@cache
def _nursery() -> socket.socket:
    """Whoever forks, one for each process of tests."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    nurse = subprocess.Popen([sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()])
    theirs.close()

    def end() -> None:
        ours.close()
        nurse.wait(20)

    atexit.register(end)
    return ours


def nurse(door: socket.socket) -> None:
    """Fork for every wish, until nobody is there any more; Ctrl-C is for whoever wished."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in IMPORTED:
        import_module(name)
    del sys.modules[OURS]  # it is run as the main module
    gc.freeze()
    is_open = True
    while is_open:
        text, fds, _, _ = socket.recv_fds(door, LONGEST, 4)
        is_open = bool(text)
        if is_open and os.fork() == 0:
            door.close()
            _watch(json.loads(text), fds)
        for fd in fds:
            os.close(fd)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass


def _watch(wish: dict[str, Any], fds: list[int]) -> NoReturn:
    """Start the program, and tell its number and how it ends."""
    *streams, told = fds
    pid = os.fork()
    if pid == 0:
        os.close(told)
        _be_it(wish, streams)
    if wish["leads_group"]:
        with suppress(OSError):  # it does so itself, now or before
            os.setpgid(pid, pid)
    for fd in (0, 1, *streams):
        os.close(fd)
    os.write(told, f"{pid}\n".encode())
    _, status = os.waitpid(pid, 0)
    with suppress(BrokenPipeError):  # nobody wants to know
        os.write(told, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _be_it(wish: dict[str, Any], streams: list[int]) -> NoReturn:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if wish["leads_group"]:
        os.setpgid(0, 0)
    for number, fd in enumerate(streams):
        os.dup2(fd, number)
        os.close(fd)
    sys.stdin = os.fdopen(0, "r", encoding="utf-8")
    sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = os.fdopen(2, "w", 1, encoding="utf-8", errors="backslashreplace")
    os.environ.clear()
    os.environ.update(wish["environment"])
    os.chdir(wish["folder"])
    sys.argv = ["hexdeck", *wish["arguments"]]
    runpy.run_module(OURS, run_name="__main__", alter_sys=True)
    sys.exit(0)


if __name__ == "__main__":
    nurse(socket.socket(fileno=int(sys.argv[1])))
