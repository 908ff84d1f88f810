"""Many people and one address, one person and many connections, and what is kept of them."""

import asyncio
import json
import sqlite3
from contextlib import ExitStack
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from hexdeck.server.base.settings import Settings
from hexdeck.server.house.house import house_at
from hexdeck.server.store.protocol import Profile
from server.guest import Guest
from server.house_process import HouseProcess, open_house

USUAL = ("--rate", "20", "--tables-per-minute", "30", "--connections", "50")  # what a house has by default
PEOPLE = 60


def _opened(house: HouseProcess, code: str, token: str = "") -> ClientConnection:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    url = f"{house.url.replace('http', 'ws')}/api/tables/{code}/socket"
    return connect(url, additional_headers=headers, open_timeout=20, max_queue=None)


def _said(talk: ClientConnection, **message: Any) -> dict[str, Any]:
    """The first word that comes back."""
    talk.send(json.dumps(message))
    heard: dict[str, Any] = json.loads(talk.recv(20))
    return heard


def test_sixty_people_from_one_address_play_at_once(tmp_path: Path) -> None:
    """A school: fifteen tables of four, everybody with a name and a socket of their own."""
    with (
        open_house(tmp_path / "data", *USUAL) as house,
        httpx.Client(base_url=house.url, timeout=20) as school,
        ExitStack() as talks,
    ):

        def ask(token: str, method: str, path: str, **content: Any) -> dict[str, Any]:
            school.cookies.clear()
            headers = {"authorization": f"Bearer {token}"} if token else {}
            answer = school.request(method, path, json=content, headers=headers)
            assert answer.is_success, answer.text
            found: dict[str, Any] = answer.json()
            return found

        people = [ask("", "POST", "/api/me/token")["token"] for _ in range(PEOPLE)]
        for at in range(0, PEOPLE, 4):
            code = ask(people[at], "POST", "/api/tables", game="voodoo", players=4)["code"]
            for number in range(at, at + 4):
                ask(people[number], "PATCH", "/api/me", name=f"Pupil {number}")
                ask(people[number], "POST", f"/api/tables/{code}/commands", type="sit", id="sit")
                talk = talks.enter_context(_opened(house, code, people[number]))
                assert _said(talk, type="hello")["type"] == "welcome"
            ask(people[at], "POST", f"/api/tables/{code}/commands", type="start", id="start")


def _status(stranger: httpx.Client) -> int:
    stranger.cookies.clear()
    return stranger.get("/api/me").status_code


def test_whoever_is_somebody_new_each_time_is_refused_at_last(tmp_path: Path) -> None:
    """People who are known to the house are not, even from the same address."""
    with open_house(tmp_path / "data", "--rate", "2", "--tables-per-minute", "30") as house:
        person = Guest(house.url)
        with httpx.Client(base_url=house.url) as stranger:
            statuses = [_status(stranger) for _ in range(40)]
        assert 429 in statuses
        assert person.get("/api/me").status_code == 200
        assert person.new_table("voodoo")


def test_a_person_keeps_a_few_connections_open(tmp_path: Path) -> None:
    with open_house(tmp_path / "data", "--connections", "3") as house, ExitStack() as talks:
        person, other = Guest(house.url), Guest(house.url)
        code = person.new_table("voodoo")
        for _ in range(3):
            talk = talks.enter_context(_opened(house, code, person.token))
            assert _said(talk, type="hello")["type"] == "welcome"
        fourth = talks.enter_context(_opened(house, code, person.token))
        assert json.loads(fourth.recv(20))["code"] == "client.too_much"
        assert person.get(f"/api/tables/{code}/events").status_code == 429
        assert (
            _said(talks.enter_context(_opened(house, code, other.token)), type="hello")["type"] == "welcome"
        )
        for _ in range(10):
            assert _said(talks.enter_context(_opened(house, code)), type="hello")["type"] == "welcome"


def test_connections_of_one_person_share_what_they_may_send(tmp_path: Path) -> None:
    """Phrases, which everybody hears, even more so."""
    with open_house(tmp_path / "data", *USUAL) as house, ExitStack() as talks:
        person = Guest(house.url)
        code = person.new_table("voodoo")
        sockets = [talks.enter_context(_opened(house, code, person.token)) for _ in range(4)]
        for talk in sockets:
            _said(talk, type="hello")
        for _ in range(8):
            for talk in sockets:
                talk.send(json.dumps({"type": "say", "id": token_hex(8), "phrase": "hurry"}))
        answers: list[str] = []
        for talk in sockets:
            mine: list[str] = []
            while len(mine) < 8:
                message = json.loads(talk.recv(20))
                mine += [message.get("code", "ack")] if message["type"] in ("ack", "refusal") else []
            answers += mine
        assert answers.count("client.too_much") >= 10
        assert answers.count("ack") >= 10


def test_of_commands_without_a_step_the_last_two_hundred_are_kept(tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        person = Guest(house.url)
        code = person.new_table("voodoo")
        with _opened(house, code, person.token) as talk:
            _said(talk, type="hello")
            names = [f"command {number}" for number in range(260)]
            for name in [*names, names[-1], names[-200]]:
                talk.send(json.dumps({"type": "change", "id": name, "pace": "calm"}))
            acks = 0
            while acks < 262:
                message = json.loads(talk.recv(20))
                acks += message["type"] == "ack"
                assert message["type"] != "refusal"
        with sqlite3.connect(house.data / "hexdeck.sqlite3") as store:
            kept = {name for (name,) in store.execute("SELECT id FROM changes WHERE lines = ''")}
    assert kept == set(names[-200:])


def test_people_who_never_sat_down_are_forgotten_after_a_day(tmp_path: Path) -> None:
    async def kept() -> list[str]:
        house = await house_at(Settings(data=tmp_path))
        a_day_ago = house.now() - 90_000
        for name, at in (("visitor", a_day_ago), ("newcomer", house.now()), ("player", a_day_ago)):
            await house.storage.keep_profile(Profile(name, name.capitalize(), "bat"), at)
        await house.people.change(await house.people.profile("chose nothing"))
        await house.new_table(await house.new_document("player", "voodoo", 3, {}))
        await house.sweeper.clear_out()
        people = await house.storage.list_people()
        await house.close()
        return sorted(one.id for one in people)

    assert asyncio.run(kept()) == ["newcomer", "player"]
