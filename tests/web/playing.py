"""Playing in a browser: with the mouse, by touch, with keys alone, in any language."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from playwright.sync_api import Error, Page, Position, expect

from hexdeck.core.registry import GAMES
from server.guest import QUICK

Press: TypeAlias = Callable[[Page, str], None]
Deed: TypeAlias = Callable[[Page], None]
Deeds: TypeAlias = Mapping[str, Deed]  # by the moment

TABLE: Final = re.compile(r"/t/([\w-]+)$")
CORNER: Final = Position(x=12, y=12)  # of a card: the rest of it may lie under the next one
MOST_TAPS: Final = 3  # until one is a click
MOST_TABS: Final = 100  # from one end of a page to the other
MOMENT: Final = """() => {
    const see = (what) => document.querySelector(what)
    if (see('dialog[open] :is(a[href^="/verify/"], a[href^="/tournament/"])')) return 'end'
    if (see('dialog[open]')) return 'summary'
    if (see('.placing')) return 'placing'
    if (see('.naming')) return 'naming'
    return see('.hint.mine, .todo.mine') ? 'turn' : null
}"""
STOPS: Final = f"() => ['summary', 'end'].find((one) => one === ({MOMENT})())"
MOST_OF_ONE: Final = 60  # summaries or the like of one game: what stays is not gone through for ever
MENU: Final = "header nav button:last-child"
IN_MENU: Final = "dialog a[href='/how']"
AWAIT_CLICK: Final = """() => {
    const once = { capture: true, once: true }
    window.clicked = new Promise((done) => {
        addEventListener("click", () => done(true), once)
        setTimeout(() => done(false), 10_000)
    })
}"""
FITS: Final = """() =>
    document.querySelector('dialog[open]') || document.documentElement.scrollHeight <= innerHeight"""
TOO_LOW: Final = """() => [...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().bottom > innerHeight + 0.5)
    .map((one) => `${one.tagName}.${one.className}: ${one.textContent.slice(0, 80)}`)"""  # what lies beyond
RANKED: Final = """() => [...document.querySelectorAll('dialog ol li')]
    .map((place) => parseInt(place.lastElementChild.textContent.replace('−', '-')))"""


@contextmanager
def telling_what_is_open(page: Page) -> Iterator[None]:
    """Whatever cannot be pressed: a dialog may lie over it."""
    try:
        yield
    except Error as error:
        error.add_note(f"open dialogs: {page.locator('dialog[open] h2').all_inner_texts()}")
        raise


def by_mouse(page: Page, what: str) -> None:
    with telling_what_is_open(page):
        page.locator(what).first.click(position=CORNER)


def by_touch(page: Page, what: str) -> None:
    """The page makes a click of a tap a little later than it hears of it.

    What moves away under the finger is not clicked: then a person taps again.
    """
    touched = page.locator(what).first
    for _ in range(MOST_TAPS):
        touched.wait_for()
        page.evaluate(AWAIT_CLICK)
        with telling_what_is_open(page):
            touched.tap(position=CORNER)
        if page.evaluate("clicked"):
            return
    raise AssertionError(f"no tap on {what} is a click")


def by_keys(page: Page, what: str) -> None:
    """Tab until it has the focus, then Enter."""
    tab_to(page, what)
    page.keyboard.press("Enter")


def tab_to(page: Page, what: str) -> None:
    wanted = page.locator(what).first
    wanted.wait_for()
    for _ in range(MOST_TABS):
        if wanted.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not come to {what}")


def wish(game: str) -> str:
    """The button at home with which a table of the game is made."""
    return f".games > li:nth-child({[*GAMES].index(game) + 1}) .wish"


def make_it_short(page: Page, game: str) -> None:
    """The options in the dialog are those that end a game soonest."""
    for at, option in enumerate(GAMES[game].options):
        if option.name in QUICK[game]:
            page.locator("dialog select").nth(at).select_option(str(QUICK[game][option.name]))


def start(page: Page, press: Press, game: str, players: int, *, rounds: int | None = None) -> None:
    """From home to a table full of novices."""
    page.goto("/")
    press(page, wish(game))
    press(page, f"dialog fieldset:nth-of-type(1) button:text-is('{players}')")
    press(page, "dialog fieldset:nth-of-type(2) button")
    if rounds is not None and press is by_keys:
        tab_to(page, "dialog select:has(option[value='10'])")
        page.keyboard.press(str(rounds))
    elif rounds is not None:
        page.locator("dialog select:has(option[value='10'])").select_option(str(rounds))
    press(page, "dialog .primary")
    page.wait_for_url(TABLE)
    page.locator(".stage").wait_for()


def moment(page: Page) -> str:
    """What the app wants next from the person before it."""
    return str(page.wait_for_function(MOMENT, polling=30).json_value())


def play_to_the_end(page: Page, deeds: Deeds, check: Deed, **enough: int) -> Counter[str]:
    """Do what the app wants until the final ranking; how often it wanted what.

    Once it has wanted something often `enough`, a bot plays on.
    """
    seen: Counter[str] = Counter()
    while (wanted := moment(page)) != "end":
        if wanted != "summary" and enough and all(seen[what] == often for what, often in enough.items()):
            leave_it_to_a_bot(page)
            break
        seen[wanted] += 1
        is_stuck = wanted != "turn" and seen[wanted] > MOST_OF_ONE
        assert not is_stuck, page.locator("dialog[open], .naming").all_inner_texts()
        check(page)
        deeds[wanted](page)
    check(page)
    assert page.evaluate(RANKED) == sorted(table_of(page)["table"]["scores"], reverse=True)
    return seen


def leave_it_to_a_bot(page: Page) -> None:
    """And look on, from summary to summary."""
    by_mouse(page, MENU)
    by_mouse(page, "dialog .danger")
    expect(page.locator(IN_MENU)).to_have_count(0)
    while page.wait_for_function(STOPS, polling=30).json_value() != "end":
        by_mouse(page, "dialog .primary")


def choose_a_card(page: Page, press: Press) -> str:
    """The first that is allowed: raised, then played with the large button; its name."""
    name = str(page.locator("li:has(> button.legal)").first.get_attribute("data-card"))
    press(page, f"[data-card='{name}'] button")
    press(page, ".choice button.primary")
    return name


def play_a_card(page: Page, press: Press) -> None:
    """And see it leave the hand."""
    name = choose_a_card(page, press)
    expect(page.locator(f"[data-card='{name}']")).to_have_count(0)


def play_with_keys(page: Page) -> None:
    """To the hand, to the second card if that is allowed, and play it."""
    page.keyboard.press("h")
    page.keyboard.press("ArrowRight")
    if page.evaluate("document.activeElement.ariaDisabled === 'true'"):
        page.keyboard.press("ArrowLeft")
    name = page.evaluate("document.activeElement.parentElement.dataset.card")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-card='{name}']")).to_have_count(0)


def press_enter(page: Page) -> None:
    page.keyboard.press("Enter")


def assert_it_fits(page: Page) -> None:
    """Nothing can be scrolled to the side."""
    width, viewport = page.evaluate("document.documentElement.scrollWidth"), page.viewport_size
    assert viewport
    assert width == viewport["width"]


def assert_nothing_scrolls(page: Page) -> None:
    """All of the table is seen at once when it has found its size, unless a dialog is before it."""
    assert_it_fits(page)
    try:
        page.wait_for_function(FITS)
    except Error:  # it waited long enough
        raise AssertionError(page.evaluate(TOO_LOW)) from None


def assert_focus_is_kept(page: Page) -> None:
    assert page.evaluate("document.activeElement !== document.body")


def code_of(page: Page) -> str:
    found = TABLE.search(page.url)
    assert found
    return found[1]


def table_of(page: Page) -> dict[str, Any]:
    """What the house tells whoever sits before the page: the table, and what they see of the game."""
    answer = page.request.get(f"/api/tables/{code_of(page)}")
    assert answer.ok, answer.text()
    return dict(answer.json())


def play_once_more(page: Page, press: Press) -> None:
    """Against bots: from the ranking to another table where the cards are dealt already."""
    before = code_of(page)
    press(page, "dialog .primary")
    page.wait_for_url(lambda url: url.split("/t/")[-1] != before)
    page.locator(".stage").wait_for()
    assert table_of(page)["table"]["status"] == "playing"
