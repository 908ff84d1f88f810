"""A fifth game has its box, its room and its pages in the app once its files are dropped in."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from fifth_game.dropped_in import build_app, drop_in
from server.house_process import HouseProcess, open_house
from web.browser import Visitor, open_browser
from web.playing import TABLE, assert_nothing_scrolls, by_mouse, choose_a_card, code_of, play_to_the_end


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    folder = tmp_path_factory.mktemp("five")
    five = drop_in(folder)
    build_app(folder, five)
    with open_house(folder / "data", environment=five) as house:
        yield house


@pytest.fixture
def page(house: HouseProcess) -> Iterator[Page]:
    with open_browser() as browser:
        visitor = Visitor(browser, house.url)
        yield visitor.page
        visitor.leave()


def play_one(page: Page) -> None:
    """Another hand is held then: one card less, or that of the next round, which may have the same card."""
    hand = page.locator(".hand .card svg")
    held = hand.count()
    choose_a_card(page, by_mouse)
    expect(hand).not_to_have_count(held)


def test_a_whole_game_from_the_box_to_the_proof(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".games > li")).to_have_count(5)
    expect(page.get_by_text("The highest card takes the trick.")).to_be_visible()
    expect(page.locator("img[alt='High Card']")).to_have_js_property("naturalWidth", 300)

    page.get_by_role("button", name="Play now: High Card").click()
    page.wait_for_url(TABLE)
    expect(page.locator(".hand .card svg")).to_have_count(3)
    played = play_to_the_end(page, {"turn": play_one}, assert_nothing_scrolls)
    assert played["turn"] == 6  # three cards in each of two rounds
    code = code_of(page)

    page.goto(f"/replay/{code}#3")
    expect(page.get_by_role("list", name="What happened")).to_contain_text("Round 1: the cards are dealt.")
    expect(page.get_by_role("list", name="Everybody’s cards").locator(".card")).to_have_count(10)

    page.goto(f"/verify/{code}")
    expect(page.get_by_role("heading", name="Yes. Nobody touched the deck.")).to_be_visible()
    expect(page.get_by_text("The cards are dealt")).to_have_count(2)

    page.goto("/rules/high_card")
    expect(page.get_by_role("heading", name="High Card")).to_be_visible()
    expect(page.get_by_text("The highest takes the trick, a point.")).to_be_visible()

    page.goto("/learn/high_card")
    expect(page.locator(".coach")).to_contain_text("Lay any card: the highest takes the trick.")
