"""Vampire Queen in a real browser against real bots."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from web.browser import PHONE, Visitor
from web.games.vampire_queen import deeds, play_a_set
from web.playing import (
    CORNER,
    assert_nothing_scrolls,
    by_mouse,
    by_touch,
    moment,
    play_once_more,
    play_to_the_end,
    start,
)


def test_a_game_of_twelve_on_a_phone(visitor: Callable[..., Visitor]) -> None:
    page = visitor(touch=True, viewport=PHONE, locale="it-IT").page
    start(page, by_touch, "vampire_queen", 12, rounds=2)

    seen = play_to_the_end(page, deeds(by_touch), assert_nothing_scrolls)

    assert seen["summary"] == 2
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(12)
    expect(page.get_by_role("button", name="Ancora una volta")).to_be_visible()
    play_once_more(page, by_touch)


def test_the_last_round_and_what_everybody_knows_are_at_hand(visitor: Callable[..., Visitor]) -> None:
    page = visitor(viewport=PHONE).page
    start(page, by_mouse, "vampire_queen", 12, rounds=1)
    while moment(page) == "turn" and page.locator(".crypt:disabled").count():
        play_a_set(page, by_mouse)

    by_mouse(page, ".crypt")
    expect(page.get_by_role("dialog", name="Last round").get_by_role("listitem")).to_have_count(12)
    page.keyboard.press("Escape")
    by_mouse(page, "[aria-label='What everybody knows']")
    expect(page.get_by_role("dialog", name="What everybody knows").get_by_role("listitem")).to_have_count(12)


def test_a_slayer_that_does_not_start_says_why(visitor: Callable[..., Visitor]) -> None:
    """Two of three hold a slayer; whoever does not lead cannot play it."""
    page = visitor().page
    slayer = page.locator("[data-card^='slayer'] button.illegal")
    start(page, by_mouse, "vampire_queen", 3, rounds=10)

    while (wanted := moment(page)) == "summary" or not slayer.count():
        assert wanted != "end"
        if wanted == "summary":
            by_mouse(page, "dialog .primary")
        else:
            play_a_set(page, by_mouse)
    slayer.first.click(position=CORNER, force=True)

    expect(page.locator(".toast")).to_contain_text(re.compile("slayer"))
