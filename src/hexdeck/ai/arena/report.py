"""One page that opens from disk: matrix, points with intervals, strength against budget, ratings."""

import json
import re
import shlex
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Final

from hexdeck.ai.arena import report_style
from hexdeck.ai.arena.estimates import Z95, Estimate
from hexdeck.ai.arena.plots import Bar, Curve, budget_plot, interval_plot
from hexdeck.ai.arena.report_style import section
from hexdeck.ai.arena.results import Results
from hexdeck.ai.arena.statistics import Duel
from hexdeck.core.record_file import write_whole
from hexdeck.core.registry import game_named
from hexdeck.text.sentences import digits

PAGE: Final = "index.html"
TINT: Final = 0.28  # of the strongest cell: more would cost contrast
_BUDGET: Final = re.compile(r"(.+)-(\d+)")


def check_folder(folder: Path) -> None:
    """Fail now rather than after hours of play, with the OSError that says why."""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / ".hexdeck", "")
    (folder / ".hexdeck").unlink()


def write_report(results: Results, folder: Path) -> Path:
    """The page, and beside it the same for programs."""
    write_whole(folder / "results.json", json.dumps(results.as_dict(), indent=1) + "\n")
    write_whole(folder / PAGE, page(results))
    return folder / PAGE


def page(results: Results) -> str:
    title = f"{game_named(results.settings.game).title}, {results.settings.players} players"
    sections = [
        _findings(results),
        _alone_matrix(results),
        _lead_matrix(results) if results.settings.players > 2 else "",
        _points(results),
        *(_curves(results, family) for family in families(results.settings.bots)),
        _ratings(results),
        _faults(results),
        _seeds(results),
        _how_to_read(results),
    ]
    return report_style.page(f"Arena: {title}", title, _facts(results) + "".join(sections))


def families(bots: Sequence[str]) -> list[str]:
    """Names with two or more budgets, like ismcts of ismcts-100 and ismcts-1000."""
    found = [match[1] for match in map(_BUDGET.fullmatch, bots) if match]
    return [family for family in dict.fromkeys(found) if found.count(family) > 1]


def command_line(results: Results) -> str:
    """What gives these results again."""
    settings = results.settings
    bots = [shlex.quote(settings.name_of(bot)) for bot in settings.bots]
    words = ["hexdeck arena", settings.game, *bots, f"--players {settings.players}"]
    words += [f"--deals {results.deals}", *_seed_words(results)]
    words += [f"--against {settings.against}"] if settings.against else []
    words += [f"--bot-seconds {settings.seconds:g}"] if settings.own else []
    words += [f"-o {name}={choice}" for name, choice in settings.options.items()]
    return " ".join(words)


def _seed_words(results: Results) -> list[str]:
    """The seed that gives the same deals, where there is only one."""
    if results.settings.seed is not None:
        return [f"--seed {results.settings.seed}"]
    return [f"--seed {one.seed}" for one in results.seeds if one.seed] if len(results.seeds) == 1 else []


def _seeds(results: Results) -> str:
    """What each run promised before its first deal, and the seed that it has revealed."""
    if not results.seeds:
        return ""
    rows = "".join(
        f"<tr><td>{one.deals}</td><td><code>{one.commitment}</code></td>"
        f"<td><code>{one.seed or 'lost with the run, which was killed'}</code></td></tr>"
        for one in results.seeds
    )
    head = "".join(f'<th scope="col">{heading}</th>' for heading in ("deals", "SHA-256, told first", "seed"))
    about = "Drawn in secret by each run, promised before its first deal and revealed after its last."
    return section("Seeds", about, f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")


def _facts(results: Results) -> str:
    settings = results.settings
    facts = [f"{results.deals} deals, {results.games} games"]
    facts += [] if settings.seed is None else [f"seed {settings.seed}: the deals could be known beforehand"]
    facts += [f"{name} {choice}" for name, choice in settings.options.items()]
    facts += [f"rules version {settings.version}", f"code {settings.code}"]
    return f'<p class="quiet">{escape(" · ".join(facts))}</p>'


def _findings(results: Results) -> str:
    """Every pair once, in words, from the side of the one that leads."""
    leads = [duel for duel in results.duels.values() if duel.main_lead.mean > 0]
    leads.sort(key=lambda duel: -duel.main_lead.mean)
    items = "".join(f"<li>{escape(_finding(duel, results.unit))}</li>" for duel in leads)
    return section("What it says", "Alone and as the field, taken together.", f"<ul>{items}</ul>")


def _finding(duel: Duel, unit: str) -> str:
    told = f"{duel.main_lead} points per {unit}"
    if duel.main_lead.is_clear:
        return f"{duel.bot} beats {duel.against}: {told}"
    return f"{duel.bot} and {duel.against} are not told apart yet: {told}"


def _alone_matrix(results: Results) -> str:
    about = (
        f"One bot of the row among bots of the column: points per {results.unit} over the mean of the others "
        f"with a 95 % interval, and its share of wins ({results.fair_share:.1%} is fair)."
    )
    return section("One among others", about, _matrix(results, lambda duel: duel.main_points, _wins))


def _lead_matrix(results: Results) -> str:
    about = (
        f"Points per {results.unit} that the row is ahead of the column: half from games with one of the row "
        "among columns, half from games with one of the column among rows."
    )
    return section("Row over column, both ways", about, _matrix(results, lambda duel: duel.main_lead))


def _matrix(
    results: Results, of: Callable[[Duel], Estimate], more: Callable[[Duel], str] = lambda _: ""
) -> str:
    bots = [rating.bot for rating in results.ratings]
    most = max(abs(of(duel).mean) for duel in results.duels.values()) or 1.0
    head = "".join(f'<th scope="col">{escape(bot)}</th>' for bot in bots)
    rows = []
    for bot in bots:
        duels = [results.duels.get((bot, other)) for other in bots]
        cells = "".join(_cell(of(duel), more(duel), most) if duel else _NO_CELL for duel in duels)
        rows.append(f'<tr><th scope="row">{escape(bot)}</th>{cells}</tr>')
    return (
        f'<table class="matrix"><thead><tr><td class="none"></td>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


_NO_CELL: Final = '<td class="none">·</td>'


def _cell(estimate: Estimate, more: str, most: float) -> str:
    """A number with its sign, a tint, and a bar to the right or the left: any one of them would do."""
    reach = abs(estimate.mean) / most
    kind = "better" if estimate.mean > 0 else "worse"
    classes = kind if estimate.is_clear else f"{kind} unclear"
    margin = "" if estimate.margin is None else f"<span>± {estimate.margin:.2f}</span>"
    side = "up" if estimate.mean > 0 else "down"
    return (
        f'<td class="{classes}" style="--tint:{TINT * reach:.3f};--reach:{reach:.3f}">'
        f'<b>{digits(estimate.mean, "+.2f")}</b>{margin}{more}<i class="{side}"></i></td>'
    )


def _wins(duel: Duel) -> str:
    return f"<span>wins {duel.win_share}</span>"


def _points(results: Results) -> str:
    duels = sorted(results.duels.values(), key=lambda duel: -duel.main_points.mean)
    bars = [Bar(f"{duel.bot} among {duel.against}", duel.main_points) for duel in duels]
    unit = f"points per {results.unit} over the mean of the others"
    plot = interval_plot(bars, "Points with intervals", unit)
    return section("Points with intervals", "Hollow: the interval reaches zero, so it may be luck.", plot)


def _curves(results: Results, family: str) -> str:
    """Each budget of a family against everybody else that all of them have met."""
    members = sorted((bot for bot in results.settings.bots if _family(bot) == family), key=_budget)
    others = [bot for bot in results.settings.bots if _family(bot) != family]
    curves = [_curve(results, members, other) for other in others]
    curves = [curve for curve in curves if len(curve.points) > 1]
    if not curves:
        return ""
    about = f"{family} with more and more iterations, one among others of each kind."
    unit = f"points per {results.unit} over the mean of the others"
    return section(f"Strength against budget: {family}", about, budget_plot(curves, family, unit))


def _curve(results: Results, members: Sequence[str], other: str) -> Curve:
    met = [bot for bot in members if (bot, other) in results.duels]
    points = tuple((_budget(bot), results.duels[bot, other].main_points) for bot in met)
    return Curve(f"among {other}", points)


def _family(bot: str) -> str | None:
    match = _BUDGET.fullmatch(bot)
    return match[1] if match else None


def _budget(bot: str) -> int:
    return int(bot.rpartition("-")[2])


def _ratings(results: Results) -> str:
    bars = [Bar(rating.bot, Estimate(rating.mu, Z95 * rating.sigma)) for rating in results.ratings]
    about = "OpenSkill (Plackett-Luce) from all games in a fixed order; a newcomer has 25."
    return section("Ratings", about, interval_plot(bars, "Ratings", "rating", zero=False))


def _faults(results: Results) -> str:
    if not results.faults:
        return ""
    head = "".join(f'<th scope="col">{heading}</th>' for heading in ("bot", "fault", "times", "the first"))
    rows = "".join(
        f'<tr><th scope="row">{escape(one.bot)}</th><td>{escape(one.kind)}</td><td>{one.count}</td>'
        f"<td>{escape(one.first)}</td></tr>"
        for one in results.faults
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return section("Faults", "Turns that bots have lost; an action was taken for them at random.", table)


def _how_to_read(results: Results) -> str:
    lines = [
        "Every deal is played many times: each bot alone among each other, in every seat, on the same cards.",
        "The deal is the unit. Its games share their cards, so intervals come from the spread between deals.",
        "An interval is 95 %: of twenty such statements, one is wrong on average. Many pairs, more errors.",
        f"All of this again: {command_line(results)}",
    ]
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return section("How to read this", "More in docs/arena.md.", f"<ul>{items}</ul>")
