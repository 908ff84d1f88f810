"""Voodoo Prince in a real browser against real bots."""

from collections.abc import Callable
from typing import Final

from playwright.sync_api import Page, expect

from web.browser import PHONE, Visitor
from web.playing import (
    CORNER,
    Deed,
    Press,
    assert_focus_is_kept,
    assert_it_fits,
    assert_points_and_hand_are_shown,
    at_seats,
    by_keys,
    by_mouse,
    by_touch,
    moment,
    play_a_card,
    play_to_the_end,
    play_with_keys,
    start,
    table_of,
)
from web.walk import to_table

TRICK: Final = "(cards) => cards.map((card) => card.dataset.flip.slice(5))"


def assert_the_view_is_shown(page: Page) -> None:
    """Points, tricks and cards are those the house tells of, while it waits for this seat."""
    if page.locator("dialog[open]").count():
        return
    view = table_of(page)["view"]
    assert_points_and_hand_are_shown(page, view)
    assert at_seats(page, "(seat) => seat.querySelectorAll('.dolls use').length") == view["tricks"]
    trick = page.locator(".trick [data-flip]").evaluate_all(TRICK)
    assert trick == [card for _, card in view["trick"]]


def pressing(press: Press) -> dict[str, Deed]:
    """What to do when: with the first card that is allowed, the first trump."""
    return {
        "turn": lambda page: play_a_card(page, press),
        "naming": lambda page: press(page, ".naming button"),
        "summary": lambda page: press(page, "dialog .primary"),
    }


def test_two_play_with_the_mouse_in_french(visitor: Callable[..., Visitor]) -> None:
    page = visitor(locale="fr-FR").page
    start(page, by_mouse, "voodoo_prince", 2, rounds=1)

    seen = play_to_the_end(page, pressing(by_mouse), assert_the_view_is_shown)

    assert seen["summary"] == 1
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_role("button", name="Encore une fois")).to_be_visible()


def test_five_play_on_a_phone_in_german(visitor: Callable[..., Visitor]) -> None:
    page = visitor(touch=True, viewport=PHONE, locale="de-DE").page
    start(page, by_touch, "voodoo_prince", 5, rounds=1)

    def check(page: Page) -> None:
        assert_it_fits(page)
        assert_the_view_is_shown(page)

    seen = play_to_the_end(page, pressing(by_touch), check)

    assert seen["summary"] == 1
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(5)
    expect(page.get_by_role("button", name="Noch einmal")).to_be_visible()


def test_three_play_with_the_keyboard_alone(visitor: Callable[..., Visitor]) -> None:
    page = visitor().page
    start(page, by_keys, "voodoo_prince", 3, rounds=2)
    moment(page)
    page.keyboard.press("h")
    keys = {
        "turn": play_with_keys,
        "naming": lambda page: page.keyboard.press("Enter"),  # the focus is on the first trump
        "summary": lambda page: page.keyboard.press("Enter"),  # and on the button that goes on
    }

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
        pressing(by_mouse)[wanted](page)
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
