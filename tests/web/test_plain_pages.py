"""The pages without script in a real browser, which says where a form comes from: whole evenings.

A bot plays on after some choices: by forms alone whole games are played in server/test_plain.py.
"""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from hexdeck.core.registry import GAMES
from server.guest import QUICK
from web.browser import PHONE, Visitor
from web.faults import axe_faults
from web.known_tournaments import OVER
from web.playing import assert_it_fits

LONGEST: Final = 400  # pages until a game must be over
ENOUGH: Final = 12  # of them, until a bot plays on
CHOICE: Final = "button[name='choice']"
OVERTAKEN: Final = (  # by a bot that acted out of turn, or has won
    "That cannot be played now",
    "It is not your turn",
    "The game is over",
)
REMATCH: Final = "input[name='do'][value='rematch']"


def form(do: str) -> str:
    return f"form:has(input[name='do'][value='{do}'])"


def play_to_the_end(person: Visitor, game: str) -> None:
    """With the first choice each time; later ones are taken where the first would never end."""
    page, table = person.page, person.page.url
    for number in range(LONGEST):
        if page.locator(REMATCH).count():
            return
        buttons = page.locator(CHOICE)
        if number == ENOUGH:
            page.locator(f"{form('stand')} button").click()
        elif choices := buttons.count():
            buttons.nth(number % choices).click()
        else:
            page.wait_for_timeout(50)
            page.reload()
        if (refusal := page.locator("[role='alert']")).count():
            assert GAMES[game].interrupts
            assert refusal.inner_text().startswith(OVERTAKEN)
            person.complaints = [one for one in person.complaints if "status of 4" not in one]
            page.goto(table)
    raise AssertionError("the game does not end")


def test_a_tournament_by_forms_alone(visitor: Callable[..., Visitor]) -> None:
    """It fits a phone and axe finds nothing; a text browser plays one in server/test_plain_tournament.py."""
    marie = visitor(viewport=PHONE, java_script_enabled=False).page
    marie.goto("/plain")
    marie.locator("form[action='/plain/tournament'] button").click()
    expect(marie.locator("h1")).to_contain_text("tournament")
    reader = visitor(viewport=PHONE).page
    reader.goto(marie.url)
    assert_it_fits(reader)
    assert axe_faults(reader) == []
    reader.locator(f"{form('join')} button").click()
    expect(reader.locator(form("leave"))).to_be_visible()

    marie.locator(f"{form('start')} button").click()
    expect(marie.get_by_role("link", name="To your table")).to_be_visible()
    assert_it_fits(marie)
    later = reader.context.new_page()  # the page itself would look again in some seconds
    later.goto(marie.url)
    expect(later.get_by_role("link", name="To your table")).to_be_visible()
    assert_it_fits(later)
    assert axe_faults(later) == []


def test_the_standings_of_many_rounds_fit_a_phone(marie: Callable[..., Visitor]) -> None:
    page = marie(viewport=PHONE, java_script_enabled=False).page
    page.goto(f"/tournament/{OVER}/plain")
    expect(page.locator("tbody tr").first).to_contain_text("Leon400100 · 100 · 100 · 100")
    assert_it_fits(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_by_forms_alone(visitor: Callable[..., Visitor], game: str) -> None:
    person, guest = visitor(viewport=PHONE, java_script_enabled=False), visitor(java_script_enabled=False)
    marie, lukas = person.page, guest.page
    marie.goto("/plain")
    wish = marie.locator(f"form:has(input[value='{game}'])")
    wish.locator("select[name='players']").select_option("3")
    for option, choice in QUICK[game].items():
        wish.locator(f"select[name='option {option}']").select_option(str(choice))
    wish.locator("select[name='pace']").select_option("instant")
    assert_it_fits(marie)
    wish.locator("button[value='people']").click()
    code = marie.url.split("/")[4]

    lukas.goto("/plain")
    lukas.locator("form[action='/plain/join'] input[name='code']").fill(code)
    lukas.locator("form[action='/plain/join'] button").click()
    lukas.locator(f"{form('sit')} button").first.click()
    expect(lukas.locator(form("stand"))).to_be_visible()
    lukas.locator(f"{form('stand')} button").click()

    marie.locator(f"{form('start')} select").select_option("novice")
    marie.locator(f"{form('start')} button").click()
    play_to_the_end(person, game)

    expect(marie.locator("h1")).to_have_text("The game is over.")
    expect(marie.locator("ol li")).to_have_count(3)
    marie.locator(f"{form('rematch')} button").click()
    expect(marie.locator("h1")).to_have_text("Waiting for the start")
    again = marie.url.split("/")[4]
    assert again != code
    marie.goto("/plain")
    marie.locator(f"li:has(a[href='/t/{again}/plain']) summary").click()
    marie.locator(f"form[action='/t/{again}/plain'] button").click()
    expect(marie.locator(f"a[href='/t/{again}/plain']")).to_have_count(0)
