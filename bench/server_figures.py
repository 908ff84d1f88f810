"""One load on one kind of server, and what it costs there."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from typing import Final

import msgspec
from msgspec.json import encode
from msgspec.structs import replace

from bench.processes import pinned, processor_seconds, rss_mb
from bench.server_houses import Servers
from bench.server_load import Plan

HERE: Final = Path(__file__).parent
PATIENCE: Final = 900.0  # seconds for all of one load


class LoadFailed(Exception):
    """The servers did not carry it."""


class Figures(msgspec.Struct, kw_only=True):
    """Times of the processor are those of a move, in microseconds."""

    processes: int
    sockets: int
    moves_per_s: float
    p50_ms: float
    p99_ms: float
    worst_ms: float
    bytes_per_move: float
    cpu_us: float  # of the servers
    database_cpu_us: float = 0.0
    bus_cpu_us: float = 0.0
    stored_bytes: float = 0.0  # of a change, on the disk of PostgreSQL with its index
    logged_bytes: float = 0.0  # and in its write-ahead log
    rss_mb: float  # of all servers
    idle_rss_mb: float = 0.0  # before anybody moved; so is the next
    idle_cpu_share: float = 0.0  # of one core
    cpu_share: float
    load_busy: float  # of the one core that the load has
    tables_lost: int


def figures(servers: Servers, plan: Plan) -> Figures:
    """The load has the last core."""
    plan = replace(plan, kind=servers.kind, urls=servers.urls)
    command = [*pinned(-1), sys.executable, "-m", "bench.server_load", encode(plan).decode()]
    with (
        TemporaryFile("w+") as errors,
        subprocess.Popen(command, cwd=HERE.parent, stdout=subprocess.PIPE, stderr=errors, text=True) as load,
    ):
        assert load.stdout
        patience = Timer(PATIENCE, load.kill)
        patience.start()
        try:
            watched = _Watched(servers, plan)
            found = [told for line in load.stdout if (told := watched.hear(json.loads(line))) is not None]
            if load.wait() != 0 or not found:
                errors.seek(0)
                raise LoadFailed(errors.read()[-2000:] or f"not even in {PATIENCE:.0f} seconds")
        finally:
            patience.cancel()
            load.kill()
    return found[-1]


class _Watched:
    """The processes of servers, looked at when the load says so."""

    def __init__(self, servers: Servers, plan: Plan) -> None:
        self._servers, self._plan = servers, plan
        self._used: dict[str, dict[str, float]] = {}  # seconds of the processor, by phase
        self._stored: dict[str, tuple[int, int, int]] = {}
        self._idle_rss = 0.0

    def hear(self, told: dict[str, float | str]) -> Figures | None:
        if "phase" not in told:
            return self._figures({name: float(figure) for name, figure in told.items()})
        self._used[str(told["phase"])] = dict(self._look())
        if self._servers.database is not None:
            self._stored[str(told["phase"])] = asyncio.run(_stored_in(self._servers.database))
        if told["phase"] == "idle over":
            self._idle_rss = self._rss()
        return None

    def _look(self) -> Iterator[tuple[str, float]]:
        yield "servers", sum(map(processor_seconds, self._servers.pids))
        for name, pid in self._servers.behind.items():
            yield name, processor_seconds(pid)

    def _rss(self) -> float:
        return sum(map(rss_mb, self._servers.pids))

    def _figures(self, counted: dict[str, float]) -> Figures:
        moves, plan = counted.pop("moves"), self._plan
        used = {name: self._used["over"][name] - first for name, first in self._used["counted"].items()}
        idle = (
            self._used["idle over"]["servers"] - self._used["idle"]["servers"] if plan.idle_seconds else 0.0
        )
        return msgspec.convert(
            counted
            | self._of_a_change()
            | {f"{name}_cpu_us": 1e6 * used[name] / moves for name in self._servers.behind}
            | {
                "processes": len(self._servers.pids),
                "sockets": int(counted["sockets"]),
                "tables_lost": int(counted["tables_lost"]),
                "cpu_us": 1e6 * used["servers"] / moves,
                "cpu_share": used["servers"] / plan.seconds,
                "rss_mb": self._rss(),
                "idle_rss_mb": self._idle_rss,
                "idle_cpu_share": idle / plan.idle_seconds if plan.idle_seconds else 0.0,
            },
            Figures,
        )

    def _of_a_change(self) -> dict[str, float]:
        if not self._stored:
            return {}
        rows, size, log = (
            after - before
            for before, after in zip(self._stored["counted"], self._stored["over"], strict=True)
        )
        return {"stored_bytes": size / rows, "logged_bytes": log / rows}


async def _stored_in(database: str) -> tuple[int, int, int]:
    """Changes of tables, their bytes on the disk, and those of the log so far."""
    connection = await import_module("asyncpg").connect(database)
    try:
        found = await connection.fetchrow(
            "SELECT (SELECT COUNT(*) FROM changes), pg_total_relation_size('changes'),"
            " (pg_current_wal_lsn() - '0/0')::bigint"
        )
        return tuple(found)
    finally:
        await connection.close()
