"""Looking back on a finished game with the coach: by touch in every game, and by keys."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from hexdeck.core.registry import GAMES
from web.browser import DESKTOP, PHONE, Visitor
from web.evening import asked, come, command
from web.faults import axe_faults, faults
from web.playing import CORNER, assert_it_fits
from web.positions import code_of
from web.test_pages import until_over


def reviewed(page: Page) -> None:
    """Until the coach is done."""
    expect(page.locator(".decision .stage")).to_be_visible(timeout=60_000)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_reviewed_from_its_end_to_my_games(visitor: Callable[..., Visitor], game: str) -> None:
    marie = come(visitor(viewport=PHONE, touch=True), "Marie")
    short = {option.name: 1 for option in GAMES[game].options if 1 in option.choices}
    wish = {"game": game, "players": 3, "level": "novice", "pace": "instant", "options": short}
    code = str(asked(marie, "/api/play", **wish)["code"])
    command(marie, code, type="stand")  # a bot plays for her
    until_over(marie, code)
    marie.goto(f"/t/{code}")
    marie.get_by_role("dialog").get_by_role("link", name="What the coach says").tap()

    reviewed(marie)

    course = marie.get_by_role("figure", name="Everybody’s chance to win")
    expect(course.locator("polyline")).to_have_count(3)
    expect(course.locator("tbody tr").first).to_have_text(re.compile("0 *33%33%33%"))
    told = marie.request.get(f"/api/tables/{code}/review").json()["findings"]["turns"]
    expect(marie.locator(".went ol > li")).to_have_count(len(told))
    expect(marie.get_by_text("No single step for sure.")).to_have_count(0 if told else 1)
    own = marie.get_by_role("region", name="Marie", exact=True)
    expect(own.locator("tbody th")).to_have_text(
        ["At the start", "Luck", "The seat", "Own play", "Others’ play", "Result"]
    )
    expect(own).to_contain_text(re.compile(r"± \d.* points lost a decision\s*\d+ decisions?, \d+ mistakes?"))
    expect(marie.get_by_role("region", name="Lukas", exact=True)).to_be_visible()
    assert_it_fits(marie)
    assert faults(marie, "small_targets", "cut_texts") + axe_faults(marie) == []

    marie.get_by_label("Whose decisions").select_option("-1")
    at = marie.locator("output")
    number, of = map(int, at.inner_text().split("/"))
    step = marie.get_by_role("button", name="Next decision" if number < of else "Previous decision")
    step.tap()
    expect(at).to_have_text(f"{number + 1 if number < of else number - 1} / {of}")
    marie.get_by_text("All decisions").tap()
    listed = marie.locator("details li button")
    expect(listed).to_have_count(of)
    listed.last.tap()
    expect(at).to_have_text(f"{of} / {of}")
    expect(listed.last).to_have_attribute("aria-current", "step")
    other = marie.locator(".decision tbody tr:not(.chosen) button").first
    other.tap()
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(marie.locator(".choices [role=status]")).to_contain_text(
        re.compile(r"instead: .*% to win, give or take \d+%\.\s*(Clearly (better|worse)|No clear difference)")
    )
    assert re.search(rf"/review/{code}#\d+$", marie.url)

    marie.goto(f"/replay/{code}")
    marie.get_by_role("link", name="What the coach says").tap()
    reviewed(marie)
    marie.goto("/games")
    row = marie.get_by_role("list", name="Every game").get_by_role("listitem")
    expect(row).to_contain_text(re.compile(r"± \d.* points lost a decision"))
    figures = marie.get_by_role("region", name=GAMES[game].title, exact=True)
    expect(figures).to_contain_text("Only games that the coach has reviewed count.")
    row.get_by_role("link", name="What the coach says").tap()
    marie.wait_for_url(f"**/review/{code}*")


def test_a_placing_that_was_not_compared_is_tried_on_the_table(marie: Callable[..., Visitor]) -> None:
    page = marie(viewport=DESKTOP).page
    page.goto(f"/review/{code_of('skull over')}")
    reviewed(page)
    page.get_by_text("All decisions").click()
    page.locator("details li button").first.click()
    expect(page.locator(".cost [role=status]")).to_contain_text("Marie chose: ")
    lines = page.locator(".choices tbody tr")
    compared = lines.count()
    assert "1250 choices" in page.locator(".choices").inner_text()
    for key in "r1y1g1b1":  # nobody would
        page.keyboard.press(key)
    page.get_by_role("button", name="Place them").click()
    expect(page.locator(".choices [role=status]")).to_contain_text("% to win, give or take")
    expect(lines).to_have_count(compared + 1)
    expect(page.locator(".choices [aria-pressed=true]")).to_have_count(1)


def test_twelve_players_fit_a_phone(marie: Callable[..., Visitor]) -> None:
    page = marie(viewport=PHONE, touch=True).page
    page.goto(f"/review/{code_of('vampire over')}")
    reviewed(page)
    course = page.get_by_role("figure", name="Everybody’s chance to win")
    course.get_by_text("As a table").tap()
    expect(course.locator("thead th")).to_have_count(13)
    expect(course.get_by_role("button", name="Marie")).to_have_attribute("aria-pressed", "true")
    course.get_by_role("button", name="Lukas").tap()
    expect(course.get_by_role("button", name="Lukas")).to_have_attribute("aria-pressed", "true")
    assert_it_fits(page)


def test_decisions_are_gone_through_by_keys_and_tried_out_on_the_table(
    marie: Callable[..., Visitor],
) -> None:
    page = marie(viewport=DESKTOP).page
    page.goto(f"/review/{code_of('skull over')}")
    reviewed(page)
    at, cost = page.locator("output"), page.locator(".cost [role=status]")
    expect(cost).to_contain_text("Marie chose: Play green 6")
    expect(cost).to_contain_text("A mistake. Better: Play green 9")
    expect(cost).to_contain_text(re.compile(r"It cost .* points and 10% ± .*% of the chance to win"))
    first = int(at.inner_text().split("/")[0])
    for key, number in (("ArrowRight", first + 1), ("ArrowLeft", first)):
        page.keyboard.press(key)
        expect(at).to_have_text(re.compile(rf"^{number} / "))
    page.keyboard.press("m")
    expect(cost).to_contain_text("A mistake. Better: Play red 5")
    expect(page.get_by_role("button", name="Next mistake")).to_be_disabled()
    page.keyboard.press("Shift+M")
    expect(at).to_have_text(re.compile(rf"^{first} / "))

    page.locator(".hand [data-card='g9']").click(position=CORNER)
    page.locator(".hand [data-card='g9']").click(position=CORNER)
    expect(page.locator(".choices [role=status]")).to_contain_text("Play green 9 instead: +")
    expect(page.locator(".choices [aria-pressed=true]")).to_contain_text("Play green 9")

    expect(page.locator(".went")).to_contain_text("No single step for sure.")
    page.goto(f"/review/{code_of('prince over')}")
    page.locator(".went ol button").first.click()
    expect(page.get_by_role("heading", name="Every decision")).to_be_focused()
