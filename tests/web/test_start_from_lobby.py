"""A game that begins while everybody has the lobby open: the host, a guest and the TV see the deal."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from hexdeck.games import GAMES
from web.browser import Visitor
from web.playing import TABLE, by_mouse, code_of, wish

APP_IS_KEPT = False  # on devices: see conftest.py

SHOWN: Final = {"speed": "fast"}  # every scene, not only the last of them


def make_a_table(page: Page, game: str) -> str:
    page.goto("/")
    by_mouse(page, wish(game))
    by_mouse(page, f"dialog fieldset:nth-of-type(1) button:text-is('{GAMES[game].players[-1]}')")
    page.get_by_role("dialog").get_by_role("button", name="With friends").click()
    page.wait_for_url(TABLE)
    return code_of(page)


def assert_the_table_is_open(page: Page, game: str, *, hand: bool) -> None:
    expect(page.locator(".stage .seat")).to_have_count(GAMES[game].players[-1])
    if hand:
        expect(page.locator(".hand [data-card]")).not_to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_opens_for_everybody_in_its_lobby(visitor: Callable[..., Visitor], game: str) -> None:
    host, guest, tv = (visitor(settings=SHOWN).page for _ in range(3))
    code = make_a_table(host, game)
    guest.goto(f"/t/{code}")
    guest.get_by_role("button", name="Take a seat").click()
    expect(guest.locator(".seats small")).to_have_text(["host", "you"])
    expect(host.locator(".seats small")).to_have_text(["you · host", ""])
    tv.goto(f"/tv/{code}")
    expect(tv.locator(".coming .name")).to_have_count(2)

    host.get_by_role("button", name="Start with").click()

    for page in (host, guest, tv):
        assert_the_table_is_open(page, game, hand=page is not tv)
