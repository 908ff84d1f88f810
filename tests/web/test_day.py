"""The deal of the day on a phone: from the first page to how everybody played, and an earlier day."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from hexdeck.core.registry import GAMES
from server.days import wait_out_midnight
from server.house_process import HouseProcess, open_house
from web.browser import DESKTOP, PHONE, Visitor
from web.evening import asked, come, command
from web.faults import axe_faults, faults
from web.playing import assert_it_fits, by_touch
from web.positions import QUICK_REVIEWS
from web.test_pages import until_over


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house that ranks everybody: all visitors come from this machine."""
    with open_house(tmp_path_factory.mktemp("house") / "data", *QUICK_REVIEWS, "--rate-neighbours") as house:
        yield house


@pytest.fixture(autouse=True)
def one_day() -> None:
    wait_out_midnight()


def finished(visitor: Callable[..., Visitor], name: str, game: str) -> None:
    """Somebody who lets a bot play from their first choice on."""
    page = come(visitor(), name)
    day = today(page)
    code = asked(page, f"/api/day/{day}/{game}", pace="instant")["code"]
    choose_the_first(page, code)
    command(page, code, type="stand")
    until_over(page, code)


def choose_the_first(page: Page, code: str) -> None:
    """Of all that can be chosen where there is a choice."""
    while True:
        view = page.request.get(f"/api/tables/{code}").json()["view"]
        if 0 in view["to_move"]:
            command(page, code, type="act", action=view["actions"][0].replace("?", "3"))
            if len(view["actions"]) > 1:
                return
        page.wait_for_timeout(20)


def today(page: Page) -> str:
    deals: list[dict[str, Any]] = page.request.get("/api/day").json()["deals"]
    return str(deals[0]["day"])


@pytest.mark.parametrize("game", GAMES)
def test_somebody_plays_the_deal_of_the_day_and_sees_how_others_did(
    visitor: Callable[..., Visitor], game: str
) -> None:
    finished(visitor, "Lukas", game)
    marie = come(visitor(viewport=PHONE, touch=True), "Marie")
    page = f"/day/{today(marie)}/{game}"
    marie.goto(page)
    expect(marie.get_by_text("How everybody played is shown when you have finished it.")).to_be_visible()
    expect(marie.get_by_text("Lukas")).to_have_count(0)

    code = plays(marie, game)
    marie.goto(f"/t/{code}")
    dialog = marie.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Once more")).to_have_count(0)
    expect(dialog.get_by_role("link", name="How everybody played")).to_be_visible()
    by_touch(marie, "dialog a.primary")
    marie.wait_for_url(f"**{page}")
    looks_at_the_results(marie, code)

    marie.get_by_role("link", name="Look at choice 1 again").tap()
    marie.wait_for_url(f"**/replay/{code}#*")
    marie.goto(f"/verify/{code}")
    expect(marie.get_by_text("The seed is told to everybody an hour after midnight UTC")).to_be_visible()
    marie.goto("/day")
    expect(card(marie, game)).to_contain_text(re.compile(r"point.*Place \d of \d"))


def test_the_card_says_before_the_try_that_one_of_a_network_is_ranked(
    tmp_path: Path, browser: Browser
) -> None:
    with open_house(tmp_path / "data") as strict:
        visitor = Visitor(browser, strict.url, viewport=PHONE, touch=True)
        marie = visitor.page
        marie.goto("/day")
        own, told = card(marie, "voodoo"), "One try. Of each network only the first one is ranked."
        expect(own.get_by_text(told)).to_be_visible()
        assert_it_fits(marie)
        own.get_by_role("button").tap()
        marie.wait_for_url("**/t/*")
        marie.goto("/day")
        expect(own.get_by_role("button", name="Go on")).to_be_visible()
        expect(own.get_by_text(told)).to_have_count(0)
        visitor.leave()


def card(marie: Page, game: str) -> Locator:
    heading = marie.get_by_role("heading", name=GAMES[game].title, exact=True)
    return marie.get_by_role("list", name="Today").get_by_role("listitem").filter(has=heading)


def plays(marie: Page, game: str) -> str:
    """From the first page: a choice, a look elsewhere, and a bot that goes on; the code of the table."""
    title = GAMES[game].title
    marie.goto("/")
    marie.get_by_role("link", name="The deal of the day").tap()
    own = card(marie, game)
    expect(own).to_be_visible()
    expect(own.get_by_text("Of each network")).to_have_count(0)  # this house ranks all
    assert_it_fits(marie)
    own.get_by_role("button", name=f"Play the deal of the day: {title}").tap()
    marie.wait_for_url("**/t/*")
    code = marie.url.rpartition("/")[2]
    heading = marie.get_by_role("heading", level=1)
    expect(heading).to_have_accessible_name(re.compile(f"The deal of the day.*{title}$"))
    expect(marie.get_by_role("button", name="Ask the coach")).to_have_count(0)
    choose_the_first(marie, code)
    marie.goto("/day")
    own.get_by_role("button", name=f"Go on: {title}").tap()
    marie.wait_for_url(f"**/t/{code}")
    marie.get_by_role("button", name="Menu").tap()
    expect(marie.get_by_role("button", name="Invite")).to_have_count(0)
    expect(marie.get_by_role("button", name="Leave for good")).to_have_count(0)
    marie.get_by_role("button", name="Let a bot finish it: that counts").tap()
    until_over(marie, code)
    return code


def looks_at_the_results(marie: Page, code: str) -> None:
    score = marie.request.get(f"/api/tables/{code}").json()["table"]["scores"][0]
    own = re.compile(f"Marie.*helped by a bot.*{score}".replace("-", "−"))
    expect(marie.locator("tr.you")).to_contain_text(own)
    expect(marie.locator("tbody tr").filter(has_text="Lukas")).to_have_count(1)
    expect(marie.locator("tr.mark")).to_have_count(2)
    expect(marie.get_by_text("This try is not ranked")).to_have_count(0)
    first = marie.get_by_role("region", name="How others chose").get_by_role("listitem").first
    expect(first).to_contain_text(re.compile(r"Choice 1 *[2-9] people stood here.*\(you\)"))
    expect(first).to_contain_text(
        re.compile(
            r"(Nothing better was found\.|(A mistake\. Better|Perhaps better): .*It cost .* to win\.)"
        ),
        timeout=60_000,
    )
    expect(marie.get_by_role("link", name="What the coach says")).to_be_visible()
    assert_it_fits(marie)
    marie.get_by_text("As a table").tap()
    people = marie.get_by_role("region", name=re.compile("Points of")).locator("tbody td:last-child")
    expect(people.first).to_be_visible()
    assert sum(map(int, people.all_text_contents())) >= 2
    marie.get_by_text("The promise").tap()
    expect(marie.get_by_text("secret", exact=True)).to_be_visible()
    assert faults(marie, "small_targets", "cut_texts") + axe_faults(marie) == []


@pytest.mark.parametrize("game", GAMES)
def test_an_earlier_day_is_played_for_practice(visitor: Callable[..., Visitor], game: str) -> None:
    marie = come(visitor(viewport=DESKTOP), "Marie")
    marie.goto("/day")
    earlier = marie.get_by_role("list", name="Earlier days").get_by_role("listitem").first
    earlier.get_by_role("link", name=f"{GAMES[game].title}, ").click()
    expect(marie.get_by_role("heading", name=GAMES[game].title, exact=True)).to_be_visible()
    expect(marie.get_by_text("The table of the day")).to_have_count(0)
    marie.get_by_role("button", name="How everybody played").click()
    expect(marie.get_by_text("The table of the day")).to_be_visible()
    marie.get_by_role("button", name="Play it for practice").click()
    marie.wait_for_url("**/t/*")
    code = marie.url.rpartition("/")[2]
    assert marie.request.get(f"/api/tables/{code}").json()["table"]["practice"]
    expect(marie.locator(".stage .seat").first).to_be_visible()  # whoever comes has their seat back
    command(marie, code, type="stand")
    until_over(marie, code)
    marie.goto(f"/verify/{code}")
    expect(marie.get_by_text("Yes. Nobody touched the deck.")).to_be_visible()
