"""Tables on the first page: the own ones, told apart, left and ended; public ones, found and joined."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from hexdeck.core.registry import GAMES
from hexdeck.locale import language as spoken
from web.browser import PHONE, Visitor
from web.evening import asked, come, command, sit_down
from web.faults import axe_faults, faults
from web.games import known
from web.playing import TABLE, assert_it_fits, by_mouse, by_touch, code_of
from web.test_journeys import Person, play


@pytest.mark.parametrize("game", GAMES)
def test_own_tables_are_told_apart_and_ended(visitor: Callable[..., Visitor], game: str) -> None:
    marie = sit_down(visitor(touch=True, viewport=PHONE), "Marie")
    lukas = come(visitor(), "Lukas")
    alone = asked(marie, "/api/play", game=game, players=3, level="novice", pace="instant")["code"]
    shared = asked(marie, "/api/tables", game=game, players=3, pace="instant")["code"]
    command(lukas, shared, type="sit")
    command(marie, shared, type="start", level="novice")
    marie.reload()
    mine = marie.get_by_role("region", name="Your tables").get_by_role("listitem")
    expect(mine).to_have_count(2)
    row = mine.filter(has=marie.locator(f"a[href='/t/{shared}']"))
    expect(row).to_contain_text("Lukas")
    expect(row).to_contain_text(re.compile(r"(Round|Phase|Turn) \d.* · −?\d+ : −?\d+ : −?\d+"))
    expect(row).to_contain_text(re.compile("(Your turn|Waiting for .*) · (just now|\\d+ minute)"))
    assert_it_fits(marie)
    assert faults(marie, "small_targets", "cut_texts") + axe_faults(marie) == []

    expect(row.get_by_role("button", name="Leave this table")).to_be_visible()
    row.get_by_role("link").tap()
    marie.get_by_role("button", name="Menu").tap()
    marie.get_by_role("button", name="Leave for good").tap()
    expect(marie.get_by_role("dialog")).to_contain_text("The others play on, and a bot has your seat.")
    marie.get_by_role("button", name="Yes, leave it").tap()
    expect(mine).to_have_count(1)
    marie.get_by_role("button", name="End this table").tap()
    marie.keyboard.press("Escape")
    expect(mine).to_have_count(1)
    marie.get_by_role("button", name="End this table").tap()
    marie.get_by_role("button", name="Yes, end it").tap()

    expect(marie.get_by_role("region", name="Your tables")).to_have_count(0)
    marie.goto(f"/t/{alone}")
    expect(marie.get_by_text("Everybody has left this table.")).to_be_visible()
    marie.goto(f"/t/{shared}")
    expect(marie.locator(".hand")).to_be_visible()
    marie.goto("/")
    expect(mine).to_have_count(1)


@pytest.mark.parametrize("game", GAMES)
def test_a_public_table_is_found_joined_played_and_watched(
    visitor: Callable[..., Visitor], game: str
) -> None:
    lukas = sit_down(visitor(touch=True, viewport=PHONE), "Lukas")
    public = lukas.get_by_role("region", name="Public tables")
    expect(public).to_be_visible()
    marie = come(visitor())
    code = asked(marie, "/api/tables", game=game, players=4, pace="instant", public=True)["code"]
    command(marie, code, type="fill", level="novice", seat=2)
    marie.goto(f"/t/{code}")

    lukas.get_by_role("button", name="public table").tap()  # it comes by itself
    row = public.get_by_role("listitem").filter(has=lukas.locator(f"a[href='/t/{code}']"))
    expect(row).to_contain_text("2 seats free")
    expect(row).to_contain_text("Marie")
    expect(row).to_contain_text("1 bot: novice")
    assert faults(lukas, "small_targets", "cut_texts") + axe_faults(lukas) == []
    by_touch(lukas, f".public a[href='/t/{code}']")
    lukas.wait_for_url(TABLE)
    assert code_of(lukas) == code
    lukas.get_by_role("button", name="Take a seat").tap()
    marie.get_by_role("button", name="Start").click()
    expect(lukas.locator(".hand")).to_be_visible()
    people = [
        Person(
            name,
            page,
            press,
            {"summary": lambda page: page.keyboard.press("Enter"), **known(game).deeds(press)},
        )
        for name, page, press in (("Marie", marie, by_mouse), ("Lukas", lukas, by_touch))
    ]
    play(game, *people, until=lambda: all(person.done for person in people))  # each in their own browser

    nina = sit_down(visitor(), "Nina")
    nina.get_by_role("region", name="Public tables").locator(f"a[href='/t/{code}']").click()
    expect(nina.get_by_text("You are looking on.")).to_be_visible()


def test_where_nobody_waits_home_says_what_to_do(visitor: Callable[..., Visitor]) -> None:
    person = visitor(viewport=PHONE)
    person.page.route("**/api/tables", lambda route: route.fulfill(json={"tables": []}))
    page = sit_down(person, "Marie")

    expect(page.get_by_role("region", name="Public tables")).to_contain_text(
        "Make a table and tick “Everybody may find this table”."
    )


def test_a_newcomer_is_called_after_a_picture_in_the_language_they_read(
    visitor: Callable[..., Visitor],
) -> None:
    page = visitor(locale="de-DE").page
    with page.expect_response("**/api/me") as told:
        page.goto("/")
    picture = told.value.json()["profile"]["picture"]
    expect(page.locator(".me")).to_have_text(spoken("de")._(picture))

    page.locator("header select").select_option("fr")

    expect(page.locator(".me")).to_have_text(re.compile(f"^ *{spoken('fr')._(picture)} *$", re.IGNORECASE))


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR", "it-IT"])
def test_home_fits_a_phone_in_every_language(visitor: Callable[..., Visitor], language: str) -> None:
    page = visitor(viewport=PHONE, touch=True, locale=language).page
    page.goto("/")
    page.locator(".wish").last.wait_for()
    page.evaluate("document.fonts.ready")
    assert page.locator("header .join").evaluate("one => one.getBoundingClientRect().bottom") <= 640
    wide = "[...document.querySelectorAll('.button')].filter(one => one.scrollWidth > one.clientWidth)"

    assert page.evaluate(f"{wide}.map(one => one.textContent)") == []
    assert_it_fits(page)

    for way in ("header .join", ".wish"):
        by_touch(page, way)
        page.locator("dialog").wait_for()
        assert page.evaluate(f"{wide}.map(one => one.textContent)") == []
        assert_it_fits(page)
        page.keyboard.press("Escape")
