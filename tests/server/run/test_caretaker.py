"""`hexdeck house`: what its keeper does beside an open house, and in one that is closed."""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from http import HTTPStatus
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from hexdeck.cli import parser
from hexdeck.core.errors import GameError
from hexdeck.server.base.identity import Signer
from hexdeck.server.base.settings import Settings
from hexdeck.server.run import caretaker
from hexdeck.server.store.choice import looked_at
from server.guest import Guest
from server.house_process import HouseProcess, open_house


def house_command(data: Path, *arguments: str, is_json: bool = True) -> Any:
    """What it answers for programs; of a refusal its words."""
    options = parser().parse_args(["house", *arguments, "--data", str(data), *["--json"] * is_json])
    with redirect_stdout(StringIO()) as said:
        try:
            caretaker.run(options)
        except GameError as error:
            return str(error)
    return json.loads(said.getvalue()) if is_json else said.getvalue()


def person(url: str, name: str) -> tuple[Guest, str]:
    """Somebody with a name, and their id."""
    guest = Guest(url)
    return guest, guest.request("PATCH", "/api/me", json={"name": name}).json()["profile"]["id"]


def test_the_keeper_looks_after_tables_people_and_backups(tmp_path: Path) -> None:
    data, backups = tmp_path / "data", tmp_path / "backups"
    with open_house(data) as house:
        marie, who = person(house.url, "Marie")
        code = marie.new_table("voodoo", players=3)
        [table] = house_command(data, "tables")
        assert (table["code"], table["game"], table["status"], table["steps"]) == (
            *(code, "voodoo", "gathering"),
            0,
        )
        [found] = house_command(data, "people")
        assert (found["id"], found["name"], found["banned"]) == (who, "Marie", False)
        [rotated] = house_command(data, "rotate", str(backups), "--keep", "1")
        assert (rotated["tables"], rotated["kept"]) == (1, 1)
        assert "another house is open" in house_command(data, "restore", rotated["made"])
        house.end()

    _is_put_in_order(data, who, code)
    [restored] = house_command(data, "restore", rotated["made"])
    assert Path(restored["before"]).exists()
    assert [one["code"] for one in house_command(data, "tables")] == [code]
    assert [one["name"] for one in house_command(data, "people")] == ["Marie"]
    torn = tmp_path / "torn.sqlite3"
    torn.write_bytes(Path(rotated["made"]).read_bytes()[:5000])
    assert "is no backup" in house_command(data, "restore", str(torn))
    assert [one["code"] for one in house_command(data, "tables")] == [code]


def _is_put_in_order(data: Path, who: str, code: str) -> None:
    """The same answers from a house that is open and from one that is not."""
    assert "no table is called" in house_command(data, "close", "AAA-AAA-AAA")
    assert "nobody has the id" in house_command(data, "ban", "nobody")
    assert house_command(data, "rename", who, "Nina") == [{"renamed": who, "name": "Nina"}]
    assert "nobody would see it" in house_command(data, "rename", who, "\u3164")
    [look] = house_command(data, "look", code.lower())
    assert (look["code"], look["status"], look["host"], look["steps"]) == (code, "gathering", who, 0)
    assert [(seat["kind"], seat["name"]) for seat in look["seats"]] == [
        ("person", "Nina"),
        ("open", ""),
        ("open", ""),
    ]
    assert house_command(data, "close", code.lower()) == [{"closed": code}]
    assert house_command(data, "tables") == []
    assert house_command(data, "forget", who) == [{"forgotten": who}]
    assert house_command(data, "people") == []


def test_an_open_house_is_put_in_order_while_people_play(tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        marie, who = person(house.url, "Marie")
        code, closed = marie.new_table("voodoo", players=3), marie.play_now("skull_queen", 3)
        with joined(house, closed, marie.token) as socket:
            assert house_command(house.data, "close", closed) == [{"closed": closed}]
            assert last_words(socket) == {"type": "goodbye", "reason": "gone", "retry": None}
        assert marie.get(f"/api/tables/{closed}").status_code == HTTPStatus.NOT_FOUND
        _is_put_in_order(house.data, who, code)
        assert '"error"' not in house.log.read_text()


def test_a_look_tells_whom_a_table_waits_for_and_nothing_of_the_game(tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        marie, who = person(house.url, "Marie")
        code = marie.play_now("voodoo_prince", 3)
        while 0 not in marie.look(code)["view"]["to_move"]:
            time.sleep(0.05)
        [look] = house_command(house.data, "look", code)
        shown = house_command(house.data, "look", code, is_json=False)
        assert (look["game"], look["options"]["rounds"], look["status"]) == ("voodoo_prince", 1, "playing")
        assert look["steps"] == house_command(house.data, "tables")[0]["steps"] > 0
        assert abs(time.time() - look["since"]) < 60
        assert [(seat["id"], seat["kind"], seat["to_move"]) for seat in look["seats"]] == [
            (who, "person", True),
            (None, "bot", False),
            (None, "bot", False),
        ]
        assert set(look) == {
            *("code", "game", "options", "status", "public", "clock", "host", "steps", "since", "deadline"),
            *("watchers", "seats"),
        }
        assert set(look["seats"][0]) == {"seat", "kind", "id", "name", "level", "presence", "to_move"}
        assert f"0  person  {who}  Marie" in shown


def test_an_order_needs_a_fresh_signature_of_the_house(tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        _, who = person(house.url, "Marie")
        signer = Signer(_secret(house.data), {})

        def sent(at: float, signed_with: Signer = signer, about: str = who) -> httpx.Response:
            raw = json.dumps({"what": "rename", "about": who, "name": "Nina", "at": at}).encode()
            signature = signed_with.sign_order(raw)
            return httpx.post(
                f"{house.url}/house/orders",
                content=raw.replace(who.encode(), about.encode()),
                headers={"x-hexdeck-signature": signature},
            )

        refused = [
            sent(time.time(), Signer(bytes(32), {})),
            sent(time.time(), about="p1"),
            sent(time.time() - 40),
            sent(time.time() + 40),
            httpx.post(f"{house.url}/house/orders", json={"what": "ban", "about": who, "at": time.time()}),
        ]
        assert [(one.status_code, one.json()["code"]) for one in refused] == [(403, "identity.refused")] * 5
        assert [one["name"] for one in house_command(house.data, "people")] == ["Marie"]
        assert sent(time.time()).json() == {"renamed": who, "name": "Nina"}


def _secret(data: Path) -> bytes:
    async def read() -> bytes:
        async with looked_at(Settings(data=data)) as storage:
            return await storage.secret(b"")

    return asyncio.run(read())


@contextmanager
def joined(house: HouseProcess, code: str, token: str) -> Iterator[ClientConnection]:
    """A socket that has been welcomed."""
    url = f"{house.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
    with connect(url, additional_headers={"authorization": f"Bearer {token}"}) as socket:
        socket.send('{"type": "hello"}')
        socket.recv(20)
        yield socket


def last_words(socket: ClientConnection) -> Any:
    """Of the house, before it closed the socket."""
    *_, last = socket
    return json.loads(last)


def test_whoever_is_banned_is_refused_at_every_way_in(tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        marie, _ = person(house.url, "Marie")
        nina, who = person(house.url, "Nina")
        code = marie.new_table("voodoo_prince", players=2, options={"rounds": 1})
        waiting = marie.new_table("voodoo", players=3)
        for place in (code, waiting):
            nina.command(place, "sit", seat=1)
        marie.command(code, "start")
        seat_token = "seat:" + nina.look(code)["you"]["token"]
        link = nina.post("/api/me/move")["secret"]
        with (
            joined(house, code, nina.token) as socket,
            joined(house, code, seat_token) as program,
            httpx.stream(
                "GET",
                f"{house.url}/api/tables/{waiting}/events",
                headers={"authorization": f"Bearer {nina.token}"},
                timeout=20,
            ) as stream,
        ):
            assert house_command(house.data, "ban", who) == [{"banned": who}]
            assert last_words(socket)["reason"] == "removed"
            assert last_words(program)["reason"] == "removed"
            assert list(stream.iter_lines())[-2].endswith(
                '{"type":"goodbye","reason":"removed","retry":null}'
            )

        assert marie.look(code)["table"]["seats"][1]["presence"] == "held"
        assert [seat["kind"] for seat in marie.look(waiting)["table"]["seats"]] == ["person", "open", "open"]
        _is_refused_everywhere(house, nina, code)
        moved = httpx.post(f"{house.url}/api/move", json={"secret": link})
        assert (moved.status_code, moved.json()["code"]) == (403, "identity.banned")
        program_now = httpx.get(
            f"{house.url}/api/tables/{code}", headers={"authorization": f"Bearer {seat_token}"}
        )
        assert program_now.status_code == HTTPStatus.FORBIDDEN

        house.end()
        house.start()
        _is_refused_everywhere(house, nina, code)
        assert [(one["name"], one["banned"]) for one in house_command(house.data, "people")] == [
            ("Nina", True),
            ("Marie", False),
        ]
        assert house_command(house.data, "forget", who) == [{"forgotten": who}]
        [latest, *_] = house_command(house.data, "people")
        assert (latest["id"], latest["name"], latest["banned"]) == (who, "", True)
        _is_refused_everywhere(house, nina, code)
        assert house_command(house.data, "unban", who) == [{"unbanned": who}]
        assert nina.get("/api/me").status_code == HTTPStatus.OK


def _is_refused_everywhere(house: HouseProcess, banned: Guest, code: str) -> None:
    cookie = {"cookie": f"hexdeck={banned.token}"}
    answers = [
        banned.get("/api/me"),
        banned.request("POST", "/api/tables", json={"game": "voodoo"}),
        banned.request("POST", f"/api/tables/{code}/commands", json={"type": "reclaim", "id": "1"}),
        banned.get(f"/api/tables/{code}/events"),
        httpx.get(f"{house.url}/api/me", headers=cookie),
        httpx.post(f"{house.url}/api/play", headers=cookie, json={"game": "voodoo"}),
    ]
    assert [(one.status_code, one.json()["code"]) for one in answers] == [(403, "identity.banned")] * 6
    assert all("set-cookie" not in one.headers for one in answers)
    pages = [
        httpx.get(f"{house.url}/t/{code}/plain", headers=cookie),
        httpx.post(f"{house.url}/plain/play", headers=cookie, data={"game": "voodoo", "players": "3"}),
    ]
    for page in pages:
        assert (page.status_code, "set-cookie" in page.headers) == (HTTPStatus.FORBIDDEN, False)
        assert "closed it to you" in page.text
    url = f"{house.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
    with connect(url, additional_headers=cookie) as socket:
        assert last_words(socket)["code"] == "identity.banned"
