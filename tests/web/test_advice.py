"""Asking the coach at a table of bots: by key or button, on a phone, in every game."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from hexdeck.core.registry import GAMES
from server.guest import some_action
from web.browser import PHONE, Visitor
from web.evening import asked, sit_down
from web.faults import axe_faults, faults
from web.playing import table_of
from web.positions import code_of


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_says_what_it_would_choose_and_why(visitor: Callable[..., Visitor], game: str) -> None:
    marie = sit_down(visitor(viewport=PHONE), "Marie")
    players = GAMES[game].players[1]
    code = str(asked(marie, "/api/play", game=game, players=players, pace="instant")["code"])
    marie.goto(f"/t/{code}")
    button = marie.get_by_role("button", name="Ask the coach", exact=True)
    expect(button).to_be_visible()
    marie.keyboard.press("a")
    dialog = marie.get_by_role("dialog", name="The coach")
    rows = dialog.locator("tbody tr")
    expect(rows.first).to_be_visible()
    seen = table_of(marie)
    assert rows.count() > 1 or len(seen["view"]["actions"]) == 1
    if rows.count() > 1:
        said = marie.evaluate("async (code) => (await fetch(`/api/tables/${code}/advice`)).json()", code)
        expect(dialog.locator("li")).to_have_count(len(said["reasons"]))
        assert ("the expert’s choice" in rows.first.inner_text()) == said["expert"]
    expect(rows.first).to_contain_text("%")
    assert faults(marie, "small_targets", "cut_texts") + axe_faults(marie) == []
    best = dialog.locator("button.primary")
    assert rows.first.locator("th").inner_text().startswith(best.inner_text())
    best.click()
    expect(dialog).to_have_count(0)
    went_on = (
        "async ([code, version]) => (await (await fetch(`/api/tables/${code}`)).json()).version > version"
    )
    marie.wait_for_function(went_on, arg=[code, seen["version"]])


@pytest.mark.parametrize("game", GAMES)
def test_whoever_plays_before_the_coach_has_spoken_is_refused_nothing(
    visitor: Callable[..., Visitor], game: str
) -> None:
    """The question was still on its way when the game went on; the page complained of the answer."""
    marie = sit_down(visitor(), "Marie")
    code = str(asked(marie, "/api/play", game=game, players=GAMES[game].players[1], pace="instant")["code"])
    held: list[Route] = []
    marie.route("**/advice", lambda route: held.append(route))  # noqa: PLW0108 (it takes no method of a list)
    marie.goto(f"/t/{code}")
    expect(marie.get_by_role("button", name="Ask the coach", exact=True)).to_be_visible()
    with marie.expect_request("**/advice"):
        marie.keyboard.press("a")
    marie.keyboard.press("Escape")
    expect(marie.get_by_role("dialog")).to_have_count(0)
    action = some_action(table_of(marie)["view"], Random(1))
    asked(marie, f"/api/tables/{code}/commands", type="act", id="played", action=action)
    for route in held:
        route.continue_()
    marie.wait_for_timeout(300)


def test_choices_without_a_clear_difference_are_all_called_good(marie: Callable[..., Visitor]) -> None:
    """The coach's figures are given: those it computes depend on the deals that it samples."""
    page = marie(viewport=PHONE).page
    page.goto(f"/t/{code_of('prince naming')}")
    expect(page.get_by_role("button", name="Ask the coach", exact=True)).to_be_visible()
    good = 0
    page.route("**/advice", lambda route: route.fulfill(json=advice(table_of(page)["view"]["actions"], good)))
    dialog = page.get_by_role("dialog", name="The coach")
    for good, said in ((1, []), (5, ["These are all good"]), (2, ["Both are good"])):
        page.keyboard.press("a")
        expect(dialog.locator("tbody tr")).to_have_count(5)
        assert dialog.locator("p > b").all_inner_texts() == said
        expect(dialog.get_by_text("no clear difference")).to_have_count(good - 1)
        expect(dialog.locator(".stack > button")).to_have_count(min(good, 3))
        assert faults(page, "small_targets") + axe_faults(page) == []
        if good != 2:
            page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)

    second = table_of(page)["view"]["actions"][1].removeprefix("trump ")
    dialog.locator(".stack > button").nth(1).click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".naming")).to_have_count(0)
    assert table_of(page)["view"]["trump"] == second


def advice(actions: list[str], good: int) -> dict[str, Any]:
    """An answer of the coach in which the first choices are close, and the others clearly worse."""
    choices = [
        {"action": action, "points": 5.0 - at, "margin": 0.5, "chance": 0.4, "close": at < good}
        for at, action in enumerate(actions)
    ]
    return {
        "choices": choices,
        "expert": False,
        "reasons": [],
        "other": actions[good] if good < len(actions) else None,
    }
