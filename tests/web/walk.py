"""Every screen of the app, one after the other, for tests that look at all of them.

A chapter leads a page from screen to screen and yields the name of each once it is there.  The way goes by
addresses, keys and classes, so that it is the same in every language.
"""

import json
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from playwright.sync_api import Page, expect

from hexdeck.core.registry import GAMES
from server.guest import Guest
from web.evening import asked, command
from web.positions import POSITIONS, code_of, next_move

Chapter: TypeAlias = Callable[[Page], Iterator[str]]
SECRET: Final = "skull_queen"  # where every choice is a card
STILL: Final = (
    """() => !document.getAnimations().some((one) => one.effect.getTiming().iterations !== Infinity)"""
)


def home(page: Page) -> Iterator[str]:
    page.goto("/")
    expect(page.locator(".games > li")).to_have_count(len(GAMES))
    expect(page.locator(".me")).to_be_visible()
    yield "home"
    for game, opener in zip(GAMES, page.locator(".wish").all(), strict=True):
        opener.click()
        expect(page.locator("dialog .choices").first.locator("button").first).to_be_visible()
        yield f"what to play: {game}"
        close(page)
    page.locator("header .join").click()
    yield from dialog(page, "join friends")
    page.locator(".me").click()
    yield from dialog(page, "you")
    page.locator("header button.icon").first.click()
    yield from dialog(page, "settings at home")
    page.keyboard.press("?")
    yield from dialog(page, "keys at home")


def around(page: Page) -> Iterator[str]:
    page.goto("/games")
    expect(page.locator("main ul > li")).to_have_count(20)
    page.locator("summary").first.click()
    yield "my games"
    page.goto("/honour")
    page.locator("select").last.select_option("2")
    expect(page.locator("tbody tr")).not_to_have_count(0)
    yield "tables of honour"
    page.goto("/day")
    expect(page.locator("main .deals li")).to_have_count(4)
    yield "the deal of the day"
    page.locator("main .days a").first.click()
    page.locator("main .row button").last.click()
    page.locator("summary").last.click()
    expect(page.locator("main table")).to_be_visible()
    yield "an earlier day"
    page.goto("/people")
    expect(page.locator(".own img")).to_be_visible()
    yield "people you know"
    page.goto(page.locator(".own .link").inner_text())
    expect(page.locator("main .own img, .stage, main ol").first).to_be_visible()
    yield "a link to one's table"
    page.goto("/how")
    expect(page.locator("h1")).to_be_visible()
    yield "how it works"
    page.locator("button.danger").click()
    yield from dialog(page, "forget me")
    for game in GAMES:
        page.goto(f"/rules/{game}")
        expect(page.locator("main section .card").first).to_be_visible()
        yield f"rules: {game}"
    page.goto("/move")
    expect(page.locator("h1")).to_be_visible()
    yield "a link that is not complete"
    page.goto("/move#" + code_of("nowhere"))
    page.reload()
    expect(page.locator("main .primary")).to_be_visible()
    yield "move"
    page.goto("/rules/nothing")
    expect(page.locator("h1")).to_be_visible()
    yield "not found"


def lessons(page: Page) -> Iterator[str]:
    for game in GAMES:
        page.goto(f"/learn/{game}")
        expect(page.locator(".coach")).to_be_visible()
        yield f"lesson: {game}"


def pads(page: Page) -> Iterator[str]:
    """Score pads for real cards: who plays, a round that begins, the end."""
    for game in GAMES:
        page.goto(f"/pad/{game}")
        expect(page.locator("form li input").first).to_be_visible()
        yield f"who plays {game} with real cards"
        page.locator("form .primary").click()
        page.locator(".players .entry button").first.click()
        yield f"{game} with real cards"
        if game == next(iter(GAMES)):
            page.locator(".shared button").click()
            expect(page.locator("dialog img")).to_be_visible()
            yield from dialog(page, "a score pad that is shared")
        page.locator(".stop").click()
        expect(page.locator("main li.first").first).to_be_visible()
        yield f"the end of {game} with real cards"
    page.goto("/pad")
    expect(page.locator("main li")).to_have_count(len(GAMES))
    yield "which game with real cards"


def tournament(page: Page) -> Iterator[str]:
    """Made, waiting for people, running, after its last round; and what the host may do."""
    page.goto("/tournament")
    expect(page.locator("form select")).not_to_have_count(0)
    yield "a new tournament"
    stage = {"game": "voodoo_prince", "players": 2, "options": {"rounds": 1}}
    wish = {"name": "Marie", "games": [stage], "rounds": 2, "pace": "instant", "pause": None}
    code = asked(page, "/api/tournaments", **wish)["code"]
    page.goto(f"/tournament/{code}/tv")
    expect(page.locator("tbody tr")).to_have_count(1)
    yield "a tournament that waits, on the TV"
    page.goto(f"/tournament/{code}")
    expect(page.locator("tbody tr")).to_have_count(1)
    yield "a tournament that waits"
    other = Guest.named(page.url.partition("/tournament")[0], "Lukas")
    other.post(f"/api/tournaments/{code}/join")
    asked(page, f"/api/tournaments/{code}/start")
    expect(page.locator("main a.primary")).to_be_visible()
    for fold in page.locator("summary").all():
        fold.click()
    yield "a tournament that runs"
    page.locator("details .danger").click()
    yield from dialog(page, "end the tournament?")
    table = other.get(f"/api/tournaments/{code}").json()["you"]["table"]
    other.command(table, "stand")
    command(page, table, type="stand")
    expect(page.locator("main > button.primary")).to_be_visible()
    yield "a tournament between two rounds"
    page.goto(f"/tournament/{code}/tv")
    expect(page.locator("td.number")).to_have_count(2)
    yield "a tournament between two rounds on the TV"
    page.goto("/")
    expect(page.locator(f"a[href='/tournament/{code}']")).to_be_visible()
    yield "home with a tournament"
    asked(page, f"/api/tournaments/{code}/end")
    page.goto(f"/tournament/{code}")
    expect(page.locator("main section")).not_to_have_count(0)
    yield "a tournament that is over"


def puzzles(page: Page) -> Iterator[str]:
    """Which game, all of its puzzles, one of them, and what the choices are worth."""
    page.goto("/puzzles")
    expect(page.locator("main li")).to_have_count(len(GAMES))
    yield "which puzzles"
    for game in GAMES:
        page.goto(f"/puzzles/{game}")
        expect(page.locator("section li").first).to_be_visible()
        yield f"all puzzles of {game}"
        page.locator("main > .primary").click()
        expect(page.locator(".stage")).to_be_visible()
        yield f"a puzzle of {game}"
    page.goto(f"/puzzles/{SECRET}")
    page.locator("main > .primary").click()
    card = page.locator(".hand li:has(.legal)").first.get_attribute("data-card")
    for _ in range(2):
        page.locator(f".hand [data-card='{card}'] button").click(position={"x": 12, "y": 12})
    expect(page.locator("dialog tbody tr").first).to_be_visible()
    yield from dialog(page, "what the choices are worth")


def lobby(page: Page) -> Iterator[str]:
    page.goto(f"/t/{code_of('lobby')}")
    expect(page.locator("main ol li").first).to_be_visible()
    yield "lobby"
    page.goto(f"/tv/{code_of('lobby')}")
    expect(page.locator(".coming li")).to_have_count(4)
    yield "lobby on the TV"


def frame(page: Page) -> Iterator[str]:
    """What every game has around its table."""
    to_table(page, "prince")
    for key, name in {"c": "chat", "l": "log", "p": "points", ",": "settings", "?": "keys"}.items():
        page.keyboard.press(key)
        yield from dialog(page, name)
    menu = page.locator("header nav button").last
    menu.click()
    yield from dialog(page, "menu")
    leading = page.locator("dialog .stack > button").filter(has_not=page.locator("[href$='#undo']"))
    for at, name in {1: "who plays", 2: "invite", 3: "another device"}.items():
        menu.click()
        leading.nth(at).click()
        expect(page.locator("dialog .body *").first).to_be_visible()
        yield from dialog(page, name)
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    yield "offline"
    page.context.set_offline(False)


def company(page: Page) -> Iterator[str]:
    """Somebody else at the table, a bot in one's own seat, no seat at all."""
    know_what_a_bot_played(page, "prince with Lukas")
    to_table(page, "prince with Lukas")
    page.locator("header nav button").last.click()
    page.locator("dialog .stack > button").nth(1).click()
    expect(page.locator("dialog li button")).to_have_count(2)
    yield from dialog(page, "who plays with Lukas")
    command(page, code_of("prince with Lukas"), type="stand")
    expect(page.locator(".notices button")).to_be_visible()
    yield "a bot plays for you"
    page.context.clear_cookies()
    to_table(page, "prince with Lukas")
    expect(page.locator(".notices button")).to_be_visible()
    yield "looking on"
    page.locator(".notices button").click()
    expect(page.locator("dialog li button")).not_to_have_count(0)
    yield from dialog(page, "who plays, to take a seat")


def tables(game: str) -> Chapter:
    """Every position of a game that is not over; its round's summary at last."""

    def chapter(page: Page) -> Iterator[str]:
        for name, position in POSITIONS.items():
            if position.game != game or position.wanted is None:
                continue
            if position.with_lukas:
                know_what_a_bot_played(page, name)
            to_table(page, name)
            if position.copies > 1:
                act(page, name)
                yield from dialog(page, name)
            else:
                yield name

    return chapter


def ends(page: Page) -> Iterator[str]:
    for name, position in POSITIONS.items():
        if position.wanted is not None:
            continue
        page.goto(f"/t/{code_of(name)}")
        yield from dialog(page, name)
    page.goto(f"/verify/{code_of('voodoo over')}")
    expect(page.locator(".verdict")).to_be_visible()
    yield "verify"


def replays(page: Page) -> Iterator[str]:
    """Every game with all hands open and as Marie saw it; of the last one the picture."""
    for name, position in POSITIONS.items():
        if position.wanted is None:
            page.goto(f"/replay/{code_of(name)}#30")
            expect(page.locator(".stage .seat").first).to_be_visible()
            yield f"{name}, replayed"
            page.locator(".eyes select").select_option(str(position.seat))
            expect(page.locator(".mine .seat")).to_be_visible()
            yield f"{name}, replayed as Marie"
    page.locator("footer .run button").last.click()
    expect(page.locator("dialog img")).to_be_visible()
    yield from dialog(page, "the picture of a position")


def reviews(page: Page) -> Iterator[str]:
    """What the coach found in every game; of the last one all that can be opened."""
    for name, position in POSITIONS.items():
        if position.wanted is None:
            page.goto(f"/review/{code_of(name)}")
            expect(page.locator(".decision .stage")).to_be_visible()
            page.wait_for_function(STILL)
            yield f"{name}, reviewed"
    for opener in page.locator("main summary").all():
        opener.click()
    page.locator(".decision tbody button").first.click()
    yield "a review with its table"


def tv(page: Page) -> Iterator[str]:
    for name in ("prince", "vampire crowded", "skull", "voodoo"):
        page.goto(f"/tv/{code_of(name)}")
        expect(page.locator(".stage .seat")).to_have_count(POSITIONS[name].players)
        yield f"{name} on the TV"
    page.goto(f"/tv/{code_of('prince over')}")
    expect(page.locator(".end li")).to_have_count(3)
    yield "the end on the TV"


CHAPTERS: Final[dict[str, Chapter]] = {
    "home": home,
    "around": around,
    "lessons": lessons,
    "pads": pads,
    "tournament": tournament,
    "puzzles": puzzles,
    "lobby": lobby,
    "frame": frame,
    "company": company,
    **{game: tables(game) for game in GAMES},
    "ends": ends,
    "replays": replays,
    "reviews": reviews,
    "tv": tv,
}


def to_table(page: Page, name: str) -> None:
    page.goto(f"/t/{fresh_code(page, name)}")
    expect(page.locator(".stage .seat")).to_have_count(POSITIONS[name].players)
    page.wait_for_function(STILL)


def know_what_a_bot_played(page: Page, name: str) -> None:
    """In her seat, if another test has left it to a bot: else a dialog would tell it, sooner or later."""
    told = {"code": code_of(name), "until": 1_000_000}
    page.add_init_script(f"localStorage.setItem('hexdeck.told_of_bot', '{json.dumps(told)}')")


def act(page: Page, name: str) -> None:
    """Marie's move, as if she had made it on another device."""
    _, action = next_move(name)
    command(page, fresh_code(page, name), type="act", action=action)


def fresh_code(page: Page, name: str) -> str:
    """Of a table at the position at which nobody has played on."""
    codes = [code_of(name, copy) for copy in range(POSITIONS[name].copies)]
    if len(codes) == 1:
        return codes[0]
    steps, _ = next_move(name)
    return next(code for code in codes if page.request.get(f"/api/tables/{code}").json()["version"] == steps)


def dialog(page: Page, name: str) -> Iterator[str]:
    expect(page.locator("dialog[open]")).to_be_visible()
    yield name
    close(page)


def close(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
