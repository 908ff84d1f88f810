"""Puzzles on a phone, by touch: from home to a position, right and wrong, and what stays of it."""

import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from hexdeck.ai.puzzles.many import is_among_many
from hexdeck.ai.puzzles.puzzle import Puzzle, puzzles_of, view_of
from hexdeck.core.registry import GAMES
from web.browser import DESKTOP, PHONE, Visitor
from web.faults import axe_faults, faults
from web.playing import by_touch, tab_to

SPOTS: Final = {
    "roll": ".controls .primary",
    "pass": ".choice .pass, .controls .big",
    "stop": ".controls .big:not(.primary)",
}
SOLVED: Final = re.compile(r"^Puzzle \d+, \d+ players, solved at the first try$")
THEN: Final = {"vampire_queen": ".choice .play"}  # after a card; else the same card again


def taps(game: str, action: str) -> list[str] | None:
    """What is touched for a choice where that is simple: a button, a card twice, or a card and a button."""
    if action in SPOTS:
        return [SPOTS[action]]
    if " " in action or not any(letter.isdigit() for letter in action):
        return None
    card = f".hand [data-card='{action}'] button, .hand [data-card^='{action}.'] button"
    return [card, THEN.get(game, card)]


def simple(game: str, *, right: bool) -> Iterator[tuple[Puzzle, list[str]]]:
    """Puzzles in which a right or a wrong choice is simple to make, and how."""
    for puzzle in puzzles_of(game):
        actions = [choice.action for choice in puzzle.choices]
        for action in actions[:1] if right else actions[1:]:
            touched = taps(game, action)
            if touched is not None:
                yield puzzle, touched


def open_puzzle(page: Page, game: str, puzzle: Puzzle) -> None:
    """From the ladder."""
    by_touch(page, f"section li button >> nth={list(puzzles_of(game)).index(puzzle)}")
    expect(page.locator(".stage .seat")).to_have_count(view_of(game, puzzle).players)
    page.wait_for_url(f"**#{puzzle.id}")


def verdict(page: Page, title: str, puzzle: Puzzle) -> None:
    dialog = page.get_by_role("dialog", name=title)
    expect(dialog).to_be_visible()
    expect(dialog.locator("ul li")).to_have_count(len(puzzle.reasons))
    rows = dialog.locator("tbody tr")
    assert min(8, len(puzzle.choices)) <= rows.count() <= 9
    expect(rows.first).to_contain_text(f"{round(100 * puzzle.best.chance)}%")
    expect(dialog.locator("tr.chosen")).to_contain_text("your choice")


@pytest.mark.parametrize("game", GAMES)
def test_somebody_solves_one_and_misses_another(visitor: Callable[..., Visitor], game: str) -> None:
    page = visitor(viewport=PHONE, touch=True).page
    page.goto("/")
    by_touch(page, "nav a[href='/puzzles']")
    by_touch(page, f"main a[href='/puzzles/{game}']")
    expect(page.locator("main [role=status]")).to_have_text(f"0 of {len(puzzles_of(game))} solved.")

    easy, touched = next(simple(game, right=True))
    open_puzzle(page, game, easy)
    assert faults(page, "small_targets", "cut_texts") + axe_faults(page) == []
    for spot in touched:
        by_touch(page, spot)
    verdict(page, "Right!", easy)
    assert faults(page, "small_targets", "cut_texts") + axe_faults(page) == []
    by_touch(page, "dialog .primary")
    expect(page.locator("dialog")).to_have_count(0)
    page.wait_for_url(lambda url: not url.endswith(f"#{easy.id}"))

    to_ladder(page, f"1 of {len(puzzles_of(game))} solved.")
    expect(page.locator("section .solved")).to_have_attribute("aria-label", SOLVED)

    missed, touched = next(one for one in simple(game, right=False) if one[0] != easy)
    open_puzzle(page, game, missed)
    for spot in touched:
        by_touch(page, spot)
    verdict(page, "Not the best", missed)
    by_touch(page, "dialog .onward button")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("footer p")).to_have_text("What is best?")
    page.reload()
    to_ladder(page, f"1 of {len(puzzles_of(game))} solved.")
    expect(page.locator("section .missed")).to_have_count(1)
    assert faults(page, "small_targets", "cut_texts") + axe_faults(page) == []


def to_ladder(page: Page, status: str) -> None:
    by_touch(page, "header button")
    expect(page.locator("main [role=status]")).to_have_text(status)


def test_with_keys_alone(visitor: Callable[..., Visitor]) -> None:
    """A wrong card, once more, the right one, then the next puzzle; and back, by the browser's own way."""
    game = "skull_queen"
    puzzle, _ = next(simple(game, right=True))
    wrong = next(one.action for one in puzzle.choices[1:] if taps(game, one.action))
    page = visitor().page
    page.goto(f"/puzzles/{game}#{puzzle.id}")
    for card, title in ((wrong, "Not the best"), (puzzle.best.action, "Right!")):
        tab_to(page, f".hand [data-card='{card}'] button")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        page.keyboard.press("Escape")
        if title == "Not the best":
            page.keyboard.press("u")
    assert page.evaluate("JSON.parse(localStorage['hexdeck.puzzles.skull_queen'])") == {puzzle.id: "later"}
    page.keyboard.press("n")
    expect(page.locator(".stage")).to_be_visible()
    page.wait_for_url(lambda url: not url.endswith(f"#{puzzle.id}"))
    page.go_back()
    page.wait_for_url(f"**#{puzzle.id}")
    expect(page.locator(".title p")).to_contain_text(f"Puzzle {list(puzzles_of(game)).index(puzzle) + 1} of")


def test_what_is_not_there_says_so(visitor: Callable[..., Visitor]) -> None:
    page = visitor(viewport=PHONE).page
    page.goto("/puzzles/patience")
    expect(page.locator("h1")).to_have_text("There is nothing here.")
    page.goto("/puzzles/voodoo#nowhere")
    expect(page.locator("main [role=status]")).to_have_text(f"0 of {len(puzzles_of('voodoo'))} solved.")


def test_a_placing_is_judged_whichever_it_is(visitor: Callable[..., Visitor]) -> None:
    page = visitor(viewport=DESKTOP).page
    puzzle = next(one for one in puzzles_of("skull_queen") if is_among_many(view_of("skull_queen", one)))
    page.goto(f"/puzzles/skull_queen#{puzzle.id}")
    expect(page.get_by_role("button", name="All on 3")).to_be_visible()
    for key in "r1y1g1b1":  # nobody has compared that
        page.keyboard.press(key)
    page.get_by_role("button", name="Place them").click()
    dialog = page.get_by_role("dialog", name="Not the best")
    expect(dialog.locator("tr.chosen")).to_contain_text("your choice")
    expect(dialog).to_contain_text("The most promising of 1250 choices")
