"""Leaving a table for good, by a socket, a request or a form: others play on, the last ends it."""

import asyncio
import re
import time
from collections.abc import Callable
from secrets import token_hex
from typing import Any

import pytest

from hexdeck.core.registry import GAMES
from hexdeck.server.base.messages import Ack, Act, Leave, Refusal
from server.guest import Guest
from server.house_process import HouseProcess
from server.text_browser import Page, TextBrowser

ENGINES = ("sqlite", "postgres")

Way = Callable[[Guest, str], dict[str, Any]]


def by_request(guest: Guest, code: str) -> dict[str, Any]:
    return guest.command(code, "leave")


def by_socket(guest: Guest, code: str) -> dict[str, Any]:
    async def leave() -> Ack | Refusal:
        async with asyncio.timeout(20), guest.at(code) as client:
            answer = await client.send(Leave(token_hex(8)))
            assert isinstance(answer, Ack | Refusal)
            return answer

    answer = asyncio.run(leave())
    return {"type": "ack"} if isinstance(answer, Ack) else {"type": "refusal", "code": answer.code}


WAYS = {"request": by_request, "socket": by_socket}


def own_tables(guest: Guest) -> dict[str, dict[str, Any]]:
    return {table["code"]: table for table in guest.get("/api/me").json()["tables"]}


def two_at(marie: Guest, lukas: Guest, game: str) -> str:
    code = marie.new_table(game, players=3, pace="instant")
    lukas.command(code, "sit")
    return code


@pytest.mark.parametrize("leave", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_alone_with_bots_ends_the_game(marie: Guest, game: str, leave: Way) -> None:
    code = marie.play_now(game, 3)
    assert own_tables(marie)[code]["alone"]

    assert leave(marie, code)["type"] == "ack"

    assert code not in own_tables(marie)
    table = marie.look(code)["table"]
    assert (table["status"], table["scores"]) == ("over", None)
    view = marie.look(code)["view"]
    refused = (
        marie.command(code, "act", action=view["actions"][0].replace("?", "1")) if view["actions"] else None
    )
    assert refused is None or refused["code"] == "table.refused"
    assert marie.get(f"/api/tables/{code}/record").status_code == 409
    assert leave(marie, code)["type"] == "refusal"


@pytest.mark.parametrize("leave", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_whoever_leaves_others_leaves_them_a_bot_and_may_come_back(
    marie: Guest, lukas: Guest, game: str, leave: Way
) -> None:
    code = two_at(marie, lukas, game)
    marie.command(code, "start", level="novice")
    assert not own_tables(marie)[code]["alone"]

    assert leave(marie, code)["type"] == "ack"

    assert code not in own_tables(marie)
    assert own_tables(lukas)[code]["alone"]
    table = lukas.look(code)["table"]
    assert (table["status"], table["host"]) == ("playing", 1)
    assert table["seats"][0]["presence"] == "held"
    assert marie.command(code, "reclaim")["type"] == "ack"
    assert not own_tables(marie)[code]["alone"]


@pytest.mark.parametrize("leave", WAYS.values(), ids=WAYS)
def test_before_the_start_the_seat_is_open_again(marie: Guest, lukas: Guest, leave: Way) -> None:
    code = two_at(marie, lukas, "voodoo")

    assert leave(marie, code)["type"] == "ack"

    table = lukas.look(code)["table"]
    assert (table["status"], table["host"], table["seats"][0]["kind"]) == ("gathering", 1, "open")
    assert leave(lukas, code)["type"] == "ack"
    assert marie.look(code)["table"]["status"] == "over"
    assert marie.command(code, "sit")["code"] == "table.refused"
    assert own_tables(marie) == own_tables(lukas) == {}


def test_onlookers_have_nothing_to_leave(marie: Guest, lukas: Guest) -> None:
    code = marie.play_now("voodoo_prince", 3)
    assert by_request(lukas, code)["code"] == "seat.none"
    assert by_socket(lukas, code)["code"] == "seat.none"


def test_bots_do_not_go_on_alone(marie: Guest) -> None:
    code = marie.play_now("vampire_queen", 3)
    by_request(marie, code)
    version = marie.look(code)["version"]

    async def wait() -> None:
        async with asyncio.timeout(20), marie.at(code) as client:
            answer = await client.send(Act("again", "pass"))
            assert isinstance(answer, Refusal)

    asyncio.run(wait())
    assert marie.look(code)["version"] == version


def test_a_public_table_is_found_while_somebody_is_there(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("skull_queen", public=True)
    assert code in [table["code"] for table in lukas.get("/api/tables").json()["tables"]]

    by_request(marie, code)

    assert code not in [table["code"] for table in lukas.get("/api/tables").json()["tables"]]


def until_turn(browser: TextBrowser) -> Page:
    """The first page once bots have played."""
    end = time.monotonic() + 30
    while "It is your turn" not in (page := browser.open("/plain")).text:
        assert time.monotonic() < end, page.text
    return page


def test_the_plain_first_page_tells_tables_apart_and_ends_them(house: HouseProcess) -> None:
    with TextBrowser(house.url) as marie, TextBrowser(house.url, "de") as lukas:
        lukas.press(lukas.page.form("/plain/me"), name="Lukas")
        waiting = marie.new_table("voodoo", "people", players="3", pace="instant")
        marie.press(marie.page.form("change"), public="on")
        page = lukas.open("/plain")
        assert "2 Plätze frei" in page.text
        lukas.open(page.links[f"Mitmachen ({waiting})"])
        lukas.press(lukas.page.form("sit", "1"), "1")
        running = marie.new_table("voodoo_prince", "bots", players="3", level="novice", pace="instant")

        page = until_turn(marie)
        assert re.search(r"It is your turn\. points: −?\d+ : −?\d+ : −?\d+ · just now", page.text)
        assert "Nobody else plays here: the game ends and is gone for good." in page.text
        assert "The others play on, and a bot has your seat." in page.text

        for code in (running, waiting):
            page = marie.press(marie.page.form(f"/t/{code}/plain"))
            assert page.path == "/plain"
            assert f"/t/{code}/plain" not in [form.action for form in page.forms]
        assert marie.open(f"/t/{running}/plain").heading == "Everybody has left this table."
        assert waiting in lukas.open("/plain").text
