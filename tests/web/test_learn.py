"""Lessons in a real browser: the coach explains what happens until the first round is over."""

import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from hexdeck.core.registry import GAMES
from languages.messages import TRANSLATED, catalogue_of
from languages.web_messages import APP, messages_in
from web.browser import ON_ITS_SIDE, PHONE, Visitor
from web.faults import axe_faults
from web.games import known
from web.playing import (
    MOMENT,
    TABLE,
    assert_nothing_scrolls,
    by_mouse,
    by_touch,
    play_a_card,
    table_of,
)

TOLD: Final = f"""() => {{
    const see = (what) => document.querySelector(what)
    if (see('dialog[open] a[href^="/learn/"]')) return 'finished'
    if (see('dialog[open] .note')) return 'points'
    return see('.coach') ? `tip ${{see('.coach').dataset.tip}}` : ({MOMENT})()
}}"""


RESULT: Final = ".counsel .result"
NUMBER: Final = re.compile(r"\{(n|goal|top|value)\}")
NAME: Final = re.compile(r"\{\w+\}")
LONG_NAME: Final = "Chauve-souris"
THREE_ROWS: Final = "hand => hand.style.height = '195px'"
LYING: Final = {"doll", "split", "trumped", "taken", "crypt", "caught", "up", "down"}  # told about a trick


def learn(person: Visitor, game: str) -> Page:
    """To the first words of the coach."""
    person.page.goto(f"/learn/{game}")
    person.page.wait_for_url(TABLE)
    expect(person.page.locator(".coach")).to_be_visible()
    return person.page


def go_through(page: Page, game: str) -> list[str]:
    """Whatever the coach says, up to the end of the lesson."""
    told = []
    while (wanted := str(page.wait_for_function(TOLD, polling=30).json_value())) != "finished":
        assert_nothing_scrolls(page)
        if wanted.startswith("tip "):
            told.append(wanted.removeprefix("tip "))
            assert_nothing_is_covered(page)
            if told[-1] in LYING:
                expect(page.locator(".stage > .middle [data-flip^='card:']").first).to_be_visible()
            (call if wanted == "tip call" else understand)(page)
            expect(page.locator(f".coach[data-tip='{told[-1]}']")).to_have_count(0)
        elif wanted == "points":
            told.append("points")
            by_touch(page, "dialog .primary")
        else:
            expect(page.locator(".counsel button")).to_be_visible()
            expect(page.locator(".counsel p")).not_to_have_text("")  # what came of it, or what it is
            if page.viewport_size == ON_ITS_SIDE and page.locator(RESULT).count():
                told.append("result")
                assert_the_result_has_room(page)
            (place if wanted == "placing" else known(game).learn)(page)
    assert axe_faults(page) == []
    return told


def understand(page: Page) -> None:
    page.keyboard.press("n")


def call(page: Page) -> None:
    """Do what the coach speaks of instead of an answer."""
    page.keyboard.press("b")
    page.locator("dialog .danger").last.tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".coach:not([data-tip='call'])")).to_be_visible()  # what came of it


def assert_nothing_is_covered(page: Page) -> None:
    """Neither the table nor the hand, and nobody lost their place on the page."""
    boxes = [page.locator(what).bounding_box() for what in (".coach", ".stage > .middle", ".stage > .hand")]
    coach, middle, hand = (box for box in boxes if box)
    assert coach["y"] + coach["height"] <= middle["y"]
    assert page.viewport_size
    assert hand["y"] + hand["height"] <= page.viewport_size["height"]
    assert page.evaluate("document.activeElement.closest('.coach')") is None


def assert_the_result_has_room(page: Page) -> None:
    """What came of the last move can be read to its end, and covers nothing."""
    result = page.locator(RESULT)
    expect(result).to_be_visible()
    assert result.evaluate("result => result.scrollWidth <= result.clientWidth"), result.inner_text()
    own = result.bounding_box()
    assert own
    for what in ("header nav", ".stage > .chips", ".stage > .middle", ".stage > .hand"):
        box = page.locator(what).bounding_box()
        assert box
        assert own["y"] >= box["y"] + box["height"] or box["y"] >= own["y"] + own["height"], what


def place(page: Page) -> None:
    """All pirates in the middle."""
    for key in "r3y3g3b3":
        page.keyboard.press(key)
    by_touch(page, ".choice .primary")
    expect(page.locator(".placing")).to_have_count(0)


def test_voodoo_prince_in_german(visitor: Callable[..., Visitor]) -> None:
    page = learn(visitor(touch=True, viewport=PHONE, locale="de-DE"), "voodoo_prince")
    expect(page.locator(".coach")).to_contain_text("Mit 4 Stichen bist du raus aus der Runde")
    expect(page.get_by_role("status").first).to_contain_text("Mit 4 Stichen bist du raus aus der Runde")
    expect(page.locator(".dolls[data-taught]")).to_have_count(3)
    assert axe_faults(page) == []

    told = go_through(page, "voodoo_prince")

    assert told[:4] == ["goal", "trump", "lead", "doll"]
    assert set(told[4:]) >= {"follow", "split", "free", "left", "points"}
    assert told[-1] in ("named", "naming")
    expect(page.get_by_role("button", name="Jetzt spielen")).to_be_visible()
    page.get_by_role("link", name="Regeln").tap()
    page.wait_for_url("**/rules/voodoo_prince")


def test_vampire_queen_in_french(visitor: Callable[..., Visitor]) -> None:
    page = learn(visitor(touch=True, viewport=PHONE, locale="fr-FR"), "vampire_queen")
    expect(page.locator(".coach")).to_contain_text("Débarrasse-toi de tes cartes")

    told = go_through(page, "vampire_queen")

    assert told[:2] == ["goal", "start"]
    assert set(told) >= {"crypt", "raise", "queen", "slayer", "hunted", "caught", "few"}
    assert told[-1] == "points"
    page.get_by_role("button", name="Continuer ici").tap()
    expect(page.locator(".coach, dialog")).to_have_count(0)
    assert table_of(page)["view"]["phase"] == 2


def test_skull_queen_in_italian(visitor: Callable[..., Visitor]) -> None:
    page = learn(visitor(touch=True, viewport=PHONE, locale="it-IT"), "skull_queen")
    expect(page.locator(".coach")).to_contain_text("Metti i tuoi quattro pirati")

    told = go_through(page, "skull_queen")

    assert told[:5] == ["place", "walk", "side", "lead", "centre"]
    assert set(told) >= {"up", "down", "two", "follow", "any", "free", "single"}
    assert told[-1] == "points"
    expect(page.get_by_role("dialog")).to_contain_text("In due gioca anche un fantasma")
    page.get_by_role("link", name="Vampire Queen").tap()
    expect(page.locator(".coach")).to_contain_text("Liberati delle carte")


def test_voodoo_in_english(visitor: Callable[..., Visitor]) -> None:
    page = learn(visitor(touch=True, viewport=PHONE), "voodoo")

    told = go_through(page, "voodoo")

    assert told[:5] == ["goal", "roll", "cost", "enough", "cast"]
    assert set(told) >= {"scored", "cursed", "act"}
    assert "call" not in told or "broken" in told
    expect(page.get_by_role("dialog")).to_contain_text("until somebody has 11 points")
    lesson = page.url
    page.get_by_role("button", name="Play now").tap()
    page.wait_for_url(lambda url: url != lesson)
    expect(page.locator(".stage")).to_be_visible()
    assert not table_of(page)["table"]["lesson"]


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_fits_a_phone_on_its_side(visitor: Callable[..., Visitor], game: str) -> None:
    page = learn(visitor(touch=True, viewport=ON_ITS_SIDE, locale="de-DE"), game)
    assert "result" in go_through(page, game)


def tips(game: str, code: str) -> Iterator[str]:
    """Whatever a lesson says beside the table in a language; its note comes with a round's points."""
    source, _, _ = (APP / "games" / game / "lesson.ts").read_text().partition("  note: ")
    catalogue = catalogue_of(code) if code in TRANSLATED else None
    for message in messages_in(source):
        told = catalogue[message].string if catalogue else message
        yield told if isinstance(told, str) else (told or [""])[-1]


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR", "it-IT"])
@pytest.mark.parametrize("game", GAMES)
def test_every_tip_fits_a_phone(visitor: Callable[..., Visitor], game: str, language: str) -> None:
    page = learn(visitor(touch=True, viewport=PHONE, locale=language), game)
    if game == "vampire_queen":  # where a hand can grow
        page.locator(".stage > .hand ul").evaluate(THREE_ROWS)
    words = page.locator(".coach p")
    told = [NAME.sub(LONG_NAME, NUMBER.sub("20", tip)) for tip in tips(game, language[:2])]
    assert len(told) > 10
    for tip in told:
        words.evaluate("(words, tip) => words.textContent = tip", tip)
        assert_nothing_scrolls(page)
        assert_nothing_is_covered(page)


def test_a_lesson_can_be_left_at_any_time(visitor: Callable[..., Visitor]) -> None:
    page = visitor().page
    page.goto("/rules/voodoo_prince")
    page.get_by_role("link", name="Learn it").click()
    expect(page.locator(".coach")).to_contain_text("Whoever has 4 tricks leaves the round")

    page.get_by_role("button", name="Skip the lesson").click()
    expect(page.locator(".coach")).to_have_count(0)
    play_a_card(page, by_mouse)
    page.reload()
    expect(page.locator("button.legal").first).to_be_visible()
    expect(page.locator(".coach, [data-taught]")).to_have_count(0)

    page.goto("/")
    expect(page.locator(".running")).to_have_count(0)
    page.get_by_role("link", name="Learn it: Skull Queen").click()
    expect(page.locator(".coach")).to_contain_text("Put your four pirates on the plank")
    page.reload()
    expect(page.locator(".coach")).to_contain_text("Put your four pirates on the plank")
