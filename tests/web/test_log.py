"""The log at the table: the oldest first, and scrolled to the newest unless the reader has gone back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from hexdeck.core.registry import GAMES
from web.browser import DESKTOP, PHONE, Visitor
from web.positions import POSITIONS, code_of
from web.walk import act, to_table

LOW: ViewportSize = {"width": 360, "height": 320}  # too low for what has happened
POSITION = {POSITIONS[name].game: name for name in ("prince", "vampire", "skull", "voodoo")}
OVER = {POSITIONS[name].game: name for name in ("prince over", "vampire over", "skull over", "voodoo over")}
LEFT = "list => Math.round(list.scrollHeight - list.scrollTop - list.clientHeight)"  # pixels to the end


def log_of(page: Page) -> Locator:
    return page.get_by_role("list", name="What happened")


def lines_of(log: Locator) -> list[str]:
    return log.get_by_role("listitem").all_inner_texts()


def is_past(log: Locator, count: int) -> None:
    expect(log.get_by_role("listitem").nth(count)).to_be_attached()


@pytest.mark.parametrize("game", GAMES)
def test_the_newest_comes_last_and_is_in_sight(marie: Callable[..., Visitor], game: str) -> None:
    page = marie(viewport=LOW).page
    to_table(page, POSITION[game])
    page.keyboard.press("l")
    log = log_of(page)
    is_past(log, 2)
    before, told = lines_of(log), log.text_content() or ""
    assert log.evaluate("list => list.scrollHeight > list.clientHeight")
    expect(log.get_by_role("listitem").last).to_be_in_viewport(ratio=0.1)
    assert log.evaluate(LEFT) <= 1

    act(page, POSITION[game])

    expect(log).not_to_have_text(told)
    after = lines_of(log)
    assert after[: len(before) - 1] == before[:-1]
    assert after[len(before) - 1].startswith(before[-1])  # a trick that was going on
    assert log.evaluate(LEFT) <= 1


@pytest.mark.parametrize("game", GAMES)
def test_a_reader_who_has_gone_back_is_left_there(marie: Callable[..., Visitor], game: str) -> None:
    page = marie(viewport=LOW).page
    page.goto(f"/replay/{code_of(OVER[game])}#20")
    log = log_of(page)
    is_past(log, 2)
    before = lines_of(log)
    log.evaluate("list => { list.scrollTop = 0; list.dispatchEvent(new Event('scroll')) }")

    for _ in range(12):
        page.keyboard.press("ArrowRight")

    is_past(log, len(before))
    assert log.evaluate("list => list.scrollTop") == 0


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", GAMES)
def test_a_replay_has_the_same_log(marie: Callable[..., Visitor], game: str, size: ViewportSize) -> None:
    page = marie(viewport=size).page
    page.goto(f"/replay/{code_of(OVER[game])}#40")
    log = log_of(page)
    is_past(log, 2)
    before = lines_of(log)
    assert log.evaluate(LEFT) <= 1

    page.keyboard.press("End")

    is_past(log, len(before))
    assert lines_of(log)[: len(before) - 1] == before[:-1]
    assert log.evaluate(LEFT) <= 1


@pytest.mark.parametrize("game", GAMES)
def test_the_tv_tells_the_newest_last(marie: Callable[..., Visitor], game: str) -> None:
    page = marie().page
    to_table(page, POSITION[game])
    log = log_of(page)
    is_past(log, 2)
    newest = lines_of(log)[-1].splitlines()[-1]
    page.goto(f"/tv/{code_of(POSITION[game])}")
    last = log_of(page).get_by_role("listitem").last
    expect(last).to_be_visible()
    assert newest.endswith(last.inner_text())
