"""A training as a page: how its network does against each rival, by number of players, as it goes on."""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any

from hexdeck.ai.arena.estimates import Estimate, share_of
from hexdeck.ai.arena.plots import Curve, course_plot
from hexdeck.ai.arena.report_style import page, section
from hexdeck.core.registry import game_named
from hexdeck.text.sentences import digits
from training.recipe import AnyRecipe

LINES = "curve.jsonl"  # a line for each measurement
PAGE = "curve.html"
MILLION = 1e6
POINTS = "points over the mean of the others, a match"
WINS = "share of the games that one network among others wins"


def write_page(folder: Path, recipe: AnyRecipe) -> None:
    """Of all that was measured so far."""
    (folder / PAGE).write_text(curve_page(recipe, measured_lines(folder)), encoding="utf-8")


def measured_lines(folder: Path) -> list[dict[str, Any]]:
    """What was measured so far, but for a line that a kill has cut off."""
    found = []
    if (folder / LINES).exists():
        for line in (folder / LINES).read_text(encoding="utf-8", errors="replace").splitlines():
            with suppress(json.JSONDecodeError):
                found.append(json.loads(line))
    return found


def curve_page(recipe: AnyRecipe, lines: Sequence[dict[str, Any]]) -> str:
    title = f"{game_named(recipe.game).title}: a network learns"
    minutes = f"{lines[-1]['seconds'] / 60:.0f} minutes of lessons"
    about = f"{minutes}; its recipe is for {recipe.extent} with seed {recipe.seed}"
    plots = _leads(lines) if "leads" in lines[0] else [_wins(lines)]
    return page(title, title, f'<p class="quiet">{escape(about)}</p>{"".join(plots)}')


def _leads(lines: Sequence[dict[str, Any]]) -> list[str]:
    """Two plots for each rival: points and wins."""
    plots = []
    for rival in dict.fromkeys(rival for line in lines for rival in line["leads"]):
        leads = [
            (line["decisions"] / MILLION, lead) for line in lines for lead in line["leads"].get(rival, ())
        ]
        points = [(lead["players"], at, Estimate(lead["points"], lead["error"])) for at, lead in leads]
        wins = [(lead["players"], at, _share(lead["wins"], lead["matches"])) for at, lead in leads]
        if leads:  # long matches may not be over yet
            plots.append(_plot(f"Alone among {rival}", POINTS, "millions of decisions", points))
            plots.append(_plot(f"Wins alone among {rival}", WINS, "millions of decisions", wins))
    return plots


def _wins(lines: Sequence[dict[str, Any]]) -> str:
    measured = [
        (int(players), line["lessons"], _share(share, games))
        for line in lines
        for players, (share, games) in line["wins"].items()
    ]
    return _plot("Wins alone among policy", WINS, "lessons", measured)


def _share(share: float, games: int) -> Estimate:
    return share_of(share, games)


def _plot(title: str, unit: str, across: str, measured: Iterable[tuple[int, float, Estimate]]) -> str:
    """The curves, and the same as a table."""
    found: dict[int, list[tuple[float, Estimate]]] = {}
    for players, at, estimate in measured:
        found.setdefault(players, []).append((at, estimate))
    curves = [Curve(f"{players} players", tuple(points)) for players, points in sorted(found.items())]
    plot = course_plot(curves, title, f"{across}; upwards: {unit}")
    return section(title, unit, f"{plot}{_table(curves, across)}")


def _table(curves: Sequence[Curve], across: str) -> str:
    heads = "".join(f'<th scope="col">{escape(curve.label)}</th>' for curve in curves)
    by_curve = [dict(curve.points) for curve in curves]
    rows = []
    for at in sorted({at for points in by_curve for at in points}):
        cells = "".join(f"<td>{points.get(at, '')}</td>" for points in by_curve)
        rows.append(f'<tr><th scope="row">{digits(at, "g")}</th>{cells}</tr>')
    head = f'<thead><tr><th scope="col">{escape(across)}</th>{heads}</tr></thead>'
    return (
        f"<details><summary>As a table</summary><table>{head}<tbody>{''.join(rows)}</tbody></table></details>"
    )
