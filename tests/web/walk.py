"""Every screen of the app, one after the other, for tests that look at all of them.

A chapter leads a page from screen to screen and yields the name of each once it is there.  The way goes by
addresses, keys and classes, so that it is the same in every language.
"""

import json
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from playwright.sync_api import Page, expect

from hexdeck.games import GAMES
from web.evening import command
from web.positions import POSITIONS, code_of, next_move

Chapter: TypeAlias = Callable[[Page], Iterator[str]]
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
    for at, name in {1: "who plays", 2: "invite", 3: "another device"}.items():
        menu.click()
        page.locator("dialog .stack > button").nth(at).click()
        expect(page.locator("dialog .body *").first).to_be_visible()
        yield from dialog(page, name)
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    yield "offline"
    page.context.set_offline(False)


def company(page: Page) -> Iterator[str]:
    """Somebody else at the table, a bot in one's own seat, no seat at all."""
    told = {"code": code_of("prince with Lukas"), "until": 1_000_000}  # a bot may have played here before
    page.add_init_script(f"localStorage.setItem('hexdeck.told_of_bot', '{json.dumps(told)}')")
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
    page.goto(f"/replay/{code_of('skull over')}#30")
    expect(page.locator(".stage")).to_be_visible()
    yield "replay"


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
    "lobby": lobby,
    "frame": frame,
    "company": company,
    **{game: tables(game) for game in GAMES},
    "ends": ends,
    "tv": tv,
}


def to_table(page: Page, name: str) -> None:
    page.goto(f"/t/{fresh_code(page, name)}")
    expect(page.locator(".stage .seat")).to_have_count(POSITIONS[name].players)
    page.wait_for_function(STILL)


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
