"""One evening with real cards on two phones: followed, written on from both, and brought together again."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from hexdeck.core.registry import GAMES
from web.browser import PATIENCE, PHONE, Visitor
from web.faults import axe_faults, faults
from web.playing import assert_it_fits
from web.test_installed import HIDE
from web.test_pad import opened, player, sit_down

TAPS: Final = {  # what can be said of a player again and again
    "voodoo_prince": "[data-take='1'] >> nth=0",
    "vampire_queen": "[aria-label='vampire 3'] >> nth=0",
    "skull_queen": "[data-row='2']",
    "voodoo": "[data-cast='2']",
}


def tap(page: Page, game: str, name: str) -> None:
    one = player(page, name) if game == "voodoo_prince" else opened(page, name)
    one.locator(TAPS[game]).click()


def look_again(page: Page) -> None:
    """As when somebody takes up their phone: it does not wait for the next look."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def written(page: Page) -> str:
    """What is written down, and what the entry that grows says now."""
    game = page.url.rsplit("/", 1)[-1]
    kept = f"JSON.parse(localStorage.getItem('hexdeck.pad.{game}'))"
    return str(page.evaluate(f"JSON.stringify([{kept}.entries, {kept}.steps.at(-1)])"))


def assert_same(one: Page, other: Page, *, before: str = "") -> str:
    """What is written on the one comes to the other, and is not what was written before."""
    told = written(one)
    assert told != before
    look_again(other)
    for _ in range(PATIENCE // 50):
        if written(other) == told:
            return told
        other.wait_for_timeout(50)
    raise AssertionError(f"{told} does not come: {written(other)}")


@pytest.mark.parametrize("game", GAMES)
def test_two_phones_write_on_one_pad(visitor: Callable[..., Visitor], game: str) -> None:
    first, second = visitor(viewport=PHONE, touch=True), visitor(viewport=PHONE, touch=True)
    marie, lukas = first.page, second.page
    sit_down(marie, game, 3)
    marie.get_by_role("button", name="Share with other phones").tap()
    dialog = marie.get_by_role("dialog")
    expect(dialog.get_by_role("img", name="QR code of this score pad")).to_be_visible()
    code = dialog.locator(".code").inner_text()
    assert_it_fits(marie)
    assert faults(marie, "small_targets", "cut_texts") + axe_faults(marie) == []
    marie.keyboard.press("Escape")

    lukas.goto(f"/pad/{code}")
    lukas.wait_for_url(f"**/pad/{game}")
    expect(player(lukas, "Nina")).to_be_visible()
    expect(lukas.get_by_text("up to date")).to_be_visible()
    begun = assert_same(marie, lukas)
    tap(marie, game, "Marie")
    expect(marie.get_by_text("up to date")).to_be_visible()
    begun = assert_same(marie, lukas, before=begun)
    tap(lukas, game, "Lukas")
    expect(lukas.get_by_text("up to date")).to_be_visible()
    begun = assert_same(lukas, marie, before=begun)

    second.is_cut_off = True
    second.context.set_offline(True)
    tap(lukas, game, "Nina")
    tap(lukas, game, "Nina")
    expect(lukas.get_by_text("No network: it is kept on this phone.")).to_be_visible()
    tap(marie, game, "Marie")
    expect(marie.get_by_text("up to date")).to_be_visible()
    second.context.set_offline(False)
    look_again(lukas)
    expect(lukas.get_by_role("heading", name="Which is right?")).to_be_visible()
    assert_it_fits(lukas)
    assert faults(lukas, "small_targets", "cut_texts") + axe_faults(lukas) == []
    lukas.get_by_role("button", name="This phone:").tap()
    expect(lukas.get_by_text("up to date")).to_be_visible()
    assert_same(lukas, marie, before=begun)
    lukas.reload()
    expect(lukas.get_by_text("up to date")).to_be_visible()
    assert_same(marie, lukas)


def test_of_two_taps_in_one_moment_the_first_counts(visitor: Callable[..., Visitor]) -> None:
    first, second = visitor(viewport=PHONE), visitor(viewport=PHONE)
    marie, lukas = first.page, second.page
    sit_down(lukas, "voodoo_prince", 2)  # an evening of his own, which gives way
    sit_down(marie, "voodoo_prince", 3)
    marie.get_by_role("button", name="Share with other phones").click()
    code = marie.get_by_role("dialog").locator(".code").inner_text()
    marie.keyboard.press("Escape")
    lukas.goto(f"/pad/{code}")
    lukas.get_by_role("button", name="Follow the shared one").click()
    expect(player(lukas, "Nina")).to_be_visible()

    lukas.evaluate(HIDE, True)  # he does not look meanwhile
    tap(marie, "voodoo_prince", "Marie")
    expect(marie.get_by_text("up to date")).to_be_visible()
    tap(lukas, "voodoo_prince", "Nina")

    expect(lukas.get_by_text("Somebody else wrote in the same moment").first).to_be_visible()
    lukas.evaluate(HIDE, False)
    assert_same(marie, lukas)
    assert {"status of 409" in line for line in second.complaints} <= {True}
    second.complaints.clear()
    marie.get_by_role("button", name="Shared with other phones").click()
    marie.get_by_role("button", name="Go on on this phone alone").click()
    expect(marie.get_by_role("button", name="Share with other phones")).to_be_visible()
    lukas.goto("/pad/QQQ-QQQ-QQQ")
    expect(lukas.get_by_role("alert")).to_have_text("No score pad is shared under this code, or no more.")
    second.complaints.clear()
