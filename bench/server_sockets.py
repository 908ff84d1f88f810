"""What one process costs with so many sockets, at rest and playing; what more would cost follows from it."""

from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit
from typing import Final

from rich.progress import Progress
from rich.table import Table as Grid

from bench.server_figures import Figures, figures
from bench.server_houses import on_sqlite
from bench.server_load import SEATS, Plan

FULL: Final = (5_000, 10_000, 20_000)
QUICK: Final = (100, 200)
PLANNED: Final = 50_000
THINK: Final = 12.0  # seconds from one move of a table to its next: people think
SECONDS: Final = 12.0  # at rest, and playing
OTHER_FILES: Final = 100  # that a process has open beside its sockets


def fitting(sizes: tuple[int, ...]) -> tuple[list[int], list[str]]:
    """As many sockets as this machine lets a process open."""
    _, limit = getrlimit(RLIMIT_NOFILE)
    most = limit - OTHER_FILES if limit != RLIM_INFINITY else max(sizes)
    found = [min(size, most) // SEATS * SEATS for size in sizes]
    note = f"at most {most} sockets instead of {max(sizes)}: a process may open {limit} files (ulimit -n)"
    return sorted(set(found)), [note] if most < max(sizes) else []


def measure(
    sizes: tuple[int, ...],
    progress: Progress,
    *,
    think: float = THINK,
    seconds: float = SECONDS,
    settle: float = 2.0,
) -> tuple[list[Figures], list[str]]:
    """On SQLite; every client pings as often as the app does."""
    fit, notes = fitting(sizes)
    task = progress.add_task("", total=len(fit))
    found = []
    for size in fit:
        progress.update(task, description=f"{size} sockets, at rest and playing")
        with on_sqlite() as servers:
            plan = Plan(size // SEATS, think, seconds, idle_seconds=seconds, pings=True, settle=settle)
            found.append(figures(servers, plan))
        progress.advance(task)
    return found, notes


def planned(found: list[Figures]) -> dict[str, float]:
    """What PLANNED sockets would need, playing, by the straight line through the fewest and the most."""
    fewest, most = found[0], found[-1]
    steps = (PLANNED - fewest.sockets) / (most.sockets - fewest.sockets)
    return {
        "rss_mb": fewest.rss_mb + steps * (most.rss_mb - fewest.rss_mb),
        "cores": fewest.cpu_share + steps * (most.cpu_share - fewest.cpu_share),
    }


def grid(found: list[Figures]) -> Grid:
    grid = Grid(title=f"One process on SQLite: at rest, then a move every {THINK:g} seconds at each table")
    for column in ("sockets", "MB at rest", "core at rest", "moves/s", "p99 ms", "MB", "core", "kB a socket"):
        grid.add_column(column, justify="right")
    for one in found:
        shown = (one.idle_rss_mb, 100 * one.idle_cpu_share, one.moves_per_s, one.p99_ms, one.rss_mb)
        rest, core, moves, p99, memory = (f"{figure:.4g}" for figure in shown)
        per_socket = f"{1024 * one.rss_mb / one.sockets:.3g}"
        grid.add_row(
            *(str(one.sockets), rest, f"{core} %", moves, p99, memory),
            *(f"{100 * one.cpu_share:.3g} %", per_socket),
        )
    if len(found) > 1:
        need = planned(found)
        grid.caption = (
            f"{PLANNED} sockets that play would need {need['rss_mb']:.0f} MB and {need['cores']:.1f} cores"
        )
    return grid
