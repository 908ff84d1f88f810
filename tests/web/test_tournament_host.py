"""A host says who may join a tournament, lets players in, and takes one out or all of a network."""

from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Page, expect

from server.guest import Guest
from server.house_process import HouseProcess
from web.browser import PHONE, Visitor
from web.evening import come
from web.faults import axe_faults, faults
from web.playing import assert_it_fits

AWAY: Final = "127.0.0.92"  # another network than that of the browsers
LONG: Final = "Maximiliane Wolkenstein-Trostburg"


def test_a_host_admits_and_removes_players(house: HouseProcess, visitor: Callable[..., Visitor]) -> None:
    marie, lukas = (come(visitor(viewport=PHONE), name) for name in ("Marie", "Lukas"))
    code = make(marie)
    says_the_word(lukas, code)
    choose_who_may_join(marie)
    assert facts(marie, code) == ("host", 2)
    for name in ("Nina", "Leon", LONG, "Ada"):
        Guest.named(house.url, name, AWAY).post(f"/api/tournaments/{code}/join")
    admits(marie)
    assert names(marie, code) == ["Marie", "Lukas", "Nina", LONG, "Ada"]

    removes(marie, lukas)
    assert names(marie, code) == ["Marie"]


def make(host: Page) -> str:
    """By the form; its word is needed, and the number of players of a network is free then."""
    host.goto("/tournament")
    network = host.get_by_label("Players from one network")
    expect(network).to_have_value("8")
    expect(host.get_by_label("The word that players must know")).to_have_count(0)
    host.get_by_label("Who may join").select_option(label="players who know the word")
    expect(network).to_have_value("any")
    host.get_by_label("The word that players must know").fill("Raven")
    check(host)
    host.get_by_role("button", name="Make the tournament").click()
    expect(host.get_by_role("button", name="Begin the first round")).to_be_visible()
    code = host.url.rpartition("/")[2]
    assert facts(host, code) == ("word", None)
    return code


def says_the_word(guest: Page, code: str) -> None:
    guest.goto(f"/tournament/{code}")
    guest.get_by_label("The word that the host tells").fill("raven")
    check(guest)
    guest.get_by_role("button", name="Take part", exact=True).click()
    expect(guest.get_by_text("You take part. Stay here")).to_be_visible()


def choose_who_may_join(host: Page) -> None:
    host.get_by_text("For the host").click()
    host.get_by_role("button", name="Who may join").click()
    dialog = host.get_by_role("dialog", name="Who may join")
    entry = dialog.get_by_label("Who may join").and_(dialog.locator("select"))
    expect(entry).to_have_value("word")
    entry.select_option(label="players whom I let in")
    dialog.get_by_label("Players from one network").select_option(label="at most 2; others ask me")
    check(host)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)


def admits(host: Page) -> None:
    """One is let in, one is not, and then all who still wait."""
    asking = host.get_by_role("region", name="4 players ask to take part")
    expect(asking.get_by_text("network 1")).to_have_count(4)
    check(host)
    asking.get_by_role("button", name="Let Nina in", exact=True).click()
    host.get_by_role("region", name="3 players ask").get_by_role("button", name="Do not let Leon in").click()
    host.get_by_role("region", name="2 players ask").get_by_role("button", name="Let all in").click()
    expect(host.locator("#requests")).to_have_count(0)
    expect(host.locator("tbody tr")).to_have_count(5)


def removes(host: Page, lukas: Page) -> None:
    """Lukas alone, who is told so and asks to come back; then all of the other network at once."""
    tools = host.locator("details").filter(has_text="For the host")
    check(host)
    tools.get_by_role("button", name="Take out Lukas").click()
    dialog = host.get_by_role("dialog", name="Take Lukas out?")
    expect(dialog.locator(".danger")).to_have_count(1)
    dialog.get_by_role("button", name="Yes, take out").click()
    expect(host.locator("tbody tr")).to_have_count(4)
    expect(lukas.get_by_text("The host has taken you out. You can ask to come back.")).to_be_visible()
    check(lukas)
    lukas.get_by_role("button", name="Ask the host").click()
    expect(lukas.get_by_text("You have asked.")).to_be_visible()

    tools.get_by_role("button", name="Take out Nina network 1").click()
    dialog = host.get_by_role("dialog", name="Take Nina out?")
    check(host)
    dialog.get_by_role("button", name="Take out all 3 players of this network").click()
    expect(host.locator("tbody tr")).to_have_count(1)


def look(page: Page, code: str) -> dict[str, Any]:
    """The tournament, as the house tells it to the person at the page."""
    return dict(page.request.get(f"/api/tournaments/{code}").json())


def facts(page: Page, code: str) -> tuple[str, int | None]:
    """Who may join, and how many from one network."""
    seen = look(page, code)
    return seen["admission"], seen["limit"]


def names(page: Page, code: str) -> list[str]:
    return [one["name"] for one in look(page, code)["entrants"]]


def check(page: Page) -> None:
    """It fits, everything can be pressed, and axe finds nothing."""
    assert_it_fits(page)
    assert faults(page, "small_targets") + axe_faults(page) == []
