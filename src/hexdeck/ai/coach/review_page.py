"""A review as one page that opens from disk: the graph of chances, luck and skill, turns, mistakes."""

import json
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Final

from hexdeck.ai.arena import report_style
from hexdeck.ai.arena.estimates import Estimate
from hexdeck.ai.arena.plots import Bar, Curve, interval_plot, path_plot, ticks
from hexdeck.ai.arena.report_style import section
from hexdeck.ai.coach.findings import as_dict, player_name, step_name, turns
from hexdeck.ai.coach.luck import PARTS, Account
from hexdeck.ai.coach.review import Decision, Review
from hexdeck.ai.coach.review_grids import (
    HEADINGS,
    IN_CHANCE,
    IN_POINTS,
    MISTAKE,
    NOTHING_SURE,
    better_name,
    in_percent,
    in_points,
    played_name,
)
from hexdeck.core.record_file import write_whole

PAGE: Final = "index.html"
MOST_TURNS: Final = 10


def write_review(review: Review, folder: Path) -> Path:
    """The page, and beside it the same for programs."""
    write_whole(folder / "review.json", json.dumps(as_dict(review), indent=1) + "\n")
    write_whole(folder / PAGE, page(review))
    return folder / PAGE


def page(review: Review) -> str:
    title = f"{review.game.title}, {len(review.record.header.players)} players"
    sections = [
        _chances(review),
        _parts(review),
        _losses(review),
        _turns(review),
        _mistakes(review),
        _how_to_read(),
    ]
    return report_style.page(f"Review: {title}", title, _facts(review) + "".join(sections))


def _facts(review: Review) -> str:
    over = review.moments[-1].after.is_over
    facts = [
        f"{len(review.moments)} steps",
        "finished" if over else "not over: the result is what is expected",
    ]
    facts += [f"{name} {choice}" for name, choice in review.record.header.options.items()]
    return f'<p class="quiet">{escape(" · ".join([*facts, f"seed {review.seed}"]))}</p>'


def _chances(review: Review) -> str:
    course, last = review.luck.course, len(review.moments)
    below: list[tuple[float, str]]
    curves = [
        Curve(
            player_name(review, seat),
            tuple((at, _sure(100 * one.chances[seat])) for at, one in enumerate(course)),
        )
        for seat in range(len(review.record.header.players))
    ]
    ends = [(moment.number, str(moment.round)) for moment in review.moments if moment.ends]
    if review.game.round_ends and ends:
        below = [(0, ""), *ends, *([] if ends[-1][0] == last else [(last, "")])]
        about = f"end of each {review.game.round_word}; upwards: per cent"
    else:
        below, about = [(mark, f"{mark:g}") for mark in ticks(0, last)], "steps; upwards: per cent"
    plot = path_plot(curves, "Chance to win", about, below)
    rows = [
        [label or at, *(f"{one:.0%}" for one in course[at].chances)]
        for at, label in ((min(int(at), last), label) for at, label in below)
    ]
    names = [player_name(review, seat) for seat in range(len(curves))]
    about = "As somebody sees it who knows all cards, after every step; below as a table."
    return section("Chance to win", about, plot + _table(["after", *names], rows))


def _sure(number: float) -> Estimate:
    return Estimate(number, None)


def _parts(review: Review) -> str:
    headings = ["player", "result", *(HEADINGS[part] for part in PARTS)]
    points, chances = (
        _table(headings, [_row(review, seat, one, written) for seat, one in enumerate(accounts)])
        for accounts, written in ((review.luck.points, in_points), (review.luck.chances, in_percent))
    )
    about = "The result is the sum of the others: luck is deals and dice, the rest somebody's play."
    return section("Luck apart from skill", about, f"<p>{IN_POINTS}</p>{points}<p>{IN_CHANCE}</p>{chances}")


def _row(review: Review, seat: int, account: Account, written: object) -> list[str]:
    assert callable(written)
    numbers = [account.result - account.start, *(account.parts[part] for part in PARTS)]
    return [player_name(review, seat), *map(written, numbers)]


def _losses(review: Review) -> str:
    found = [(seat, review.points_lost(seat)) for seat in review.seats]
    bars = [Bar(player_name(review, seat), lost) for seat, lost in found if lost is not None]
    if not bars:
        return ""
    about = "Each decision against the best that could be known; an interval that reaches zero may be chance."
    return section(
        "Points lost a decision", about, interval_plot(bars, "Points lost a decision", "points", zero=False)
    )


def _turns(review: Review) -> str:
    rows = [
        [
            turn.moment.number,
            turn.moment.round,
            step_name(review, turn.moment),
            player_name(review, turn.seat),
            f"{turn.before:.0%} to {turn.after:.0%}",
        ]
        for turn in turns(review, MOST_TURNS)
    ]
    headings = ["step", review.game.round_word, "what", "whose chance", "changed"]
    inside = _table(headings, rows) if rows else f"<p>{NOTHING_SURE}</p>"
    return section(
        "What turned the game", "Steps after which somebody's chance to win was another for sure.", inside
    )


def _mistakes(review: Review) -> str:
    found = [one for seat in review.seats for one in review.mistakes(seat)]
    headings = ["player", "step", review.game.round_word, "played", "better", "points lost", "chance lost"]
    rows = [_mistake(review, one) for one in sorted(found, key=lambda one: one.number)]
    inside = _table(headings, rows) if rows else "<p>None for sure.</p>"
    return section("Mistakes", MISTAKE, inside)


def _mistake(review: Review, one: Decision) -> list[object]:
    return [
        player_name(review, one.seat),
        one.number,
        one.round,
        played_name(review, one),
        better_name(review, one),
        str(one.points),
        f"{one.chance.mean:.1%} ± {one.chance.margin or 0.0:.1%}",
    ]


def _how_to_read() -> str:
    lines = [
        "Worth is what the rest of the round brings when a network, or a simple policy, plays it.",
        "Luck is what a deal or a roll brought over the mean of all that could have come.",
        "The seat is what the place at the table was worth before each deal.",
        "A decision is judged by what its player could know; own play by what the cards really were.",
    ]
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return section("How to read this", "More in docs/coach.md.", f"<ul>{items}</ul>")


def _table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    body = "".join(
        f'<tr><th scope="row">{escape(str(first))}</th>'
        + "".join(f"<td>{escape(str(cell))}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
