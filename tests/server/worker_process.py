"""`hexdeck think` in a process of its own, with the processes in which it thinks."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

THINK = [sys.executable, "-m", "hexdeck.cli", "think"]


class WorkerProcess:
    def __init__(self, log: Path, *flags: str) -> None:
        self.log = log
        with log.open("a") as errors:
            self.process = subprocess.Popen(
                [*THINK, *flags], stdout=subprocess.PIPE, stderr=errors, text=True, process_group=0
            )
        assert self.process.stdout
        assert self.process.stdout.readline().startswith("Hexdeck thinks"), log.read_text()

    def kill(self) -> None:
        """It and all its processes, in the middle of whatever they do."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(20)

    def end(self) -> int:
        self.process.terminate()
        return self.process.wait(20)


@contextmanager
def worker_running(log: Path, bus: str, *flags: str) -> Iterator[WorkerProcess]:
    worker = WorkerProcess(log, "--bus", bus, "--bot-processes", "1", *flags)
    try:
        yield worker
    finally:
        if worker.process.poll() is None:
            worker.kill()
        assert worker.process.stdout
        worker.process.stdout.close()
