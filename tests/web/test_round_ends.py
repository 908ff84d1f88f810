"""The points of a round are read before the next one goes on."""

import json
import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from web.browser import PATIENCE, Visitor
from web.playing import MOMENT, by_mouse, moment
from web.positions import POSITIONS
from web.walk import act, to_table

ROUND_ENDS: Final = [name for name in POSITIONS if name.endswith("summary")]  # Voodoo is one round
MUCH: Final = 25  # steps: so far behind, a table shows only the last of them
YOUR_TURN: Final = re.compile("Your turn")


class SlowPage:
    """What shows the points is loaded late, and meanwhile much happens until it is somebody's turn again."""

    def __init__(self, page: Page) -> None:
        self.held: list[Route] = []
        self._is_round_over = False
        self._is_turn = False  # in the new round
        page.route("**/TableDialog-*.js", self._hold)
        page.route_web_socket("**/socket", self._listen)

    def wait(self, page: Page) -> None:
        for _ in range(PATIENCE // 20):
            if self.held and self._is_turn:
                return
            page.wait_for_timeout(20)
        raise AssertionError("no round ends, or no other begins")

    def _hold(self, route: Route) -> None:
        self.held.append(route)

    def _listen(self, page: WebSocketRoute) -> None:
        def tell(message: str | bytes) -> None:
            page.send(message)
            told = json.loads(message)
            events, view = told.get("events", ()), told.get("view")
            self._is_round_over |= any(event["type"].endswith("Ended") for event in events)
            if self._is_round_over and view and view["seat"] in view["to_move"]:
                for _ in range(MUCH):
                    page.send(json.dumps({**told, "events": []}))
                self._is_turn = True

        page.connect_to_server().on_message(tell)


@pytest.mark.parametrize("name", ROUND_ENDS)
def test_it_is_nobodys_turn_until_the_points_are_read(marie: Callable[..., Visitor], name: str) -> None:
    page = marie().page
    slow = SlowPage(page)
    to_table(page, name)
    act(page, name)
    slow.wait(page)
    assert page.evaluate(MOMENT) is None
    expect(page).not_to_have_title(YOUR_TURN)

    slow.held[0].continue_()
    assert moment(page) == "summary"
    by_mouse(page, "dialog .primary")
    assert moment(page) in ("turn", "placing")
    expect(page).to_have_title(YOUR_TURN)
