"""How fast the kernel is beside OpenSpiel and plain C, all in one run.

Run it with: hexdeck bench engine
"""

import json
import os
import platform
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, Protocol, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from bench import c_reference, checks, kernels, memory
from bench.musts import MEMORY, musts_grid, ratios, verdicts
from bench.plot import svg
from bench.stopwatch import FULL, QUICK, Effort, Runner, best_rates
from hexdeck.core.errors import SetupRefused
from hexdeck.kernel import kernel_of, search_module

PLOT = Path(__file__).parent / "results" / "engine.svg"
PRINCE = [f"{loop}.voodoo_prince.4" for loop in ("kernel", "python", "law")]  # beside the others
RULES_SAY = [2.6, 5.3, 7.5, 1.3]  # docs/rules/voodoo_prince.md: points by order of leaving
NO_OPENSPIEL = "open_spiel is not installed (make bench installs it): only our own figures were measured"
NO_KERNEL = "the kernel is not compiled here (pip install . compiles it): it was not measured"
NO_SEARCH = "hexdeck.kernel.search is not compiled here: ISMCTS was not measured"


@dataclass(slots=True)
class Result:
    figures: dict[str, float] = field(default_factory=dict)  # actions, simulations, looks or choices a second
    points: list[float] | None = None  # the C reference's, by order of leaving
    memory: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # what is missing, and why
    openspiel: str | None = None  # its version

    def reached(self) -> dict[str, float | None]:
        largest = max((facts[MEMORY] for facts in self.memory), default=None)
        return ratios(self.figures) | {MEMORY: largest}

    def as_dict(self) -> dict[str, Any]:
        return {
            **self.reached(),
            "musts": verdicts(self.reached()),
            "figures": {name: round(rate) for name, rate in self.figures.items()},
            "points_by_order_of_leaving": self.points,
            "memory": self.memory,
            "notes": self.notes,
            "machine": {
                "processor": platform.processor() or platform.machine(),
                "cores": os.cpu_count(),
                "python": platform.python_version(),
                "open_spiel": self.openspiel,
            },
        }


def run(*, as_json: bool, plot: Path | None, quick: bool) -> None:
    """Measure, save the plot, print."""
    target = plot or (None if quick else PLOT)
    if target is not None:
        check_plot(target)
    result = measure(QUICK if quick else FULL, states=100_000 if quick else memory.MILLION)
    tell(result, svg(result.figures), target, show, as_json=as_json)


class Measured(Protocol):
    notes: list[str]

    def as_dict(self) -> dict[str, Any]: ...


M = TypeVar("M", bound=Measured)


def tell(
    result: M, chart: str, target: Path | None, show: Callable[[M, Console], None], *, as_json: bool
) -> None:
    """Save the chart, and say what was measured and what was not."""
    if target is not None:
        target.write_text(chart)
    for note in result.notes:
        print(f"hexdeck: {note}", file=sys.stderr)
    if as_json:
        print(json.dumps(result.as_dict()))
        return
    show(result, Console(highlight=False))
    if target is not None:
        print(f"plot: {target}")


def check_plot(target: Path, *, usual: Path = PLOT) -> None:
    """Before a minute is spent on measuring."""
    if target.suffix != ".svg":
        raise SetupRefused(f"{str(target)!r} is no name for the plot: it is an SVG, so let it end in .svg")
    if target == usual:
        target.parent.mkdir(exist_ok=True)
    if not target.parent.is_dir():
        raise SetupRefused(f"there is no folder {str(target.parent)!r} for the plot: make it first")
    target.touch()


def measure(effort: Effort, *, states: int) -> Result:
    result = Result()
    cases = list(kernels.cases())
    prince = [case for case in cases if (case.game.name, case.players) == ("voodoo_prince", 4)]
    if not prince:
        result.notes.append(NO_KERNEL)
    with ExitStack() as stack:
        c_runner = _c_reference(result, Path(stack.enter_context(TemporaryDirectory())))
        spiel = _openspiel(result)
        contests: list[dict[str, Runner]] = [
            # What is compared stands side by side.
            {**c_runner, **_of(prince, kernels.kernel_loop), **(spiel.cpp_rollouts() if spiel else {})},
            {
                **_of(prince, kernels.python_loop),
                **(spiel.python_loops() if spiel else {}),
                **_of(prince, kernels.python_list_loop),
            },
            {**_searches(result), **(spiel.searches() if spiel else {})},
            *(_every_loop(case, but=prince) for case in cases),
            *map(kernels.networks, kernels.cases_with_networks()),
        ]
        checked = list(map(checks.checked_loops, {case.game.name: case for case in cases}.values()))
        largest = {case.game.name: case.players for case in cases}
        runs = [*((one, effort) for one in contests), *((one, effort.finer()) for one in checked)]
        turns = sum(len(contest) * each.turns for contest, each in runs) + len(largest)
        columns = (TextColumn("measuring"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        progress = Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
        task = stack.enter_context(progress).add_task("", total=turns)

        def advance() -> None:
            """Draws between measurements only: a thread that draws would be measured too."""
            progress.advance(task)
            progress.refresh()

        for contest, each in runs:
            result.figures |= best_rates(contest, each, advance)
        for game, players in largest.items():
            result.memory.append(memory.measured(game, players, states))
            advance()
    return result


def _c_reference(result: Result, folder: Path) -> dict[str, Runner]:
    try:
        program = c_reference.compiled(folder)
    except c_reference.NoCompiler as error:
        result.notes.append(str(error))
        return {}
    result.points = c_reference.playout(program, 0.1)["points_by_order_of_leaving"]
    return {"c_reference": c_reference.runner(program)}


def _openspiel(result: Result) -> ModuleType | None:
    try:
        spiel = import_module("bench.openspiel")
    except ImportError:
        result.notes.append(NO_OPENSPIEL)
        return None
    result.openspiel = spiel.VERSION
    return spiel


def _searches(result: Result) -> dict[str, Runner]:
    prince, search = kernel_of("voodoo_prince"), search_module()
    if prince is None or search is None:
        result.notes.append(NO_SEARCH)
        return {}
    return kernels.searches(prince, search)


def _of(cases: list[kernels.Case], loop: Callable[[kernels.Case], dict[str, Runner]]) -> dict[str, Runner]:
    return {name: runner for case in cases for name, runner in loop(case).items()}


def _every_loop(case: kernels.Case, *, but: list[kernels.Case]) -> dict[str, Runner]:
    """Voodoo Prince with four was measured beside the others, as often as they were."""
    law = kernels.law_loop(case)
    return law if case in but else {**kernels.kernel_loop(case), **kernels.python_loop(case), **law}


def show(result: Result, console: Console) -> None:
    console.print(_figures_grid(result.figures))
    console.print(_games_grid(result.figures))
    console.print(_networks_grid(result.figures))
    if result.memory:
        console.print(_memory_grid(result.memory))
    if result.points:
        console.print(
            f"C reference, mean points by order of leaving: {_listed(result.points)}"
            f" (the rules page: {_listed(RULES_SAY)})"
        )
    console.print(musts_grid(result.reached()))


def _figures_grid(figures: Mapping[str, float]) -> Grid:
    grid = _grid("Side by side, one core", ("what", "a second"))
    for name, rate in figures.items():
        compared = name.startswith(("c_reference", "openspiel", "ismcts", "python_lists", "apply", "batch"))
        if compared or name in PRINCE:
            grid.add_row(name, f"{rate:,.0f}")
    return grid


def _games_grid(figures: Mapping[str, float]) -> Grid:
    headings = ("game", "players", "kernel", "through Python", "law", "× OpenSpiel C++")
    grid = _grid("Every kernel: random actions a second, one core", headings)
    hearts = figures.get("openspiel.cpp.hearts")
    for case in kernels.cases():
        kernel, python, law = (figures[case.name(loop)] for loop in ("kernel", "python", "law"))
        share = f"{kernel / hearts:.1f}" if hearts else "–"
        grid.add_row(
            case.game.title, str(case.players), f"{kernel:,.0f}", f"{python:,.0f}", f"{law:,.0f}", share
        )
    return grid


def _networks_grid(figures: Mapping[str, float]) -> Grid:
    headings = ("game", *(f"{loop}, µs" for loop in kernels.ASKING))
    grid = _grid(f"One look of a network, one choice of bots that ask it; {kernels.SEATS} players", headings)
    for case in kernels.cases_with_networks():
        grid.add_row(case.game.title, *(f"{1e6 / figures[case.name(loop)]:,.0f}" for loop in kernels.ASKING))
    return grid


def _memory_grid(measured: list[dict[str, Any]]) -> Grid:
    grid = _grid(
        "Kernel states in memory", ("game", "players", "bytes of each", "MB for a million, resident")
    )
    for facts in measured:
        sizes = (str(facts["bytes_of_a_state"]), f"{facts[MEMORY]:.0f}")
        grid.add_row(facts["game"], str(facts["players"]), *sizes)
    return grid


def _grid(title: str, headings: tuple[str, ...]) -> Grid:
    grid = Grid(title=title, title_justify="left")
    for number, heading in enumerate(headings):
        grid.add_column(heading, justify="right" if number else "left")
    return grid


def _listed(numbers: list[float]) -> str:
    return ", ".join(f"{number:.2f}" for number in numbers)
