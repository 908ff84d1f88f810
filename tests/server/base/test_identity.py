"""Who somebody is: without an account, on as many devices as they like, and gone when they wish."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from secrets import token_hex

import httpx
import pytest

from hexdeck.core.record import check_name
from hexdeck.core.record_reader import read
from hexdeck.locale import LANGUAGES, language
from hexdeck.server.base.messages import Act, Refusal, Sit, Start
from hexdeck.server.client import Client
from hexdeck.server.store.default_profile import unchosen
from hexdeck.server.store.protocol import Profile
from server.guest import Guest, play_to_the_end, some_action
from server.house_process import HouseProcess, open_house
from server.inside import Inside


def dump(house: HouseProcess) -> str:
    """Everything that is stored, as text."""
    with closing(sqlite3.connect(house.data / "hexdeck.sqlite3")) as database:
        return "\n".join(database.iterdump())


# Cookies and tokens.


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_a_newcomer_is_called_after_a_picture_in_their_language(house: HouseProcess, spoken: str) -> None:
    """Also at a table, and in another language as soon as they choose one."""
    asked = {"accept-language": f"{spoken}-CH,en;q=0.5"}
    with httpx.Client(base_url=house.url, headers=asked) as browser:
        told = browser.get("/api/me").json()
        profile = told["profile"]
        assert profile["name"].lower() == language(spoken)._(profile["picture"]).lower()
        assert not told["named"]

        code = browser.post("/api/tables", json={"game": "voodoo_prince", "players": 2}).json()["code"]
        seats = browser.get(f"/api/tables/{code}").json()["table"]["seats"]
        assert seats[0]["name"] == profile["name"]

        for other in LANGUAGES:
            changed = browser.patch("/api/me", json={"language": other}).json()["profile"]
            assert changed["name"].lower() == language(other)._(profile["picture"]).lower()
            assert not browser.get("/api/me").json()["named"]

        browser.patch("/api/me", json={"name": "Nina"})
        assert browser.patch("/api/me", json={"language": spoken}).json()["profile"]["name"] == "Nina"


def test_every_picture_can_be_a_name() -> None:
    for code in LANGUAGES:
        for number in range(200):
            check_name(unchosen(f"p{number}", code).name)


def test_a_stranger_gets_a_cookie_and_is_known_by_it(house: HouseProcess) -> None:
    with httpx.Client(base_url=house.url) as browser:
        first = browser.get("/api/me")
        cookie = first.headers["set-cookie"]
        assert cookie.startswith("hexdeck=")
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie

        second = browser.get("/api/me")

        assert "set-cookie" not in second.headers
        assert second.json()["profile"] == first.json()["profile"]


def test_a_forged_cookie_makes_somebody_new(house: HouseProcess) -> None:
    guest = Guest(house.url)
    who = guest.get("/api/me").json()["profile"]["id"]
    with httpx.Client(base_url=house.url, cookies={"hexdeck": f"{who}.{'0' * 32}"}) as browser:
        answer = browser.get("/api/me")
        assert answer.json()["profile"]["id"] != who
        assert "set-cookie" in answer.headers


@pytest.mark.parametrize("token", ["x", "nonsense", "somebody.00000000000000000000000000000000", "é.ü"])
def test_a_forged_token_is_refused(house: HouseProcess, token: str) -> None:
    headers = {b"authorization": f"Bearer {token}".encode()}
    answer = httpx.get(f"{house.url}/api/me", headers=headers)
    assert answer.status_code == 403
    assert answer.json()["code"] == "identity.refused"


def test_a_token_is_the_same_person_as_the_cookie(house: HouseProcess) -> None:
    with httpx.Client(base_url=house.url) as browser:
        token = browser.post("/api/me/token").json()["token"]
        script = httpx.get(f"{house.url}/api/me", headers={"authorization": f"Bearer {token}"})
        assert script.json()["profile"] == browser.get("/api/me").json()["profile"]


def test_a_seat_has_a_token_of_its_own(house: HouseProcess) -> None:
    marie, lukas = Guest(house.url), Guest(house.url)
    code = marie.new_table("voodoo_prince", players=3)
    lukas.command(code, "sit", seat=1)
    token = lukas.look(code)["you"]["token"]
    program = Guest(house.url)
    program.token = f"seat:{token}"

    assert program.look(code)["you"]["seat"] == 1
    assert program.command(code, "stand")["type"] == "ack"

    assert program.get(f"/api/tables/{code}").status_code == 403
    assert program.get("/api/me").status_code == 403


def test_nobody_is_told_the_token_of_another_seat(house: HouseProcess) -> None:
    marie, lukas = Guest(house.url), Guest(house.url)
    code = marie.new_table("voodoo_prince", players=3)
    lukas.command(code, "sit", seat=1)
    theirs = lukas.look(code)["you"]["token"]
    assert theirs not in marie.get(f"/api/tables/{code}").text


def test_many_tabs_are_one_person(house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = guest.play_now("voodoo_prince", 3)

    async def use_two_tabs() -> None:
        async with guest.at(code) as first, guest.at(code) as second:
            while not (await their_turn(first) and await their_turn(second)):
                pass
            answer = await first.send(Act(token_hex(8), some_action(first.view, Random(1))))
            assert not isinstance(answer, Refusal)
            while (second.version or 0) < answer.version:
                await second.changed()
        async with guest.at(code) as third:
            assert third.table is not None
            assert third.table.seats[0].presence == "here"

    asyncio.run(use_two_tabs())


async def their_turn(client: Client) -> bool:
    while client.view is None or client.view["seat"] not in client.view["to_move"]:
        await client.changed()
    return True


# Moving to another device.


def test_a_link_makes_another_device_the_same_person_once(house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = guest.new_table("skull_queen")
    made = guest.post("/api/me/move", code=code)
    assert made["path"] == f"/move#{made['secret']}"
    assert made["secret"] not in dump(house)

    with httpx.Client(base_url=house.url) as phone:
        moved = phone.post("/api/move", json={"secret": made["secret"].lower()})
        assert moved.json() == {"path": f"/t/{code}"}
        assert phone.get("/api/me").json()["profile"] == guest.get("/api/me").json()["profile"]
        assert phone.get(f"/api/tables/{code}").json()["you"]["host"]
    with httpx.Client(base_url=house.url) as thief:
        late = thief.post("/api/move", json={"secret": made["secret"]})
        assert late.status_code == 403
        assert late.json()["message"] == "this link was used already or is too old: make a new one"


def test_of_many_devices_at_once_one_gets_through(house: HouseProcess) -> None:
    secret = Guest(house.url).post("/api/me/move")["secret"]

    def move(_: int) -> int:
        return httpx.post(f"{house.url}/api/move", json={"secret": secret}).status_code

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(move, range(8))) == [200, *[403] * 7]


def test_a_link_that_nobody_used_expires(house: HouseProcess) -> None:
    secret = Guest(house.url).post("/api/me/move")["secret"]
    with closing(sqlite3.connect(house.data / "hexdeck.sqlite3", isolation_level=None)) as database:
        database.execute("UPDATE moves SET expires = expires - 601")
    assert httpx.post(f"{house.url}/api/move", json={"secret": secret}).status_code == 403


def test_guessing_links_is_slow(tmp_path_factory: pytest.TempPathFactory) -> None:
    with open_house(tmp_path_factory.mktemp("house") / "data", "--guesses", "3") as house:
        answers = [
            httpx.post(f"{house.url}/api/move", json={"secret": "AAAAAAAAA"}).status_code for _ in range(5)
        ]
        assert answers == [403, 403, 403, 429, 429]


# Name and picture.


def test_a_name_and_a_picture_are_shown_at_every_table(house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = guest.new_table("skull_queen")
    changed = guest.request(
        "PATCH", "/api/me", json={"name": "Françoise", "picture": "owl", "language": "fr"}
    )
    assert changed.json()["profile"]["name"] == "Françoise"
    seat = guest.look(code)["table"]["seats"][0]
    assert (seat["name"], seat["picture"]) == ("Françoise", "owl")
    (table,) = guest.get("/api/me").json()["tables"]
    assert (table["code"], table["game"], table["status"]) == (code, "skull_queen", "gathering")


@pytest.mark.parametrize(
    "wish",
    [
        {"name": ""},
        {"name": "x" * 41},
        {"name": "two\nlines"},
        {"picture": "tank"},
        {"language": "tlh"},
        {"id": "me"},
    ],
)
def test_what_cannot_be_shown_is_refused(house: HouseProcess, wish: dict[str, str]) -> None:
    guest = Guest(house.url)
    before = guest.get("/api/me").json()
    assert guest.request("PATCH", "/api/me", json=wish).status_code == 400
    assert guest.get("/api/me").json() == before


# Data.


def test_everything_that_is_kept_can_be_taken_along(house: HouseProcess) -> None:
    guest = Guest(house.url)
    guest.request("PATCH", "/api/me", json={"name": "Dorothea"})
    code = guest.play_now("voodoo_prince", 2)
    play(guest, code)

    kept = guest.get("/api/me/export").json()

    assert kept["profile"]["name"] == "Dorothea"
    assert kept["tables"] == [code]
    [result] = kept["results"]
    assert (result["code"], result["seat"], result["players"]) == (code, 0, 2)
    [rating] = kept["ratings"]
    assert (rating["game"], rating["players"], rating["games"]) == ("voodoo_prince", "2", 1)


def play(guest: Guest, code: str) -> None:
    async def play() -> None:
        async with guest.at(code) as client:
            await play_to_the_end(client, Random(code))

    asyncio.run(play())


def test_somebody_forgotten_is_named_nowhere_and_games_go_on(house: HouseProcess) -> None:
    nina, leon = Guest(house.url), Guest(house.url)
    nina.request("PATCH", "/api/me", json={"name": "Beatrice"})
    finished = nina.play_now("voodoo_prince", 2)
    play(nina, finished)
    gathering = leon.new_table("skull_queen")
    nina.command(gathering, "sit")
    left = leon.new_table("voodoo_prince", players=2, options={"rounds": 1})
    nina.command(left, "sit")
    leon.command(left, "start")
    leon.command(left, "remove", seat=1)
    running = leon.new_table("voodoo_prince", players=2, options={"rounds": 1}, pace="instant")
    nina.command(running, "sit")
    leon.command(running, "start")
    who = nina.get("/api/me").json()["profile"]["id"]
    assert "Beatrice" in dump(house)

    assert nina.request("DELETE", "/api/me").json() == {"forgotten": True}

    assert "Beatrice" not in dump(house)
    assert who not in dump(house)
    assert nina.get("/api/me/export").json()["results"] == []
    assert leon.look(gathering)["table"]["seats"][1]["kind"] == "open"
    play(leon, running)
    for code in (finished, running):
        record = read(leon.get(f"/api/tables/{code}/record").text)
        assert record.result is not None
        assert "Beatrice" not in record.text()
    assert leon.command(running, "rematch")["type"] == "ack"
    again = leon.look(leon.look(running)["table"]["rematch"])["table"]
    assert [seat["kind"] for seat in again["seats"]] == ["person", "open"]


def test_somebody_is_forgotten_while_the_host_starts_the_game(tmp_path: Path) -> None:
    """The record begins between the wish and its end; it names nobody, and a bot has the seat."""

    async def forget() -> str:
        inside = await Inside.at(tmp_path / "data")
        house = inside.house
        await house.rename(Profile("nina", "Beatrice", "owl"))
        live = await house.new_table(await house.new_document("leon", "voodoo_prince", 2, {}))
        await live.command("nina", Sit("sit"))
        await asyncio.gather(house.spawn(live.obey("leon", Start("start"))), house.forget("nina"))
        record = await live.so_far("leon")
        await inside.close()
        assert record[0] is not None
        return record[0].text()

    assert "Beatrice" not in asyncio.run(forget())
    with closing(sqlite3.connect(tmp_path / "data" / "hexdeck.sqlite3")) as database:
        assert "Beatrice" not in "\n".join(database.iterdump())
