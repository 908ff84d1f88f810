"""A real Redis of our own: a process on a port that is free, with nothing on disk."""

import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

PROGRAM = shutil.which("redis-server") or shutil.which("valkey-server")
needs_redis = pytest.mark.skipif(PROGRAM is None, reason="redis-server is not installed")


USUAL = ("redis-server", "--save", "", "--appendonly", "no")


class RedisProcess:
    """Can be killed and started again at the same address."""

    def __init__(self, *command: str) -> None:
        self._command = command or USUAL
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            self.port: int = free.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Return once it answers."""
        assert PROGRAM
        program, *flags = self._command
        self.process = subprocess.Popen(
            [
                PROGRAM if program == "redis-server" else program,
                *(*flags, "--port", str(self.port), "--bind", "127.0.0.1"),
            ],
            stdout=subprocess.DEVNULL,
        )
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1) as line:
                    line.sendall(b"PING\r\n")
                    if line.recv(100).startswith((b"+PONG", b"-NOAUTH")):
                        return
            except OSError:
                time.sleep(0.02)
        raise AssertionError("Redis does not answer")

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        assert self.process
        self.process.send_signal(how)
        self.process.wait(20)
        self.process = None


@contextmanager
def redis_running(*command: str) -> Iterator[RedisProcess]:
    redis = RedisProcess(*command)
    redis.start()
    try:
        yield redis
    finally:
        if redis.process is not None:
            redis.end(signal.SIGKILL)
