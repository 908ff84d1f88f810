"""What a table shows at known positions, on screens of every size: all is seen, and stays where it is."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from hexdeck.games.voodoo.law.cards import the_cards
from web.browser import DESKTOP, ON_ITS_SIDE, PHONE, TABLET, Visitor, resize
from web.darkroom import Darkroom
from web.evening import asked, command
from web.playing import CORNER, assert_nothing_scrolls
from web.positions import code_of
from web.retold import retell
from web.walk import to_table

SCREENS: Final = (PHONE, ON_ITS_SIDE, TABLET, DESKTOP)
TVS: Final[tuple[ViewportSize, ...]] = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080})
DESKTOPS: Final[tuple[ViewportSize, ...]] = (*TVS, DESKTOP)
LANGUAGES: Final = ("en-GB", "de-DE", "fr-FR", "it-IT")
OUTSIDE: Final = """() => [...document.querySelectorAll(".stage .seat")].flatMap((seat) => {
    const box = seat.getBoundingClientRect()
    return [...seat.querySelectorAll(".about :not(svg *)")].filter((part) => {
        const { left, right, top, bottom, width } = part.getBoundingClientRect()
        const isAside = left < box.left - 1 || right > box.right + 1
        return width > 1 && (isAside || top < box.top - 1 || bottom > box.bottom + 1)
    }).map((part) => `${seat.innerText}: ${part.outerHTML.slice(0, 80)}`)
})"""
LYING: Final = ".stage > .middle :is(figure, ol > li)"  # what each of them has played
MEET: Final = """
    const box = (thing) => thing.getBoundingClientRect()
    const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1"""
OVERLAPS: Final = f"""(things) => {{ {MEET}
    const boxes = things.map(box)
    return boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => meet(one, other))).length
}}"""
BENEATH: Final = f"""(things) => {{ {MEET}
    const seats = [...document.querySelectorAll(".others .seat")].map(box)
    return things.map(box).filter((one) => seats.some((seat) => meet(seat, one))).length
}}"""
HIDDEN: Final = f"""(seats) => {{ {MEET}
    return seats.flatMap((seat) => {{
        const mark = box(seat.querySelector(".aim span"))
        const read = [...seat.querySelectorAll(".name > span:not(.sr-only), .score, .cards, .tokens > *")]
        return read.filter((one) => meet(mark, box(one))).map((one) => one.outerHTML.slice(0, 80))
    }})
}}"""
SPILLED: Final = """(buttons) => buttons.filter((button) => {
    const text = document.createRange(), { left, right, top, bottom } = button.getBoundingClientRect()
    text.selectNodeContents(button)
    const words = text.getBoundingClientRect()
    const isAside = words.left < left || words.right > right || left < 0 || right > innerWidth
    return isAside || words.top < top || words.bottom > bottom
}).map((button) => button.innerText)"""
UNDER_HINT: Final = f"""(names) => {{ {MEET}
    const hints = [...document.querySelectorAll(".middle .hint")].map(box)
    return names.map(box).filter((one) => hints.some((hint) => meet(hint, one))).length
}}"""
FILL: Final = """(trick, cards) => {
    while (trick.children.length > cards) trick.lastElementChild.remove()
    while (trick.children.length < cards) trick.append(trick.lastElementChild.cloneNode(true))
}"""
ASIDE: Final = """(cards) => cards.filter((card) => {
    const middle = (part) => part.getBoundingClientRect().left + part.getBoundingClientRect().width / 2
    return Math.abs(middle(card.querySelector(".card")) - middle(card.querySelector("figcaption"))) > 1
}).length"""
CUT: Final = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"
DISTANCE: Final = """(toast) => {
    const text = document.createRange(), box = toast.getBoundingClientRect()
    text.selectNodeContents(toast.querySelector("span"))
    const { top, bottom } = text.getBoundingClientRect()
    return [Math.round(bottom - top), Math.min(top - box.top, box.bottom - bottom)]
}"""
TOPS: Final = """() => [".middle .track", ".middle .tray", ".mine", ".hand"].map(
    (part) => Math.round(document.querySelector(`.stage > ${part}`).getBoundingClientRect().top))"""
COVERED: Final = """(cards) => cards.filter((card) => {
    const { left, top, width, height } = card.getBoundingClientRect()
    return !card.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}).length"""


@pytest.mark.parametrize(
    "place", ["prince", "prince crowded", "vampire crowded", "skull crowded", "voodoo burdened"]
)
def test_what_lies_at_a_seat_stays_in_it(marie: Callable[..., Visitor], place: str) -> None:
    page = marie(viewport=PHONE).page
    to_table(page, place)
    for screen in SCREENS:
        resize(page, screen)

        assert page.evaluate(OUTSIDE) == []
        assert page.locator(LYING).evaluate_all(BENEATH) == 0


@pytest.mark.parametrize("place", ["prince", "vampire slayer", "skull", "voodoo"])
def test_an_own_name_that_is_long_covers_nothing(marie: Callable[..., Visitor], place: str) -> None:
    page = marie(viewport=PHONE).page
    to_table(page, place)
    own = page.locator(".mine .about")
    own.locator(".name > span").last.evaluate("name => name.textContent = 'Chauve-souris'")
    for screen in SCREENS:
        resize(page, screen)

        assert own.locator(".name > span:last-of-type, .name ~ *").evaluate_all(OVERLAPS) == 0


def test_the_centre_is_seen_while_pirates_are_placed(marie: Callable[..., Visitor]) -> None:
    page = marie(viewport=PHONE).page
    page.goto(f"/t/{code_of('skull placing')}")
    cards = page.locator(".placing .barrel .card")
    for screen in SCREENS:
        resize(page, screen)

        expect(cards).to_have_count(2)
        assert cards.evaluate_all(COVERED) == 0
        assert_nothing_scrolls(page)


@pytest.mark.parametrize("place", ["prince", "prince crowded", "vampire crowded", "skull", "skull crowded"])
def test_what_was_played_lies_apart_for_whoever_looks_on(marie: Callable[..., Visitor], place: str) -> None:
    page = marie(viewport=PHONE).page
    page.context.clear_cookies()
    page.goto(f"/t/{code_of(place)}")
    expect(page.get_by_text("You are looking on.")).to_be_visible()
    for screen in SCREENS:
        resize(page, screen)

        lying = page.locator(LYING)
        expect(lying.nth(2)).to_be_visible()
        assert lying.evaluate_all(OVERLAPS) == 0


@pytest.mark.parametrize("seat", ["", "2"])  # all hands open, or Marie's
def test_in_a_replay_names_of_who_played_are_not_under_a_hint(
    marie: Callable[..., Visitor], seat: str
) -> None:
    page = marie(viewport=PHONE, locale="de-DE").page
    page.goto(f"/replay/{code_of('prince over')}#0")
    expect(page.locator(".stage .seat").first).to_be_visible()
    page.locator(".eyes select").select_option(seat)
    for screen in SCREENS:
        resize(page, screen)
        for position in range(2, 12):
            page.goto(f"/replay/{code_of('prince over')}#{position}")
            expect(page.locator("footer output")).to_contain_text(f"{position} / ")

            assert page.locator(".middle figcaption").evaluate_all(UNDER_HINT) == 0


def test_names_of_who_played_are_not_under_a_hint_while_there_is_a_notice(
    marie: Callable[..., Visitor],
) -> None:
    page = marie(viewport=PHONE, locale="de-DE").page
    to_table(page, "prince with Lukas")
    command(page, code_of("prince with Lukas"), type="stand")
    expect(page.locator(".notices button")).to_be_visible()
    expect(page.locator(".middle figcaption").first).to_be_visible()
    expect(page.locator(".middle .hint")).to_be_visible()
    for screen in SCREENS:
        resize(page, screen)

        assert page.locator(".middle figcaption").evaluate_all(UNDER_HINT) == 0


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR", "it-IT"])
def test_where_a_replay_jumps_to_is_read_in_full(marie: Callable[..., Visitor], language: str) -> None:
    page = marie(viewport=PHONE, locale=language).page
    for name in ("prince over", "vampire over", "skull over", "voodoo over"):
        page.goto(f"/replay/{code_of(name)}#30")
        expect(page.locator(".jumps .name")).to_have_count(3)
        for screen in SCREENS:
            resize(page, screen)

            assert page.locator(".jumps .name").evaluate_all(CUT) == []


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR", "it-IT"])
def test_the_ghost_is_named_beside_his_stack(marie: Callable[..., Visitor], language: str) -> None:
    page = marie(viewport=PHONE, locale=language).page
    for address in (f"/t/{code_of('skull ghost')}", f"/replay/{code_of('skull over')}#30"):
        page.goto(address)
        expect(page.locator(".king")).to_be_visible()
        for screen in SCREENS:
            resize(page, screen)

            assert page.locator(".king > *").evaluate_all(OVERLAPS) == 0
            assert page.locator(".king p").evaluate("one => one.scrollWidth <= one.clientWidth + 1")


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize(("place", "strength"), [("prince", 60), ("vampire crowded", 0), ("skull", 60)])
def test_a_card_that_cannot_be_played_can_be_read(
    marie: Callable[..., Visitor], browser: Browser, place: str, strength: int, light: str
) -> None:
    """The contrast of its corner, and of 255 how strong its colour is where it has one."""
    page = marie(looks=True, viewport=TABLET, color_scheme=light).page
    to_table(page, place)
    box = page.locator(".hand .illegal").first.bounding_box()
    assert box
    corner = page.screenshot(clip={"x": box["x"] + 4, "y": box["y"] + 4, "width": 32, "height": 60})

    darkroom = Darkroom(browser)
    read = darkroom.read(corner)
    darkroom.close()

    assert read["contrast"] >= 4.5
    assert read["strength"] >= strength


def test_a_toast_of_several_lines_keeps_its_distance(marie: Callable[..., Visitor]) -> None:
    page = marie(viewport=PHONE).page
    to_table(page, "skull")
    page.locator(".hand .illegal").first.click(position=CORNER, force=True)

    height, distance = page.locator(".toast").evaluate(DISTANCE)

    assert height > 30
    assert distance >= 4


@pytest.mark.parametrize("place", ["voodoo crowded", "voodoo paying"])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])  # hints of one line and of two
def test_two_rows_of_dice_and_of_cards_fit_a_phone(
    marie: Callable[..., Visitor], place: str, locale: str
) -> None:
    """Eight dice, ten cards and acts at once are rare: they are put into what the house tells."""
    page = marie(viewport=PHONE, locale=locale).page
    retell(page, cram)
    to_table(page, place)
    expect(page.locator(".hand li")).to_have_count(10)
    expect(page.locator(".tray button")).to_have_count(8)
    assert_nothing_scrolls(page)


def cram(view: dict[str, Any]) -> None:
    view["dice"] = (["raven", "skull", "ghost", "pumpkin"] * 2)[:8]
    curses, artefacts = view["curses"]["hand"], view["artefacts"]["hand"]
    more = [card.id for card in the_cards().artefacts if card.id not in artefacts]
    artefacts += more[: 10 - len(curses) - len(artefacts)]


def test_nothing_moves_when_dice_are_rolled(marie: Callable[..., Visitor]) -> None:
    page = marie(viewport=PHONE).page
    to_table(page, "voodoo rolling")
    before = page.evaluate(TOPS)

    page.get_by_role("button", name="Roll the dice").click()
    expect(page.locator(".tray button")).not_to_have_count(0)

    assert page.evaluate(TOPS) == before


@pytest.mark.parametrize("cards", [2, 3, 4, 5])
@pytest.mark.parametrize("place", ["prince", "prince crowded"])
def test_a_full_trick_lies_apart_on_the_tv(marie: Callable[..., Visitor], place: str, cards: int) -> None:
    page = marie(viewport=TVS[0]).page
    page.goto(f"/tv/{code_of(place)}")
    lying = page.locator(".trick figure")
    expect(lying.first).to_be_visible()
    page.locator(".trick").evaluate(FILL, cards)
    for screen in TVS:
        resize(page, screen)

        expect(lying).to_have_count(cards)
        assert lying.locator(".card, figcaption").evaluate_all(OVERLAPS) == 0
        assert lying.evaluate_all(ASIDE) == 0


@pytest.mark.parametrize("place", ["vampire crowded", "skull crowded", "skull ghost", "voodoo crowded"])
def test_nothing_lies_over_another_card_on_the_tv(marie: Callable[..., Visitor], place: str) -> None:
    page = marie(viewport=TVS[0]).page
    page.goto(f"/tv/{code_of(place)}")
    lying = page.locator(f"{LYING}, .stage > .middle :is(.open .spell, .barrel)")
    for screen in TVS:
        resize(page, screen)

        expect(lying).not_to_have_count(0)
        assert lying.evaluate_all(OVERLAPS) == 0
        assert lying.evaluate_all(BENEATH) == 0


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_seat_lies_over_the_score_track(visitor: Callable[..., Visitor], players: int) -> None:
    """All markers on one place make the track as high as it can be."""
    page = visitor(viewport=DESKTOPS[0]).page
    page.goto("/")
    code = asked(page, "/api/play", game="voodoo", level="novice", players=players)["code"]
    retell(page, lambda view: view.update(scores=[5] * players, more_dice=[-1] * players))
    page.goto(f"/t/{code}")
    expect(page.locator(".track .cell:nth-child(6) .marker")).to_have_count(players)
    for screen in DESKTOPS:
        resize(page, screen)

        assert page.locator(".track").evaluate_all(BENEATH) == 0
        assert page.locator(".others .seat").evaluate_all(OVERLAPS) == 0
        assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("place", ["voodoo", "voodoo crowded", "voodoo burdened"])
def test_marks_of_targets_leave_what_one_chooses_by(marie: Callable[..., Visitor], place: str) -> None:
    page = marie(viewport=PHONE).page
    retell(page, aim)
    to_table(page, place)
    page.locator(".hand li button").first.click(position=CORNER)
    others = page.locator(".others .seat")
    for screen in (*SCREENS, *DESKTOPS):
        resize(page, screen)

        expect(page.locator(".others .seat .aim")).to_have_count(others.count())
        assert others.evaluate_all(HIDDEN) == []


def aim(view: dict[str, Any]) -> None:
    """Let every card in the hand be cast at every other seat."""
    hand = view["curses"]["hand"] + view["artefacts"]["hand"]
    victims = [seat for seat in range(view["players"]) if seat != view["seat"]]
    view["actions"] = [f"cast {card} on {seat}" for card in hand for seat in victims]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", ["voodoo crowded", "voodoo keeping", "voodoo burdened"])
def test_broken_is_a_word_on_every_screen(marie: Callable[..., Visitor], place: str, language: str) -> None:
    page = marie(viewport=PHONE, locale=language).page
    to_table(page, place)
    word = page.locator(".controls .broken .word")
    for screen in SCREENS:
        resize(page, screen)

        expect(word).to_be_visible()
        assert word.evaluate("word => parseFloat(getComputedStyle(word).fontSize)") >= 12
        assert page.locator(".controls > button").evaluate_all(SPILLED) == []
        assert page.locator(".mine .seat, .controls > button").evaluate_all(OVERLAPS) == 0
        assert_nothing_scrolls(page)


@pytest.mark.parametrize("place", ["skull", "skull crowded"])
@pytest.mark.parametrize(
    ("centre", "shines"),
    [([], 1), (["g6"], 1), (["g8"], 0), (["b8", "g2"], 0), (["mate"], 1)],  # a mate there has no colour
)
def test_no_card_shines_below_a_higher_one_in_the_centre(
    marie: Callable[..., Visitor], place: str, centre: list[str], shines: int
) -> None:
    def lay(view: dict[str, Any]) -> None:
        trick = [{"seat": seat, "card": f"b{value}", "color": "blue"} for seat, value in enumerate((7, 5, 3))]
        view.update(trick=trick, winning="b7", centre=centre)

    page = marie().page
    retell(page, lay)
    to_table(page, place)

    expect(page.locator(".trick [data-flip]")).to_have_count(3)
    expect(page.locator(".trick .winning")).to_have_count(shines)
