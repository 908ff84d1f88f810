"""Results as tables for the terminal."""

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from hexdeck.ai.arena.estimates import Estimate
from hexdeck.ai.arena.results import Results
from hexdeck.ai.arena.statistics import Duel
from hexdeck.ai.external_bots.faults import Faults
from hexdeck.core.registry import game_named


def show(results: Results, console: Console) -> None:
    title = game_named(results.settings.game).title
    per = f"points per {results.unit}"
    lines = [
        f"{title}, {results.settings.players} players: {results.deals} deals, {results.games} games",
        f"Row alone among columns: {per} over the mean of the others, ± is 95%; "
        f"win share, {results.fair_share:.1%} is fair.",
    ]
    console.print("\n".join(lines), _matrix(results, _alone))
    if results.settings.players > 2:
        console.print(f"Row over column, as one among them and as the field around one: {per}.")
        console.print(_matrix(results, _lead))
    console.print("OpenSkill ratings from all games.", _ratings(results))
    show_faults(results.faults, console)


def show_faults(faults: Sequence[Faults], console: Console) -> None:
    """Nothing where there are none."""
    if not faults:
        return
    grid = Grid()
    for heading in ("bot", "fault", "times", "the first"):
        grid.add_column(heading, justify="right" if heading == "times" else "left")
    for one in faults:
        grid.add_row(one.bot, one.kind, str(one.count), Text(one.first))
    console.print("Turns that bots have lost; an action was taken for them at random.", grid)


def _alone(duel: Duel) -> str:
    return f"{_two_lines(duel.main_points)}\n{duel.win_share}"


def _lead(duel: Duel) -> str:
    return _two_lines(duel.main_lead)


def _two_lines(estimate: Estimate) -> str:
    return str(estimate).replace(" ", "\n", 1)


def _matrix(results: Results, cell: Callable[[Duel], str]) -> Grid:
    bots = results.settings.bots
    grid = Grid(show_lines=True)
    grid.add_column("")
    for bot in bots:
        grid.add_column(bot, justify="right")
    for bot in bots:
        duels = [results.duels.get((bot, other)) for other in bots]
        grid.add_row(bot, *(cell(duel) if duel else "·" for duel in duels))
    return grid


def _ratings(results: Results) -> Grid:
    grid = Grid()
    for heading in ("bot", "rating", "uncertainty"):
        grid.add_column(heading, justify="left" if heading == "bot" else "right")
    for rating in results.ratings:
        grid.add_row(rating.bot, f"{rating.mu:.2f}", f"{rating.sigma:.2f}")
    return grid
