"""Skull Queen: the first card that is allowed, a space for each pirate."""

from typing import Any, Final

from playwright.sync_api import Page, expect

from web.playing import Deeds, Press, by_keys, play_a_card, play_with_keys, press_enter

CREW: Final = "rygb"
OVERBOARD: Final = -1
WATER: Final = 5  # the row below a plank
learn = play_with_keys


def deeds(press: Press) -> Deeds:
    if press is by_keys:
        return {"turn": play_with_keys, "placing": place_with_keys, "summary": press_enter}
    return {
        "turn": lambda page: play_a_card(page, press),
        "placing": lambda page: place(page, press),
        "summary": lambda page: press(page, "dialog .primary"),
    }


def place(page: Page, press: Press) -> None:
    """Each pirate on a space of its own, on the front of the plank."""
    for space in range(4):
        press(page, f"[data-space='front:{space}']")
    press(page, ".choice .primary")
    expect(page.locator(".placing")).to_have_count(0)


def place_with_keys(page: Page) -> None:
    for key in ("8", "5", "3", "2"):
        page.keyboard.press(key)
    expect(page.locator(".choice .primary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".placing")).to_have_count(0)


def wanted(shown: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
    del shown
    rows = {
        f"{seat}:{suit}": WATER if space == OVERBOARD else space
        for seat, plank in enumerate(view["planks"])
        for suit, space in zip(CREW, plank["pirates"], strict=True)
    }
    return {"hand": sorted(view["hand"]), "pirates": rows}
