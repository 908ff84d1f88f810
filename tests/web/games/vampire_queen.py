"""Vampire Queen: the lowest set that is allowed, or a pass."""

from typing import Any, Final

from playwright.sync_api import Page

from web.playing import Deeds, Press, by_keys, by_touch, press_enter, tab_to, table_of

PASS: Final = ["pass"]


def deeds(press: Press) -> Deeds:
    if press is by_keys:
        return {"turn": play_a_set_with_keys, "summary": press_enter}
    return {
        "turn": lambda page: play_a_set(page, press),
        "summary": lambda page: press(page, "dialog .primary"),
    }


def play_a_set(page: Page, press: Press) -> None:
    """Mark the lowest card that is allowed, with a set that the app offers to it, and play; or pass."""
    if table_of(page)["view"]["actions"] == PASS:
        press(page, ".choice .pass")
        return
    press(page, "button.legal")
    if not page.locator(".choice .play").count():
        press(page, ".offer")
    press(page, ".choice .play")


def play_a_set_with_keys(page: Page) -> None:
    if table_of(page)["view"]["actions"] == PASS:
        page.keyboard.press("x")
        return
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    if not page.locator(".choice .play").count():
        tab_to(page, ".offer")
        page.keyboard.press("Enter")
    page.keyboard.press("s")


def learn(page: Page) -> None:
    if "pass" in table_of(page)["view"]["actions"]:
        by_touch(page, ".choice .pass")
        return
    by_touch(page, "button.legal")
    by_touch(page, ".choice .play")


def wanted(shown: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
    """Equal cards have one name; each piece of the page has a number too, as in `7.12`."""
    shown["hand"] = [piece.rpartition(".")[0] for piece in shown["hand"]]
    return {"hand": sorted(view["hand"])}
