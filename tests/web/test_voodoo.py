"""Voodoo in a real browser against real bots."""

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from web.browser import DESKTOP, ON_ITS_SIDE, PHONE, Visitor
from web.games.voodoo import deeds
from web.playing import (
    assert_focus_is_kept,
    assert_nothing_scrolls,
    by_keys,
    by_touch,
    moment,
    play_once_more,
    play_to_the_end,
    start,
)
from web.walk import to_table


def test_a_game_of_six_on_a_phone(visitor: Callable[..., Visitor]) -> None:
    page = visitor(touch=True, viewport=PHONE).page
    start(page, by_touch, "voodoo", 6)

    play_to_the_end(page, deeds(by_touch), assert_nothing_scrolls)

    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(6)
    expect(page.get_by_role("button", name="Once more")).to_be_visible()
    play_once_more(page, by_touch)


def test_a_game_of_three_with_keys_alone(visitor: Callable[..., Visitor]) -> None:
    page = visitor(locale="de-DE").page
    start(page, by_keys, "voodoo", 3)
    moment(page)
    page.keyboard.press("h")

    play_to_the_end(page, deeds(by_keys), assert_focus_is_kept, turn=25)

    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(3)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Würfel 6 nehmen")


@pytest.mark.parametrize("size", [PHONE, ON_ITS_SIDE, DESKTOP], ids=["phone", "on its side", "desktop"])
def test_what_was_seen_lately_is_in_sight_where_one_calls(
    marie: Callable[..., Visitor], size: ViewportSize
) -> None:
    """Curses to call may fill the dialog: what was seen stands above them."""
    page = marie(viewport=size).page
    for name in ("voodoo", "voodoo keeping", "voodoo crowded", "voodoo rolling", "voodoo paying"):
        to_table(page, name)
        page.keyboard.press("b")
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("heading", name="Seen lately, the oldest first:")).to_be_in_viewport(
            ratio=1
        )
        expect(dialog.locator(".seen li").first).to_be_in_viewport(ratio=1)
