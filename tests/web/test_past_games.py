"""What somebody finds of a finished game on their own page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from hexdeck.core.registry import GAMES
from web.browser import PHONE, Visitor
from web.evening import asked, come, command
from web.faults import axe_faults, faults
from web.playing import assert_it_fits
from web.test_pages import until_over


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_found_looked_at_and_counted(visitor: Callable[..., Visitor], game: str) -> None:
    marie = come(visitor(viewport=PHONE, touch=True), "Marie")
    marie.goto("/games")
    expect(marie.get_by_text("Nothing here yet.")).to_be_visible()
    short = {option.name: 1 for option in GAMES[game].options if 1 in option.choices}
    code = asked(marie, "/api/play", game=game, players=3, level="novice", pace="instant", options=short)[
        "code"
    ]
    command(marie, code, type="stand")  # a bot plays for her
    until_over(marie, code)
    score = marie.request.get(f"/api/tables/{code}").json()["table"]["scores"][0]

    marie.goto("/")
    marie.get_by_role("navigation", name="More").get_by_role("link", name="My games").tap()

    row = marie.get_by_role("list", name="Every game").get_by_role("listitem")
    expect(row).to_have_count(1)
    expect(row).to_contain_text(GAMES[game].title)
    expect(row).to_contain_text(re.compile(r"Won|Place [23] of 3"))
    expect(row).to_contain_text(f"{score} point".replace("-", "−"))
    expect(row).to_contain_text("bot (novice)")
    figures = marie.get_by_role("region", name=GAMES[game].title, exact=True)
    expect(figures).to_contain_text(re.compile(r"[01] of 1 game won\. An even share would be 0\.3\."))
    expect(figures).to_contain_text(re.compile(r"Points a (round|phase|game) −?\d"))
    expect(figures.locator("dt")).not_to_have_count(0)
    expect(figures).to_contain_text(re.compile(r"Rating, 3–4 players \d+(\.\d)? ± \d+(\.\d)? provisional"))
    assert_it_fits(marie)
    assert faults(marie, "small_targets", "cut_texts") + axe_faults(marie) == []

    other = next(name for name in GAMES if name != game)
    marie.locator("select").first.select_option(other)
    expect(row).to_have_count(0)
    marie.locator("select").first.select_option("")
    with marie.expect_download() as record:
        row.get_by_role("link", name="Download the record").tap()
    assert record.value.suggested_filename == f"{game}-{code}.hexdeck"
    row.get_by_role("link", name="Look at it again").tap()
    marie.wait_for_url(f"**/replay/{code}*")
    marie.go_back()
    row.get_by_role("link", name="Was the deal fair?").tap()
    expect(marie.locator(".verdict")).to_be_visible()

    marie.goto("/honour")
    marie.locator("select").first.select_option(game)
    expect(marie.locator("tr.you")).to_contain_text(re.compile(r"Marie.*±.*provisional"))
    expect(marie.locator("tr.mark").filter(has_text="bot (novice)")).to_have_count(1)
    assert_it_fits(marie)
    bands = marie.locator("select").last.locator("option")
    expect(bands.last).to_have_attribute("value", "7-12" if GAMES[game].players[-1] > 6 else "5-6")
