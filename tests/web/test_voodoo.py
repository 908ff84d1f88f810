"""Voodoo in a real browser against real bots."""

from collections.abc import Callable

from playwright.sync_api import expect

from web.browser import PHONE, Visitor
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
