"""Everybody can play: large text, forced colours, no motion, keys and focus; axe: test_every_screen.py."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from web.browser import ON_ITS_SIDE, Visitor
from web.evening import asked, come
from web.playing import assert_nothing_scrolls
from web.positions import code_of
from web.walk import company, to_table

ZOOMED = {"width": 720, "height": 450}  # 1440 × 900 at 200 %
TABLES = ("prince naming", "vampire crowded", "skull placing", "voodoo crowded")
RING = """() => {
    const {outlineStyle, outlineWidth} = getComputedStyle(document.activeElement)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
}"""


def test_everything_fits_at_twice_the_size(marie: Callable[..., Visitor]) -> None:
    page = marie(viewport=ZOOMED, device_scale_factor=2).page
    for name in TABLES:
        to_table(page, name)
        expect(page.locator(".hand li").first).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") <= ZOOMED["width"], name


def test_nothing_lies_over_a_notice_on_a_phone_on_its_side(marie: Callable[..., Visitor]) -> None:
    page = marie(viewport=ON_ITS_SIDE, touch=True).page
    for screen in company(page):
        if screen in ("a bot plays for you", "looking on"):
            page.locator(".notices button").click(trial=True)
            assert_nothing_scrolls(page)


def test_what_is_chosen_shows_in_forced_colours(marie: Callable[..., Visitor]) -> None:
    page = marie(forced_colors="active").page
    page.goto("/")
    page.locator(".wish").first.click()
    colors = "one => getComputedStyle(one).backgroundColor"
    chosen = page.locator("dialog [aria-pressed=true]").first
    other = page.locator("dialog [aria-pressed=false]").first
    expect(chosen).to_be_visible()
    assert chosen.evaluate(colors) != other.evaluate(colors)


def test_nothing_moves_for_who_asks_for_it(marie: Callable[..., Visitor]) -> None:
    page = marie(reduced_motion="reduce").page
    to_table(page, "prince")
    expect(page.locator(".seat.turn")).to_be_visible()
    assert page.evaluate("document.getAnimations().length") == 0


def test_the_first_tab_leads_past_what_every_page_has(marie: Callable[..., Visitor]) -> None:
    page = marie().page
    page.goto("/how")
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="To the main part")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.locator("main")).to_be_focused()


@pytest.mark.parametrize(
    ("path", "sign"), [("/", ".me"), ("/how", "main h2"), (f"/t/{code_of('prince')}", ".hint.mine")]
)
def test_what_has_the_focus_has_a_ring(marie: Callable[..., Visitor], path: str, sign: str) -> None:
    page = marie().page
    page.goto(path)
    expect(page.locator(sign).first).to_be_visible()
    for _ in range(8):
        page.keyboard.press("Tab")
        assert page.evaluate(RING), page.evaluate("document.activeElement.outerHTML")


def test_the_focus_stays_in_a_dialog_when_what_had_it_is_gone(visitor: Callable[..., Visitor]) -> None:
    """Whoever asks for a seat has nothing more to press there."""
    page = come(visitor())
    code = asked(page, "/api/play", game="voodoo_prince", players=2, level="novice")["code"]
    page.context.clear_cookies()  # somebody else
    page.goto(f"/t/{code}")
    page.locator(".notices button").click()
    ask = page.locator("dialog li .button:not(.icon)")
    ask.press("Enter")
    expect(ask).to_have_count(0)
    assert page.evaluate("document.activeElement.closest('dialog') !== null")


def test_what_happens_is_said_politely(marie: Callable[..., Visitor]) -> None:
    page = marie().page
    to_table(page, "prince naming")
    spoken = page.locator("[role=status][aria-live=polite]").first
    page.locator(".naming button").first.click()
    expect(spoken).not_to_be_empty()
