"""Voodoo: roll, cast on the first who can be cursed, draw with the rest, pass."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from playwright.sync_api import Page, expect

from web.playing import CORNER, Deeds, Press, by_keys, by_touch, table_of

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
LAST: Final = 2  # the seat whose turn comes just before the learner's


def deeds(press: Press) -> Deeds:
    return {"turn": partial(take_turn, do=with_keys if press is by_keys else partial(with_press, press))}


def take_turn(page: Page, do: Callable[[Page, str], None]) -> None:
    """When the dice lie still: a touch before only stops them."""
    expect(page.locator(".tray .rolling")).to_have_count(0)
    view = table_of(page)["view"]
    if view["is_over"]:
        return  # somebody has called, out of turn, and won
    for what in plan(view):
        do(page, what)
    expect(page.locator(".controls.busy")).to_have_count(0)


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


def with_press(press: Press, page: Page, what: str) -> None:
    press(page, SPOTS.get(what, f"[data-card='{what}'] button"))


def with_keys(page: Page, what: str) -> None:
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


def learn(page: Page) -> None:
    """Cast on the player who comes last, obey what is to be done before rolling, else pass."""
    actions = table_of(page)["view"]["actions"]
    casts = [action.split()[1] for action in actions if re.match(rf"cast \w+ on {LAST}", action)]
    if "roll" in actions and page.locator(".acts button").count():
        by_touch(page, ".acts button")
    elif "roll" in actions:
        page.keyboard.press("r")
    elif "stop" in actions:
        page.keyboard.press("s")
    elif casts:
        by_touch(page, f"[data-card='{casts[0]}'] button")
        page.locator(".raised .aim button").last.tap(position=CORNER)
    else:
        page.keyboard.press("x")
    expect(page.locator(".controls.busy")).to_have_count(0)


def wanted(shown: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
    """A raised card takes the place of the dice on a small screen."""
    hand = sorted([*view["curses"]["hand"], *view["artefacts"]["hand"]])
    return {"hand": hand, "dice": len(view["dice"]) if shown["hasTray"] else 0}
