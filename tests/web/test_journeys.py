"""A whole evening with each game: three people, each in their own way and language, and a TV."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from hexdeck.core.registry import GAMES
from web.browser import PHONE, Visitor
from web.evening import LONGEST, sit_down
from web.games import known
from web.playing import (
    IN_MENU,
    MENU,
    MOMENT,
    RANKED,
    TABLE,
    Deeds,
    Press,
    assert_focus_is_kept,
    assert_nothing_scrolls,
    by_keys,
    by_mouse,
    by_touch,
    code_of,
    make_it_short,
    table_of,
    wish,
)
from web.shown import assert_the_view_is_shown, differences

TV: Final = {"width": 1920, "height": 1080}
A_WHILE: Final = 2  # deeds of somebody before they leave
ENOUGH: Final = 4  # deeds of somebody before a bot plays for them to the end
SHOWN: Final = {"speed": "fast"}  # every scene, not only the last of them
HOME: Final = "header a[href='/']"
SITS: Final = ".seats .you"
SKIP: Final = (
    "() => document.querySelector('.page > header > button')?.click()"  # what is shown too late to matter
)
WELCOME: Final = ".notices .button:not(.quiet)"


@dataclass
class Person:
    name: str
    page: Page
    press: Press
    deeds: Deeds
    done: int = 0
    rests: bool = False  # a bot plays for them

    def does(self, what: str) -> None:
        self.press(self.page, what)

    def go_on(self, game: str) -> str:
        """Do what the app wants of them, if anything."""
        wanted = str(self.page.evaluate(MOMENT) or "wait")
        if wanted in ("wait", "end") or (self.rests and wanted != "summary"):
            return wanted if wanted == "end" else "wait"
        if self.done == ENOUGH and wanted != "summary":
            self.rest()
        else:
            self.look_at_it(game)
            self.deeds[wanted](self.page)
            self.done += 1
        return wanted

    def rest(self) -> None:
        self.rests = True
        self.does(MENU)
        self.does("dialog .danger")
        expect(self.page.locator(IN_MENU)).to_have_count(0)

    def look_at_it(self, game: str) -> None:
        """All is as the house has it, nothing lies beyond the screen, and the keyboard is somewhere."""
        if self.press is by_touch:
            assert_nothing_scrolls(self.page)
        if self.press is by_keys:
            assert_focus_is_kept(self.page)
        if not self.page.locator("dialog[open]").count():
            assert_the_view_is_shown(self.page, game)


def make_a_table(host: Person, game: str) -> str:
    """For three, from home; its options as short as they can be."""
    host.does(wish(game))
    host.does("dialog fieldset:nth-of-type(1) button:text-is('3')")
    make_it_short(host.page, game)
    host.does("dialog .big:not(.primary)")
    host.page.wait_for_url(TABLE)
    host.page.locator("select:has(option[value='instant'])").select_option("instant")
    host.page.locator(".level select").select_option("novice")
    return code_of(host.page)


def join(guest: Person, code: str) -> None:
    """By the code, as it may be typed."""
    guest.does("header .join")
    guest.page.locator("form input").fill(code.lower().replace("-", " "))
    guest.does("form .primary")
    guest.page.wait_for_url(TABLE)
    guest.does(".lobby .primary.big")
    expect(guest.page.locator(SITS)).to_be_visible()


def come_late(guest: Person, code: str, *players: Person) -> None:
    """Look on, see no card, ask for the seat of the bot, and have its hand once all who play agree."""
    guest.page.goto(f"/t/{code}")
    expect(guest.page.locator(".stage .seat")).to_have_count(3)
    assert guest.page.locator("[data-card]").count() == 0
    assert table_of(guest.page)["you"]["seat"] is None
    guest.does(".notices button")
    guest.does("dialog li .button:not(.icon)")
    guest.page.keyboard.press("Escape")
    expect(guest.page.locator("dialog")).to_have_count(0)
    for player in players:
        assert guest.page.locator("[data-card]").count() == 0
        player.does(WELCOME)
    expect(guest.page.locator(".hand")).to_be_visible()
    assert table_of(guest.page)["you"]["seat"] == 2
    guest.page.keyboard.press("h")


def leave_and_come_back(person: Person, game: str, code: str) -> None:
    """A bot plays meanwhile; home leads back to the table, and the seat is theirs again."""
    person.rest()
    expect(person.page.locator(".notices button")).to_be_visible()
    person.does(HOME)
    person.does(f"a[href='/t/{code}']")
    expect(person.page.locator(".stage .seat")).to_have_count(3)
    expect(person.page.locator(".notices button")).to_have_count(0)
    assert table_of(person.page)["table"]["seats"][1]["presence"] == "here"
    person.rests = False
    assert differences_after_coming_back(person.page, game) == []


def differences_after_coming_back(page: Page, game: str) -> list[str]:
    """Of the hand alone: others play on."""
    hands = ("hand",)
    return [line for line in differences(page, game, table_of(page)["view"]) if line.startswith(hands)]


def play(game: str, *people: Person, until: Callable[[], bool] = lambda: False) -> None:
    for _ in range(LONGEST):
        wanted = [person.go_on(game) for person in people]
        if set(wanted) == {"end"} or until():
            return
        if all(person.rests for person in people):
            for person in people:
                person.page.evaluate(SKIP)
        if set(wanted) <= {"wait", "end"}:
            people[0].page.wait_for_timeout(20)
    view = table_of(people[0].page)["view"]
    told = [(person.name, one, person.done, person.rests) for person, one in zip(people, wanted, strict=True)]
    raise AssertionError(f"the game does not go on: {told}, {view['to_move']}, {view['scores']}")


def begin(tv: Page, host: Person, *people: Person) -> None:
    """All sit around the table, each with a hand, and the TV shows no card that somebody holds."""
    host.does(".start")
    for person in (host, *people):
        expect(person.page.locator(".stage .seat")).to_have_count(3)
        expect(person.page.locator(".hand")).to_be_visible()
    expect(tv.locator(".stage .seat")).to_have_count(3)
    assert tv.locator(".hand, [data-card]").count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_an_evening(visitor: Callable[..., Visitor], game: str) -> None:
    def guest(name: str, press: Press, **more: object) -> Person:
        page = sit_down(visitor(settings=SHOWN, **more), name)
        told = {"summary": lambda page: press(page, "dialog .primary")}  # also of what a bot has played
        return Person(name, page, press, {**told, **known(game).deeds(press)})

    tv = visitor(settings=SHOWN, viewport=TV, locale="it-IT").page
    marie = guest("Marie", by_mouse, locale="de-DE", keeps_app=True)
    lukas = guest("Lukas", by_touch, locale="fr-FR", touch=True, viewport=PHONE)
    nina = guest("Nina", by_keys)

    code = make_a_table(marie, game)
    tv.goto(f"/tv/{code}")
    join(lukas, code)
    expect(tv.locator(".coming .name")).to_have_text(["Marie", "Lukas"])
    begin(tv, marie, lukas)

    come_late(nina, code, marie, lukas)
    play(game, marie, lukas, nina, until=lambda: lukas.done == A_WHILE)
    leave_and_come_back(lukas, game, code)
    marie.page.reload()
    marie.rests = False  # whoever comes back has their seat again
    play(game, marie, lukas, nina)

    scores = table_of(marie.page)["table"]["scores"]
    for person in (marie, lukas, nina):
        assert person.done >= A_WHILE  # of a game that may be over for somebody soon
        assert person.page.evaluate(RANKED) == sorted(scores, reverse=True)
    expect(tv.locator(".end li")).to_have_count(3)

    for person in (marie, lukas, nina):
        person.does("dialog .primary")
        expect(person.page.locator(SITS)).to_be_visible()
    assert {code_of(person.page) for person in (marie, lukas, nina)} != {code}
    expect(tv.locator(".coming .name")).to_have_text(["Marie", "Lukas", "Nina"])
    begin(tv, marie, lukas, nina)
