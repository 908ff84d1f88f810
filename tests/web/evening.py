"""Friends around one table of Voodoo Prince, each with a browser of their own."""

from secrets import token_hex
from typing import Any, Final

from playwright.sync_api import Page, expect

from web.browser import Visitor
from web.playing import MOMENT, by_mouse, play_a_card

LONGEST: Final = 2000  # looks at the pages until a game must be over


def come(person: Visitor, name: str = "Marie") -> Page:
    """Somebody whom the house knows, with no page open yet."""
    assert person.page.request.patch("/api/me", data={"name": name}).ok
    return person.page


def sit_down(person: Visitor, name: str) -> Page:
    """Somebody with a name, at the home page."""
    come(person, name).goto("/")
    expect(person.page.locator(".me")).to_contain_text(name)
    return person.page


def asked(page: Page, path: str, **content: Any) -> dict[str, Any]:
    """What the house answers to whoever sits before the page."""
    answer = page.request.post(path, data=content)
    assert answer.ok, answer.text()
    return dict(answer.json())


def command(page: Page, code: str, **message: Any) -> None:
    """What whoever sits before the page does, as if on another device."""
    asked(page, f"/api/tables/{code}/commands", id=token_hex(8), **message)


def two_at_a_table(marie: Page, lukas: Page, **wish: Any) -> str:
    """A game of the two that has begun; the table's code."""
    setup = {"game": "voodoo_prince", "players": 2, "options": {"rounds": 1}, "pace": "instant", **wish}
    code = str(asked(marie, "/api/tables", **setup)["code"])
    command(lukas, code, type="sit")
    command(marie, code, type="start", level="novice")
    for page in (marie, lukas):
        page.goto(f"/t/{code}")
        expect(page.locator(".hand [data-card]")).not_to_have_count(0)
    return code


def by_turn(*pages: Page) -> tuple[Page, Page]:
    """Whose turn it is, and somebody else."""
    for _ in range(LONGEST):
        movers = [page for page in pages if page.evaluate(MOMENT) in ("turn", "naming")]
        if movers:
            return movers[0], next(page for page in pages if page is not movers[0])
        pages[0].wait_for_timeout(20)
    raise AssertionError("it is nobody's turn")


def hand_of(page: Page) -> list[str | None]:
    return [card.get_attribute("data-card") for card in page.locator(".hand [data-card]").all()]


def until_turn(page: Page) -> None:
    expect(page.locator(".hint.mine")).to_be_visible()


def go_on(page: Page) -> str:
    """Do what the app wants from the person before it, if anything."""
    wanted = page.evaluate(MOMENT) or "wait"
    if wanted == "summary":
        page.get_by_role("button", name="Go on").click()
    elif wanted == "naming":
        page.locator(".naming button").first.click()
        expect(page.locator(".naming")).to_have_count(0)
    elif wanted == "turn":
        play_a_card(page, by_mouse)
    return str(wanted)
