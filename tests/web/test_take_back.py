"""Taking back what one has just done, while nobody has seen anything new of it and nobody has answered."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hexdeck.core.registry import GAMES
from server.guest import Guest, some_action
from web.browser import PHONE, Visitor
from web.evening import asked, command, sit_down
from web.faults import axe_faults, faults
from web.playing import table_of

MOST_STEPS = 300  # until there is something to take back


def play_until_it_can_be_taken_back(marie: Page, code: str, *others: Guest) -> dict[str, Any]:
    """Everybody plays, from elsewhere; how the game stood for Marie before what she did last."""
    rng = Random(code)
    for _ in range(MOST_STEPS):
        before = table_of(marie)
        seat = before["view"]["to_move"][0]
        if seat:
            view = others[seat - 1].look(code)["view"]
            others[seat - 1].command(code, "act", action=some_action(view, rng))
            continue
        command(marie, code, type="act", action=some_action(before["view"], rng))
        if table_of(marie)["undo"] == 0:
            return before
    raise AssertionError("nothing can be taken back in this game")


@pytest.mark.parametrize("game", GAMES)
def test_the_last_choice_is_taken_back(visitor: Callable[..., Visitor], game: str) -> None:
    person = visitor(viewport=PHONE)
    marie = sit_down(person, "Marie")
    others = [Guest(f"http://{person.house}") for _ in range(2)]
    code = str(asked(marie, "/api/tables", game=game, players=3)["code"])
    for guest in others:
        guest.command(code, "sit")
    command(marie, code, type="start")
    marie.goto(f"/t/{code}")
    expect(marie.locator(".stage .seat")).to_have_count(3)
    back = marie.get_by_role("button", name="Take back", exact=True)
    expect(back).to_have_count(0)

    before = play_until_it_can_be_taken_back(marie, code, *others)
    expect(back).to_be_visible()
    assert faults(marie, "small_targets", "cut_texts") + axe_faults(marie) == []
    back.click()
    expect(back).to_have_count(0)
    assert table_of(marie)["view"] == before["view"]

    command(marie, code, type="act", action=some_action(before["view"], Random(code)))
