"""Nothing runs under something else, and nothing stops short: darkness, rules, titles, points, names."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from web.browser import DESKTOP, ON_ITS_SIDE, PHONE, TABLET, Visitor, resize
from web.positions import code_of
from web.walk import to_table

LANGUAGES: Final = ("en-GB", "de-DE", "fr-FR", "it-IT")
ON_ITS_SIDE_WIDE: Final[ViewportSize] = {"width": 844, "height": 390}
ZOOMED: Final[ViewportSize] = {"width": 720, "height": 450}  # a desktop at 200 %
SMALL_ZOOMED: Final[ViewportSize] = {"width": 640, "height": 360}
GAMES: Final = ("prince", "vampire", "skull", "voodoo")

DARKNESS = """() => {
    const page = document.querySelector(".page, .screen"), shade = getComputedStyle(page, "::before")
    const { left, top, right, bottom } = page.getBoundingClientRect()
    const isWhole = left <= 0 && top <= 0 && right >= innerWidth && bottom >= innerHeight
    return [isWhole, shade.position, shade.inset, shade.visibility, shade.maskImage]
}"""
CUT = """() => [...document.querySelectorAll('.stage .chips, .stage .chips > *')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'
        || one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).display !== 'inline')
    .map((one) => one.textContent)"""
UNDER = """() => {
    const box = (one) => one.getBoundingClientRect(), crowd = document.querySelector('.stage .chips')
    const tools = [...document.querySelectorAll('header .badge, header nav button')].map(box)
    const limit = box(crowd)
    return [...crowd.children].filter((one) => tools.some((tool) => {
        const it = box(one)
        const [left, right] = [Math.max(it.left, limit.left), Math.min(it.right, limit.right)]
        return left < tool.right && tool.left < right && it.top < tool.bottom && tool.top < it.bottom
    })).map((one) => one.textContent)
}"""
COVERED = """() => {
    const box = (one) => one.getBoundingClientRect()
    const names = [...document.querySelectorAll('.seat .name > span:not(.sr-only)')]
    return [...document.querySelectorAll('.seat .score')].flatMap((score) => {
        const points = document.createElement('i')
        points.className = [...score.classList].filter((one) => one !== 'score').join(' ')
        points.textContent = '+1'
        score.append(points)
        const [flight] = points.getAnimations()
        flight.pause()
        const found = [60, 330, 550, 880, 1050].flatMap((time) => {
            flight.currentTime = time
            const it = box(points)
            return names.filter((name) => {
                const other = box(name)
                return it.left < other.right - 1 && other.left + 1 < it.right
                    && it.top < other.bottom - 1 && other.top + 1 < it.bottom
            }).map((name) => `${name.textContent} at ${time}`)
        })
        points.remove()
        return found
    })
}"""


@pytest.mark.parametrize("size", [PHONE, ON_ITS_SIDE, DESKTOP], ids=["phone", "on its side", "desktop"])
def test_a_slayer_darkens_the_whole_screen(marie: Callable[..., Visitor], size: ViewportSize) -> None:
    page = marie(viewport=size).page
    to_table(page, "vampire slayer")
    assert page.evaluate(DARKNESS) == [True, "absolute", "0px", "visible", "none"]
    page.goto(f"/tv/{code_of('vampire slayer')}")
    expect(page.locator(".stage .seat")).to_have_count(5)
    assert page.evaluate(DARKNESS) == [True, "absolute", "0px", "visible", "none"]


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_slayer_rule_is_whole_on_a_low_screen(marie: Callable[..., Visitor], locale: str) -> None:
    page = marie(viewport=ZOOMED, locale=locale).page
    to_table(page, "vampire slayer")
    for size in (ZOOMED, SMALL_ZOOMED, ON_ITS_SIDE, ON_ITS_SIDE_WIDE):
        resize(page, size)
        assert page.evaluate(CUT) == [], size


@pytest.mark.parametrize("locale", LANGUAGES)
def test_nothing_runs_under_the_sign_of_the_connection(marie: Callable[..., Visitor], locale: str) -> None:
    page = marie(viewport=ON_ITS_SIDE_WIDE, locale=locale).page
    for name in ("prince", "vampire slayer", "skull", "skull ghost", "skull crowded", "voodoo"):
        to_table(page, name)
        assert page.evaluate(UNDER) == [], name


@pytest.mark.parametrize("name", GAMES)
def test_a_title_is_whole_on_a_narrow_phone(marie: Callable[..., Visitor], name: str) -> None:
    page = marie(viewport=PHONE).page
    to_table(page, name)
    title = page.locator("header h1")
    assert title.evaluate("title => title.scrollWidth <= title.clientWidth")


@pytest.mark.parametrize(
    "size", [PHONE, ON_ITS_SIDE, TABLET, DESKTOP], ids=["phone", "side", "tablet", "desktop"]
)
@pytest.mark.parametrize("name", [*GAMES, "vampire crowded", "skull crowded", "voodoo crowded"])
def test_points_that_come_hide_no_name(marie: Callable[..., Visitor], name: str, size: ViewportSize) -> None:
    page = marie(viewport=size, settings={"speed": "fast"}).page
    to_table(page, name)
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_no_level_of_a_bot_breaks_in_the_table_of_honour(marie: Callable[..., Visitor], locale: str) -> None:
    page = marie(viewport=PHONE, locale=locale).page
    page.goto("/honour")
    expect(page.locator("tr.mark th").first).to_be_visible()
    assert broken_words(page, "tr.mark th") == []
    assert page.evaluate(
        """(table => table.offsetWidth <= table.parentElement.clientWidth)(document.querySelector('table'))"""
    )


def broken_words(page: Page, selector: str) -> list[str]:
    """Words of which a part stands in another line."""
    script = """selector => [...document.querySelectorAll(selector)].flatMap((cell) => {
        const text = [...cell.childNodes].find((node) => node.nodeType === 3 && node.data.trim())
        return [...text.data.matchAll(/\\\\S+/g)].filter(({ 0: word, index }) => {
            const range = document.createRange()
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            return range.getClientRects().length > 1
        }).map(([word]) => word)
    })"""
    return list(page.evaluate(script.replace("\\\\", "\\"), selector))
