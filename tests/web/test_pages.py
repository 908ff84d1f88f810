"""The pages around a game in a real browser: TV, replay, verification, how it works, rules."""

import re
import time
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from hexdeck.core.registry import GAMES
from web.browser import PATIENCE, PHONE, Visitor, until
from web.evening import asked, come, command
from web.playing import TABLE, code_of

TV: Final = {"width": 1920, "height": 1080}


def running_game(page: Page, game: str, **wish: Any) -> str:
    """A game with the page's owner and bots, up to the owner's turn."""
    return str(asked(page, "/api/play", game=game, level="novice", **wish)["code"])


def start_without_people(page: Page, code: str) -> None:
    command(page, code, type="stand")
    command(page, code, type="start", level="novice")


def finished_game(page: Page, game: str, **wish: Any) -> str:
    """A game between bots alone."""
    code = str(asked(page, "/api/tables", game=game, players=3, pace="instant", **wish)["code"])
    start_without_people(page, code)
    until_over(page, code)
    return code


def until_over(page: Page, code: str) -> None:
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        if page.request.get(f"/api/tables/{code}").json()["table"]["status"] == "over":
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"the bots do not come to an end at {code}")


@pytest.mark.parametrize("game", GAMES)
def test_the_tv_shows_no_hand_even_to_somebody_with_a_seat(
    visitor: Callable[..., Visitor], game: str
) -> None:
    page = come(visitor(viewport=TV))
    code = running_game(page, game, players=4)

    page.goto(f"/tv/{code}")

    expect(page.locator(".stage .seat")).to_have_count(4)
    expect(page.locator(".seat.turn")).not_to_have_count(0)
    expect(page.get_by_alt_text("QR code of this table")).to_be_visible()
    assert page.locator(".hand, [data-card]").count() == 0
    assert page.evaluate("document.documentElement.scrollHeight") == TV["height"]


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_is_walked_through_to_the_end(visitor: Callable[..., Visitor], game: str) -> None:
    page = come(visitor())
    code = finished_game(page, game)
    page.goto(f"/replay/{code}#6")
    position = page.locator("output")
    expect(position).to_have_text(re.compile(r"^6 / "))
    hands = page.get_by_role("list", name="Everybody’s cards")
    expect(hands.get_by_role("listitem")).to_have_count(3)
    last = int(position.inner_text().split(" / ")[1])

    page.keyboard.press("ArrowRight")
    expect(position).to_have_text(f"7 / {last}")
    page.get_by_role("button", name="One step back").click()
    expect(position).to_have_text(f"6 / {last}")
    page.get_by_label("Seen by").select_option("1")
    expect(page.locator(".mine .seat")).to_be_visible()
    page.get_by_role("slider", name="Position").fill(str(last - 1))
    page.get_by_role("button", name="One step on").click()

    expect(position).to_have_text(f"{last} / {last}")
    assert page.url.endswith(f"#{last}")
    expect(page.get_by_role("button", name="One step on")).to_be_disabled()


def test_a_game_that_is_not_over_cannot_be_replayed_reviewed_or_verified(
    visitor: Callable[..., Visitor],
) -> None:
    person = visitor()
    page = come(person)
    code = running_game(page, "skull_queen")

    for kind in ("replay", "review", "verify"):
        page.goto(f"/{kind}/{code}")
        expect(page.get_by_text("The game is not over")).to_be_visible()

    refused = "error: Failed to load resource: the server responded with a status of 409 (Conflict)"
    assert {line.rpartition(" ")[0] for line in person.complaints} == {refused}
    person.complaints.clear()


@pytest.mark.parametrize("game", GAMES)
def test_every_shuffle_and_roll_is_computed_again(visitor: Callable[..., Visitor], game: str) -> None:
    page = come(visitor(viewport=PHONE))
    code = finished_game(page, game)

    page.goto(f"/verify/{code}")

    expect(page.get_by_role("heading", name="Yes. Nobody touched the deck.")).to_be_visible()
    record = page.request.get(f"/api/tables/{code}/record").text()
    expect(page.locator("ol > li .mark.right")).to_have_count(record.count("\nchance "))
    expect(page.locator(".mark.wrong")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_record_that_was_changed_is_found_out(visitor: Callable[..., Visitor]) -> None:
    page = come(visitor())
    code = finished_game(page, "voodoo_prince")
    found = page.request.get(f"/api/tables/{code}/verification").json()
    first, second = re.findall(r"\nchance deal (\S+) (\S+)", found["record"])[0]
    found["record"] = found["record"].replace(f"deal {first} {second}", f"deal {second} {first}")
    page.route("**/verification", lambda route: route.fulfill(json=found))

    page.goto(f"/verify/{code}")

    expect(page.get_by_role("heading", name="No. Something does not fit.")).to_be_visible()
    expect(page.locator("ol > li .mark.wrong")).to_have_count(1)
    expect(page.locator("ol mark")).to_have_text([second, first, first, second])


def test_another_promise_than_this_device_heard_is_found_out(visitor: Callable[..., Visitor]) -> None:
    page = come(visitor())
    code = finished_game(page, "voodoo_prince")
    page.goto("/how")
    page.evaluate(
        "(code) => localStorage.setItem('hexdeck.promises', JSON.stringify([[code, 'other']]))", code
    )

    page.goto(f"/verify/{code}")

    expect(page.get_by_text("This device heard another promise")).to_be_visible()
    expect(page.get_by_role("heading", name="No. Something does not fit.")).to_be_visible()


def test_whose_salt_is_in_the_deal_and_whether_ones_own_is(visitor: Callable[..., Visitor]) -> None:
    page = come(visitor(viewport=PHONE))
    wish = {"options": {"rounds": 1}, "players": 2, "pace": "instant"}
    code = running_game(page, "voodoo_prince", start=False, **wish)
    command(page, code, type="start", salt="a pinch")
    command(page, code, type="stand")
    until_over(page, code)
    page.goto("/how")

    for own, said, verdict in (
        ("a pinch", "The salt that this device added is in it.", "Yes. Nobody touched the deck."),
        ("another", "The salt that this device added is not in it.", "No. Something does not fit."),
    ):
        page.evaluate("(kept) => localStorage.setItem('hexdeck.salts', JSON.stringify([kept]))", [code, own])
        page.goto(f"/verify/{code}")
        expect(page.locator(".salt")).to_have_text(["Marie a pinch"])
        expect(page.get_by_text(said)).to_be_visible()
        expect(page.get_by_role("heading", name=verdict)).to_be_visible()


def test_the_app_adds_salt_alone_and_as_host(visitor: Callable[..., Visitor]) -> None:
    page = come(visitor())
    page.goto("/")
    page.get_by_role("button", name="Play now: Voodoo Prince").click()
    page.wait_for_url(TABLE)
    expect(page.locator(".hand [data-card]").first).to_be_visible()
    salts = [salt_at(page, code_of(page))]
    code = str(asked(page, "/api/tables", game="voodoo_prince")["code"])
    page.goto(f"/t/{code}")
    until(page, "() => localStorage.getItem('hexdeck.salts').match(/[0-9a-f]{32}/g).length === 2")
    salts.append(salt_at(page, code))
    assert all(re.fullmatch("[0-9a-f]{32}", salt) for salt in salts)
    assert len(set(salts)) == 2


def salt_at(page: Page, code: str) -> str:
    return str(page.request.get(f"/api/tables/{code}").json()["you"]["salt"])


def test_somebody_is_forgotten(visitor: Callable[..., Visitor]) -> None:
    page = come(visitor(viewport=PHONE))
    code = running_game(page, "voodoo_prince")
    page.goto("/how")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    assert code in download.value.path().read_text()

    page.get_by_role("button", name="Forget me").click()
    page.get_by_role("button", name="Delete everything").click()
    page.wait_for_url("**/")

    expect(page.locator(".games > li")).to_have_count(4)
    assert page.request.get("/api/me").json()["tables"] == []


@pytest.mark.parametrize("game", GAMES)
def test_rules_have_pictures(visitor: Callable[..., Visitor], game: str) -> None:
    page = come(visitor(viewport=PHONE))

    page.goto(f"/rules/{game}")

    expect(page.get_by_role("heading", name="The idea")).to_be_visible()
    expect(page.locator(".cards .card").first).to_be_visible()
    assert page.locator("section").count() >= 8
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_home_remembers_what_is_played_and_leads_back_to_it(visitor: Callable[..., Visitor]) -> None:
    page = visitor(viewport=PHONE).page
    page.goto("/")
    wish = page.get_by_role("button", name="Voodoo Prince: players, bots and tables")
    wish.click()
    page.get_by_role("button", name="3", exact=True).click()
    page.get_by_role("button", name="novice").click()
    page.keyboard.press("Escape")
    page.reload()
    expect(wish).to_contain_text("3 · novice")
    page.locator(".games li:first-child .primary").click()
    expect(page.locator(".stage .seat")).to_have_count(3)
    table = page.url

    page.get_by_role("link", name="Home").click()
    page.get_by_role("link", name="Back to Voodoo Prince").click()
    assert page.url == table


def test_a_code_that_is_wrong_is_said_where_it_was_typed(visitor: Callable[..., Visitor]) -> None:
    person = visitor(viewport=PHONE)
    page = come(person)
    page.goto("/")
    page.get_by_role("button", name="Join friends").click()
    page.get_by_label("Join a table").fill("K7Q-M3X-HPA")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(
        "No table has this code: check it, or make a table of your own."
    )
    assert page.url.endswith("/")
    page.goto("/t/K7Q-M3X-HPA")
    expect(page.get_by_text("No table has this code")).to_be_visible()

    code = running_game(page, "voodoo_prince")
    page.get_by_label("Join a table").fill(f"{page.url.split('/t/')[0]}/tv/{code}")
    page.get_by_role("button", name="Join").click()
    expect(page.locator(".stage .seat")).to_have_count(4)
    assert {line.rpartition(" ")[0] for line in person.complaints} == {
        "error: Failed to load resource: the server responded with a status of 404 (Not Found)"
    }
    person.complaints.clear()


def test_a_name_that_cannot_be_shown_is_refused_and_another_is_kept(visitor: Callable[..., Visitor]) -> None:
    person = visitor(viewport=PHONE)
    page = come(person, "Ada")
    page.goto("/")
    page.locator(".me").click()
    page.get_by_label("Your name").fill("Mar\u202eie")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be a name: write 1 to 40 visible characters")
    page.get_by_label("Your name").fill("Marie")
    page.get_by_label("Picture 3").check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".me")).to_have_text("Marie")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert "status of 400" in person.complaints.pop()
