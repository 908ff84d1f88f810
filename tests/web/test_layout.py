"""What a table shows at known positions, on screens of every size: all of it is seen, and stays where it is."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from web.browser import DESKTOP, ON_ITS_SIDE, PHONE, TABLET, Visitor
from web.playing import assert_nothing_scrolls
from web.positions import code_of
from web.walk import to_table

SCREENS: Final = (PHONE, ON_ITS_SIDE, TABLET, DESKTOP)
OUTSIDE: Final = """() => [...document.querySelectorAll(".stage .seat")].flatMap((seat) => {
    const box = seat.getBoundingClientRect()
    return [...seat.querySelectorAll(".about :not(svg *)")].filter((part) => {
        const { left, right, top, bottom, width } = part.getBoundingClientRect()
        return width > 1 && (left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1)
    }).map((part) => `${seat.innerText}: ${part.outerHTML.slice(0, 80)}`)
})"""
COVERED: Final = """(cards) => cards.filter((card) => {
    const { left, top, width, height } = card.getBoundingClientRect()
    return !card.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}).length"""


@pytest.mark.parametrize("place", ["prince crowded", "vampire crowded", "skull crowded", "voodoo burdened"])
def test_what_lies_at_a_seat_stays_in_it(marie: Callable[..., Visitor], place: str) -> None:
    page = marie(viewport=PHONE).page
    to_table(page, place)
    for screen in SCREENS:
        page.set_viewport_size(screen)

        assert page.evaluate(OUTSIDE) == []


def test_the_centre_is_seen_while_pirates_are_placed(marie: Callable[..., Visitor]) -> None:
    page = marie(viewport=PHONE).page
    page.goto(f"/t/{code_of('skull placing')}")
    cards = page.locator(".placing .barrel .card")
    for screen in SCREENS:
        page.set_viewport_size(screen)

        expect(cards).to_have_count(2)
        assert cards.evaluate_all(COVERED) == 0
        assert_nothing_scrolls(page)
