"""By touch on a phone, in every game: what was raised can be put back, and the turn never gets stuck."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from web.browser import ON_ITS_SIDE, PHONE, Visitor, resize
from web.playing import by_touch
from web.positions import POSITIONS
from web.walk import to_table

PLACES: Final = (
    *("prince", "vampire slayer", "skull", "skull placing"),
    *("voodoo rolling", "voodoo keeping", "voodoo paying", "voodoo crowded"),
)
RAISED: Final = ".hand button:is(.raised, .chosen)"
CROSS: Final = {"vampire_queen": ".foot .icon", "voodoo": ".raised .close"}
REACHED: Final = """(sought) => [...document.querySelectorAll(sought)].some((button) => {
    const { left, top, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(left + 10, top + height / 2))
})"""
BARE: Final = """() => {
    const { left, top, right, bottom } = document.querySelector(".stage > .middle").getBoundingClientRect()
    for (let y = top + 4; y < bottom; y += 4)
        for (let x = left + 4; x < right; x += 4)
            if (!document.elementFromPoint(x, y).closest("button, .seat, .raised")) return [x, y]
}"""
ACTING: Final = ".choice button:not(.broken, [aria-disabled=true]), .tray button, .placing button"


def assert_somebody_can_act(page: Page, *, raised: bool) -> None:
    """With a control that nothing lies over; while no card is raised, those that can be played are some."""
    assert page.evaluate(REACHED, ACTING if raised else f"{ACTING}, .hand button.legal")


def tap_the_table(page: Page) -> None:
    x, y = page.evaluate(BARE)
    page.touchscreen.tap(x, y)


def put_back(page: Page, game: str, card: str) -> None:
    """In every way that there is by touch."""
    ways: list[Callable[[], None]] = [lambda: tap_the_table(page)]
    if game in CROSS:
        ways.append(lambda: by_touch(page, CROSS[game]))
    if game == "voodoo":
        ways.append(lambda: by_touch(page, card))
    for way in ways:
        by_touch(page, card)
        expect(page.locator(RAISED)).not_to_have_count(0)
        assert_somebody_can_act(page, raised=True)
        way()
        expect(page.locator(RAISED)).to_have_count(0)
        assert_somebody_can_act(page, raised=False)


@pytest.mark.parametrize("place", PLACES)
def test_a_raised_card_is_put_back(marie: Callable[..., Visitor], place: str) -> None:
    page = marie(touch=True, viewport=PHONE).page
    to_table(page, place)
    first = page.locator(".hand li:has(button:not([aria-disabled=true]))").first
    card = f"[data-card='{first.get_attribute('data-card')}'] button"
    for screen in (PHONE, ON_ITS_SIDE):
        resize(page, screen)

        assert_somebody_can_act(page, raised=False)
        put_back(page, POSITIONS[place].game, card)
