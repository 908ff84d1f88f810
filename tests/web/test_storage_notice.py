"""A house that can only be read says so on every page and at every table, and no more once it can store."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from server.house_process import HouseProcess
from server.store_faults import FAULTS
from web.browser import PHONE, Visitor, resize
from web.faults import axe_faults, faults
from web.playing import assert_it_fits, assert_nothing_scrolls
from web.positions import code_of
from web.walk import to_table

TV: Final[ViewportSize] = {"width": 1280, "height": 720}
CAUSE: Final = "This server may only read its data"
ASKED_AGAIN: Final = 6_000  # milliseconds after which a page has asked whether the house can store again


def cannot_store(page: Page) -> None:
    """The house learns of it by a change that fails."""
    assert page.request.patch("/api/me", data={"name": "Beatrice"}).status == 503


def test_pages_and_tables_say_that_nothing_can_be_stored_until_it_can(
    positions: HouseProcess, marie: Callable[..., Visitor]
) -> None:
    home, rules, lobby, table = (marie(viewport=PHONE).page for _ in range(4))
    lobby.goto(f"/t/{code_of('lobby')}")
    start = lobby.get_by_role("button", name="Start with 3 bots")
    expect(start).to_be_visible()
    for page in (home, rules):
        page.clock.install()
    with FAULTS["read_only"](positions):
        cannot_store(home)
        expect(lobby.locator(".notices")).to_contain_text(CAUSE)  # a table is told at once
        for page, path in ((home, "/"), (rules, "/rules/voodoo"), (table, f"/t/{code_of('prince')}")):
            page.goto(path)
        for page in (home, rules, lobby, table):
            expect(page.locator(".storage")).to_contain_text(CAUSE)
            assert_it_fits(page)
            assert faults(page, "small_targets") + axe_faults(page) == []
        start.click()
        expect(lobby.locator(".toast")).to_contain_text("Nothing can be stored now")
    positions.wait_until_ready()
    for page in (home, rules):
        page.clock.fast_forward(ASKED_AGAIN)
    for page in (rules, lobby, table, home):
        expect(page.locator(".storage")).to_have_count(0)


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_the_notice_leaves_room_for_the_table(
    positions: HouseProcess, marie: Callable[..., Visitor], language: str
) -> None:
    page = marie(viewport=PHONE, locale=language).page
    with FAULTS["read_only"](positions):
        cannot_store(page)
        for place in ("prince", "prince crowded", "vampire", "skull"):
            to_table(page, place)
            expect(page.locator(".notices .storage")).to_be_visible()
            assert_nothing_scrolls(page)
        resize(page, TV)
        for path in (f"/tv/{code_of('prince')}", f"/replay/{code_of('skull over')}#30"):
            page.goto(path)
            expect(page.locator(".storage ~ * .stage .seat").first).to_be_visible()
            assert_nothing_scrolls(page)
    positions.wait_until_ready()
