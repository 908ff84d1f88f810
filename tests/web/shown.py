"""Whether a page shows what the house says: points, turn, hand, and what lies on the table."""

from typing import Any, Final

from playwright.sync_api import Page

from web.games import known
from web.playing import table_of

SHOWN: Final = """() => {
    const all = (what) => [...document.querySelectorAll(what)]
    const number = (text) => parseInt(text.replace("\\u2212", "-"))
    const seats = []
    for (const seat of all(".stage [data-anchor^='seat:']")) {
        seats[Number(seat.dataset.anchor.slice(5))] = seat
    }
    return {
        scores: seats.map((seat) => number(seat.querySelector(".score").firstChild.textContent)),
        turn: seats.flatMap((seat, at) => (seat.classList.contains("turn") ? [at] : [])),
        hand: all(".hand [data-card]").map((card) => card.dataset.card),
        dolls: seats.map((seat) => seat.querySelectorAll(".dolls use").length),
        trick: all(".trick [data-flip]").map((card) => card.dataset.flip.slice(5)),
        pirates: Object.fromEntries(all("[data-pirate]").map(({ dataset, style }) => [
            dataset.pirate, parseInt(style.getPropertyValue("--row"))
        ])),
        dice: all(".tray [data-flip^='die:']").length,
        hasTray: !!document.querySelector(".tray"),
    }
}"""


def assert_the_view_is_shown(page: Page, game: str) -> None:
    """Once nothing is on its way: others may choose or call in the midst of somebody's turn."""
    for _ in range(1000):
        found = differences(page, game, table_of(page)["view"])
        if not found:
            return
        page.wait_for_timeout(20)
    raise AssertionError(found)


def differences(page: Page, game: str, view: dict[str, Any]) -> list[str]:
    """What the page shows otherwise than a seat's `view` has it, while the house waits for that seat."""
    shown = page.evaluate(SHOWN)
    wanted = {"scores": view["scores"], "turn": view["to_move"], **known(game).wanted(shown, view)}
    shown["hand"] = sorted(shown["hand"])
    return [f"{name}: {shown[name]}, not {wanted[name]}" for name in wanted if shown[name] != wanted[name]]
