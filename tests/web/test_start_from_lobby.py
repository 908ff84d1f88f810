"""A game that begins while everybody has the lobby open: the host, a guest and the TV see the deal.

The guest comes by an invitation, changes their name, goes away, and is told what a bot has played for them.
"""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from hexdeck.core.registry import GAMES
from web.browser import PHONE, Visitor
from web.evening import command
from web.faults import axe_faults, faults
from web.playing import TABLE, by_mouse, code_of, table_of, wish

SHOWN: Final = {"speed": "fast"}  # every scene, not only the last of them


def make_a_table(page: Page, game: str) -> str:
    page.goto("/")
    by_mouse(page, wish(game))
    by_mouse(page, f"dialog fieldset:nth-of-type(1) button:text-is('{GAMES[game].players[-1]}')")
    page.get_by_role("dialog").get_by_role("button", name="With friends").click()
    page.wait_for_url(TABLE)
    return code_of(page)


def assert_the_table_is_open(page: Page, game: str, *, hand: bool) -> None:
    expect(page.locator(".stage .seat")).to_have_count(GAMES[game].players[-1])
    if hand:
        expect(page.locator(".hand [data-card]")).not_to_have_count(0)


def come_by_invitation(guest: Page, code: str, name: str) -> None:
    """Somebody new says who they are before they sit down."""
    guest.goto(f"/t/{code}")
    expect(guest.get_by_role("heading", name="Who are you?")).to_be_visible()
    expect(guest.get_by_role("button", name="Sit here")).to_have_count(0)
    assert faults(guest, "small_targets", "cut_texts") + axe_faults(guest) == []
    guest.get_by_label("Your name").fill(name)
    guest.get_by_label("Picture 3").check(force=True)
    guest.get_by_role("button", name="Take a seat").press("Enter")


def until_they_are_waited_for(host: Page, code: str) -> None:
    """A bot plays for the host until the game waits for the guest, who is away."""
    command(host, code, type="stand")
    while table_of(host)["view"]["to_move"][:1] != [1]:
        host.wait_for_timeout(50)
    command(host, code, type="reclaim")


def until_a_bot_has_played(guest: Page, host: Page, code: str) -> None:
    version = table_of(host)["version"]
    command(guest, code, type="stand")
    while table_of(host)["version"] == version:
        host.wait_for_timeout(50)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_opens_for_everybody_in_its_lobby(visitor: Callable[..., Visitor], game: str) -> None:
    host, tv = (visitor(settings=SHOWN).page for _ in range(2))
    guest = visitor(settings=SHOWN, viewport=PHONE).page
    code = make_a_table(host, game)
    host.get_by_label("Pace of bots").select_option("instant")
    come_by_invitation(guest, code, "Nina")
    expect(guest.locator(".seats small")).to_have_text(["host", "you"])
    expect(host.locator(".seats small")).to_have_text(["you · host", ""])
    expect(host.locator(".seats li").nth(1)).to_contain_text("Nina")
    tv.goto(f"/tv/{code}")
    expect(tv.locator(".coming .name")).to_have_count(2)

    host.get_by_role("button", name="Start with").click()

    for page in (host, guest, tv):
        assert_the_table_is_open(page, game, hand=page is not tv)

    guest.get_by_role("button", name="Menu").click()
    guest.get_by_role("button", name="Change name and picture").click()
    guest.get_by_label("Your name").fill("Ada")
    guest.get_by_role("button", name="Save").click()
    expect(guest.get_by_role("dialog")).to_have_count(0)
    guest.goto("/how")
    until_they_are_waited_for(host, code)
    expect(host.locator(".notices")).to_contain_text(re.compile(r"Ada is away, a bot plays in [1-6]?\d s\."))

    until_a_bot_has_played(guest, host, code)
    guest.goto(f"/t/{code}")
    told = guest.get_by_role("dialog", name="While you were away")
    expect(told.get_by_role("listitem").first).to_contain_text("Ada")
    assert faults(guest, "small_targets", "cut_texts") + axe_faults(guest) == []
    guest.keyboard.press("Enter")
    expect(told).to_have_count(0)
