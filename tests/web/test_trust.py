"""Nothing is lost: reload, kill, airplane mode, sleep, another device, another seat, no server at all."""

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from server.house_process import HouseProcess, open_house
from web.browser import PATIENCE, PHONE, Visitor, open_browser
from web.evening import asked, by_turn, go_on, sit_down, two_at_a_table, until_turn
from web.playing import CORNER, by_mouse, choose_a_card

HIDE = """(isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    document.dispatchEvent(new Event('visibilitychange'))
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser(window=True) as browser:
        yield browser


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[HouseProcess]:
    """One that may be killed."""
    with open_house(tmp_path / "data") as house:
        yield house


def wait_until_kept(page: Page) -> None:
    """The app is on this device, and will be there without a server."""
    until(
        page, "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"
    )


def until(page: Page, script: str) -> None:
    """What the page promises comes true."""
    for _ in range(PATIENCE // 100):
        if page.evaluate(script):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"it does not come true: {script}")


def log_of(page: Page) -> list[str]:
    return page.get_by_role("list", name="What happened").get_by_role("listitem").all_inner_texts()


def hand_of(page: Page) -> list[str | None]:
    return [card.get_attribute("data-card") for card in page.locator(".hand [data-card]").all()]


def choose_early(page: Page) -> str:
    """The first card of a hand that is not to play yet."""
    card = page.locator(".hand [data-card]").first
    card.locator("button").click(position=CORNER)
    page.get_by_role("button", name="Play it when it is my turn").click()
    expect(page.locator(".chosen")).to_have_count(1)
    return str(card.get_attribute("data-card"))


def test_everything_is_there_after_a_reload(visitor: Callable[..., Visitor]) -> None:
    marie, lukas = sit_down(visitor(), "Marie"), sit_down(visitor(), "Lukas")
    two_at_a_table(marie, lukas)
    mover, waiting = by_turn(marie, lukas)
    choose_a_card(mover, by_mouse)
    expect(mover.locator(".hand [data-card]")).to_have_count(12)
    mover, waiting = by_turn(marie, lukas)
    mover.get_by_role("button", name="Say something").click()
    mover.get_by_role("button", name="One moment, please.").click()
    expect(waiting.locator(".bubble")).to_be_visible()
    early = choose_early(waiting)
    log, hand = log_of(waiting), hand_of(waiting)
    assert len(log) >= 4

    waiting.reload()

    expect(waiting.locator(".chosen")).to_have_count(1)
    expect(waiting.locator(f"[data-card='{early}'] .chosen")).to_have_count(1)
    expect(waiting.get_by_role("list", name="What happened").get_by_role("listitem")).to_have_text(log)
    assert hand_of(waiting) == hand
    waiting.get_by_role("button", name="Say something").click()
    said = waiting.get_by_role("list", name="What was said").get_by_role("listitem")
    expect(said).to_contain_text(["One moment, please."])


def test_a_killed_server_comes_back_and_the_game_goes_on(own_house: HouseProcess, browser: Browser) -> None:
    person = Visitor(browser, own_house.url)
    marie = sit_down(person, "Marie")
    code = asked(marie, "/api/play", game="voodoo_prince", players=2, level="novice")["code"]
    marie.goto(f"/t/{code}")
    until_turn(marie)
    log, hand = log_of(marie), hand_of(marie)

    person.is_cut_off = True
    own_house.end(signal.SIGKILL)
    expect(marie.get_by_text("No connection to the table.")).to_be_visible()
    card = choose_a_card(marie, by_mouse)
    expect(marie.get_by_text("Your choice is sent as soon as it is back.")).to_be_visible()
    own_house.start()

    expect(marie.get_by_text("No connection to the table.")).to_have_count(0)
    expect(marie.locator(f".hand [data-card='{card}']")).to_have_count(0)
    until_turn(marie)
    assert log_of(marie)[-len(log) :] == log
    assert sum(f"Marie: {card_name(card)}" in line for line in log_of(marie)) == 1
    assert len(hand_of(marie)) == len(hand) - 1
    person.leave()


def test_a_table_that_cannot_be_had_just_now_is_tried_again(tmp_path: Path, browser: Browser) -> None:
    """Whoever has typed too many codes is told so and waits; a house opened anew has forgotten it."""
    with open_house(tmp_path / "data", "--guesses", "1") as house:
        person = Visitor(browser, house.url)
        assert person.page.request.get("/api/me").ok  # strangers are counted by address
        assert not person.page.request.get("/api/tables/AAA-AAA-AAA").ok
        person.page.goto("/t/BBB-BBB-BBB")
        expect(person.page.get_by_text("It is tried again by itself.")).to_be_visible()

        person.is_cut_off = True
        house.end(signal.SIGKILL)
        house.start()

        expect(person.page.get_by_text("No table has this code")).to_be_visible()
        person.leave()


def card_name(card: str) -> str:
    """As the log has it."""
    colors = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "p": "purple"}
    return f"{colors[card[0]]} {card[1:]}"


def test_what_is_played_offline_is_played_once_when_the_network_is_back(
    visitor: Callable[..., Visitor],
) -> None:
    people = [visitor(viewport=PHONE), visitor(viewport=PHONE)]
    marie, lukas = (sit_down(one, name) for one, name in zip(people, ("Marie", "Lukas"), strict=True))
    code = two_at_a_table(marie, lukas)
    mover, waiting = by_turn(marie, lukas)
    person = next(one for one in people if one.page is mover)
    version = version_of(waiting, code)

    cut_off(person)
    expect(mover.get_by_text("No connection to the table.")).to_be_visible()
    card = choose_a_card(mover, by_mouse)
    expect(mover.get_by_text("Your choice is sent as soon as it is back.")).to_be_visible()
    assert version_of(waiting, code) == version
    person.context.set_offline(False)

    expect(mover.locator(".notices p")).to_have_count(0)
    expect(waiting.locator(f"[data-flip='card:{card}']")).to_be_visible()
    assert version_of(waiting, code) == version + 1


def cut_off(person: Visitor) -> None:
    """No network at all, as in airplane mode."""
    person.is_cut_off = True
    person.context.set_offline(True)


def version_of(page: Page, code: str) -> int:
    return int(page.request.get(f"/api/tables/{code}").json()["version"])


def test_whoever_lost_their_seat_meanwhile_sees_no_old_hand(visitor: Callable[..., Visitor]) -> None:
    person = visitor()
    marie, lukas = sit_down(visitor(), "Marie"), sit_down(person, "Lukas")
    code = two_at_a_table(marie, lukas)

    cut_off(person)
    expect(lukas.get_by_text("No connection to the table.")).to_be_visible()
    asked(marie, f"/api/tables/{code}/commands", type="remove", id="out", seat=1)
    person.context.set_offline(False)

    expect(lukas.get_by_text("You are looking on.")).to_be_visible()
    expect(lukas.locator("[data-card]")).to_have_count(0)


def test_a_hidden_tab_says_when_it_is_its_turn(visitor: Callable[..., Visitor]) -> None:
    people = [visitor(permissions=["notifications"], settings={"notify": True}) for _ in range(2)]
    marie, lukas = (sit_down(one, name) for one, name in zip(people, ("Marie", "Lukas"), strict=True))
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
    marie = sit_down(visitor(permissions=["clipboard-read", "clipboard-write"]), "Marie")
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


# Installed, and without any server.


def test_the_app_can_be_installed(visitor: Callable[..., Visitor]) -> None:
    page = visitor().page
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
    person = Visitor(browser, own_house.url, viewport=PHONE, locale="de-DE")
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
    own_house.start()
    page.get_by_role("button", name="Noch einmal versuchen").click()
    expect(page.locator(".offline")).to_have_count(0)
    expect(page.locator(".me")).to_be_visible()
    person.leave()
