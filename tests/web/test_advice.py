"""Asking the coach at a table of bots: by key or button, on a phone, in every game."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Route, expect

from hexdeck.games import GAMES
from server.guest import some_action
from web.browser import PHONE, Visitor
from web.evening import asked, sit_down
from web.faults import axe_faults, faults
from web.playing import table_of


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
