"""People who know each other: invited again, and found by a link that always leads to their table."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from hexdeck.core.registry import GAMES
from web.browser import PHONE, Visitor, until
from web.evening import asked, come, command, sit_down
from web.faults import axe_faults, faults
from web.playing import TABLE, assert_it_fits, by_touch, code_of

UNWELCOME: Final = """async () => {
    const { companions } = await (await fetch("/api/me/companions")).json()
    return companions.every((one) => !one.welcome)
}"""


def play_together(marie: Page, lukas: Page) -> None:
    """A short game of the two, to its end."""
    setup = {"game": "voodoo_prince", "players": 2, "options": {"rounds": 1}, "pace": "instant"}
    code = asked(marie, "/api/tables", **setup)["code"]
    command(lukas, code, type="sit")
    command(marie, code, type="start", level="novice")
    while (seen := [page.request.get(f"/api/tables/{code}").json() for page in (marie, lukas)])[0]["table"][
        "status"
    ] == "playing":
        [at] = seen[0]["view"]["to_move"]
        command((marie, lukas)[at], code, type="act", action=seen[at]["view"]["actions"][0])


@pytest.mark.parametrize("game", GAMES)
def test_somebody_is_invited_again_and_joins(visitor: Callable[..., Visitor], game: str) -> None:
    marie, lukas = come(visitor(touch=True, viewport=PHONE), "Marie"), come(visitor(), "Lukas")
    play_together(marie, lukas)
    lukas.goto("/")
    marie.goto("/")
    marie.get_by_role("navigation", name="More").get_by_role("link", name="People you know").tap()
    row = marie.get_by_role("listitem").filter(has_text="Lukas")
    expect(row).to_contain_text("1 game together · just now")
    assert_it_fits(marie)
    assert faults(marie, "small_targets", "cut_texts") + axe_faults(marie) == []

    row.get_by_role("button", name="Invite Lukas").tap()
    by_touch(marie, f"dialog button:has-text('{GAMES[game].title}') >> nth=0")
    marie.wait_for_url(TABLE)
    known = marie.get_by_role("listitem").filter(has=marie.get_by_role("button", name="Invite Lukas no more"))
    expect(known).to_contain_text("invited just now")
    assert_it_fits(marie)

    invitation = lukas.get_by_role("region", name="Invitations").get_by_role("listitem")
    expect(invitation).to_contain_text(f"Marie invites you: {GAMES[game].title}")  # it comes by itself
    assert faults(lukas, "small_targets", "cut_texts") + axe_faults(lukas) == []
    invitation.get_by_role("link", name="Join").click()
    lukas.wait_for_url(TABLE)
    assert code_of(lukas) == code_of(marie)
    lukas.get_by_role("button", name="Take a seat").click()
    expect(marie.locator("ol.seats")).to_contain_text("Lukas")
    marie.get_by_role("button", name=re.compile("^Start")).tap()
    expect(lukas.locator(".hand")).to_be_visible()


def test_a_no_is_told_and_no_more_come_from_whoever_is_not_wanted(visitor: Callable[..., Visitor]) -> None:
    marie, lukas = come(visitor(), "Marie"), come(visitor(touch=True, viewport=PHONE), "Lukas")
    play_together(marie, lukas)
    code = asked(marie, "/api/tables", game="voodoo", players=3)["code"]
    marie.goto("/people")
    marie.get_by_role("button", name="Invite Lukas").click()  # to the table that waits
    expect(marie.get_by_text("invited just now")).to_be_visible()
    marie.get_by_role("button", name="Invite Lukas no more").click()
    marie.get_by_role("button", name="Invite Lukas", exact=True).click()
    lukas.goto("/")
    invitations = lukas.get_by_role("region", name="Invitations")
    expect(invitations.locator(f"a[href='/t/{code}']")).to_have_count(1)
    assert_it_fits(lukas)
    invitations.get_by_role("button", name="No more from Marie").tap()
    expect(invitations).to_have_count(0)
    expect(marie.get_by_text("said no for today")).to_be_visible()
    expect(marie.get_by_role("button", name="Invite Lukas")).to_be_disabled()

    until(lukas, UNWELCOME)
    lukas.goto("/people")
    unwanted = lukas.get_by_role("button", name="No more invitations from Marie")
    expect(unwanted).to_have_attribute("aria-pressed", "true")
    unwanted.tap()
    expect(unwanted).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("game", GAMES)
def test_a_link_leads_to_whichever_table_somebody_is_at(visitor: Callable[..., Visitor], game: str) -> None:
    marie = sit_down(visitor(touch=True, viewport=PHONE), "Marie")
    marie.goto("/people")
    expect(marie.get_by_role("img", name="QR code of your own link")).to_be_visible()
    link = marie.locator(".link").inner_text()
    assert_it_fits(marie)
    assert faults(marie, "small_targets", "cut_texts") + axe_faults(marie) == []
    lukas = come(visitor(touch=True, viewport=PHONE), "Lukas")
    lukas.goto(link)
    expect(lukas.get_by_role("heading", name="Marie is not playing just now")).to_be_visible()
    assert_it_fits(lukas)
    assert faults(lukas, "small_targets", "cut_texts") + axe_faults(lukas) == []

    code = asked(marie, "/api/tables", game=game, players=3, pace="instant")["code"]
    marie.goto(f"/t/{code}")
    lukas.wait_for_url(TABLE)  # by itself
    assert code_of(lukas) == code
    lukas.get_by_role("button", name="Take a seat").tap()
    marie.get_by_role("button", name=re.compile("^Start")).tap()
    expect(lukas.locator(".hand")).to_be_visible()

    nina = come(visitor(), "Nina")
    nina.goto(link)
    expect(nina.get_by_text("You are looking on.")).to_be_visible()
    assert code_of(nina) == code


def test_another_link_ends_the_one_before(visitor: Callable[..., Visitor]) -> None:
    marie = sit_down(visitor(), "Marie")
    marie.goto("/people")
    old = marie.locator(".link").inner_text()
    marie.get_by_role("button", name="Another link").click()
    marie.get_by_role("button", name="Keep this one").click()
    marie.get_by_role("button", name="Another link").click()
    marie.get_by_role("button", name="Yes, another link").click()
    expect(marie.locator(".link")).not_to_have_text(old)
    marie.goto(marie.locator(".link").inner_text())
    expect(marie.get_by_role("heading", name="This is your own link")).to_be_visible()
    person = visitor()
    lukas = come(person, "Lukas")
    lukas.goto(old)
    expect(lukas.get_by_role("alert")).to_contain_text("leads to nobody")
    assert {"status of 403" in line for line in person.complaints} == {True}
    person.complaints.clear()
