"""How much the server carries, beside boardgame.io under the same load, all in one run.

Run it with: hexdeck bench server
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

HERE = Path(__file__).parent
PEER = HERE / "boardgameio"
NO_PEER = "boardgame.io is not installed (npm is needed once): only our own figures were measured"
UNLIMITED = (
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
class Effort:
    tables: int  # of five sockets each, with a move every three seconds
    seconds: float
    busy_tables: int  # that move as fast as they can
    busy_seconds: float


FULL = Effort(tables=1000, seconds=30, busy_tables=100, busy_seconds=10)
QUICK = Effort(tables=20, seconds=2, busy_tables=10, busy_seconds=1)
THINK = 3.0  # seconds from one move of a table to its next
MUSTS = {"p99_ms": 50.0, "rss_mb": 300.0}


@dataclass(slots=True)
class Result:
    held: dict[str, float] = field(default_factory=dict)  # at a move every three seconds
    busy: dict[str, float] = field(default_factory=dict)
    peer: dict[str, float] | None = None
    rss_mb: float = 0.0
    cold_start_ms: float = 0.0
    notes: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        peer = self.peer["moves_per_s"] if self.peer else None
        return {
            "sockets": int(self.held["sockets"]),
            "p50_ms": round(self.held["p50_ms"], 2),
            "p99_ms": round(self.held["p99_ms"], 2),
            "worst_ms": round(self.held["worst_ms"], 2),
            "moves_per_s": round(self.held["moves_per_s"], 1),
            "rss_mb": round(self.rss_mb, 1),
            "moves_per_s_saturated": round(self.busy["moves_per_s"]),
            "boardgameio_moves_per_s_saturated": peer and round(peer),
            "vs_boardgameio": peer and round(self.busy["moves_per_s"] / peer, 2),
            "cold_start_ms": round(self.cold_start_ms),
            "musts": {name: {"at_most": bound, "met": self._is_met(name)} for name, bound in MUSTS.items()},
            "notes": self.notes,
        }

    def _is_met(self, name: str) -> bool:
        reached = self.rss_mb if name == "rss_mb" else self.held[name]
        return reached <= MUSTS[name]


def run(*, as_json: bool, quick: bool) -> None:
    effort = QUICK if quick else FULL
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        result = measure(effort, progress)
    for note in result.notes:
        print(f"hexdeck: {note}", file=sys.stderr)
    print(json.dumps(result.as_dict())) if as_json else show(result)


def measure(effort: Effort, progress: Progress) -> Result:
    result = Result()
    task = progress.add_task("cold start", total=4)
    with our_server() as (url, process, started):
        result.cold_start_ms = started
        progress.update(task, description=f"{effort.tables * 5} sockets", advance=1)
        result.held = load("hexdeck", url, effort.tables, THINK, effort.seconds)
        result.rss_mb = rss_mb(process.pid)
    with our_server() as (url, _, _):
        progress.update(task, description="as fast as it can", advance=1)
        result.busy = load("hexdeck", url, effort.busy_tables, 0, effort.busy_seconds)
    progress.update(task, description="boardgame.io", advance=1)
    if peer_is_there():
        with peer_server() as url:
            result.peer = load("boardgameio", url, effort.busy_tables, 0, effort.busy_seconds)
    else:
        result.notes.append(NO_PEER)
    progress.advance(task)
    return result


@contextmanager
def our_server() -> Iterator[tuple[str, "subprocess.Popen[str]", float]]:
    """A house on one core with a real database; with the milliseconds from its start to its first answer."""
    with TemporaryDirectory() as data:
        began = time.perf_counter()
        command = [sys.executable, "-m", "hexdeck.cli", "serve", "--data", data, "--port", "0", *UNLIMITED]
        with on_one_core(command) as process:
            assert process.stdout
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found, "the house says where it is"
            await_answer(f"{found[0]}/readyz")
            yield found[0], process, 1000 * (time.perf_counter() - began)


@contextmanager
def peer_server() -> Iterator[str]:
    port = free_port()
    with on_one_core(["node", "server.js", str(port)], cwd=PEER) as process:
        assert process.stdout
        process.stdout.readline()
        yield f"http://127.0.0.1:{port}"


def peer_is_there() -> bool:
    """Install it if npm is there."""
    if not (PEER / "node_modules").exists() and shutil.which("npm"):
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=PEER, check=False, capture_output=True)
    return (PEER / "node_modules").exists()


@contextmanager
def on_one_core(command: Sequence[str], cwd: Path | None = None) -> Iterator["subprocess.Popen[str]"]:
    """The first core for the server; the load comes from the others."""
    process = subprocess.Popen(
        [*_pinned(0), *command], cwd=cwd, stdout=subprocess.PIPE, text=True, process_group=0
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


def load(kind: str, url: str, tables: int, think: float, seconds: float) -> dict[str, float]:
    """What a second process measures from outside."""
    command = [
        *_pinned(1),
        *(sys.executable, "-m", "bench.server_load", kind, url, str(tables), str(think), str(seconds)),
    ]
    ran = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        raise RuntimeError(f"the load on {kind} failed: {ran.stderr[-2000:]}")
    figures: dict[str, float] = json.loads(ran.stdout.splitlines()[-1])
    return figures


def _pinned(core: int) -> list[str]:
    cores = sorted(os.sched_getaffinity(0))
    return ["taskset", "-c", str(cores[core])] if shutil.which("taskset") and len(cores) > 1 else []


def rss_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found, "Linux tells it"
    return int(found[1]) / 1024


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def await_answer(url: str) -> None:
    for _ in range(1000):
        try:
            if httpx.get(url).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.005)
    raise RuntimeError("the house does not answer")


def show(result: Result) -> None:
    facts = result.as_dict()
    grid = Grid(title="hexdeck serve, on one core", show_header=False)
    for name in ("sockets", "moves_per_s", "p50_ms", "p99_ms", "worst_ms", "rss_mb", "cold_start_ms"):
        grid.add_row(name.replace("_", " "), str(facts[name]))
    grid.add_row("moves/s at saturation", str(facts["moves_per_s_saturated"]))
    grid.add_row("the same on boardgame.io", str(facts["boardgameio_moves_per_s_saturated"]))
    grid.add_row("times boardgame.io", str(facts["vs_boardgameio"]))
    Console(highlight=False).print(grid)
