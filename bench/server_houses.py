"""What is put under load: houses of our own on each store, and boardgame.io, each for one measurement."""

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import httpx

from bench.processes import cores, started
from server.postgres_process import PORT, PostgresProcess, programs
from server.redis_process import PROGRAM as REDIS
from server.redis_process import redis_running

PEER: Final = Path(__file__).parent / "boardgameio"
MEMORY: Final = Path("/dev/shm")  # a folder of RAM
POSTGRES: Final = ("shared_buffers=128MB", "max_connections=100")  # and safe on the disk, as usual
UNLIMITED: Final = (
    "--rate",
    "1000000",
    "--tables-per-minute",
    "1000000",
    "--connections",
    "1000000",
    "--log",
    "warning",
)


@dataclass(frozen=True, slots=True)
class Servers:
    """One or several that keep the same tables, and the processes behind them."""

    kind: str  # how to speak with them
    urls: list[str]
    pids: list[int]
    behind: dict[str, int] = field(default_factory=dict)  # database and bus
    database: str | None = None  # the address of our own
    cold_start_ms: float = 0.0


def missing_store() -> str | None:
    """Why nothing can be measured on PostgreSQL here."""
    wanted = {
        "PostgreSQL": programs() is not None,
        "Redis": REDIS is not None,
        "asyncpg": find_spec("asyncpg") is not None,
        "redis-py": find_spec("redis") is not None,
    }
    lacking = [name for name, is_there in wanted.items() if not is_there]
    return f"not measured on PostgreSQL: {', '.join(lacking)} not installed" if lacking else None


def missing_peer() -> str | None:
    """Why boardgame.io cannot be measured here; it is installed if npm is there."""
    if not (PEER / "node_modules" / "bgio-postgres").exists() and shutil.which("npm"):
        command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
        subprocess.run(command, cwd=PEER, check=False, capture_output=True)
    is_there = (PEER / "node_modules" / "bgio-postgres").exists() and shutil.which("node")
    return None if is_there else "boardgame.io not measured: it is not installed (npm is needed once)"


@contextmanager
def on_sqlite(*, in_memory: bool = False) -> Iterator[Servers]:
    """One process and one file; in memory nothing waits for a disk."""
    with TemporaryDirectory(dir=MEMORY if in_memory else None) as data, ExitStack() as stack:
        url, pid, cold = _house(stack, 0, "--data", data)
        yield Servers("hexdeck", [url], [pid], cold_start_ms=cold)


@contextmanager
def on_postgres(postgres: PostgresProcess, processes: int) -> Iterator[Servers]:
    """So many on one database and one Redis.  Each has a core while one is left for the load."""
    assert postgres.process
    url = new_database(postgres)
    with redis_running() as redis, ExitStack() as stack:
        assert redis.process
        flags = ("--database", url, "--bus", redis.url)
        has_cores = processes < len(cores())
        opened = [_house(stack, core if has_cores else None, *flags) for core in range(processes)]
        yield Servers(
            "hexdeck",
            [url for url, _, _ in opened],
            [pid for _, pid, _ in opened],
            {"database": postgres.process.pid, "bus": redis.process.pid},
            url,
            opened[0][2],
        )


def _house(stack: ExitStack, core: int | None, *flags: str) -> tuple[str, int, float]:
    """Its address, its process, and the milliseconds from its start to its first answer."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "hexdeck.cli", "serve", "--port", "0", *flags, *UNLIMITED]
    process = stack.enter_context(started(command, core=core))
    assert process.stdout
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found, "the house says where it is"
    _await_answer(f"{found[0]}/readyz")
    return found[0], process.pid, 1000 * (time.perf_counter() - began)


@contextmanager
def on_boardgameio(postgres: PostgresProcess | None = None) -> Iterator[Servers]:
    """In memory, or with its own storage in PostgreSQL."""
    behind: dict[str, int] = {}
    arguments = ["0"]
    if postgres is not None:
        assert postgres.process
        behind = {"database": postgres.process.pid}
        name = PostgresProcess.name_of(new_database(postgres))
        place = {"host": str(postgres.folder), "port": int(PORT), "username": "hexdeck", "database": name}
        arguments.append(json.dumps(place))
    with started(["node", "server.js", *arguments], core=0, cwd=PEER) as process:
        assert process.stdout
        port = next(line.strip() for line in process.stdout if line.strip().isdigit())
        yield Servers("boardgameio", [f"http://127.0.0.1:{port}"], [process.pid], behind)


def new_database(postgres: PostgresProcess) -> str:
    return postgres.new_database("template1")


def _await_answer(url: str) -> None:
    for _ in range(1000):
        try:
            if httpx.get(url).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.005)
    raise RuntimeError("the house does not answer")
