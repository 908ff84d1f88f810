"""Asking the others to take back what they have answered already, in two real browsers."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hexdeck.core.registry import GAMES
from server.guest import Guest, some_action
from web.browser import PHONE, Visitor
from web.evening import asked, come, command
from web.faults import axe_faults, faults
from web.playing import assert_it_fits, by_touch, table_of

MOST_STEPS = 300


def play_until_answered(marie: Page, lukas: Page, nina: Guest, code: str, rng: Random) -> dict[str, Any]:
    """Until somebody has answered what Marie did last; what she saw before it."""
    before: dict[str, Any] = {}
    for _ in range(MOST_STEPS):
        seen = table_of(marie)
        if before and 0 in seen["back"] and seen["undo"] != 0:
            return before
        mover = seen["view"]["to_move"][0]
        if mover == 2:
            nina.command(code, "act", action=some_action(nina.look(code)["view"], rng))
            continue
        before = seen["view"] if mover == 0 else before
        view = table_of((marie, lukas)[mover])["view"]
        command((marie, lukas)[mover], code, type="act", action=some_action(view, rng))
    raise AssertionError("nobody answers anybody in this game")


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_that_was_answered_is_taken_back_by_agreement(
    visitor: Callable[..., Visitor], game: str
) -> None:
    phone, rng = visitor(viewport=PHONE, touch=True), Random(game)
    marie, lukas = come(phone, "Marie"), come(visitor(), "Lukas")
    code = str(asked(marie, "/api/tables", game=game, players=3)["code"])
    command(lukas, code, type="sit")
    nina = Guest.named(f"http://{phone.house}", "Nina")
    nina.command(code, "sit")
    command(marie, code, type="start")
    for page in (marie, lukas):
        page.goto(f"/t/{code}")
        expect(page.locator(".stage .seat")).to_have_count(3)
    before = play_until_answered(marie, lukas, nina, code, rng)
    marie.get_by_role("button", name="Menu").tap()
    by_touch(marie, "dialog button:has-text('Ask to take back')")
    expect(marie.get_by_text("The others decide.")).to_be_visible()
    asks = lukas.get_by_text("Marie asks to take back their last choice. The game is not rated then.")
    expect(asks).to_be_visible()
    assert_it_fits(marie)
    for page in (marie, lukas):
        assert faults(page, "small_targets", "cut_texts") + axe_faults(page) == []
    nina.command(code, "agree", version=table_of(marie)["version"])
    lukas.keyboard.press("y")
    expect(asks).to_have_count(0)
    expect(marie.get_by_text("The others decide.")).to_have_count(0)
    assert table_of(marie)["view"] == before
    expect(lukas.locator("aside")).to_contain_text("Marie: all agree to go back to before this choice")

    play_until_answered(marie, lukas, nina, code, rng)
    if 0 in table_of(marie)["view"]["to_move"]:
        marie.get_by_role("button", name="Menu").tap()  # it is her turn: what she may do now comes first
        marie.get_by_role("button", name="Ask to take back").tap()
    else:
        expect(marie.get_by_role("button", name="Ask to take back")).to_be_visible()
        marie.keyboard.press("u")
    lukas.get_by_role("button", name="No", exact=True).click()
    expect(marie.get_by_text("The others would rather play on.")).to_be_visible()
    expect(asks).to_have_count(0)
