"""A bot of the host's own that plays one game: the app offers it there, and nowhere else."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from hexdeck.core.registry import GAMES
from web.browser import Visitor
from web.evening import come
from web.playing import TABLE, by_mouse, wish


def offer(page: Page, game: str, bot: str) -> None:
    """As a house does that was opened with this bot."""

    def tell(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        next(one for one in told["games"] if one["name"] == game)["levels"].append(bot)
        route.fulfill(response=answer, json=told)

    page.route("**/api/games", tell)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_offered_at_its_game_alone(visitor: Callable[..., Visitor], game: str) -> None:
    page = come(visitor(), "Marie")
    offer(page, game, "mine")
    page.goto("/")
    for one in GAMES:
        by_mouse(page, wish(one))
        levels = page.locator("dialog fieldset:nth-of-type(2) button")
        expect(levels).to_have_count(5 if one == game else 4)
        page.keyboard.press("Escape")
    by_mouse(page, wish(game))
    page.get_by_role("dialog").get_by_role("button", name="With friends").click()
    page.wait_for_url(TABLE)
    expect(page.locator(".level option")).to_have_text(["novice", "casual", "club player", "expert", "mine"])

    page.goto("/")
    page.get_by_role("link", name="A tournament").click()
    bots = page.get_by_label("Bots at tables that are not full").locator("option")
    page.get_by_role("group", name="Game 1").locator("select").first.select_option(game)
    expect(bots).to_have_count(6)
    page.get_by_role("button", name="Another game").click()
    expect(bots).to_have_count(5)
