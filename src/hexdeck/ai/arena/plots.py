"""Plots as inline SVG: no script, colours from the page, told apart by place and shape as well."""

import math
from collections.abc import Container, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from hexdeck.ai.arena.estimates import Estimate
from hexdeck.text.sentences import digits

WIDTH: Final = 760
HEIGHT: Final = 320  # of curves
LINE: Final = 16  # pixels between two labels
LETTER: Final = 7.4  # pixels a letter of a label takes, about
MARKS: Final = (  # around (0, 0), one for each curve
    '<circle r="5"/>',
    '<rect x="-4.5" y="-4.5" width="9" height="9"/>',
    '<path d="M0-6 6 5H-6z"/>',
    '<path d="M0-6 6 0 0 6-6 0z"/>',
)
DASHES: Final = ("none", "7 4", "2 4", "10 3 2 3")


@dataclass(frozen=True, slots=True)
class Bar:
    """A line of an interval plot."""

    label: str
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class Curve:
    label: str
    points: tuple[tuple[float, Estimate], ...]  # by budget, or by how long it has gone on


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to pixels."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)


def ticks(low: float, high: float) -> list[float]:
    """Four to eight round numbers from below `low` to above `high`."""
    spread = max(high - low, 1e-6)
    power = 10.0 ** math.floor(math.log10(spread / 4))
    step = next(power * factor for factor in (1, 2, 5, 10) if spread / (power * factor) <= 6)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [round(number * step, 9) for number in range(first, max(last, first + 1) + 1)]


def interval_plot(bars: Sequence[Bar], title: str, unit: str, *, zero: bool = True) -> str:
    """Every mean as a dot with its interval; hollow where the interval reaches zero."""
    marks = ticks(*_reach([bar.estimate for bar in bars], zero=zero))
    left = LETTER * max(len(bar.label) for bar in bars) + 16
    scale = Scale(marks[0], marks[-1], left, WIDTH - 130)
    height = 30 * len(bars) + 44
    parts = [
        _grid_line(scale(mark), height - 40, digits(mark, "g"), is_zero=zero and mark == 0) for mark in marks
    ]
    parts += [_bar(bar, scale, 30 * row + 18, zero=zero) for row, bar in enumerate(bars)]
    parts.append(_text((left + WIDTH - 130) / 2, height - 2, unit, "middle", "quiet"))
    return _svg(title, height, parts)


def budget_plot(curves: Sequence[Curve], title: str, unit: str) -> str:
    """Strength against budget, on a logarithmic scale, with intervals."""
    budgets = sorted({budget for curve in curves for budget, _ in curve.points})
    logs = [
        Curve(curve.label, tuple((math.log(budget), estimate) for budget, estimate in curve.points))
        for curve in curves
    ]
    return _curves(logs, title, f"budget; upwards: {unit}", [(math.log(one), f"{one:g}") for one in budgets])


def course_plot(curves: Sequence[Curve], title: str, about: str) -> str:
    """How something goes on, with intervals."""
    ends = ticks(0, max(at for curve in curves for at, _ in curve.points))
    return _curves(curves, title, about, [(mark, digits(mark, "g")) for mark in ends])


def path_plot(curves: Sequence[Curve], title: str, about: str, below: Sequence[tuple[float, str]]) -> str:
    """The same with very many points: only those above a label are marked."""
    return _curves(curves, title, about, below, marked={at for at, _ in below})


def _curves(
    curves: Sequence[Curve],
    title: str,
    about: str,
    below: Sequence[tuple[float, str]],
    marked: Container[float] | None = None,
) -> str:
    marks = ticks(*_reach([estimate for curve in curves for _, estimate in curve.points], zero=True))
    right = WIDTH - LETTER * max(len(curve.label) for curve in curves) - 24
    across = Scale(below[0][0], below[-1][0], 70, right - 10)
    up = Scale(marks[0], marks[-1], HEIGHT - 50, 14)
    parts = [_level(up(mark), right, digits(mark, "g"), is_zero=mark == 0) for mark in marks]
    parts += [_text(across(at), HEIGHT - 28, label, "middle") for at, label in below]
    parts.append(_text((70 + right) / 2, HEIGHT - 6, about, "middle", "quiet"))
    parts += [_curve(curve, number, across, up, marked) for number, curve in enumerate(curves)]
    ends = [(up(curve.points[-1][1].mean), across(curve.points[-1][0]) + 14, curve.label) for curve in curves]
    parts += [_text(x, y + 5, label, "start") for y, x, label in apart(ends)]
    return _svg(title, HEIGHT, parts)


def apart(labels: Sequence[tuple[float, float, str]]) -> list[tuple[float, float, str]]:
    """The labels at their heights, moved down where one would lie on another."""
    placed: list[tuple[float, float, str]] = []
    for y, x, label in sorted(labels):
        placed.append((max(y, placed[-1][0] + LINE) if placed else y, x, label))
    return placed


def _reach(estimates: Sequence[Estimate], *, zero: bool) -> tuple[float, float]:
    ends = [end for estimate in estimates for end in (estimate.low, estimate.mean, estimate.high)]
    known = [end for end in ends if end is not None] + ([0.0] if zero else [])
    return min(known), max(known)


def _bar(bar: Bar, scale: Scale, y: float, *, zero: bool) -> str:
    estimate = bar.estimate
    kind = _kind(estimate) if zero else "plain"
    line = ""
    if estimate.low is not None and estimate.high is not None:
        low, high = scale(estimate.low), scale(estimate.high)
        line = f'<path class="interval" d="M{low} {y}H{high}M{low} {y - 5}v10M{high} {y - 5}v10"/>'
    dot = f'<circle class="dot" cx="{scale(estimate.mean)}" cy="{y}" r="5.5"/>'
    number = str(estimate) if zero else str(estimate).removeprefix("+")
    label = _text(0, y + 5, bar.label, "start") + _text(WIDTH, y + 5, number, "end", "number")
    return f'<g class="{kind}">{line}{dot}</g>{label}'


def _kind(estimate: Estimate) -> str:
    """How sure we are that it is not zero."""
    if not estimate.is_clear:
        return "unclear"
    return "better" if estimate.mean > 0 else "worse"


def _curve(curve: Curve, number: int, across: Scale, up: Scale, marked: Container[float] | None) -> str:
    places = [(across(at), up(estimate.mean)) for at, estimate in curve.points]
    line = "M" + "L".join(f"{x} {y}" for x, y in places)
    dash = DASHES[number % len(DASHES)]
    parts = [f'<path class="line" stroke-dasharray="{dash}" d="{line}"/>']
    for (x, y), (at, estimate) in zip(places, curve.points, strict=True):
        if marked is not None and at not in marked:
            continue
        if estimate.low is not None and estimate.high is not None:
            parts.append(f'<path class="interval" d="M{x} {up(estimate.low)}V{up(estimate.high)}"/>')
        parts.append(f'<g class="mark" transform="translate({x} {y})">{MARKS[number % len(MARKS)]}</g>')
    return f'<g class="curve{number % len(MARKS)}">{"".join(parts)}</g>'


def _grid_line(x: float, bottom: float, label: str, *, is_zero: bool) -> str:
    kind = "zero" if is_zero else "grid"
    return f'<path class="{kind}" d="M{x} 0V{bottom}"/>' + _text(x, bottom + 16, label, "middle", "quiet")


def _level(y: float, right: float, label: str, *, is_zero: bool) -> str:
    kind = "zero" if is_zero else "grid"
    return f'<path class="{kind}" d="M56 {y}H{right}"/>' + _text(48, y + 5, label, "end", "quiet")


def _text(x: float, y: float, words: str, anchor: str, kind: str = "label") -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(words)}</text>'


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    inside = f"<title>{escape(title)}</title>" + "".join(parts)
    return f'<svg role="img" viewBox="0 0 {WIDTH} {height:g}">{inside}</svg>'
