"""`hexdeck think` in a process of its own, with the processes in which it thinks."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from forked import CAN, Forked, forked
from hexdeck.server.base.worker_key import WorkerKey

THINK = [sys.executable, "-m", "hexdeck.cli", "think"]


class WorkerProcess:
    def __init__(self, log: Path, *flags: str) -> None:
        self.log = log
        with log.open("a") as errors:
            self.process = _started(flags, errors)
        assert self.process.stdout
        assert self.process.stdout.readline().startswith("Hexdeck thinks"), log.read_text()

    def signal(self, what: signal.Signals) -> None:
        """To it and all its processes, in the middle of whatever they do."""
        os.killpg(self.process.pid, what)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self._wait()

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self._wait()

    def _wait(self) -> int:
        assert self.process.stdout
        status = self.process.wait(20)
        self.process.stdout.close()
        return status


def _started(flags: Sequence[str], errors: TextIO) -> subprocess.Popen[str] | Forked:
    if CAN:
        return forked(["think", *flags], environment=os.environ, stderr=errors.fileno(), leads_group=True)
    return subprocess.Popen(
        [*THINK, *flags], stdout=subprocess.PIPE, stderr=errors, text=True, process_group=0
    )


def key_file(folder: Path, key: WorkerKey) -> str:
    """A file with this key."""
    file = folder / f"{key.mark}.key"
    file.write_text(key.text())
    return str(file)


@contextmanager
def worker_running(log: Path, bus: str, key: WorkerKey, *flags: str) -> Iterator[WorkerProcess]:
    own = ("--worker-key-file", key_file(log.parent, key))
    worker = WorkerProcess(log, "--bus", bus, "--bot-processes", "1", *own, *flags)
    try:
        yield worker
    finally:
        if worker.process.poll() is None:
            worker.kill()
