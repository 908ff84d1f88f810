"""Voodoo Prince in a real browser against real bots."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Page, Position, expect

from web.browser import PHONE, Visitor

TABLE: Final = re.compile(r"/t/")
CORNER: Final = Position(x=12, y=12)  # of a card: the rest of it may lie under the next one
MOMENT: Final = """() => {
    const see = (what) => document.querySelector(what)
    if (see('dialog[open] a[href^="/verify/"]')) return 'end'
    if (see('dialog[open]')) return 'summary'
    if (see('.naming')) return 'naming'
    return see('.hint.mine') ? 'turn' : null
}"""


def moment(page: Page) -> str:
    """What the app wants next from the person before it."""
    return str(page.wait_for_function(MOMENT).json_value())


def go_on(page: Page, wanted: str) -> None:
    """Do what the app wants: with the first card that is allowed, the first trump."""
    if wanted == "summary":
        page.get_by_role("button", name="Go on").click()
        expect(page.get_by_role("button", name="Go on")).to_have_count(0)
    elif wanted == "naming":
        page.locator(".naming button").first.click()
        expect(page.locator(".naming")).to_have_count(0)
    else:
        card = page.locator("button.legal").first
        name = card.locator("xpath=..").get_attribute("data-card")
        card.click(position=CORNER)
        page.locator(".choice button.primary").click()
        expect(page.locator(f"[data-card='{name}']")).to_have_count(0)


def test_a_whole_game_on_a_phone(visitor: Callable[..., Visitor]) -> None:
    phone = visitor(touch=True, viewport=PHONE)
    phone.choose(speed="instant")
    page = phone.page

    page.goto("/")
    page.get_by_role("button", name="Voodoo Prince: players, bots and tables").tap()
    page.get_by_role("button", name="3", exact=True).tap()
    page.get_by_role("button", name="novice").tap()
    page.get_by_label("Rounds").select_option("2")
    page.get_by_role("dialog").get_by_role("button", name="Play now").tap()
    page.wait_for_url(TABLE)

    while (wanted := moment(page)) != "end":
        go_on(page, wanted)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(3)
    expect(page.get_by_role("button", name="Once more")).to_be_visible()


def test_a_card_that_is_not_allowed_says_why(visitor: Callable[..., Visitor]) -> None:
    person = visitor()
    person.choose(speed="instant")
    page = person.page
    page.goto("/")
    page.get_by_role("button", name="Play Voodoo Prince now").click()
    page.wait_for_url(TABLE)

    while (wanted := moment(page)) != "turn" or not page.locator("button.illegal").count():
        go_on(page, wanted)
    page.locator("button.illegal").first.click(position=CORNER, force=True)

    expect(page.locator(".toast")).to_contain_text("was led: follow the colour while you can")


def start(page: Page) -> None:
    """A game against three bots, from the home page."""
    page.goto("/")
    page.get_by_role("button", name="Play Voodoo Prince now").click()
    page.wait_for_url(TABLE)


def until_turn(page: Page) -> None:
    while (wanted := moment(page)) != "turn":
        go_on(page, wanted)


def test_with_the_keyboard_alone(visitor: Callable[..., Visitor]) -> None:
    person = visitor()
    person.choose(speed="instant")
    page = person.page
    start(page)
    until_turn(page)

    page.keyboard.press("h")
    name = page.evaluate("document.activeElement.parentElement.dataset.card")
    page.keyboard.press("Enter")
    expect(page.locator("button.raised")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-card='{name}']")).to_have_count(0)

    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("the last trick")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_card_is_dragged_to_the_table(visitor: Callable[..., Visitor]) -> None:
    person = visitor()
    person.choose(speed="instant")
    page = person.page
    start(page)
    until_turn(page)
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
    person = visitor(locale="de-DE")
    person.choose(speed="instant")
    page = person.page
    page.goto("/")
    page.locator(".games li:first-child .primary").click()
    page.wait_for_url(TABLE)
    page.wait_for_function(MOMENT)
    cards = page.locator("[data-card]").count()

    page.reload()
    page.wait_for_function(MOMENT)

    assert page.locator("[data-card]").count() == cards
    assert page.evaluate("document.documentElement.lang") == "de"
