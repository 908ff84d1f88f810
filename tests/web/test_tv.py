"""A family around a TV: the table on the large screen, a hand on each phone."""

import re
from collections.abc import Callable
from itertools import cycle, islice
from typing import Any, Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from hexdeck.games.voodoo.law.cards import FACES, curse
from hexdeck.games.voodoo.law.names import card_named
from web.browser import PHONE, Visitor, resize
from web.known_tournaments import PAUSING
from web.playing import TABLE, assert_it_fits, by_touch, table_of, wish
from web.positions import POSITIONS, code_of

TV: Final[ViewportSize] = {"width": 1920, "height": 1080}
SMALL_TV: Final[ViewportSize] = {"width": 1280, "height": 720}
SCREENS: Final = (SMALL_TV, TV)
TABLES: Final = ("prince crowded", "vampire crowded", "skull crowded", "skull ghost", "voodoo crowded")
FAR: Final = 32 / 1080  # of the screen's height: letters that are read from four metres
SHARE: Final = """(text) =>
    parseFloat(getComputedStyle(text).fontSize) * (text.currentCSSZoom ?? 1) / innerHeight"""
IS_CUT: Final = """(text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect()
    const isOutside = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight
    return isOutside || text.scrollWidth > text.clientWidth + 1
}"""
COVERED: Final = """(mark) => {
    const box = mark.getBoundingClientRect(), seat = mark.closest(".seat").getBoundingClientRect()
    const isBeside = box.left > seat.left && box.right < seat.right
    const isInside = isBeside && box.top > seat.top && box.bottom < seat.bottom
    const read = [...mark.closest(".seat").querySelectorAll(".name > :not(.sr-only), .about > :not(.name)")]
    return (isInside ? [] : ["outside"]).concat(read.filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        return left + 1 < box.right && box.left + 1 < right && top + 1 < box.bottom && box.top + 1 < bottom
    }).map((one) => one.outerHTML.slice(0, 80)))
}"""
BESIDE_PLANKS: Final = """(counts) => counts.filter((count) => {
    const words = document.createRange(), seat = count.closest(".seat")
    words.selectNodeContents(count)
    const { left, right } = words.getBoundingClientRect()
    const plank = seat.querySelector(".about > button").getBoundingClientRect()
    const box = seat.getBoundingClientRect()
    return left < box.left || right > plank.left + 1 || plank.right > box.right
}).map((one) => one.closest(".seat").innerText)"""
GREY: Final = """(faces) => faces.filter((face) => [face, ...face.querySelectorAll("svg")].some(
    (one) => getComputedStyle(one).filter.includes("grayscale"))).length"""
AWAY: Final = {"en-GB": "away", "de-DE": "weg", "fr-FR": "absent", "it-IT": "assente"}
OUT: Final = {"en-GB": "out", "de-DE": "raus", "fr-FR": "sortie", "it-IT": "fuori"}
BOT: Final = 2  # its seat
LONGEST: Final = 2000  # looks at the table until everything must have been done
FORGOTTEN: Final = "() => !JSON.parse(localStorage.getItem('hexdeck.dice'))?.shown.length"
ANSWERS: Final = {"admit": "Admit: broken", "deny": "Deny: the others vote"}


def sit_down(
    visitor: Callable[..., Visitor], game: str, options: dict[str, str]
) -> tuple[Page, tuple[Page, Page]]:
    """The TV and two phones at a table for three; the second phone comes by the code on the TV."""
    tv = visitor(viewport=TV).page
    host, guest = (visitor(touch=True, viewport=PHONE).page for _ in range(2))
    host.goto("/")
    by_touch(host, wish(game))
    by_touch(host, "dialog fieldset:nth-of-type(1) button:text-is('3')")
    for name, choice in options.items():
        host.get_by_role("dialog").get_by_label(name).select_option(choice)
    host.get_by_role("dialog").get_by_role("button", name="With friends").tap()
    host.wait_for_url(TABLE)
    tv.goto(host.url.replace("/t/", "/tv/"))
    guest.goto("/")
    guest.get_by_role("button", name="Join friends").tap()
    guest.get_by_label("Join a table").fill(tv.locator(".join b").inner_text())
    guest.get_by_role("button", name="Join", exact=True).tap()
    guest.get_by_role("button", name="Take a seat").tap()
    expect(tv.locator(".coming .name")).to_have_count(2)
    host.get_by_label("Bot strength").select_option("novice")
    host.get_by_role("button", name="Start with 1 bot").tap()
    expect(tv.locator(".stage .seat")).to_have_count(3)
    return tv, (host, guest)


class Family:
    """Two people and a bot at Voodoo with real dice, which show what the test wants."""

    def __init__(self, tv: Page, phones: tuple[Page, Page]) -> None:
        self.tv = tv
        self.phones = phones
        self.done: set[str] = set()

    def view(self, seat: int = 0) -> dict[str, Any]:
        return dict(table_of(self.phones[seat])["view"])

    def play(self, wanted: set[str]) -> None:
        """Turns, each with a curse that is cast and called, until all of `wanted` has been done."""
        for _ in range(LONGEST):
            if wanted <= self.done:
                return
            view = self.view()
            assert not view["is_over"]
            if view["turn"] != BOT:
                self.take_turn(view["turn"])
            elif self.phones[0].locator(".real .hole").count():
                self.roll(self.phones[0], ["raven"])  # of no use for most curses
            else:
                self.tv.wait_for_timeout(50)
        raise AssertionError("the game does not go on")

    def take_turn(self, seat: int) -> None:
        phone = self.phones[seat]
        by_touch(phone, ".controls .primary")
        self.roll(phone, self.useful(seat))
        by_touch(phone, ".controls .big")  # stop
        expect(phone.locator(".controls .big")).to_have_text("Pass the doll")
        if casts := [action for action in self.view(seat)["actions"] if action.startswith("cast")]:
            self.cast(seat, casts)
        elif phone.locator(".tray button").count() > 1:
            for die in (1, 2):
                by_touch(phone, f".tray button:nth-child({die})")
            phone.get_by_role("button", name="Draw a curse").tap()
            expect(phone.get_by_role("button", name="Draw a curse")).to_have_count(0)
        expect(phone.locator(".controls.busy")).to_have_count(0)
        by_touch(phone, ".controls .big")
        expect(phone.locator(".controls .big")).to_have_count(0)

    def useful(self, seat: int) -> list[str]:
        """What the cheapest curse in the hand costs, and something of everything."""
        costs = [curse(card_named(card)).cost for card in self.view(seat)["curses"]["hand"]]
        return [FACES[face] for face in min(costs, key=len, default=())] + list(FACES)

    def roll(self, phone: Page, faces: list[str]) -> None:
        """Tap what the dice show, as many as there are."""
        holes = phone.locator(".real .hole")
        expect(holes).not_to_have_count(0)
        for face in islice(cycle(faces), holes.count()):
            phone.locator(".real .faces").get_by_role("button", name=face, exact=True).tap()
        by_touch(phone, ".real .primary")
        expect(phone.locator(".real .shown button")).to_have_count(0)
        phone.wait_for_function(FORGOTTEN)  # or they would lie there at the next roll

    def cast(self, seat: int, casts: list[str]) -> None:
        """On whoever is needed for what has not been done yet; then call it at once."""
        phone, other = self.phones[seat], self.phones[1 - seat]
        wanted = BOT if "vote" not in self.done else 1 - seat
        action = next((one for one in casts if one.endswith(f" on {wanted}")), casts[0])
        _, card, _, victim = action.split()
        by_touch(phone, f"[data-card='{card}'] button")
        if victim != "all" and "aim" not in self.done:
            by_touch(phone, f"[data-anchor='seat:{victim}'] .aim")
            self.done.add("aim")
        else:
            by_touch(phone, ".raised .aim button")
        expect(phone.locator(".controls.busy")).to_have_count(0)
        if self.view(seat)["phase"] == "paying":  # the asterisk
            by_touch(phone, ".tray button")
            by_touch(phone, ".controls .primary")
        expect(self.tv.locator(f"[data-flip='card:{card}']")).to_be_visible()
        assert_it_fits(phone)
        self.call(phone, other)

    def call(self, phone: Page, other: Page) -> None:
        by_touch(phone, ".broken")
        by_touch(phone, "dialog .who button")
        expect(self.tv.locator(".judgement")).to_be_visible()
        answers = other.locator(".judgement .answers")
        expect(answers).to_be_visible()
        assert_it_fits(other)
        if answers.get_by_role("button", name="Vote: broken").count():
            answers.get_by_role("button", name="Vote: broken").tap()
            self.done.add("vote")
        else:
            answer = "deny" if "admit" in self.done else "admit"
            answers.get_by_role("button", name=ANSWERS[answer]).tap()
            self.done.add(answer)
        expect(self.tv.locator(".judgement")).to_have_count(0)


def test_voodoo_with_real_dice(visitor: Callable[..., Visitor]) -> None:
    """Curses are cast at seats on the phones, called, admitted, denied and voted on; the TV shows it all."""
    tv, phones = sit_down(visitor, "voodoo", {"Where you play": "table", "Dice": "real"})

    Family(tv, phones).play({"aim", "admit", "deny", "vote"})

    assert tv.locator(".hand, [data-card]").count() == 0
    assert tv.evaluate("document.documentElement.scrollHeight") == TV["height"]


def test_a_phone_that_is_loaded_anew_remembers_the_dice(visitor: Callable[..., Visitor]) -> None:
    _, (host, guest) = sit_down(visitor, "voodoo", {"Where you play": "table", "Dice": "real"})
    turn = table_of(host)["view"]["turn"]
    phone = guest if turn == 1 else host
    if turn != BOT:
        by_touch(phone, ".controls .primary")
    for face in ("bat", "star"):
        phone.locator(".real .faces").get_by_role("button", name=face, exact=True).tap()

    phone.reload()

    shown = phone.locator(".real .shown button")
    expect(shown).to_have_count(2)
    expect(shown.first).to_have_accessible_name("Take back bat")
    expect(phone.locator(".real .hole")).to_have_count(3)


@pytest.mark.parametrize("place", TABLES)
def test_the_tv_shows_each_score_once(marie: Callable[..., Visitor], place: str) -> None:
    tv = marie(viewport=TV).page
    for screen in SCREENS:
        resize(tv, screen)
        tv.goto(f"/tv/{code_of(place)}")
        expect(tv.locator(".stage .seat")).to_have_count(POSITIONS[place].players)

        expect(tv.locator(".score")).to_have_count(POSITIONS[place].players)


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR", "it-IT"])
@pytest.mark.parametrize("place", ["lobby", *TABLES, "tournament"])
def test_the_tv_shows_the_code_and_where_to_type_it(
    marie: Callable[..., Visitor], place: str, language: str
) -> None:
    tv = marie(viewport=TV, locale=language).page
    code = PAUSING if place == "tournament" else code_of(place)
    house = tv.request.get("/api/me").json()["url"].removeprefix("http://")
    for screen in SCREENS:
        resize(tv, screen)
        tv.goto(f"/tournament/{code}/tv" if place == "tournament" else f"/tv/{code}")

        for text, typed in ((".join .address", house), (".join b", code)):
            expect(tv.locator(text)).to_have_text(typed)
            assert tv.locator(text).evaluate(SHARE) >= FAR
            assert not tv.locator(text).evaluate(IS_CUT)
        assert tv.evaluate("document.documentElement.scrollHeight") == screen["height"]


@pytest.mark.parametrize("language", AWAY)
@pytest.mark.parametrize("place", TABLES)
def test_the_tv_says_who_is_away(marie: Callable[..., Visitor], place: str, language: str) -> None:
    tv = marie(viewport=TV, locale=language).page
    tv.goto(f"/tv/{code_of(place)}")
    mark = tv.locator(".stage .absent")
    expect(mark).to_have_text(AWAY[language])
    expect(mark.locator("use")).to_have_attribute("href", re.compile("#offline$"))
    for screen in SCREENS:
        resize(tv, screen)

        assert mark.evaluate(COVERED) == []


@pytest.mark.parametrize("language", OUT)
def test_the_tv_tells_who_is_out_from_who_is_away(marie: Callable[..., Visitor], language: str) -> None:
    tv = marie(viewport=TV, locale=language).page
    tv.goto(f"/tv/{code_of('prince crowded')}")
    out = tv.locator(".stage .seat:has(.out)")
    expect(out).to_have_count(1)

    expect(out.locator(".out")).to_contain_text(OUT[language])
    expect(out.locator(".out use")).to_have_attribute("href", re.compile("#check$"))
    assert out.locator(".face").evaluate_all(GREY) == 0
    assert tv.locator(".stage .seat:has(.absent) .face").evaluate_all(GREY) == 1


@pytest.mark.parametrize("language", AWAY)
@pytest.mark.parametrize(("place", "row"), [("lobby", ".coming li"), ("prince over", ".places li")])
def test_lists_on_the_tv_say_who_is_away(
    marie: Callable[..., Visitor], place: str, row: str, language: str
) -> None:
    tv = marie(viewport=TV, locale=language).page
    tv.goto(f"/tv/{code_of(place)}")

    expect(tv.locator(row).filter(has_text="Marie").locator("span.away")).to_have_text(AWAY[language])


@pytest.mark.parametrize("language", AWAY)
def test_planks_on_the_tv_leave_room_for_what_stands_beside_them(
    marie: Callable[..., Visitor], language: str
) -> None:
    tv = marie(viewport=TV, locale=language).page
    tv.goto(f"/tv/{code_of('skull crowded')}")
    counts = tv.locator(".stage .seat small")
    expect(counts).to_have_count(POSITIONS["skull crowded"].players)
    for screen in SCREENS:
        resize(tv, screen)

        assert counts.evaluate_all(BESIDE_PLANKS) == []
