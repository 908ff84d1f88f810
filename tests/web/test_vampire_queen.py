"""Vampire Queen in a real browser against real bots."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Page, expect

from web.browser import PHONE, Visitor
from web.playing import (
    CORNER,
    Press,
    assert_focus_is_kept,
    assert_nothing_scrolls,
    by_keys,
    by_mouse,
    by_touch,
    moment,
    play_to_the_end,
    start,
    tab_to,
    table_of,
)

PASS: Final = ["pass"]


def play_a_set(page: Page, press: Press) -> None:
    """Mark the lowest card that is allowed, with a set that the app offers to it, and play; or pass."""
    if table_of(page)["view"]["actions"] == PASS:
        press(page, ".choice .pass")
        return
    press(page, "button.legal")
    if not page.locator(".choice .play").count():
        press(page, ".offer")
    press(page, ".choice .play")


def play_with_keys(page: Page) -> None:
    if table_of(page)["view"]["actions"] == PASS:
        page.keyboard.press("x")
        return
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    if not page.locator(".choice .play").count():
        tab_to(page, ".offer")
        page.keyboard.press("Enter")
    page.keyboard.press("s")


def test_a_game_of_twelve_on_a_phone(visitor: Callable[..., Visitor]) -> None:
    page = visitor(touch=True, viewport=PHONE, locale="it-IT").page
    start(page, by_touch, "vampire_queen", 12, rounds=2)
    deeds = {
        "turn": lambda page: play_a_set(page, by_touch),
        "summary": lambda page: by_touch(page, "dialog .primary"),
    }

    seen = play_to_the_end(page, deeds, assert_nothing_scrolls)

    assert seen["summary"] == 2
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(12)
    expect(page.get_by_role("button", name="Ancora una volta")).to_be_visible()


def test_a_game_of_three_with_keys_alone(visitor: Callable[..., Visitor]) -> None:
    page = visitor(locale="fr-FR").page
    start(page, by_keys, "vampire_queen", 3, rounds=2)
    moment(page)
    page.keyboard.press("h")
    deeds = {"turn": play_with_keys, "summary": lambda page: page.keyboard.press("Enter")}

    seen = play_to_the_end(page, deeds, assert_focus_is_kept)

    assert seen["summary"] == 2
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(3)


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
