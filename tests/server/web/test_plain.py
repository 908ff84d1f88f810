"""The plain pages: everything by forms alone, as somebody in a text browser would."""

import asyncio
import re
import time
from itertools import cycle, islice
from random import Random

import pytest

from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.verify import verify
from languages.faults import faults
from server.guest import QUICK, Guest
from server.house_process import HouseProcess
from server.text_browser import Page, TextBrowser

SHORT = {game: {f"option {name}": str(choice) for name, choice in QUICK[game].items()} for game in GAMES}
OVER = {
    "en": "The game is over.",
    "de": "Das Spiel ist aus.",
    "fr": "La partie est finie.",
    "it": "La partita è finita.",
}
MINE = {"en": "My games", "de": "Meine Spiele", "fr": "Mes parties", "it": "Le mie partite"}
MOST_PAGES = 5000  # that a game takes
SOME = 15  # choices of somebody, until a bot plays for them
OVERTAKEN = (400, 409)  # by a bot that has acted out of turn meanwhile


def choose(browser: TextBrowser, rng: Random) -> Page:
    """Press any of the numbered buttons."""
    form = browser.page.form("act")
    _, _, value = rng.choice([button for button in form.buttons if button[1] == "choice"])
    return browser.press(form, value)


def roll(browser: TextBrowser, rng: Random, dice: int) -> Page:
    faces = " ".join(rng.choice("psgrbt") for _ in range(dice))
    return browser.press(browser.page.form("roll"), text=faces)


def play_to_the_end(
    browser: TextBrowser, code: str, rng: Random, most: int = MOST_PAGES, *, may_be_overtaken: bool = False
) -> Page:
    """Through the forms of the table's page; after the `most` choices a bot plays on."""
    page, chosen = browser.open(f"/t/{code}/plain"), 0
    for _ in range(MOST_PAGES):
        if page.has("rematch"):
            return page
        if page.choices and chosen < most:
            page, chosen = choose(browser, rng), chosen + 1
            if page.status != 200:
                assert may_be_overtaken
                assert page.status in OVERTAKEN
                page = browser.open(f"/t/{code}/plain")
        elif chosen == most and page.has("stand"):
            page = browser.press(page.form("stand"))
        else:
            time.sleep(0.02)
            page = browser.open(f"/t/{code}/plain")
    raise AssertionError(f"this game does not end: {page.text}")


@pytest.mark.parametrize("language", OVER)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_forms_alone(house: HouseProcess, game: str, language: str) -> None:
    """Of every game one to its end in person, in another language for each."""
    most = MOST_PAGES if [*OVER].index(language) == [*GAMES].index(game) % len(OVER) else SOME
    with TextBrowser(house.url, language) as browser:
        assert browser.page.language == language
        browser.press(browser.page.form("/plain/me"), name="Nina")
        browser.read.clear()
        code = browser.new_table(game, "bots", players="3", level="novice", pace="instant", **SHORT[game])

        overtaken = GAMES[game].interrupts
        page = play_to_the_end(browser, code, Random(language), most, may_be_overtaken=overtaken)

        assert page.heading == OVER[language]
        past = browser.open("/plain/games")
        assert past.heading == MINE[language]
        assert past.text.count(GAMES[game].title) == 2
        assert f"/api/tables/{code}/record" in past.links.values()
        assert browser.open("/plain/games?page=0").status == 400
        assert {line: found for line in browser.read if (found := faults(line, language))} == {}
        record = read(browser.raw("GET", f"/api/tables/{code}/record").text)
        assert verify(record).is_proved
        assert record.header.game.name == game


def test_two_people_gather_and_play(house: HouseProcess) -> None:
    with TextBrowser(house.url) as marie, TextBrowser(house.url, "de") as lukas:
        marie.press(marie.page.form("/plain/me"), name="Marie")
        lukas.press(lukas.page.form("/plain/me"), name="Lukas")
        code = marie.new_table("voodoo_prince", "people", players="4", pace="instant")
        assert f"{house.url}/t/{code}" in marie.page.text

        typed = code.lower().replace("-", "")
        lukas.press(lukas.page.form("/plain/join"), code=typed)
        lukas.press(lukas.page.form("sit", "2"), "2")
        assert not lukas.page.has("start")
        assert "Lukas" in marie.open(f"/t/{code}/plain").text

        lukas.press(lukas.page.form("say"), phrase="wow")
        assert "Lukas: staunt" in lukas.page.text
        assert "Lukas: is amazed" in marie.open(f"/t/{code}/plain").text
        marie.press(marie.page.form("swap"), seat="2", other="1")
        changed = {"players": "3", "option rounds": "1", "clock": "timed", "public": "on"}
        page = marie.press(marie.page.form("change"), **changed)
        assert page.form("change").fields["option rounds"] == "1"
        assert page.form("change").fields["public"] == "on"
        assert code in lukas.open("/plain").text
        page = marie.press(page.form("start"), level="novice")
        assert page.has("undo")
        while marie.open(f"/t/{code}/plain").heading not in ("It is your turn.", "Waiting for Lukas …"):
            time.sleep(0.02)  # the bot has the first turn
        lukas.open(f"/t/{code}/plain")
        assert {marie.page.heading, lukas.page.heading} <= {
            "It is your turn.",
            "Waiting for Marie …",
            "Waiting for Lukas …",
            "Du bist dran.",
            "Warten auf Marie …",
            "Warten auf Lukas …",
        }

        rng = Random(7)
        for browser in islice(cycle((marie, lukas)), MOST_PAGES):
            if browser.open(f"/t/{code}/plain").has("rematch"):
                break
            if browser.page.choices:
                choose(browser, rng)
        page = marie.open(f"/t/{code}/plain")
        assert "♛" in page.text
        page = marie.press(page.form("rematch"), **{"option rounds": "2"})
        again = page.path.split("/")[2]
        assert again != code
        assert page.form("change").fields["option rounds"] == "2"
        assert lukas.open(f"/t/{code}/plain").links["Zum nächsten Spiel"] == f"/t/{again}/plain"


def test_an_onlooker_takes_the_seat_of_a_bot(house: HouseProcess) -> None:
    with TextBrowser(house.url) as marie, TextBrowser(house.url) as lukas:
        code = marie.new_table("skull_queen", "bots", players="3", level="novice", pace="calm")
        page = lukas.open(f"/t/{code}/plain")
        assert page.choices == []
        assert page.heading.startswith("Waiting for ")

        page = lukas.press(page.form("sit", "1"), "1")

        assert page.alert == ""
        assert "You have asked for a seat." in page.text
        page = marie.open(f"/t/{code}/plain")
        assert "would like to play along." in page.text
        assert not marie.press(page.form("admit"), "yes").has("admit")
        page = lukas.open(f"/t/{code}/plain")
        assert page.has("stand")
        page = lukas.press(page.form("stand"))
        assert page.has("reclaim")
        page = marie.open(f"/t/{code}/plain")
        assert "a bot plays for them" in page.text
        page = marie.press(page.form("remove"), "1")
        assert not page.has("remove")
        assert lukas.press(lukas.page.form("reclaim")).alert == (
            "You only look on at this table: take a seat first."
        )


def test_voodoo_around_a_table_with_real_dice(house: HouseProcess) -> None:
    rng, calls = Random(3), 0
    with TextBrowser(house.url) as marie:
        options = {"option mode": "table", "option dice": "real"}
        code = marie.new_table("voodoo", "bots", players="3", level="novice", pace="instant", **options)
        page = marie.open(f"/t/{code}/plain")
        for _ in range(MOST_PAGES):
            if page.has("rematch"):
                break
            names = marie.raw("GET", f"/api/tables/{code}").json()["view"]["actions"]
            wanted = [name for name in names if name.startswith("call ")]
            if page.has("roll"):
                page = roll_real_dice(marie, rng)
            elif wanted and calls < 10:
                calls += 1
                page = marie.press(page.typed_choice, choice=wanted[0])
            elif page.choices:
                page = choose(marie, rng)
            else:
                page = marie.open(f"/t/{code}/plain")
        record = read(marie.raw("GET", f"/api/tables/{code}/record").text)
    assert verify(record).by_hand > 0
    assert sum(line.split(" ")[1:2] == ["call"] for line in record.text().splitlines()) >= calls


def roll_real_dice(browser: TextBrowser, rng: Random) -> Page:
    """Type one die first, to be told how many there are."""
    page = roll(browser, rng, dice=1)
    if wanted := re.search(r"(\d+) dice", page.alert):
        page = roll(browser, rng, dice=int(wanted[1]))
    assert page.alert == ""
    return page


def test_a_refusal_is_told_in_the_language_of_the_page(house: HouseProcess) -> None:
    with TextBrowser(house.url, "de") as browser:
        page = browser.open("/t/AAA-AAA-AAA/plain")
        assert page.status == 404
        assert page.alert == "Kein Tisch hat diesen Code: Prüf ihn oder eröffne einen eigenen Tisch."
        code = browser.new_table("vampire_queen", "bots", level="novice", pace="instant")
        page = browser.open(f"/t/{code}/plain")
        page = browser.press(page.typed_choice, choice="99")
        assert page.status == 404
        assert page.alert.startswith("Nichts hier heißt so")


@pytest.mark.parametrize("game", GAMES)
def test_a_button_of_an_old_page_never_does_anything_else(house: HouseProcess, game: str) -> None:
    """Its number would mean another choice by then."""
    with TextBrowser(house.url) as browser:
        code = browser.new_table(game, "bots", level="novice", pace="instant")
        while not browser.open(f"/t/{code}/plain").choices:
            pass
        old = browser.page.form("act")
        value = next(value for _, name, value in old.buttons if name == "choice")
        page = browser.open(f"/t/{code}/plain")
        while page.choices and page.form("act").has(value):
            page = browser.press(page.form("act"), value)
            assert page.alert == ""

        page = browser.press(old, value)

        assert page.alert.startswith(("That cannot be played now", "It is not your turn"))


def test_a_form_of_somebody_else_is_refused(house: HouseProcess) -> None:
    with TextBrowser(house.url) as marie, TextBrowser(house.url) as lukas:
        code = marie.new_table("vampire_queen", "people")
        theirs = marie.open(f"/t/{code}/plain").form("start")
        lukas.open(f"/t/{code}/plain")

        page = lukas.press(theirs)

        assert page.status == 403
        assert page.alert == "This form is too old or not ours: go back, reload the page and try again"
        assert marie.open(f"/t/{code}/plain").has("start")


@pytest.mark.parametrize(
    "form",
    [
        {"do": "dance"},
        {"do": "sit", "seat": "x"},
        {"do": "say", "phrase": "boo"},
        {f"field{number}": "x" for number in range(40)},
    ],
)
def test_a_form_that_nobody_made_is_refused(house: HouseProcess, form: dict[str, str]) -> None:
    with TextBrowser(house.url) as browser:
        code = browser.new_table("vampire_queen", "people")
        mark = browser.open(f"/t/{code}/plain").form("start").fields["signature"]
        assert browser.raw("POST", f"/t/{code}/plain", signature=mark, **form).status_code in (400, 403)


def test_a_name_is_text_and_nothing_else(house: HouseProcess) -> None:
    with TextBrowser(house.url) as browser:
        browser.press(browser.page.form("/plain/me"), name="<b>Marie</b>&amp;")
        code = browser.new_table("vampire_queen", "people")
        page = browser.open(f"/t/{code}/plain")
        assert "<b>Marie</b>&amp; (you)" in re.sub(r"\s+", " ", page.text)


def test_going_on_with_another_device(house: HouseProcess) -> None:
    with TextBrowser(house.url) as desk, TextBrowser(house.url) as phone:
        desk.press(desk.page.form("/plain/me"), name="Antonia")
        page = desk.press(desk.open("/plain").form("/plain/device"))
        code = re.search(r"\b\w{3}-\w{3}-\w{3}\b", page.text)
        assert code

        page = phone.press(phone.open("/plain/move").form("/move"), secret=code[0].lower())

        assert page.form("/plain/me").fields["name"] == "Antonia"
        with TextBrowser(house.url) as third:
            page = third.press(third.open("/plain/move").form("/move"), secret=code[0])
            assert page.alert == "This link was used already or is too old: make a new one"


def test_being_forgotten_must_be_meant(house: HouseProcess) -> None:
    with TextBrowser(house.url) as browser:
        browser.press(browser.page.form("/plain/me"), name="Nina")
        page = browser.press(browser.open("/plain").form("/plain/forget"))
        assert page.form("/plain/me").fields["name"] == "Nina"
        page = browser.press(page.form("/plain/forget"), sure="on")
        assert page.form("/plain/me").fields["name"] != "Nina"


def test_somebody_with_a_plain_page_is_there(house: HouseProcess) -> None:
    guest = Guest(house.url)
    with TextBrowser(house.url) as browser:
        code = browser.new_table("skull_queen", "people", players="2")

        async def presence() -> str | None:
            async with guest.at(code) as client:
                assert client.table is not None
                return client.table.seats[0].presence

        assert asyncio.run(presence()) == "here"
