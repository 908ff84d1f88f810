"""An evening of each game with real cards and no network: the pad counts, checks, explains and comes back."""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from hexdeck.core.registry import GAMES
from server.house_process import HouseProcess
from web.browser import PHONE, Browsers, Visitor, wait_until_kept

PEOPLE: Final = ("Marie", "Lukas", "Nina")
Evening: TypeAlias = Callable[[Page], None]


@pytest.fixture(scope="module")
def browser(browsers: Browsers) -> Browser:
    return browsers.get(window=True)


@pytest.fixture(scope="module")
def phone(house: HouseProcess, browser: Browser) -> Iterator[Page]:
    """A phone that has been to the house once, and then lost it."""
    person = Visitor(browser, house.url, keeps_app=True, viewport=PHONE, touch=True)
    person.page.goto("/")
    wait_until_kept(person.page)
    person.page.get_by_role("link", name="We play with real cards").click()
    expect(person.page.get_by_role("heading", name="We play with real cards")).to_be_visible()
    person.is_cut_off = True
    person.context.set_offline(True)
    yield person.page
    person.leave()


def sit_down(page: Page, game: str, players: int, **options: str) -> None:
    page.goto(f"/pad/{game}")
    page.locator(".choices").get_by_role("button", name=str(players), exact=True).click()
    for place, name in enumerate(PEOPLE[:players]):
        page.locator("form li input").nth(place).fill(name)
    for label, choice in options.items():
        page.get_by_label(label).select_option(choice)
    page.get_by_role("button", name="Deal the cards").click()


def player(page: Page, name: str) -> Locator:
    return page.locator(".players > li").nth(PEOPLE.index(name))


def opened(page: Page, name: str) -> Locator:
    one = player(page, name)
    if one.locator(".head").get_attribute("aria-expanded") == "false":
        one.locator(".head").click()
    return one


def write(page: Page) -> None:
    page.get_by_role("button", name="Write it down").click()


def take_back(page: Page, times: int) -> None:
    for _ in range(times):
        page.get_by_role("button", name="Take back").click()


def assert_scores(page: Page, *scores: str) -> None:
    expect(page.locator("tfoot td")).to_have_text(list(scores))


def voodoo_prince(page: Page) -> None:
    """Three players, so four tricks end a round."""

    def take(name: str, *tricks: int) -> None:
        for one in tricks:
            player(page, name).locator(f"[data-take='{one}']").click()

    sit_down(page, "voodoo_prince", 3, Rounds="2")
    take("Lukas", 1)
    take("Nina", 2)
    take("Marie", 1, 1, 2)
    expect(player(page, "Marie")).to_contain_text("first out: the others had 3 tricks")
    expect(player(page, "Marie").locator("[data-take]")).to_have_count(0)
    page.reload()
    take("Lukas", 2)
    expect(page.get_by_role("button", name="Write it down")).to_be_disabled()
    take("Lukas", 1)
    expect(player(page, "Nina")).to_contain_text("last one in: only their own tricks count")
    write(page)
    assert_scores(page, "3", "6", "2")

    take_back(page, 3)  # the round is open again, and Lukas has one trick as before
    expect(player(page, "Lukas").locator("[data-take]")).to_have_count(2)
    take("Lukas", 2, 1)
    write(page)
    take("Marie", 2, 2)
    take("Lukas", 2, 2)
    write(page)
    assert_scores(page, "3", "10", "2")
    expect(page.get_by_role("heading", level=2)).to_have_text("Lukas wins!")


def vampire_queen(page: Page) -> None:
    """Both slayers are in somebody's hand, and somebody has nothing left."""
    sit_down(page, "vampire_queen", 3, Phases="1")
    cards = {"Marie": ("vampire 3", "vampire 10", "queen, joker"), "Lukas": ("slayer 15", "slayer 20")}
    lack = page.locator(".foot p")
    expect(lack).to_have_text("Who holds the slayer 15? It never goes into the crypt.")
    for name, left in cards.items():
        for card in left:
            opened(page, name).get_by_label(f"Tap the cards {name} has left").get_by_label(card).click()
        page.reload()
    expect(player(page, "Marie")).to_contain_text("3 + 10 + queen (14)")
    opened(page, "Nina").get_by_label("vampire 1", exact=True).click()
    expect(lack).to_have_text("Somebody must have no cards left.")
    slayer = opened(page, "Nina").get_by_label("slayer 15", exact=True)
    expect(slayer).to_have_attribute("aria-disabled", "true")
    opened(page, "Nina").get_by_label("Put back vampire 1").click()
    write(page)
    assert_scores(page, "−27", "−35", "0")
    expect(page.get_by_role("heading", level=2)).to_have_text("Nina wins!")


def skull_queen(page: Page) -> None:
    """Two players, so two rounds: pirates are put somewhere, walk, and fall."""

    def place(name: str, *spaces: int) -> None:
        for space in spaces:
            opened(page, name).locator(f"[data-row='{space}']").click()

    sit_down(page, "skull_queen", 2)
    place("Marie", 0, 1, 3, 5)
    expect(page.locator(".foot p")).to_have_text("4 pirates have no place yet.")
    expect(player(page, "Marie")).to_contain_text("red 8, yellow 5, green 2, blue overboard")
    page.reload()
    place("Lukas", 2, 2, 2, 0)
    opened(page, "Lukas").get_by_role("button", name="blue a step up").click()
    expect(player(page, "Lukas")).to_contain_text("blue overboard")
    write(page)
    assert_scores(page, "15", "9")
    place("Marie", 4, 4, 4, 4)
    place("Lukas", 4, 4, 4, 4)
    opened(page, "Lukas").get_by_role("button", name="turn the plank over").click()
    write(page)
    assert_scores(page, "19", "41")
    expect(page.get_by_role("heading", level=2)).to_have_text("Lukas wins!")


def voodoo(page: Page) -> None:
    """Three points wake a skull; a magpie steals from whoever leads; eleven end it at once."""
    sit_down(page, "voodoo", 3)
    opened(page, "Marie").locator("[data-cast='2']").click()
    expect(player(page, "Marie")).to_contain_text("casts a curse: 3 points. draw 1 permanent curse")
    player(page, "Marie").locator("[data-broken='2']").click()
    page.reload()
    opened(page, "Lukas").get_by_role("button", name="Magpie: a point from Marie").click()
    assert_scores(page, "4", "1", "0")
    opened(page, "Marie").get_by_role("button", name="lose a point").click()
    take_back(page, 1)
    assert_scores(page, "4", "1", "0")
    for _ in range(2):
        opened(page, "Marie").locator("[data-cast='2']").click()
    player(page, "Marie").locator("[data-broken='2']").first.click()
    assert_scores(page, "12", "1", "0")
    expect(page.get_by_role("heading", level=2)).to_have_text("Marie wins!")


EVENINGS: Final[dict[str, Evening]] = {
    one.__name__: one for one in (voodoo_prince, vampire_queen, skull_queen, voodoo)
}


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_without_a_network(phone: Page, game: str) -> None:
    EVENINGS[game](phone)
    phone.reload()
    expect(phone.locator("main li.first")).to_have_count(1)
    phone.get_by_role("button", name="Once more").click()
    expect(phone.locator(".players > li")).not_to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_several_winners_win_and_names_stay_whole(visitor: Callable[..., Visitor], game: str) -> None:
    phone = visitor(viewport=PHONE, touch=True).page
    sit_down(phone, game, 3)
    phone.get_by_role("button", name="Stop here").click()
    expect(phone.get_by_role("heading", level=2)).to_have_text("Marie & Lukas & Nina win!")
    lines = "one => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)"
    for name in PEOPLE:
        assert phone.locator("main li.first span", has_text=name).evaluate(lines) < 1.5


def test_a_torn_page_is_thrown_away(phone: Page) -> None:
    phone.goto("/pad")
    company = "{names: ['Marie', 'Lukas'], options: {rounds: 5, variant: 'prince'}}"
    steps = "[[[0, 1]], [[5, 1]], [[0, 9]], [[0, 2], [0, 2], [0, 2], [0, 2], [0, 2]], {}, 'x', null]"
    kept = f"(entry) => ({{company: {company}, entries: [entry], steps: [[]], past: [], hasStopped: false}})"
    for torn in range(7):
        phone.evaluate(
            f"localStorage.setItem('hexdeck.pad.voodoo_prince', JSON.stringify(({kept})({steps}[{torn}])))"
        )
        phone.goto("/pad/voodoo_prince")
        expect(phone.get_by_role("button", name="Deal the cards")).to_be_visible()
