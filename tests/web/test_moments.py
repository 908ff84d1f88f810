"""What shines, flies and is stamped in every game that has it; nothing does where somebody wants it still."""

import re
from collections.abc import Callable
from random import Random
from secrets import token_hex
from typing import Any, Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from hexdeck.core.registry import GAMES
from server.guest import some_action
from web.browser import PHONE, Visitor, until
from web.evening import LONGEST, asked, come, command
from web.faults import axe_faults
from web.playing import assert_nothing_scrolls, table_of
from web.positions import POSITIONS, code_of
from web.walk import to_table

TV: Final[ViewportSize] = {"width": 1920, "height": 1080}
SHINING: Final = {
    "prince": (".winning", "blue one, wins so far"),
    "skull": (".winning", "blue 12, highest so far"),
    "vampire": (".top .piece:last-child", None),
}
REMEMBERED: Final = {
    "prince": ("Last trick", ".card"),
    "vampire": ("In the crypt", ".card"),
    "skull": ("Last trick", ".card"),
    "voodoo keeping": ("Curses that are over", "li"),
}
USED_UP: Final = [
    *("The Circle of Salt", "The Greedy Pot", "The Magpie", "The Crooked Spoon", "The Rattling Chest"),
    *("The Weathercock", "The Stinky Doll", "The Gnawing Rat", "The Iron Horseshoe", "The Hot Pebble"),
    "Scarab on Duty",  # in somebody's hand again
]
OVER: Final = {POSITIONS[name].game: name for name in POSITIONS if name.endswith(" over")}
EARNS: Final = {
    "voodoo_prince": "RoundLeft",
    "vampire_queen": "PhaseEnded",
    "skull_queen": "RoundEnded",
    "voodoo": "MarkerMoved",
}
PLACES: Final = """() => {
    const dice = [...document.querySelectorAll('.tray [data-flip]')]
    return Object.fromEntries(dice.map(die => [die.dataset.flip, die.getBoundingClientRect().x]))
}"""
WATCH: Final = """what => {
    window.seen = []
    new MutationObserver(() => {
        for (const one of document.querySelectorAll(what))
            if (!window.seen.includes(one.textContent)) window.seen.push(one.textContent)
    }).observe(document.body, { childList: true, subtree: true })
}"""


@pytest.mark.parametrize("name", SHINING)
def test_the_card_that_wins_at_the_moment_shines(marie: Callable[..., Visitor], name: str) -> None:
    page = marie(viewport=PHONE).page
    to_table(page, name)
    what, label = SHINING[name]
    card = page.locator(f".stage > .middle {what}")
    expect(card).to_have_count(1)
    if label is not None:
        expect(card).to_have_attribute("aria-label", label)
    paper = card.locator(".paper") if label else card
    assert "0px 0px" in paper.evaluate("paper => getComputedStyle(paper).boxShadow")


def test_a_raised_card_shows_what_it_would_move(marie: Callable[..., Visitor]) -> None:
    page = marie(viewport=PHONE, touch=True).page
    to_table(page, "skull ghost")
    ghost = page.locator(".middle .ghost")
    expect(ghost).to_have_count(0)
    for card, row in (("g4", "5"), ("g6", "2")):  # over the ghost's green 5: overboard, or one up
        page.locator(f".hand [data-card='{card}']").tap()
        expect(ghost).to_have_attribute("style", re.compile(rf"--row: ?{row};"))

    to_table(page, "skull crowded")
    expect(page.locator(".middle .steps.maybe")).to_have_text(["2", "1"])  # the lowest blue and the highest


def test_a_placing_can_be_suggested(marie: Callable[..., Visitor]) -> None:
    page = marie(viewport=PHONE, touch=True).page
    to_table(page, "skull placing")
    assert_nothing_scrolls(page)
    page.get_by_role("button", name="Suggest").tap()
    expect(page.get_by_role("dialog", name="The coach")).to_be_visible()


def see(page: Page, name: str, wanted: Callable[[dict[str, Any]], bool]) -> None:
    """The first such event of a finished game; all that comes onto the page is in `seen`."""
    code = code_of(name)
    steps = page.request.get(f"/api/tables/{code}/replay").json()["steps"]
    at = next(at for at, step in enumerate(steps) if any(map(wanted, step["events"][-1])))
    page.goto(f"/replay/{code}#{at}")
    expect(page.locator(".stage .seat").first).to_be_visible()
    page.evaluate(WATCH, ".stamp, .score i")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**#{at + 1}")


@pytest.mark.parametrize("game", GAMES)
def test_points_fly_to_the_score(marie: Callable[..., Visitor], game: str) -> None:
    page = marie(settings={"speed": "normal"}).page
    see(page, OVER[game], lambda event: event["type"] == EARNS[game])
    page.wait_for_function("() => window.seen.some(text => /^[+−]\\d/.test(text))")


def test_a_split_trick_is_stamped_unless_somebody_wants_it_still(marie: Callable[..., Visitor]) -> None:
    page, still = marie(settings={"speed": "normal"}).page, marie().page
    for one in (page, still):
        see(one, "prince over", lambda event: event.get("tricks") == 2)
    page.wait_for_function("() => window.seen.includes('Split!')")
    expect(still.locator(".trick .card")).to_have_count(0)  # it has gone to its taker
    assert still.evaluate("window.seen") == []


@pytest.mark.parametrize("game", GAMES)
def test_the_end_tells_how_it_went(marie: Callable[..., Visitor], game: str) -> None:
    page = marie(viewport=PHONE).page
    page.goto(f"/t/{code_of(OVER[game])}")
    ended = page.get_by_role("dialog")
    expect(ended.locator(".candles i").first).to_be_visible()
    went = ended.get_by_role("region", name="How it went")
    expect(went.locator(".lines polyline")).to_have_count(POSITIONS[OVER[game]].players)
    scores = page.request.get(f"/api/tables/{code_of(OVER[game])}").json()["table"]["scores"]
    totals = [f"{score}".replace("-", "−") for score in sorted(scores, reverse=True)]
    if game == "voodoo":  # which has no rounds
        went.locator("summary").click()
        expect(went.locator("tbody tr").last.locator("td")).to_have_text(totals)
    else:
        expect(went.locator("tbody td.total")).to_have_text(totals)
    assert axe_faults(page) == []
    assert_nothing_scrolls(page)


@pytest.mark.parametrize("game", GAMES)
def test_candles_burn_for_the_winner_on_the_tv(marie: Callable[..., Visitor], game: str) -> None:
    page = marie(viewport=TV).page
    page.goto(f"/tv/{code_of(OVER[game])}")
    expect(page.get_by_role("heading", name="wins!")).to_be_visible()
    expect(page.locator(".candles i")).to_have_count(7)
    expect(page.locator(".candles i").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") == TV["height"]
    assert axe_faults(page) == []


def test_dice_and_hand_keep_their_places(marie: Callable[..., Visitor]) -> None:
    page = marie(viewport=PHONE).page
    to_table(page, "voodoo")
    hand = page.locator(".stage > .hand").bounding_box()
    before: dict[str, float] = page.evaluate(PLACES)
    view = table_of(page)["view"]
    action = next(action for action in view["actions"] if action.startswith("draw curse with"))
    command(page, code_of("voodoo"), type="act", action=action)
    expect(page.locator(".tray [data-flip]")).to_have_count(len(view["dice"]) - 2)
    left: dict[str, float] = page.evaluate(PLACES)
    assert left == {die: before[die] for die in left}
    assert page.locator(".stage > .hand").bounding_box() == hand


@pytest.mark.parametrize("name", REMEMBERED)
def test_wide_screens_remember_what_was_seen(marie: Callable[..., Visitor], name: str) -> None:
    page = marie().page
    to_table(page, name)
    memory = page.get_by_role("complementary").locator(".memory")
    heading, thing = REMEMBERED[name]
    expect(memory.get_by_role("heading").first).to_have_text(heading)
    expect(memory.locator(thing).first).to_be_visible()
    assert axe_faults(page) == []


def test_voodoo_remembers_the_decks_and_reminds_nobody(marie: Callable[..., Visitor]) -> None:
    """Who has what came back from under a deck is known to all; who must do what is not told [VO13]."""
    page = marie().page
    to_table(page, "voodoo burdened")
    memory = page.get_by_role("complementary").locator(".memory")
    expect(memory.get_by_role("heading")).to_have_text(["Artefacts that were used", "What everybody knows"])
    expect(memory.locator("li .name")).to_have_text(USED_UP)
    expect(memory.locator("dt")).to_have_text([table_of(page)["table"]["seats"][2]["name"]])
    assert axe_faults(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_host_can_do_without_the_memory_aid(visitor: Callable[..., Visitor], game: str) -> None:
    page = come(visitor())
    code = asked(page, "/api/tables", game=game, players=3, pace="instant")["code"]
    page.goto(f"/t/{code}")
    page.get_by_label("Cards that were seen are shown as a memory aid").uncheck()
    expect(page.get_by_label("Cards that were seen are shown as a memory aid")).not_to_be_checked()
    until(page, f"async () => !(await (await fetch('/api/tables/{code}')).json()).table.memory")
    command(page, code, type="fill", level="novice")
    command(page, code, type="start")
    side = page.get_by_role("complementary")
    expect(side.get_by_role("table")).to_be_visible()
    expect(side.locator(".memory h2")).to_have_count(0)  # though everybody knows who holds the slayers


def test_the_last_pirate_of_a_plank_goes_with_a_splash(visitor: Callable[..., Visitor]) -> None:
    """In a lesson, whose cards and bots are always the same."""
    page = come(visitor(viewport=PHONE))
    code = asked(page, "/api/play", game="skull_queen", lesson=True, pace="instant")["code"]
    command(page, code, type="act", action="back r8 y8 g8 b8")
    while (view := seen_at(page, code))["planks"] == [] or max(view["planks"][0]["pirates"]) >= 0:
        assert view["round"] == 1, "she cannot drown them any more"
        if 0 in view["to_move"]:
            command(page, code, type="act", action=most_reckless(view))
    page.goto(f"/t/{code}")
    expect(page.locator(".stage > .middle [data-splash]")).to_have_count(1)
    expect(page.locator(".stage > .others [data-splash]")).to_have_count(0)


def seen_at(page: Page, code: str) -> dict[str, Any]:
    return dict(page.request.get(f"/api/tables/{code}").json()["view"])


def most_reckless(view: dict[str, Any]) -> str:
    """A card that sends a pirate of hers overboard, or else the highest."""
    cards: list[str] = view["actions"]
    drowns = {
        card: any(seat == 0 and end == -1 for seat, _, _, end in outlook)
        for card, outlook in zip(cards, view["outlooks"], strict=True)
    }
    value = {"mate": 13, "monkey": 0}
    return max(cards, key=lambda card: (drowns[card], value[card] if card in value else int(card[1:])))


def test_a_curse_or_an_act_stays_for_all_to_see_and_goes(visitor: Callable[..., Visitor]) -> None:
    page = come(visitor(settings={"speed": "fast"}))
    code = asked(page, "/api/play", game="voodoo", players=3, level="novice", pace="instant")["code"]
    page.goto(f"/t/{code}")
    banner, rng = page.locator(".banner"), Random(1)
    for _ in range(LONGEST):
        if banner.count():
            break
        view = table_of(page)["view"]
        if view["to_move"] == [view["seat"]]:  # unless somebody has called meanwhile
            deed = {"id": token_hex(8), "type": "act", "action": some_action(view, rng)}
            page.request.post(f"/api/tables/{code}/commands", data=deed)
    told = banner.inner_text().splitlines()[-1].strip()
    expect(banner).to_have_count(0)
    expect(page.get_by_role("list", name="What happened")).to_contain_text(told)
