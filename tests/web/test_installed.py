"""What takes a browser with a window: the app on a device, without a server, in a hidden tab."""

import signal
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from server.house_process import HouseProcess
from web.browser import PHONE, Browsers, Visitor, until, wait_until_kept
from web.evening import asked, by_turn, come, go_on, hand_of, two_at_a_table, until_turn

HIDE = """(isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    document.dispatchEvent(new Event('visibilitychange'))
}"""


@pytest.fixture(scope="module")
def browser(browsers: Browsers) -> Browser:
    return browsers.get(window=True)


def test_a_hidden_tab_says_when_it_is_its_turn(visitor: Callable[..., Visitor]) -> None:
    people = [
        visitor(permissions=["notifications"], settings={"notify": True}, keeps_app=True) for _ in range(2)
    ]
    marie, lukas = (come(one, name) for one, name in zip(people, ("Marie", "Lukas"), strict=True))
    two_at_a_table(marie, lukas)
    mover, waiting = by_turn(marie, lukas)
    icon = waiting.locator("#favicon")
    expect(waiting).to_have_title("Voodoo Prince · Hexdeck")
    expect(icon).to_have_attribute("href", "/icon.svg")
    wait_until_kept(waiting)

    waiting.evaluate(HIDE, True)
    go_on(mover)

    expect(waiting).to_have_title("▶ Your turn · Voodoo Prince")
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    notes = """async () => {
        const worker = await navigator.serviceWorker.ready
        const notes = await worker.getNotifications()
        return notes.length === 1 && notes[0].title === 'Your turn' && notes[0].body === 'Voodoo Prince'
    }"""
    until(waiting, notes)
    waiting.evaluate(HIDE, False)
    expect(waiting.locator(".hint.mine")).to_be_visible()


def test_a_link_to_the_phone_works_once(visitor: Callable[..., Visitor]) -> None:
    marie = come(visitor(permissions=["clipboard-read", "clipboard-write"]))
    code = asked(marie, "/api/play", game="voodoo_prince", players=2, level="novice")["code"]
    marie.goto(f"/t/{code}")
    until_turn(marie)
    hand = set(hand_of(marie))
    marie.get_by_role("button", name="Menu").click()
    marie.get_by_role("button", name="Go on with another device").click()
    expect(marie.get_by_alt_text("QR code of this link")).to_be_visible()
    link = copied(marie)

    phone = visitor(viewport=PHONE)
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Go on here").click()
    phone.page.wait_for_url(f"**/t/{code}")
    expect(phone.page.locator(".hand [data-card]").first).to_be_visible()
    assert set(hand_of(phone.page)) == hand

    late = visitor(viewport=PHONE)
    late.page.goto(link)
    late.page.get_by_role("button", name="Go on here").click()
    expect(late.page.get_by_role("alert")).to_contain_text("This link was used already or is too old.")
    assert "status of 403" in late.complaints.pop()


def copied(page: Page) -> str:
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".toast")).to_contain_text("The link is copied.")
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_the_app_can_be_installed(visitor: Callable[..., Visitor]) -> None:
    page = visitor(keeps_app=True).page
    page.goto("/")
    manifest = page.request.get("/manifest.webmanifest").json()
    assert manifest["display"] == "standalone"
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in manifest["icons"]:
        assert size_of(page, icon["src"]) in (icon["sizes"], "any"), icon
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == [
        {"errorId": "in-incognito", "errorArguments": []}  # as every browser of a test
    ]


def size_of(page: Page, address: str) -> Any:
    script = """async (address) => {
        const image = new Image()
        image.src = address
        await image.decode()
        return address.endsWith('.svg') ? 'any' : `${image.naturalWidth}x${image.naturalHeight}`
    }"""
    return page.evaluate(script, address)


def test_without_a_server_the_app_opens_and_says_what_works(
    own_house: HouseProcess, browser: Browser
) -> None:
    person = Visitor(browser, own_house.url, keeps_app=True, viewport=PHONE, locale="de-DE")
    page = person.page
    page.goto("/")
    wait_until_kept(page)

    person.is_cut_off = True
    own_house.end(signal.SIGKILL)
    page.reload()
    expect(page.get_by_text("Der Server ist nicht zu erreichen.")).to_be_visible()
    expect(page.locator(".games > li")).to_have_count(4)
    page.goto("/rules/skull_queen")
    expect(page.locator("main section").first).to_be_visible()
    page.goto("/")
    expect(page.locator(".offline")).to_be_visible()
    page.evaluate(HIDE, True)  # else it looks again by itself when the server is back
    own_house.start()
    page.get_by_role("button", name="Noch einmal versuchen").click()
    expect(page.locator(".offline")).to_have_count(0)
    expect(page.locator(".me")).to_be_visible()
    person.leave()
