"""Vampire Queen in a real browser against real bots."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Page, Position, expect

from web.browser import PHONE, Visitor

TABLE: Final = re.compile(r"/t/")
CORNER: Final[Position] = {"x": 12.0, "y": 12.0}  # of a card: the rest of it may lie under the next one
MOMENT: Final = """() => {
    const see = (what) => document.querySelector(what)
    if (see('dialog[open] a[href^="/verify/"]')) return 'end'
    if (see('dialog[open]')) return 'summary'
    if (!see('.hint.mine')) return null
    if (!see('button.legal')) return 'pass'
    return see('.stage.slaying') ? 'slayer' : 'turn'
}"""


def moment(page: Page) -> str:
    """What the app wants next from the person before it."""
    return str(page.wait_for_function(MOMENT).json_value())


def play_a_set(page: Page) -> None:
    """Mark the highest card, with all that the app offers to it, and play."""
    page.locator("button.legal").last.tap(position=CORNER)
    if page.locator(".offer").count():
        page.locator(".offer").last.tap()
    page.locator(".play").tap()


def answer(page: Page, wanted: str) -> None:
    if wanted == "summary":
        page.get_by_role("button", name="Go on").tap()
    elif wanted == "pass":
        page.get_by_role("button", name="Pass").tap()
    else:
        play_a_set(page)


def play_to_the_end(page: Page) -> set[str]:
    """Tap until the final ranking; the moments that came."""
    seen = set()
    while (wanted := moment(page)) != "end":
        seen.add(wanted)
        answer(page, wanted)
    return seen


def start(page: Page, players: int, phases: int) -> None:
    page.goto("/")
    page.get_by_role("button", name="Vampire Queen: players, bots and tables").click()
    page.get_by_role("button", name=str(players), exact=True).click()
    page.get_by_role("button", name="novice").click()
    page.get_by_label("Phases").select_option(str(phases))
    page.get_by_role("dialog").get_by_role("button", name="Play now").click()
    page.wait_for_url(TABLE)


def test_a_whole_game_of_twelve_on_a_phone(visitor: Callable[..., Visitor]) -> None:
    phone = visitor(touch=True, viewport=PHONE)
    phone.choose(speed="instant")
    page = phone.page
    start(page, players=12, phases=2)

    seen = play_to_the_end(page)

    assert {"turn", "summary"} <= seen
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(12)


def test_a_slayer_that_does_not_start_says_why(visitor: Callable[..., Visitor]) -> None:
    """Two of three hold a slayer; whoever does not lead cannot play it."""
    person = visitor(touch=True)
    person.choose(speed="instant")
    page = person.page
    slayer = page.locator("[data-card^='slayer'] button.illegal")
    start(page, players=3, phases=10)

    while (wanted := moment(page)) == "summary" or not slayer.count():
        assert wanted != "end"
        answer(page, wanted)
    slayer.first.click(position=CORNER, force=True)

    expect(page.locator(".toast")).to_contain_text(re.compile("slayer"))
