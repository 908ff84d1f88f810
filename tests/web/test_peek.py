"""A look back at the last trick or round, in every game that has one: the next thing that happens ends it."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from web.browser import Visitor
from web.evening import asked, come, command
from web.playing import assert_focus_is_kept, by_keys, by_mouse, by_touch, code_of, tab_to, table_of
from web.shown import assert_the_view_is_shown

OPENERS: Final = {"voodoo_prince": ".chips .last", "vampire_queen": ".crypt", "skull_queen": ".chips .last"}
LAST: Final[dict[str, Callable[[dict[str, Any]], int]]] = {  # how many cards lay there, by what a seat sees
    "voodoo_prince": lambda view: len(view["last_trick"]),
    "vampire_queen": lambda view: sum(len(cards) for _, cards in view["last_round"]),
    "skull_queen": lambda view: len((view["last_trick"] or {"trick": ()})["trick"]),
}
CLOSER: Final = "[data-peek] button, dialog[open]:has([data-peek]) button"
PLANK: Final = "front r8 y5 g3 b2"
POINTS: Final = "dialog[open]:not(:has([data-peek])) .primary"  # of a round; then the next is seen


def on_turn(page: Page) -> dict[str, Any]:
    """What somebody sees once the house waits for them."""
    while (view := table_of(page)["view"])["seat"] not in view["to_move"]:
        page.wait_for_timeout(20)
    return dict(view)


def act_elsewhere(page: Page) -> None:
    """The first choice there is, as if on another device; it may end a round."""
    before = on_turn(page)
    action = before["actions"][0]
    command(page, code_of(page), type="act", action=PLANK if "?" in action else action)
    number = "phase" if "phase" in before else "round"
    if on_turn(page)[number] != before[number]:
        by_mouse(page, POINTS)


@pytest.mark.parametrize("game", OPENERS)
def test_a_look_back_ends_with_the_next_move(visitor: Callable[..., Visitor], game: str) -> None:
    person, opener = visitor(touch=True), OPENERS[game]
    page, peek = person.page, person.page.locator("[data-peek]")
    come(person)
    code = asked(page, "/api/play", game=game, players=3, level="novice", pace="instant")["code"]
    page.goto(f"/t/{code}")

    for press in (by_mouse, by_touch, by_keys):
        while not (cards := LAST[game](on_turn(page))):
            act_elsewhere(page)
        press(page, opener)
        expect(peek.locator(".card")).to_have_count(cards)
        press(page, CLOSER)
        expect(peek).to_have_count(0)
        expect(page.locator(opener)).to_be_focused()
        press(page, opener)
        expect(peek).to_be_visible()
        if press is by_keys:
            tab_to(page, CLOSER)
        act_elsewhere(page)
        expect(peek).to_have_count(0)
        assert_focus_is_kept(page)
        assert_the_view_is_shown(page, game)
