"""The real server in a process of its own, as a club would run it."""

import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TextIO

import httpx

from forked import CAN, Forked, forked

TLS = ssl.create_default_context()  # else each request would read all certificates of the world anew
SERVE = [sys.executable, "-m", "hexdeck.cli", "serve"]
FAST = (
    "--pace",
    "0",
    "--rate",
    "100000",
    "--address-share",
    "1",
    "--address-megabytes",
    "100000",
    "--tables-per-minute",
    "100000",
    "--retry",
    "0.05",
    "--bot-seconds",
    "60",
    "--allowed-hosts",
    "house",
)


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        return int(free.getsockname()[1])


class HouseProcess:
    """Can be stopped, killed and started again with the same data and the same address."""

    def __init__(self, data: Path, *flags: str, environment: dict[str, str] | None = None) -> None:
        self.data = data
        self.flags = flags
        self.environment = environment or {}
        self.process: subprocess.Popen[str] | Forked | None = None
        self.port = 0
        self.log = data.parent / f"{data.name}.log"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, *, is_ready: bool = True) -> None:
        """Return once it is ready, or only listens; one that gives up is an AssertionError at once."""
        is_public = "--public-url" in self.flags  # it then prints that, and not its port
        self.port = self.port or (free_port() if is_public else 0)
        with self.log.open("a") as errors:
            self.process = self._started(errors)
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)$", line.strip())
        assert found or (line and is_public), f"{line!r}; {self.log.read_text()}"
        if found and not is_public:
            self.port = int(found[1])
        if is_ready:
            self.wait_until_ready()

    def _started(self, errors: TextIO) -> subprocess.Popen[str] | Forked:
        flags = ["--data", str(self.data), "--port", str(self.port), *FAST, *self.flags]
        if CAN and not self.environment:
            return forked(["serve", *flags], environment=os.environ, stderr=errors.fileno(), leads_group=True)
        return subprocess.Popen(
            [*SERVE, *flags],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, **self.environment},
            process_group=0,
        )

    def wait_until_ready(self, seconds: float = 60.0) -> None:
        assert self.process
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            try:
                if httpx.get(f"{self.url}/readyz", timeout=1, verify=TLS).status_code == httpx.codes.OK:
                    return
            except httpx.TransportError:
                time.sleep(0.02)
        raise AssertionError(f"the house does not open: {self.log.read_text()}")

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        assert self.process
        assert self.process.stdout
        self.process.send_signal(how)
        status = self.process.wait(60)
        self.process.stdout.close()
        self.process = None
        return status


@contextmanager
def open_house(data: Path, *flags: str, environment: dict[str, str] | None = None) -> Iterator[HouseProcess]:
    house = HouseProcess(data, *flags, environment=environment)
    house.start()
    try:
        yield house
    finally:
        if house.process is not None:
            house.end(signal.SIGKILL)
