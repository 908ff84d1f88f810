"""The token of a seat: plays that seat, is nobody's host, and ends with the seat."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from server.guest import Guest
from server.house_process import HouseProcess
from server.ways_in import send

ENGINES = ("sqlite", "postgres")


def program_of(guest: Guest, code: str) -> Guest:
    """A program that has the token of the guest's seat, and nothing else."""
    program = Guest(guest.url)
    program.token = f"seat:{guest.look(code)['you']['token']}"
    return program


def table_of_two(house: HouseProcess, players: int = 4) -> tuple[Guest, Guest, str]:
    marie, lukas = Guest(house.url), Guest(house.url)
    code = marie.new_table("voodoo_prince", players=players)
    lukas.command(code, "sit", seat=1)
    return marie, lukas, code


@contextmanager
def listening(guest: Guest, code: str) -> Iterator[ClientConnection]:
    url = f"{guest.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
    with connect(url, additional_headers={"authorization": f"Bearer {guest.token}"}) as socket:
        socket.send('{"type": "hello"}')
        assert json.loads(socket.recv(20))["type"] == "welcome"
        yield socket


def heard_to_the_end(socket: ClientConnection) -> list[dict[str, Any]]:
    heard = []
    try:
        while True:
            heard.append(json.loads(socket.recv(20)))
    except ConnectionClosed:
        return heard


def test_the_hosts_token_does_not_command_as_host(house: HouseProcess) -> None:
    marie, lukas, code = table_of_two(house)
    program = program_of(marie, code)
    you = program.look(code)["you"]
    assert (you["seat"], you["host"], you["token"]) == (0, False, None)
    for way in ("http", "socket"):
        assert not send(program, code, way, "remove", seat=1)
        assert not send(program, code, way, "start", level="novice")
        assert not send(program, code, way, "sit", seat=3)
        assert not send(program, code, way, "change", pace="calm")
        assert send(program, code, way, "say", phrase="hello")
    page = program.get(f"/t/{code}/plain").text
    assert "Start the game" not in page
    assert program.request("POST", f"/t/{code}/plain", data={"do": "start"}).status_code == 403
    assert program.command(code, "sit", seat=3)["code"] == "identity.refused"
    assert [seat["kind"] for seat in lukas.look(code)["table"]["seats"]] == [
        "person",
        "person",
        "open",
        "open",
    ]


def test_a_program_plays_the_seat_and_its_owner_counts_as_there(house: HouseProcess) -> None:
    marie, lukas, code = table_of_two(house, players=2)
    marie.command(code, "start")
    mover = next(guest for guest in (marie, lukas) if guest.look(code)["view"]["actions"])
    seat = mover.look(code)["you"]["seat"]
    program = program_of(mover, code)
    with listening(program, code):
        assert marie.look(code)["table"]["seats"][seat]["presence"] == "here"
        action = program.look(code)["view"]["actions"][0]
        assert program.command(code, "act", action=action)["type"] == "ack"
    assert mover.look(code)["view"]["actions"] == [] or mover.look(code)["version"] > 3


MOVES = ("another seat", "swapped", "stood up", "removed", "forgotten", "signed out", "left the game")


def make(move: str, marie: Guest, lukas: Guest, code: str) -> None:
    """Lukas loses his seat, or what he has had so far."""
    match move:
        case "another seat":
            lukas.command(code, "sit", seat=3)
        case "swapped":
            marie.command(code, "swap", seat=1, other=2)
        case "stood up":
            lukas.command(code, "stand")
        case "removed":
            marie.command(code, "remove", seat=1)
        case "forgotten":
            lukas.request("DELETE", "/api/me")
        case "signed out":
            lukas.post("/api/me/sign-out-others")
        case "left the game":
            marie.command(code, "start", level="novice")
            lukas.command(code, "stand")


@pytest.mark.parametrize("move", MOVES)
def test_a_token_ends_with_its_seat_and_learns_no_other(house: HouseProcess, move: str) -> None:
    marie, lukas, code = table_of_two(house)
    program = program_of(lukas, code)
    stream = httpx.Client(headers={"authorization": f"Bearer {program.token}"}, timeout=20)
    with (
        stream,
        stream.stream("GET", f"{house.url}/api/tables/{code}/events") as events,
        listening(program, code) as socket,
    ):
        make(move, marie, lukas, code)
        heard = heard_to_the_end(socket)
        told = events.read().decode()

    assert heard[-1] == {"type": "goodbye", "reason": "removed", "retry": None}
    assert '"goodbye"' in told
    tokens = [one["you"]["token"] for one in heard if "you" in one]
    assert set(tokens) <= {None}
    assert not send(program, code, "socket", "say", phrase="hello")
    assert program.command(code, "say", phrase="hello")["code"] == "identity.refused"
    for path in (f"/api/tables/{code}", f"/api/tables/{code}/events", f"/t/{code}/plain"):
        assert program.get(path).status_code == 403


def test_a_smaller_table_moves_people_and_ends_their_tokens(house: HouseProcess) -> None:
    marie, lukas, code = table_of_two(house)
    lukas.command(code, "sit", seat=3)
    mine, theirs = program_of(marie, code), program_of(lukas, code)
    marie.command(code, "change", players=2)
    assert lukas.look(code)["you"]["seat"] == 1
    assert mine.get(f"/api/tables/{code}").status_code == 200
    assert theirs.get(f"/api/tables/{code}").status_code == 403


# All other devices.


def test_signing_out_leaves_this_device_alone_signed_in(house: HouseProcess) -> None:
    with httpx.Client(base_url=house.url) as here, httpx.Client(base_url=house.url) as there:
        me = here.get("/api/me").json()["profile"]["id"]
        secret = here.post("/api/me/move", json={}).json()["secret"]
        there.post("/api/move", json={"secret": secret})
        token = here.post("/api/me/token").json()["token"]
        assert there.get("/api/me").json()["profile"]["id"] == me

        assert here.post("/api/me/sign-out-others").status_code == 200

        assert here.get("/api/me").json()["profile"]["id"] == me
        assert there.get("/api/me").json()["profile"]["id"] != me
        script = httpx.get(f"{house.url}/api/me", headers={"authorization": f"Bearer {token}"})
        assert script.status_code == 403
    house.end()
    house.start()
    with httpx.Client(base_url=house.url, cookies=here.cookies) as again:
        assert again.get("/api/me").json()["profile"]["id"] == me


def test_a_device_that_is_signed_out_hears_no_more_of_the_seat(house: HouseProcess) -> None:
    marie = Guest(house.url)
    code = marie.play_now("voodoo_prince", 3)
    with listening(marie, code) as socket:
        marie.post("/api/me/sign-out-others")
        assert heard_to_the_end(socket)[-1]["type"] == "goodbye"
    assert marie.get(f"/api/tables/{code}").status_code == 403
