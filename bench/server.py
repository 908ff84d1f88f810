"""How much the server carries, on each store and beside boardgame.io under the same load, all in one run.

Run it with: hexdeck bench server
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

from bench import server_plan, server_plot, server_sockets
from bench.processes import cores
from bench.server_figures import Figures, LoadFailed, figures
from bench.server_houses import (
    POSTGRES,
    Servers,
    missing_peer,
    missing_store,
    on_boardgameio,
    on_postgres,
    on_sqlite,
)
from bench.server_load import SEATS, Plan
from server.postgres_process import PostgresProcess, running_postgres

PLOT: Final = Path(__file__).parent / "results" / "server.svg"
THINK: Final = 3.0  # seconds from one move of a table to its next
BUSY: Final = 0.9  # of a core: a load that has more of it to do may be what is slow


@dataclass(frozen=True, slots=True)
class Effort:
    tables: int  # of five sockets each, with a move every three seconds
    seconds: float
    busy_tables: int  # that move as fast as they can
    busy_seconds: float
    turns: int = 1  # that each case has at that, in turn with the others
    think: float = THINK
    settle: float = 2.0  # seconds before anything is counted
    held: frozenset[str] | None = None  # cases with those sockets; None: all that can have them


FULL: Final = Effort(tables=1000, seconds=30, busy_tables=100, busy_seconds=8, turns=5)
QUICK: Final = Effort(20, 2, busy_tables=20, busy_seconds=1, held=frozenset({"sqlite", "postgres"}))


@dataclass(frozen=True, slots=True)
class Case:
    """One way to keep tables."""

    name: str
    title: str
    opened: Callable[[], AbstractContextManager[Servers]]
    spread: bool = False  # the clients of a table reach different processes
    may_be_held: bool = True  # measured at 5,000 sockets too

    def is_held(self, effort: Effort) -> bool:
        return self.may_be_held and (effort.held is None or self.name in effort.held)


@dataclass(frozen=True, slots=True)
class Must:
    key: str
    bound: float
    at_most: bool = False

    def verdict(self, reached: float | None) -> dict[str, Any]:
        is_met = None if reached is None else self.is_met(reached)
        return {"at_most" if self.at_most else "at_least": self.bound, "met": is_met}

    def is_met(self, reached: float) -> bool:
        return reached <= self.bound if self.at_most else reached >= self.bound


MUSTS: Final = (
    Must("p99_ms", 50.0, at_most=True),
    Must("rss_mb", 300.0, at_most=True),
    Must("vs_boardgameio_postgres", 3.0),
    Must("vs_boardgameio_in_memory", 2.0),
    Must("cpu_postgres_vs_sqlite", 1.3, at_most=True),
    Must("scaling_2", 1.7),
)


@dataclass(slots=True)
class Result:
    titles: dict[str, str] = field(default_factory=dict)  # of the cases, by name
    held: dict[str, Figures] = field(default_factory=dict)  # at a move every three seconds
    turns: list[dict[str, Figures]] = field(default_factory=list)  # as fast as they can
    sockets: list[Figures] = field(default_factory=list)
    bus: dict[str, float] = field(default_factory=dict)  # microseconds of news
    cold_start_ms: float = 0.0
    notes: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        sqlite, busy = self.held["sqlite"], self.busy
        facts: dict[str, Any] = {
            "sockets": sqlite.sockets,
            "p50_ms": _rounded(sqlite.p50_ms),
            "p99_ms": _rounded(sqlite.p99_ms),
            "worst_ms": _rounded(sqlite.worst_ms),
            "moves_per_s": _rounded(sqlite.moves_per_s),
            "rss_mb": _rounded(sqlite.rss_mb),
            "moves_per_s_saturated": _rounded(busy["sqlite"].moves_per_s),
            "boardgameio_moves_per_s_saturated": _rounded(busy["boardgameio"].moves_per_s)
            if "boardgameio" in busy
            else None,
            "vs_boardgameio": self.ratio("moves_per_s", "sqlite", "boardgameio"),
            "vs_boardgameio_in_memory": self.ratio("moves_per_s", "sqlite_in_memory", "boardgameio"),
            "vs_boardgameio_postgres": self.ratio("moves_per_s", "postgres", "boardgameio_postgres"),
            "sqlite_p99_ms": _rounded(sqlite.p99_ms),
            "postgres_p99_ms": _rounded(self.held["postgres"].p99_ms) if "postgres" in self.held else None,
            "scaling_2": self.scaling(2),
            "scaling_2_spread": self.scaling(2, "_spread"),
            "scaling_by": self.scaling_by,
            "cpu_us_per_move": _rounded(busy["sqlite"].cpu_us),
            "cpu_postgres_vs_sqlite": self.ratio("cpu_us", "postgres", "sqlite"),
            "bytes_per_move": _rounded(busy["sqlite"].bytes_per_move),
            "cold_start_ms": _rounded(self.cold_start_ms),
            "at_5000_sockets": _plain(self.held),
            "saturated": _plain(busy),
            "by_sockets": [_plain({"": one})[""] for one in self.sockets],
            "bus": {key: round(figure, 3) for key, figure in self.bus.items()},
            "notes": self.notes,
        }
        facts["plan"] = server_plan.plan_figures(facts)
        return facts | {"musts": {must.key: must.verdict(facts[must.key]) for must in MUSTS}}

    @property
    def busy(self) -> dict[str, Figures]:
        """Of each case the turn with the most moves: a machine has better and worse minutes."""
        best: dict[str, Figures] = {}
        for turn in self.turns:
            for name, found in turn.items():
                best[name] = max(best.get(name, found), found, key=lambda one: one.moves_per_s)
        return best

    def ratio(self, figure: str, ours: str, theirs: str, *, times: int = 1) -> float | None:
        """The one over the other within a turn, where both had the same minutes; of all turns the median."""
        both = [turn for turn in self.turns if ours in turn and theirs in turn]
        found = [times * getattr(turn[ours], figure) / getattr(turn[theirs], figure) for turn in both]
        return round(median(found), 2) if found else None

    @property
    def scaling_by(self) -> str:
        """Moves a second only where the load and every process have a core, and the load time to spare."""
        several = [one for one in self.busy.values() if one.processes > 1]
        is_free = all(one.processes < len(cores()) and one.load_busy < BUSY for one in several)
        return "moves a second" if several and is_free else "processor time"

    def scaling(self, processes: int, how: str = "") -> float | None:
        """How many times as much several processes carry; by processor time, as if each had a core."""
        several = f"postgres_{processes}{how}"
        if self.scaling_by == "moves a second":
            return self.ratio("moves_per_s", several, "postgres")
        return self.ratio("cpu_us", "postgres", several, times=processes)


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 1)


def _plain(cases: dict[str, Figures]) -> dict[str, dict[str, float]]:
    return {
        name: {key: round(figure, 3) for key, figure in msgspec.to_builtins(one).items()}
        for name, one in cases.items()
    }


def run(*, as_json: bool, plot: Path | None, quick: bool, in_memory: bool, sockets: bool) -> None:
    effort = QUICK if quick else FULL
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        result = measure(effort, progress, in_memory=in_memory)
        if sockets:
            sizes = server_sockets.QUICK if quick else server_sockets.FULL
            result.sockets, notes = server_sockets.measure(sizes, progress)
            result.notes += notes
            if missing_store() is None:
                result.bus = server_plan.bus_figures()
    for note in result.notes:
        print(f"hexdeck: {note}", file=sys.stderr)
    if plot or not quick:
        _save(plot or PLOT, result)
    print(json.dumps(result.as_dict())) if as_json else show(result)


def _save(path: Path, result: Result) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(server_plot.svg(result.titles, result.held, result.busy))


def measure(effort: Effort, progress: Progress, *, in_memory: bool = False) -> Result:
    result = Result()
    held = Plan(effort.tables, effort.think, effort.seconds, settle=effort.settle)
    busy = Plan(effort.busy_tables, 0.0, effort.busy_seconds, settle=effort.settle)
    with cases(result.notes, in_memory=in_memory) as found:
        result.titles = {case.name: case.title for case in found}
        held_cases = [case for case in found if case.is_held(effort)]
        task = progress.add_task("", total=len(held_cases) + effort.turns * len(found))
        for case in held_cases:
            progress.update(task, description=f"{case.title}, {effort.tables * SEATS} sockets")
            _measure(case, held, result, result.held)
            progress.advance(task)
        for _ in range(effort.turns):
            result.turns.append({})
            for case in found:
                progress.update(task, description=f"{case.title}, as fast as it can")
                _measure(case, busy, result, result.turns[-1])
                progress.advance(task)
    return result


def _measure(case: Case, plan: Plan, result: Result, into: dict[str, Figures]) -> None:
    with case.opened() as servers:
        if case.name == "sqlite":
            result.cold_start_ms = servers.cold_start_ms
        try:
            found = figures(servers, replace(plan, spread=case.spread))
        except LoadFailed as failed:
            if servers.kind == "hexdeck":
                raise
            result.notes.append(f"{case.title} did not carry {plan.tables * SEATS} sockets: {failed}")
            return
    if found.tables_lost:
        result.notes.append(f"{case.title} lost {found.tables_lost} of {plan.tables} tables")
    into[case.name] = found


@contextmanager
def cases(notes: list[str], *, in_memory: bool) -> Iterator[list[Case]]:
    """All that can be measured here, with what is compared side by side; what is left out is in the notes."""
    found = [Case("sqlite", "SQLite", on_sqlite)]
    if in_memory:
        opened = partial(on_sqlite, in_memory=True)
        found.append(Case("sqlite_in_memory", "SQLite in RAM", opened, may_be_held=False))
    no_store, no_peer = missing_store(), missing_peer()
    notes += filter(None, (no_store, no_peer))
    with ExitStack() as stack:
        if not no_peer:
            found.append(Case("boardgameio", "boardgame.io", on_boardgameio))
        if not no_store:
            found += _on_postgres(stack.enter_context(running_postgres(*POSTGRES)), peer=not no_peer)
        yield found


def _on_postgres(postgres: PostgresProcess, *, peer: bool) -> Iterator[Case]:
    if peer:
        yield Case("boardgameio_postgres", "boardgame.io, PostgreSQL", partial(on_boardgameio, postgres))
    yield Case("postgres", "PostgreSQL", partial(on_postgres, postgres, 1))
    for processes in sorted({2, len(cores())} - {1}):
        opened = partial(on_postgres, postgres, processes)
        title = f"PostgreSQL, {processes} processes"
        yield Case(f"postgres_{processes}", title, opened, may_be_held=False)
        yield Case(f"postgres_{processes}_spread", f"{title}, spread", opened, spread=True)


def show(result: Result) -> None:
    facts = result.as_dict()
    console = Console(highlight=False)
    console.print(_grid("A move every three seconds at each table", result.titles, result.held))
    console.print(_grid("As fast as it can", result.titles, result.busy))
    if result.sockets:
        console.print(server_sockets.grid(result.sockets))
    summary = Grid(title="In one line each", show_header=False)
    for name, fact in facts.items():
        if isinstance(fact, int | float | str):
            summary.add_row(name.replace("_", " "), str(fact), _said(facts["musts"].get(name)))
    console.print(summary)
    if facts["scaling_by"] == "processor time":
        console.print(
            "The load has too few cores of its own here: scaling is told by processor time, which is"
            " what so many processes would carry with a core each."
        )


def _said(verdict: dict[str, Any] | None) -> str:
    if verdict is None or verdict["met"] is None:
        return ""
    bound = f"at most {verdict['at_most']:g}" if "at_most" in verdict else f"at least {verdict['at_least']:g}"
    return bound if verdict["met"] else f"NOT {bound}"


_COLUMNS: Final = {
    "moves/s": "moves_per_s",
    "p50 ms": "p50_ms",
    "p99 ms": "p99_ms",
    "worst": "worst_ms",
    "server µs": "cpu_us",
    "database µs": "database_cpu_us",
    "Redis µs": "bus_cpu_us",
    "bytes": "bytes_per_move",
    "MB": "rss_mb",
}


def _grid(title: str, titles: dict[str, str], found: dict[str, Figures]) -> Grid:
    grid = Grid(title=title, caption="processor time and bytes are those of a move")
    grid.add_column("", no_wrap=True)
    for column in _COLUMNS:
        grid.add_column(column, justify="right")
    for name, one in found.items():
        figures = [getattr(one, key) for key in _COLUMNS.values()]
        grid.add_row(titles[name], *(f"{figure:.{0 if figure >= 100 else 1}f}" for figure in figures))
    return grid
