"""Skull Queen in a real browser against real bots."""

from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Page, expect

from web import shown
from web.browser import PHONE, Visitor
from web.playing import (
    assert_focus_is_kept,
    assert_it_fits,
    by_keys,
    by_mouse,
    by_touch,
    moment,
    play_once_more,
    play_to_the_end,
    play_with_keys,
    start,
    table_of,
)

CREW: Final = "rygb"


def assert_the_view_is_shown(page: Page) -> None:
    """Points, pirates and cards are those the house tells of, while it waits for this seat."""
    if not page.locator("dialog[open]").count():
        shown.assert_the_view_is_shown(page, "skull_queen")


def middle_of(page: Page, what: str) -> tuple[float, float]:
    box = page.locator(what).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, what: str, where: str) -> None:
    """With a finger."""
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    (x, y), (to_x, to_y) = middle_of(page, what), middle_of(page, where)
    touch("touchStart", (x, y))
    touch("touchMove", ((x + to_x) / 2, (y + to_y) / 2))
    touch("touchMove", (to_x, to_y))
    touch("touchEnd")
    finger.detach()


def place_by_dragging(page: Page, side: str) -> None:
    for suit, space in zip(CREW, (1, 2, 2, 3), strict=True):
        drag(page, f".tray [data-suit='{suit}']", f"[data-space='{side}:{space}']")
        expect(page.locator(f".tray [data-suit='{suit}'] b")).to_be_visible()


def place_by_tapping(page: Page, side: str) -> None:
    """The last pirate first; whoever waits is taken up by itself."""
    page.locator(".tray [data-suit='b']").tap()
    for space in (3, 1, 2, 4):
        page.locator(f"[data-space='{side}:{space}']").tap()


def own_plank(page: Page) -> dict[str, Any]:
    table = table_of(page)
    plank: dict[str, Any] = table["view"]["planks"][table["you"]["seat"]]
    return plank


def test_two_and_the_ghost_with_the_keyboard_alone_in_italian(visitor: Callable[..., Visitor]) -> None:
    page = visitor(locale="it-IT").page
    start(page, by_keys, "skull_queen", 2)
    moment(page)
    page.keyboard.press("h")
    placed: list[str] = []

    def place(page: Page) -> None:
        """The first round on the front; the next with the plank turned over."""
        for key in ("8", "5", "3", "2") if not placed else ("f", "b", "8", "g", "5", "y", "2", "r", "1"):
            page.keyboard.press(key)
        placed.append("front" if not placed else "back")
        expect(page.locator(".choice .primary")).to_be_focused()
        page.keyboard.press("Enter")
        assert moment(page) == "turn"
        spaces = [0, 1, 2, 3] if len(placed) == 1 else [0, 1, 3, 4]
        assert own_plank(page) == {"side": placed[-1], "pirates": spaces}

    def check(page: Page) -> None:
        assert_focus_is_kept(page)
        assert_the_view_is_shown(page)

    def play(page: Page) -> None:
        expect(page.locator("[data-laid='2'] figcaption")).to_have_text("Re pirata")
        play_with_keys(page)

    keys = {"turn": play, "placing": place, "summary": lambda page: page.keyboard.press("Enter")}
    assert page.locator("[data-anchor='ghost']").inner_text().startswith("Fantasma del re pirata")
    seen = play_to_the_end(page, keys, check)

    assert seen == {"placing": 2, "turn": 28, "summary": 2}
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(2)


def test_six_play_on_a_phone_with_one_tap(visitor: Callable[..., Visitor]) -> None:
    """Pirates are dragged in the first round and tapped onto the other side in the second."""
    page = visitor(touch=True, viewport=PHONE, settings={"play": "once"}).page
    start(page, by_touch, "skull_queen", 6)
    placed: list[str] = []

    def place(page: Page) -> None:
        side = "back" if len(placed) % 2 else "front"
        (place_by_tapping if placed else place_by_dragging)(page, side)
        spaces = [1, 2, 4, 3] if placed else [1, 2, 2, 3]
        by_touch(page, ".choice .primary")
        placed.append(side)
        assert moment(page) == "turn"
        assert own_plank(page) == {"side": side, "pirates": spaces}

    def check(page: Page) -> None:
        assert_it_fits(page)
        assert_the_view_is_shown(page)

    taps = {
        "turn": lambda page: by_touch(page, "button.legal"),
        "placing": place,
        "summary": lambda page: by_touch(page, "dialog .primary"),
    }
    seen = play_to_the_end(page, taps, check, summary=2)

    assert seen == {"placing": 2, "turn": 16, "summary": 2}
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(6)
    play_once_more(page, by_touch)


def test_a_pirate_is_put_somewhere_else_with_the_mouse(visitor: Callable[..., Visitor]) -> None:
    page = visitor().page
    start(page, by_mouse, "skull_queen", 4)
    assert moment(page) == "placing"
    red = page.locator(".tray [data-suit='r'] b")

    by_mouse(page, "[data-space='front:0']")
    expect(red).to_have_text("8")
    x, y = middle_of(page, ".pirate")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*middle_of(page, "[data-space='back:4']"), steps=4)
    page.mouse.up()
    expect(red).to_have_text("8")
    expect(page.locator("section.chosen [data-space='back:4']")).to_be_visible()
    by_mouse(page, ".tray [data-suit='r']")
    by_mouse(page, "[data-space='back:1']")

    expect(red).to_have_text("2")
    expect(page.locator(".choice .primary")).to_have_attribute("aria-disabled", "true")

    page.reload()  # nothing was said yet, so nothing is placed
    page.get_by_role("button", name="All on 3").click()
    expect(page.locator(".tray b")).to_have_text(["3", "3", "3", "3"])
    expect(page.locator(".choice .primary")).to_be_focused()
    page.keyboard.press("Enter")
    assert moment(page) == "turn"
    assert own_plank(page) == {"side": "front", "pirates": [2, 2, 2, 2]}
