"""Voodoo Prince in a real browser against real bots."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from web import shown
from web.browser import PHONE, Visitor
from web.games.voodoo_prince import deeds
from web.playing import (
    CORNER,
    assert_focus_is_kept,
    assert_it_fits,
    by_keys,
    by_mouse,
    by_touch,
    moment,
    play_once_more,
    play_to_the_end,
    start,
)
from web.walk import to_table


def assert_the_view_is_shown(page: Page) -> None:
    """Points, tricks and cards are those the house tells of, while it waits for this seat."""
    if not page.locator("dialog[open]").count():
        shown.assert_the_view_is_shown(page, "voodoo_prince")


def test_five_play_on_a_phone_in_german(visitor: Callable[..., Visitor]) -> None:
    page = visitor(touch=True, viewport=PHONE, locale="de-DE").page
    start(page, by_touch, "voodoo_prince", 5, rounds=1)

    def check(page: Page) -> None:
        assert_it_fits(page)
        assert_the_view_is_shown(page)

    seen = play_to_the_end(page, deeds(by_touch), check)

    assert seen["summary"] == 1
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(5)
    expect(page.get_by_role("button", name="Noch einmal")).to_be_visible()
    play_once_more(page, by_touch)


def test_three_play_with_the_keyboard_alone(visitor: Callable[..., Visitor]) -> None:
    page = visitor().page
    start(page, by_keys, "voodoo_prince", 3, rounds=2)
    moment(page)
    page.keyboard.press("h")
    keys = deeds(by_keys)

    seen = play_to_the_end(page, keys, assert_focus_is_kept)

    assert seen["summary"] == 2
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("the last trick")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert_focus_is_kept(page)


def test_each_colour_has_a_key_that_names_trump(marie: Callable[..., Visitor]) -> None:
    page = marie().page
    to_table(page, "prince naming")
    dialog = page.get_by_role("dialog")

    page.keyboard.press("?")
    dialog.wait_for()
    keys = dict(line.split("\n") for line in dialog.locator("dl > div").all_inner_texts())
    colors = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "v": "purple"}
    assert {key: keys[key] for key in colors} == {key: f"name {colors[key]} as trump" for key in colors}
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    expect(dialog).to_contain_text("Points and log")
    page.keyboard.press("Escape")
    page.keyboard.press("v")

    expect(page.locator(".chips")).to_contain_text("trump purple")
    page.keyboard.press("?")
    expect(dialog).to_contain_text("the last trick")
    expect(dialog).not_to_contain_text("as trump")


def test_a_card_that_is_not_allowed_says_why(visitor: Callable[..., Visitor]) -> None:
    page = visitor().page
    start(page, by_mouse, "voodoo_prince", 4)

    while (wanted := moment(page)) != "turn" or not page.locator("button.illegal").count():
        deeds(by_mouse)[wanted](page)
    page.locator("button.illegal").first.click(position=CORNER, force=True)

    expect(page.locator(".toast")).to_contain_text("was led: follow the colour while you can")


def test_a_card_is_dragged_to_the_table(visitor: Callable[..., Visitor]) -> None:
    page = visitor().page
    start(page, by_mouse, "voodoo_prince", 4)
    assert moment(page) == "turn"
    card = page.locator("button.legal").first
    name = card.locator("xpath=..").get_attribute("data-card")
    box = card.bounding_box()
    assert box

    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] - 200, steps=4)
    page.mouse.up()

    expect(page.locator(f"[data-card='{name}']")).to_have_count(0)


def test_a_game_survives_a_reload_and_speaks_another_language(visitor: Callable[..., Visitor]) -> None:
    page = visitor(locale="de-DE").page
    start(page, by_mouse, "voodoo_prince", 4)
    moment(page)
    cards = page.locator("[data-card]").count()

    page.reload()
    moment(page)

    assert page.locator("[data-card]").count() == cards
    assert page.evaluate("document.documentElement.lang") == "de"
