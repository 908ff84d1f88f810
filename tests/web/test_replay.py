"""A replay in a real browser: jumps by mouse and keys, its own speed, and the picture of a position."""

import re
from collections.abc import Callable
from struct import unpack
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from hexdeck.core.registry import GAMES
from server.house_process import HouseProcess
from web.browser import PHONE, SETTINGS, Visitor
from web.faults import axe_faults
from web.positions import POSITIONS, code_of

OVER: Final = {POSITIONS[name].game: name for name in POSITIONS if name.endswith(" over")}
ROUND: Final = {"voodoo_prince": "round", "vampire_queen": "phase", "skull_queen": "round", "voodoo": "turn"}
A_FEW: Final = 6  # at a table; more of them need the height of a phone for themselves
A_MINUTE: Final = 60.0  # longer than it takes to stop a clock
COLOURS: Final = """picture => {
    const canvas = document.createElement('canvas')
    canvas.width = 200
    canvas.height = 200
    const drawn = canvas.getContext('2d')
    drawn.drawImage(picture, 0, 0, 200, 200)
    return new Set(new Uint32Array(drawn.getImageData(0, 0, 200, 200).data.buffer)).size
}"""
PASSED_ON: Final = """
    navigator.canShare = ({ files }) => files.length === 1
    navigator.share = async ({ files, url }) => { window.passed = [files[0].name, files[0].type, url] }
"""
NO_CANVAS: Final = "HTMLCanvasElement.prototype.toBlob = function (made) { made(null) }"
NO_PICTURES: Final = "HTMLImageElement.prototype.decode = () => Promise.reject(new Error('no'))"


def opened(page: Page, game: str, position: int = 0) -> dict[str, Any]:
    """The replay of a finished game of Marie's; what the house says of it."""
    code = code_of(OVER[game])
    replay = page.request.get(f"/api/tables/{code}/replay").json()
    page.goto(f"/replay/{code}#{position}")
    expect(page.locator(".stage .seat").first).to_be_visible()
    return dict(replay)


def landmarks(replay: dict[str, Any], seat: int) -> dict[str, list[int]]:
    steps = list(enumerate(replay["steps"], start=1))
    return {
        ROUND[replay["game"]]: [at for at, step in steps if step["begins"] is not None],
        "own": [at for at, step in steps if step["seat"] == seat],
        "moment": [at for at, step in steps if step["moments"]],
    }


def expect_position(page: Page, position: int) -> None:
    expect(page.locator("output")).to_have_text(re.compile(rf"^{position} / "))
    page.wait_for_url(f"**#{position}")


@pytest.mark.parametrize("game", GAMES)
def test_one_jumps_by_rounds_own_moves_and_moments(marie: Callable[..., Visitor], game: str) -> None:
    page = marie(viewport=PHONE).page
    replay = opened(page, game)
    unit, last = ROUND[game], len(replay["steps"])
    found = landmarks(replay, POSITIONS[OVER[game]].seat)
    labels = {
        unit: (f"Next {unit}", f"Previous {unit}"),
        "own": ("Your next move", "Your move before"),
        "moment": ("Next moment", "Previous moment"),
    }
    keys = {unit: ("PageDown", "PageUp"), "own": ("n", "N"), "moment": ("m", "M")}
    for kind, (first, second, *_) in found.items():
        next_label, previous_label = labels[kind]
        forth, back = keys[kind]
        page.keyboard.press("Home")
        expect_position(page, 0)
        expect(page.get_by_role("button", name=previous_label, exact=True)).to_be_disabled()
        page.get_by_role("button", name=next_label, exact=True).click()
        expect_position(page, first)
        page.keyboard.press(forth)
        expect_position(page, second)
        page.keyboard.press(back)
        expect_position(page, first)
        page.keyboard.press(forth)
        expect_position(page, second)
        page.get_by_role("button", name=previous_label, exact=True).click()
        expect_position(page, first)

    page.keyboard.press("End")
    expect_position(page, last)
    expect(page.get_by_role("button", name="Next moment")).to_be_disabled()
    page.keyboard.press("m")
    expect_position(page, last)

    rounds = page.get_by_role("combobox", name=unit.capitalize(), exact=True)
    expect(rounds).to_have_value(str(len(found[unit])))
    rounds.select_option("2")
    expect_position(page, found[unit][1])
    expect(rounds.locator("option:checked")).to_have_text(f"{unit.capitalize()} 2")


@pytest.mark.parametrize("game", GAMES)
def test_all_of_it_is_in_reach_on_a_phone_and_the_table_is_seen(
    marie: Callable[..., Visitor], game: str
) -> None:
    page = marie(viewport=PHONE, touch=True).page
    opened(page, game, 30)
    page.get_by_label("Seen by").select_option(str(POSITIONS[OVER[game]].seat))
    expect(page.locator(".mine .seat")).to_be_visible()
    footer = page.locator("footer").bounding_box()
    middle = page.locator(".stage > .middle").bounding_box()
    assert footer is not None
    assert middle is not None
    assert footer["y"] + footer["height"] == PHONE["height"]
    assert middle["y"] + middle["height"] <= footer["y"]
    if POSITIONS[OVER[game]].players <= A_FEW:
        card = page.locator(".stage > .hand .card").last.bounding_box()
        assert card is not None
        assert card["y"] + card["height"] <= footer["y"] + 1
    for button in page.locator("footer button, footer select").all():
        expect(button).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert axe_faults(page) == []


def test_the_keys_are_told(marie: Callable[..., Visitor]) -> None:
    page = marie().page
    opened(page, "vampire_queen")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    for key, about in {
        "PageDown": "next phase",
        "PageUp": "previous phase",
        "n": "your next move",
        "N": "your move before",
        "m": "next moment",
        "M": "previous moment",
        "+": "faster",
        "-": "slower",
        "p": "a picture of this position",
    }.items():
        row = keys.locator("dl > div").filter(has=page.get_by_text(key, exact=True))
        expect(row.filter(has_text=about)).to_have_count(1)


def test_who_had_no_seat_jumps_by_the_moves_of_whoever_they_look_at(
    positions: HouseProcess, browser: Browser
) -> None:
    stranger = Visitor(browser, positions.url)
    page = stranger.page
    replay = opened(page, "skull_queen")
    page.get_by_role("button", name="Next move", exact=True).click()
    expect_position(page, min(at for seat in (0, 1) for at in landmarks(replay, seat)["own"]))
    name, moves = replay["players"][0], landmarks(replay, 0)["own"]
    page.get_by_label("Seen by").select_option("0")
    page.get_by_role("button", name="To the beginning").click()
    for expected in moves[:2]:
        page.get_by_role("button", name=f"Next move of {name}", exact=True).click()
        expect_position(page, expected)
    page.get_by_role("button", name=f"Previous move of {name}", exact=True).click()
    expect_position(page, moves[0])
    stranger.leave()


@pytest.mark.parametrize("game", GAMES)
def test_it_runs_at_a_speed_of_its_own_which_is_kept(marie: Callable[..., Visitor], game: str) -> None:
    page = marie().page
    page.clock.install()
    first = landmarks(opened(page, game, 10), seat=0)[ROUND[game]][0]
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + A_MINUTE)  # else it runs on while we look
    speed = page.get_by_label("Speed")
    expect(speed).to_have_value("1")
    page.keyboard.press("Space")
    page.clock.run_for(1_600)
    expect_position(page, 11)
    page.keyboard.press("+")
    page.keyboard.press("+")
    expect(speed).to_have_value("4")
    page.clock.run_for(1_600)
    expect_position(page, 15)
    run = page.get_by_role("button", name="Let it run")
    expect(run).to_have_attribute("aria-pressed", "true")
    run.click()
    expect(run).to_have_attribute("aria-pressed", "false")
    page.clock.run_for(5_000)
    expect_position(page, 15)
    page.keyboard.press("End")
    run.click()
    expect_position(page, first)
    page.clock.run_for(400)
    expect_position(page, first + 1)

    page.clock.resume()
    page.reload()
    expect(page.get_by_label("Speed")).to_have_value("4")
    page.keyboard.press("-")
    expect(page.get_by_label("Speed")).to_have_value("2")
    speed.select_option("0.5")
    page.keyboard.press("Tab")
    assert page.evaluate(f"JSON.parse(localStorage['{SETTINGS}']).replaySpeed") == 0.5


@pytest.mark.parametrize("game", GAMES)
def test_it_opens_at_the_address_that_was_chosen_while_it_came(
    marie: Callable[..., Visitor], game: str
) -> None:
    page = marie().page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/tables/*/replay", hold)
    page.goto(f"/replay/{code_of(OVER[game])}#30")
    page.wait_for_function("() => document.title.endsWith('Replay')")
    page.evaluate("location.hash = '#12'")
    page.keyboard.press("End")
    page.wait_for_function("() => location.hash === '#12'")
    [answer] = held
    answer.continue_()

    expect(page.locator(".stage .seat").first).to_be_visible()
    expect_position(page, 12)


@pytest.mark.parametrize("phone", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_a_position_becomes_a_picture(marie: Callable[..., Visitor], game: str, *, phone: bool) -> None:
    page = marie(looks=True, **({"viewport": PHONE} if phone else {})).page
    opened(page, game, 30)
    if phone:
        page.get_by_label("Seen by").select_option(str(POSITIONS[OVER[game]].seat))
    page.get_by_role("button", name="Show this position to others").click()
    picture = page.get_by_role("dialog").get_by_role("img")
    expect(picture).to_have_attribute("alt", re.compile(rf"{GAMES[game].title}: .*step 30 of "))
    assert axe_faults(page) == []

    with page.expect_download() as saving:
        page.get_by_role("link", name="Save the picture").click()

    assert saving.value.suggested_filename == f"{game}-{code_of(OVER[game])}-30.png"
    saved = saving.value.path().read_bytes()
    assert saved[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = unpack(">II", saved[16:24])
    assert 1_080 <= width <= 2_800
    assert 1_000 <= height <= 6_000
    assert 20_000 < len(saved) < 6_000_000
    assert picture.evaluate(COLOURS) > 300
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.locator(".plate").count() == 0


def test_a_picture_is_passed_on_where_the_browser_can(marie: Callable[..., Visitor]) -> None:
    person = marie(viewport=PHONE, touch=True)
    person.context.add_init_script(PASSED_ON)
    page = person.page
    opened(page, "voodoo_prince", 12)
    page.keyboard.press("p")
    page.get_by_role("button", name="Pass it on").click()
    code = code_of(OVER["voodoo_prince"])
    assert page.evaluate("window.passed") == [f"voodoo_prince-{code}-12.png", "image/png", page.url]
    assert page.url.endswith(f"/replay/{code}#12")


def test_where_a_canvas_may_not_have_it_the_drawing_is_saved(marie: Callable[..., Visitor]) -> None:
    person = marie()
    person.context.add_init_script(NO_CANVAS)
    opened(person.page, "skull_queen", 12)
    person.page.keyboard.press("p")
    with person.page.expect_download() as saving:
        person.page.get_by_role("link", name="Save the picture").click()
    assert saving.value.suggested_filename.endswith("-12.svg")
    drawn = saving.value.path().read_text(encoding="utf-8")
    assert ElementTree.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"
    assert set(re.findall(r'(?:href|src)="(.)', drawn)) == {"#"}
    assert set(re.findall(r'url\(["&quot;]*(#|\w+:|.)', drawn)) <= {"#", "data:"}


def test_where_no_picture_can_be_made_there_is_the_link(marie: Callable[..., Visitor]) -> None:
    person = marie()
    person.context.add_init_script(NO_PICTURES)
    opened(person.page, "skull_queen", 12)
    person.page.keyboard.press("p")
    expect(person.page.get_by_text("This browser cannot draw the picture.")).to_be_visible()
    expect(person.page.get_by_role("button", name="Copy a link to this position")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_it_opens_with_cards_on_the_table(marie: Callable[..., Visitor], game: str) -> None:
    page = marie(viewport=PHONE).page
    page.goto(f"/replay/{code_of(OVER[game])}")
    expect(page.locator(".stage .card, .card").first).to_be_attached()
    expect(page.locator("output")).not_to_have_text(re.compile("^0 /"))
    page.keyboard.press("Home")
    expect(page.locator("output")).to_have_text(re.compile("^0 /"))
