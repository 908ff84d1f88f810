"""What the kernel and the environments must reach, by figures from one run."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich.table import Table as Grid

from bench.checks import kept_speed

MEMORY = "million_states_mb"


@dataclass(frozen=True, slots=True)
class Must:
    key: str  # in the JSON
    about: str
    bound: float
    at_most: bool = False

    def is_met(self, reached: float) -> bool:
        return reached <= self.bound if self.at_most else reached >= self.bound


MUSTS = (
    Must("kernel_vs_openspiel_cpp", "kernel loop / OpenSpiel's C++ rollouts of hearts", 7.0),
    Must("kernel_vs_c", "kernel loop / the C reference", 0.9),
    Must("python_vs_openspiel_python", "Python-driven loop / OpenSpiel's fastest Python loop", 5.0),
    Must("ismcts_vs_openspiel_cpp", "ISMCTS simulations / OpenSpiel's C++ ISMCTS on hearts", 5.0),
    Must("checked_vs_unchecked", "checked / unchecked loop, the least of all games", 0.87),
    Must(MEMORY, "megabytes of a million states, the largest game", 500.0, at_most=True),
)

RL_MUSTS = (
    Must("million_steps_per_s", "million steps a second on one core, Voodoo Prince with four", 5.0),
    Must("vs_openspiel", "the same / the fastest card game of OpenSpiel's rl_environment", 20.0),
)


def ratios(figures: Mapping[str, float]) -> dict[str, float | None]:
    """The five ratios; None where a side is missing.  Of opening and middle the lower one counts."""
    kernel, python = figures.get("kernel.voodoo_prince.4"), figures.get("python.voodoo_prince.4")
    stages = [
        _over(figures.get(f"ismcts.{stage}"), figures.get(f"openspiel.ismcts.{stage}.fresh_worlds"))
        for stage in ("opening", "middle")
    ]
    return {
        "kernel_vs_openspiel_cpp": _over(kernel, figures.get("openspiel.cpp.hearts")),
        "kernel_vs_c": _over(kernel, figures.get("c_reference")),
        "python_vs_openspiel_python": _over(python, _fastest(figures, "openspiel.python")),
        "ismcts_vs_openspiel_cpp": min((stage for stage in stages if stage is not None), default=None),
        "checked_vs_unchecked": kept_speed(figures),
    }


def rl_ratios(figures: Mapping[str, float]) -> dict[str, float | None]:
    """What an agent gets to learn from, alone and beside the strongest of OpenSpiel."""
    ours = figures.get("hexdeck.voodoo_prince.4")
    return {
        "million_steps_per_s": _over(ours, 1e6),
        "vs_openspiel": _over(ours, _fastest(figures, "openspiel.")),
    }


def verdicts(reached: Mapping[str, float | None], musts: Sequence[Must] = MUSTS) -> list[dict[str, Any]]:
    """Each must with what was reached; `met` is None where it could not be measured."""
    return [
        asdict(must) | {"reached": value, "met": None if value is None else must.is_met(value)}
        for must in musts
        for value in [reached[must.key]]
    ]


def musts_grid(reached: Mapping[str, float | None], musts: Sequence[Must] = MUSTS) -> Grid:
    grid = Grid(title="What must be reached", title_justify="left")
    for number, heading in enumerate(("what", "must", "reached", "met")):
        grid.add_column(heading, justify="right" if number else "left")
    for verdict in verdicts(reached, musts):
        sign = "≤" if verdict["at_most"] else "≥"
        value = "–" if verdict["reached"] is None else f"{verdict['reached']:.2f}"
        met = {True: "yes", False: "NO", None: "not measured"}[verdict["met"]]
        grid.add_row(verdict["about"], f"{sign} {verdict['bound']:g}", value, met)
    return grid


def _fastest(figures: Mapping[str, float], prefix: str) -> float | None:
    return max((rate for name, rate in figures.items() if name.startswith(prefix)), default=None)


def _over(ours: float | None, theirs: float | None) -> float | None:
    return ours / theirs if ours and theirs else None
