"""A club plays a tournament: a host and a guest with phones, six more people, and a TV in the room."""

from collections.abc import Callable
from typing import Final

from playwright.sync_api import Page, expect

from hexdeck.core.registry import GAMES
from server.club import Club
from server.guest import QUICK
from server.house_process import HouseProcess
from web.browser import PHONE, Visitor
from web.evening import come
from web.faults import axe_faults, faults
from web.playing import assert_it_fits, by_touch

TV: Final = {"width": 1920, "height": 1080}
PLAYED: Final = ("vampire_queen", "skull_queen", "voodoo_prince")
LARGE: Final = """() => [...document.querySelectorAll('.standings .name, .standings .number b, .join b')]
    .map((one) => parseFloat(getComputedStyle(one).fontSize) * (one.currentCSSZoom ?? 1))"""


def check(page: Page) -> None:
    """It fits, everything can be pressed, and axe finds nothing."""
    assert_it_fits(page)
    assert faults(page, "cut_texts", "small_targets") + axe_faults(page) == []


def make(host: Page) -> str:
    """By the form, with a game for each round."""
    host.goto("/")
    host.get_by_role("link", name="A tournament").tap()
    host.get_by_label("Its name").fill("Club evening")
    for number, game in enumerate(PLAYED, 1):
        if number > 1:
            host.get_by_role("button", name="Another game").tap()
        stage = host.get_by_role("group", name=f"Game {number}")
        stage.locator("select").first.select_option(game)
        for option, choice in QUICK[game].items():
            stage.locator(f"select[name={option}]").select_option(str(choice))
        expect(stage.locator("select").nth(1)).to_have_value("4")
    host.get_by_label("Break between two rounds").select_option("none")
    host.get_by_label("Pace of bots").select_option("instant")
    check(host)
    host.get_by_role("button", name="Make the tournament").tap()
    expect(host.get_by_role("button", name="Begin the first round")).to_be_visible()
    return host.url.rpartition("/")[2]


def test_eight_people_play_three_rounds_with_a_tv(
    house: HouseProcess, visitor: Callable[..., Visitor]
) -> None:
    marie, lukas = (come(visitor(viewport=PHONE, touch=True), name) for name in ("Marie Host", "Lukas Guest"))
    tv = visitor(viewport=TV).page
    club = Club(house.url, 6)
    club.code = make(marie)
    tv.goto(f"/tournament/{club.code}/tv")
    code = tv.locator(".join b").inner_text()
    assert code == club.code

    lukas.goto("/")
    lukas.get_by_role("button", name="Join friends").tap()
    lukas.get_by_label("Join a table").fill(code)
    lukas.get_by_role("button", name="Join", exact=True).tap()
    expect(lukas.get_by_label("Your name")).to_have_value("Lukas Guest")
    lukas.get_by_label("Your name").fill("Lukas")
    check(lukas)
    expect(lukas.get_by_text("8 players of each network can join at once")).to_be_visible()
    lukas.get_by_role("button", name="Take part").tap()
    expect(lukas.get_by_text("You take part. Stay here")).to_be_visible()
    for guest in club.guests:
        club.ask(guest, "join")
    expect(tv.locator("tbody tr")).to_have_count(8)
    expect(tv.locator(".stands")).to_have_text("8 people take part so far.")

    by_touch(marie, "main button.primary")
    for number, game in enumerate(PLAYED, 1):
        play_round(club, marie, lukas, tv, f"Round {number}/3 · {GAMES[game].title}")
        if number < len(PLAYED):
            expect(tv.locator(".stands")).to_contain_text(f"Round {number + 1}/3 begins")
            by_touch(marie, "main button.primary")

    for page in (marie, lukas, tv):
        expect(page.get_by_text("The tournament is over.")).to_be_visible()
        expect(page.locator("tbody tr").first).to_contain_text("1")
        check(page)
    assert min(tv.evaluate(LARGE)) >= 32, "readable from four metres"
    expect(lukas.locator("section[aria-label^='Round']")).to_have_count(3)
    lukas.get_by_role("link", name="Was the deal fair?").first.tap()
    expect(lukas.locator(".verdict")).to_be_visible()
    [found] = {one["name"] for one in club.look(club.guests[0])["entrants"] if one["name"] == "Lukas"}
    assert found == "Lukas"


def play_round(club: Club, marie: Page, lukas: Page, tv: Page, title: str) -> None:
    """Everybody is led to their table and back again; bots play for all of them."""
    expect(tv.locator(".stands")).to_contain_text(title)
    expect(tv.locator(".tables > li")).to_have_count(2)
    expect(tv.locator(".tables .name")).to_have_count(8)
    expect(marie.get_by_role("link", name="To your table")).to_be_visible()
    check(marie)
    marie.goto("/")
    expect(marie.locator("main a[href^='/t/']")).to_have_count(1)  # not among one's tables once more
    marie.get_by_role("list", name="Your tournaments").get_by_role("link", name="To your table").tap()
    lukas.get_by_role("link", name="To your table").tap()
    club.let_bots_play()
    for page in (marie, lukas):
        expect(page.locator(".stage")).to_be_visible()
        table = page.url.rpartition("/")[2]
        if not asked_status(page, table):
            page.get_by_role("button", name="Menu").tap()
            page.get_by_role("button", name="Let a bot play for me").tap()
    for page in (marie, lukas):
        way_back = page.get_by_role("dialog").get_by_role("link", name="To the tournament")
        while not way_back.is_visible():
            if page.get_by_role("button", name="Go on").is_visible():
                page.get_by_role("button", name="Go on").tap()
            page.wait_for_timeout(100)
        way_back.tap()
        expect(page.get_by_role("heading", name="Club evening")).to_be_visible()


def asked_status(page: Page, table: str) -> bool:
    """Whether the table is over already."""
    return bool(page.request.get(f"/api/tables/{table}").json()["table"]["status"] == "over")
