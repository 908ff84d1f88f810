"""How many steps a second an agent can learn from, ours and those of four others, all in one run.

Run it with: hexdeck bench rl
"""

import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table as Grid

from bench.engine import check_plot, tell
from bench.musts import RL_MUSTS, musts_grid, rl_ratios, verdicts
from bench.plot import RL_GROUPS, svg
from bench.processes import cores, pinned
from bench.rl_loops import LOOPS
from bench.stopwatch import FULL, QUICK, Effort

PLOT: Final = Path(__file__).parent / "results" / "rl.svg"
ROOT: Final = Path(__file__).parents[1]
SLOW: Final = ("pgx.sparrow_mahjong",)  # compiles for a minute
ALL_CORES: Final = "hexdeck.voodoo_prince.4"


@dataclass(slots=True)
class Result:
    figures: dict[str, float] = field(default_factory=dict)  # steps a second
    notes: list[str] = field(default_factory=list)  # what is missing, and why

    def as_dict(self) -> dict[str, Any]:
        reached = rl_ratios(self.figures)
        return {
            **reached,
            "musts": verdicts(reached, RL_MUSTS),
            "figures": {name: round(rate) for name, rate in self.figures.items()},
            "notes": self.notes,
            "machine": {
                "processor": platform.processor() or platform.machine(),
                "cores": os.cpu_count(),
                "python": platform.python_version(),
            },
        }


class Loop:
    """A loop in a process of its own."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.said = self._line()  # "ready", or what is missing

    def rate(self, seconds: float) -> float:
        self.ask(seconds)
        return self.answer()

    def ask(self, seconds: float) -> None:
        assert self._process.stdin, "we made it"
        print(seconds, file=self._process.stdin, flush=True)

    def answer(self) -> float:
        return float(self._line())

    def _line(self) -> str:
        assert self._process.stdout, "we made it"
        return self._process.stdout.readline().strip()


@contextmanager
def looping(name: str, core: int) -> Iterator[Loop]:
    command = [*pinned(core), sys.executable, "-m", "bench.rl_loops", name]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, text=True, stderr=subprocess.DEVNULL, **pipes) as process:
        yield Loop(process)
        assert process.stdin, "we made it"
        process.stdin.close()


def run(*, as_json: bool, plot: Path | None, quick: bool) -> None:
    """Measure, save the plot, print."""
    target = plot or (None if quick else PLOT)
    if target is not None:
        check_plot(target, usual=PLOT)
    names = [name for name in LOOPS if not (quick and name in SLOW)]
    result = measure(names, QUICK if quick else FULL)
    chart = svg(result.figures, RL_GROUPS, "hexdeck bench rl", "Random play of agents, one run")
    tell(result, chart, target, show, as_json=as_json)


def measure(names: Sequence[str], effort: Effort) -> Result:
    result = Result()
    with ExitStack() as stack:
        loops = {name: stack.enter_context(looping(name, 0)) for name in names}
        for name, loop in loops.items():
            if loop.said != "ready":
                result.notes.append(f"{name} was not measured, {loop.said}")
        ready = {name: loop for name, loop in loops.items() if loop.said == "ready"}
        for _ in range(effort.turns):  # A B C, A B C: noise hits all alike
            for name, loop in ready.items():
                result.figures[name] = max(result.figures.get(name, 0.0), loop.rate(effort.seconds))
    result.figures[f"{ALL_CORES}.all_cores"] = on_all_cores(effort)
    return result


def on_all_cores(effort: Effort) -> float:
    """As many processes as there are cores, each on its own, all at the same time."""
    with ExitStack() as stack:
        loops = [stack.enter_context(looping(ALL_CORES, core)) for core in range(len(cores()))]
        best = 0.0
        for _ in range(effort.turns):
            for loop in loops:
                loop.ask(effort.seconds)
            best = max(best, sum(loop.answer() for loop in loops))
    return best


def show(result: Result, console: Console) -> None:
    grid = Grid(title="Steps a second, one core unless it says more", title_justify="left")
    grid.add_column("what")
    grid.add_column("a second", justify="right")
    for name, rate in result.figures.items():
        grid.add_row(name, f"{rate:,.0f}")
    console.print(grid)
    console.print(musts_grid(rl_ratios(result.figures), RL_MUSTS))
