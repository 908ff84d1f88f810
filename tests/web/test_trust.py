"""Nothing is lost: reload, kill, airplane mode, another seat."""

import signal
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from server.house_process import HouseProcess, open_house
from web.browser import PHONE, Visitor
from web.evening import asked, by_turn, come, hand_of, two_at_a_table, until_turn
from web.playing import CORNER, by_mouse, choose_a_card


def log_of(page: Page) -> list[str]:
    return page.get_by_role("list", name="What happened").get_by_role("listitem").all_inner_texts()


def choose_early(page: Page) -> str:
    """The first card of a hand that is not to play yet."""
    card = page.locator(".hand [data-card]").first
    card.locator("button").click(position=CORNER)
    page.get_by_role("button", name="Play it when it is my turn").click()
    expect(page.locator(".chosen")).to_have_count(1)
    return str(card.get_attribute("data-card"))


def test_everything_is_there_after_a_reload(visitor: Callable[..., Visitor]) -> None:
    marie, lukas = (come(visitor(keeps_app=True), name) for name in ("Marie", "Lukas"))
    two_at_a_table(marie, lukas)
    mover, waiting = by_turn(marie, lukas)
    choose_a_card(mover, by_mouse)
    expect(mover.locator(".hand [data-card]")).to_have_count(12)
    mover, waiting = by_turn(marie, lukas)
    mover.get_by_role("button", name="Say something").click()
    mover.get_by_role("button", name="One moment, please.").click()
    expect(waiting.locator(".bubble")).to_be_visible()
    early = choose_early(waiting)
    expect(waiting.get_by_role("list", name="What happened")).to_contain_text("to lead")  # fetched apart
    log, hand = log_of(waiting), hand_of(waiting)
    assert len(log) >= 4

    waiting.reload()

    expect(waiting.locator(".chosen")).to_have_count(1)
    expect(waiting.locator(f"[data-card='{early}'] .chosen")).to_have_count(1)
    expect(waiting.get_by_role("list", name="What happened").get_by_role("listitem")).to_have_text(log)
    assert hand_of(waiting) == hand
    waiting.get_by_role("button", name="Say something").click()
    said = waiting.get_by_role("list", name="What was said").get_by_role("listitem")
    expect(said).to_contain_text(["One moment, please."])


def test_a_killed_server_comes_back_and_the_game_goes_on(own_house: HouseProcess, browser: Browser) -> None:
    person = Visitor(browser, own_house.url, keeps_app=True)
    marie = come(person, "Marie")
    code = asked(marie, "/api/play", game="voodoo_prince", players=2, level="novice")["code"]
    marie.goto(f"/t/{code}")
    until_turn(marie)
    expect(marie.get_by_role("list", name="What happened")).to_contain_text("to lead")
    log, hand = log_of(marie), hand_of(marie)

    person.is_cut_off = True
    own_house.end(signal.SIGKILL)
    expect(marie.get_by_text("No connection to the table.")).to_be_visible()
    card = choose_a_card(marie, by_mouse)
    expect(marie.get_by_text("Your choice is sent as soon as it is back.")).to_be_visible()
    own_house.start()

    expect(marie.get_by_text("No connection to the table.")).to_have_count(0)
    expect(marie.locator(f".hand [data-card='{card}']")).to_have_count(0)
    until_turn(marie)
    told = log_of(marie)
    assert told[: len(log) - 1] == log[:-1]
    assert told[len(log) - 1].startswith(log[-1])  # a trick that was going on
    assert sum(f"Marie: {card_name(card)}" in line for line in log_of(marie)) == 1
    assert len(hand_of(marie)) == len(hand) - 1
    person.leave()


def test_a_table_that_cannot_be_had_just_now_is_tried_again(tmp_path: Path, browser: Browser) -> None:
    """A person who has typed too many codes waits as long as the page says; a new house has forgotten it."""
    with open_house(tmp_path / "data", "--guesses", "1") as house:
        person = Visitor(browser, house.url)
        assert person.page.request.get("/api/me").ok  # strangers are counted by address
        assert not person.page.request.get("/api/tables/AAA-AAA-AAA").ok
        person.page.clock.install()
        person.page.goto("/t/BBB-BBB-BBB")
        expect(person.page.get_by_text("It is tried again by itself.")).to_be_visible()

        person.is_cut_off = True
        house.end(signal.SIGKILL)
        house.start()
        person.page.clock.fast_forward(61_000)

        expect(person.page.get_by_text("No table has this code")).to_be_visible()
        person.leave()


def card_name(card: str) -> str:
    """As the log has it."""
    colors = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "p": "purple"}
    return f"{colors[card[0]]} {card[1:]}"


def test_what_is_played_offline_is_played_once_when_the_network_is_back(
    visitor: Callable[..., Visitor],
) -> None:
    people = [visitor(viewport=PHONE, keeps_app=True) for _ in range(2)]
    marie, lukas = (come(one, name) for one, name in zip(people, ("Marie", "Lukas"), strict=True))
    code = two_at_a_table(marie, lukas)
    mover, waiting = by_turn(marie, lukas)
    person = next(one for one in people if one.page is mover)
    version = version_of(waiting, code)

    cut_off(person)
    expect(mover.get_by_text("No connection to the table.")).to_be_visible()
    card = choose_a_card(mover, by_mouse)
    expect(mover.get_by_text("Your choice is sent as soon as it is back.")).to_be_visible()
    assert version_of(waiting, code) == version
    person.context.set_offline(False)

    expect(mover.locator(".notices p")).to_have_count(0)
    expect(waiting.locator(f"[data-flip='card:{card}']")).to_be_visible()
    assert version_of(waiting, code) == version + 1


def cut_off(person: Visitor) -> None:
    """No network at all, as in airplane mode."""
    person.is_cut_off = True
    person.context.set_offline(True)


def version_of(page: Page, code: str) -> int:
    return int(page.request.get(f"/api/tables/{code}").json()["version"])


def test_whoever_lost_their_seat_meanwhile_sees_no_old_hand(visitor: Callable[..., Visitor]) -> None:
    person = visitor()
    marie, lukas = come(visitor(), "Marie"), come(person, "Lukas")
    code = two_at_a_table(marie, lukas)

    cut_off(person)
    expect(lukas.get_by_text("No connection to the table.")).to_be_visible()
    asked(marie, f"/api/tables/{code}/commands", type="remove", id="out", seat=1)
    person.context.set_offline(False)

    expect(lukas.get_by_text("You are looking on.")).to_be_visible()
    expect(lukas.locator("[data-card]")).to_have_count(0)
