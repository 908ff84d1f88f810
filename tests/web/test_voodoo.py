"""Voodoo in a real browser against real bots."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from playwright.sync_api import Page, expect

from web.browser import PHONE, Visitor
from web.playing import (
    assert_focus_is_kept,
    assert_nothing_scrolls,
    by_keys,
    by_touch,
    moment,
    play_to_the_end,
    start,
    table_of,
)

ALL_DICE: Final = 5
SPOTS: Final = {
    "go": ".controls .primary",
    "stop": ".controls .big:not(.primary)",
    "pass": ".controls .big",
    "first die": ".tray button:nth-child(1)",
    "second die": ".tray button:nth-child(2)",
    "victim": ".raised .aim button",
}
KEYS: Final = {"go": "r", "stop": "s", "pass": "x", "first die": "1", "second die": "2", "victim": "r"}


def tap(page: Page, what: str) -> None:
    by_touch(page, SPOTS.get(what, f"[data-card='{what}'] button"))


def press(page: Page, what: str) -> None:
    """One key; to a card with arrows."""
    if what == "victim":
        expect(page.locator(SPOTS[what])).not_to_have_count(0)
    if what in KEYS:
        page.keyboard.press(KEYS[what])
        return
    page.keyboard.press("h")
    while page.evaluate("document.activeElement.parentElement.dataset.card") != what:
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def plan(view: dict[str, Any]) -> list[str]:
    """What to touch next: discard once, cast if possible, draw with the rest."""
    verbs = {action.split()[0]: action for action in view["actions"]}
    if "roll" in verbs:
        return ["go"]
    if "keep" in verbs or "pay" in verbs or ("discard" in verbs and len(view["dice"]) == ALL_DICE):
        return ["first die", "go"]
    if "stop" in verbs:
        return ["stop"]
    if "cast" in verbs:
        return [verbs["cast"].split()[1], "victim"]
    return ["first die", "second die", "go"] if "draw" in verbs else ["pass"]


def take_turn(page: Page, do: Callable[[Page, str], None]) -> None:
    for what in plan(table_of(page)["view"]):
        do(page, what)
    expect(page.locator(".controls.busy")).to_have_count(0)


def test_a_game_of_six_on_a_phone(visitor: Callable[..., Visitor]) -> None:
    page = visitor(touch=True, viewport=PHONE).page
    start(page, by_touch, "voodoo", 6)

    play_to_the_end(page, {"turn": partial(take_turn, do=tap)}, assert_nothing_scrolls)

    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(6)
    expect(page.get_by_role("button", name="Once more")).to_be_visible()


def test_a_game_of_three_with_keys_alone(visitor: Callable[..., Visitor]) -> None:
    page = visitor(locale="de-DE").page
    start(page, by_keys, "voodoo", 3)
    moment(page)
    page.keyboard.press("h")

    play_to_the_end(page, {"turn": partial(take_turn, do=press)}, assert_focus_is_kept)

    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(3)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Würfel 6 nehmen")
