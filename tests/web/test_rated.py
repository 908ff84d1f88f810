"""A game that counts less for ratings says so, as does a try at the deal of the day that is not ranked."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from server.days import wait_out_midnight
from server.guest import QUICK, Guest
from server.house_process import HouseProcess
from web.browser import PHONE, Visitor
from web.evening import asked, come, command
from web.faults import axe_faults, faults
from web.playing import assert_it_fits
from web.test_pages import until_over

NETWORK = "This game is not rated: Marie, Lukas come from the same network."
NEWCOMER = (
    "This game is not rated: Marie, Lukas came here only lately. Games with other people are rated 24 h"
)
TRIED = "This try is not ranked: another person from the same network has had this deal before."


@pytest.mark.parametrize(
    ("address", "note"), [(None, NETWORK), ("127.0.0.91", NEWCOMER)], ids=["network", "newcomer"]
)
def test_a_shared_game_says_before_and_after_that_it_is_not_rated(
    house: HouseProcess, visitor: Callable[..., Visitor], address: str | None, note: str
) -> None:
    marie = come(visitor(viewport=PHONE), "Marie")
    lukas = Guest.named(house.url, "Lukas", address)
    wish = {"game": "voodoo_prince", "players": 2, "options": QUICK["voodoo_prince"], "pace": "instant"}
    code = str(asked(marie, "/api/tables", **wish)["code"])
    marie.goto(f"/t/{code}")
    said = marie.get_by_text("This game is not rated")
    expect(marie.get_by_role("button", name="Start with 1 bot")).to_be_visible()
    expect(said).to_have_count(0)

    lukas.command(code, "sit")
    expect(said).to_contain_text(note)
    assert faults(marie, "small_targets") + axe_faults(marie) == []
    lukas.command(code, "stand")
    expect(said).to_have_count(0)
    lukas.command(code, "sit")
    command(marie, code, type="start", level="novice")
    lukas.command(code, "stand")
    command(marie, code, type="stand")
    until_over(marie, code)
    marie.goto(f"/t/{code}")

    expect(marie.get_by_role("dialog").get_by_text("This game is not rated")).to_contain_text(note)
    assert_it_fits(marie)
    assert faults(marie, "small_targets") + axe_faults(marie) == []


def test_a_second_try_of_a_network_at_the_deal_of_the_day_says_that_it_is_not_ranked(
    house: HouseProcess, visitor: Callable[..., Visitor]
) -> None:
    wait_out_midnight()
    first = Guest.named(house.url, "Lukas")
    day = first.get("/api/day").json()["deals"][0]["day"]
    first.post(f"/api/day/{day}/skull_queen", pace="instant")
    marie = come(visitor(viewport=PHONE), "Marie")
    code = str(asked(marie, f"/api/day/{day}/skull_queen", pace="instant")["code"])
    command(marie, code, type="stand")
    until_over(marie, code)

    marie.goto(f"/t/{code}")
    dialog = marie.get_by_role("dialog")
    expect(dialog.get_by_text("This try is not ranked")).to_contain_text(TRIED)
    dialog.get_by_role("link", name="How everybody played").click()
    expect(marie.get_by_role("heading", name="The table of the day")).to_be_visible()

    expect(marie.get_by_text("This try is not ranked")).to_contain_text(TRIED)
    expect(marie.locator(".own")).to_contain_text("not ranked")
    expect(marie.locator("tr.you")).to_contain_text("not ranked")
    assert_it_fits(marie)
    assert faults(marie, "small_targets") + axe_faults(marie) == []
