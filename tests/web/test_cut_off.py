"""Without a connection the page says so, and asks for no move until it is back."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from hexdeck.core.registry import GAMES
from web.browser import PHONE, Visitor
from web.positions import POSITIONS
from web.walk import to_table

ASKED = {
    "prince": "Your turn: play a card",
    "prince naming": "You were the last one in: name trump, then lead.",
    "vampire": "You cannot go higher: pass.",
    "vampire slayer": "Your turn: one card of any value",
    "skull placing": "Put 4 more pirates on a space",
    "skull": "Your turn: play a card",
    "skull ghost": "Choose a card in secret",
    "voodoo": "Pick two dice to draw, or a card.",
    "voodoo keeping": "Pick the dice you keep.",
    "voodoo rolling": "Your turn: roll the dice",
    "voodoo paying": "The * on the curse takes any one die: choose the one you need least.",
}


def test_every_game_is_cut_off() -> None:
    assert {POSITIONS[name].game for name in ASKED} == set(GAMES)


@pytest.mark.parametrize("name", ASKED)
def test_nobody_is_asked_for_a_move_without_a_connection(marie: Callable[..., Visitor], name: str) -> None:
    person = marie(viewport=PHONE)
    page = person.page
    to_table(page, name)
    asks = page.get_by_text(ASKED[name], exact=True).filter(visible=True)
    expect(asks).not_to_have_count(0)
    assert page.title().startswith("▶ Your turn")

    person.is_cut_off = True
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.get_by_text("No connection to the table.")).to_be_visible()
    expect(asks).to_have_count(0)
    expect(page.get_by_text(re.compile("Your turn"))).to_have_count(0)
    assert not page.title().startswith("▶")

    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text("No connection to the table.")).to_have_count(0)
    expect(asks).not_to_have_count(0)
