"""A page that stands on its own."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from arena.arenas import hand_made, three_player_settings
from hexdeck.ai.arena.match import Match, Outcome, lineups
from hexdeck.ai.arena.plots import apart, ticks
from hexdeck.ai.arena.report import command_line, families, page, write_report
from hexdeck.ai.arena.results import Results
from hexdeck.ai.arena.settings import Settings


@pytest.fixture
def budgets() -> Results:
    """More iterations, more points: 1, 2 and 3 for each budget, 0 for the others."""
    settings = three_player_settings("ismcts-100", "ismcts-300", "ismcts-1000", "heuristic", "random")
    strength = dict(zip(settings.bots, (1, 2, 3, 0, 0), strict=True))
    matches = [
        Match(deal, {seats: Outcome(_scores(seats, strength, deal), 2) for seats in lineups(settings)})
        for deal in range(3)
    ]
    return Results.of(settings, matches)


def _scores(seats: tuple[str, ...], strength: dict[str, int], deal: int) -> tuple[int, ...]:
    return tuple(strength[bot] * 10 + (deal if seat == 0 else 0) for seat, bot in enumerate(seats))


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))


def headings(text: str) -> list[str | None]:
    return [heading.text for heading in parsed(text).iter("h2")]


def test_a_report_is_well_formed_and_says_what_was_found(tmp_path: Path) -> None:
    path = write_report(Results.of(three_player_settings(), hand_made()), tmp_path / "deep" / "report")
    text = path.read_text()
    assert headings(text) == [
        "What it says",
        "One among others",
        "Row over column, both ways",
        "Points with intervals",
        "Ratings",
        "How to read this",
    ]
    cells = ["".join(cell.itertext()) for cell in parsed(text).iter("td")]
    assert "+0.75± 9.53wins 72.2% (1–100)" in cells
    assert "−0.50± 6.35wins 11.1% (0–96)" in cells
    assert "A and B are not told apart yet: +0.62 ± 7.94 points per round" in text


def test_a_report_needs_nothing_from_outside(budgets: Results) -> None:
    text = page(budgets)
    assert not re.search(r"https?:|//|\bsrc=|\bhref=|url\(|@import|<script|<link|<iframe", text)


def test_a_report_is_made_for_light_dark_and_print(budgets: Results) -> None:
    assert all(
        f"@media ({feature}" in page(budgets) for feature in ("prefers-color-scheme: light", "forced-colors")
    )
    assert "@media print" in page(budgets)


def test_strength_against_budget_is_drawn_for_a_family(budgets: Results) -> None:
    text = page(budgets)
    assert "Strength against budget: ismcts" in headings(text)
    [plot] = [svg for svg in parsed(text).iter("svg") if svg.findtext("title") == "ismcts"]
    words = [element.text for element in plot.iter("text")]
    assert {"100", "300", "1000", "among heuristic", "among random"} <= set(words)
    assert "among ismcts-100" not in words


def test_families_are_bots_that_differ_in_a_number() -> None:
    assert families(["ismcts-100", "ismcts-1000", "mc-300", "random", "a-b-1", "a-b-2"]) == ["ismcts", "a-b"]


def test_the_command_gives_the_same_again() -> None:
    settings = Settings("voodoo_prince", 1, 3, {"rounds": 2}, ("A", "B"), "B", 7, "code")
    assert command_line(Results.of(settings, hand_made())) == (
        "hexdeck arena voodoo_prince A B --players 3 --deals 2 --seed 7 --against B -o rounds=2"
    )


@pytest.mark.parametrize(
    ("low", "high", "marks"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (-0.3, 2.2, [-0.5, 0, 0.5, 1, 1.5, 2, 2.5]),
        (18, 41, [15, 20, 25, 30, 35, 40, 45]),
    ],
)
def test_marks_are_round_numbers(low: float, high: float, marks: list[float]) -> None:
    assert ticks(low, high) == marks


def test_marks_of_nothing_but_zero() -> None:
    assert len(ticks(0, 0)) >= 2


def test_no_label_lies_on_another() -> None:
    labels = [(100.0, 500.0, "3 players"), (20.0, 500.0, "5 players"), (97.0, 480.0, "4 players")]
    assert apart(labels) == [
        (20.0, 500.0, "5 players"),
        (97.0, 480.0, "4 players"),
        (113.0, 500.0, "3 players"),
    ]
