"""How each game is played in a browser: what to do when the app wants something, by mouse, touch or keys."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from playwright.sync_api import Page, expect

from web.playing import Deed, Press, by_keys, play_a_card, play_with_keys, tab_to, table_of

Deeds: TypeAlias = Mapping[str, Deed]  # by the moment

PASS: Final = ["pass"]
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


def deeds(game: str, press: Press) -> Deeds:
    """What somebody does who plays `game` in this way."""
    return DEEDS[game](press)


def press_enter(page: Page) -> None:
    page.keyboard.press("Enter")


def prince(press: Press) -> Deeds:
    """The first card that is allowed, the first trump."""
    if press is by_keys:  # the focus is on the first trump, and on the button that goes on
        return {"turn": play_with_keys, "naming": press_enter, "summary": press_enter}
    return {
        "turn": lambda page: play_a_card(page, press),
        "naming": lambda page: press(page, ".naming button"),
        "summary": lambda page: press(page, "dialog .primary"),
    }


def vampires(press: Press) -> Deeds:
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


def pirates(press: Press) -> Deeds:
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


def curses(press: Press) -> Deeds:
    return {"turn": partial(take_turn, do=with_keys if press is by_keys else partial(with_press, press))}


def take_turn(page: Page, do: Callable[[Page, str], None]) -> None:
    """When the dice lie still: a touch before only stops them."""
    expect(page.locator(".tray .rolling")).to_have_count(0)
    for what in plan(table_of(page)["view"]):
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


DEEDS: Final[dict[str, Callable[[Press], Deeds]]] = {
    "voodoo_prince": prince,
    "vampire_queen": vampires,
    "skull_queen": pirates,
    "voodoo": curses,
}
