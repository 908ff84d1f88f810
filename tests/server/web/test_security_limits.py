"""How much one client may ask for, and what becomes of one who asks for more."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hexdeck.server.base.limits import MOST_REMEMBERED, Buckets
from hexdeck.server.tables.outbox import LARGEST, LONGEST, Outbox
from hexdeck.server.web.requests import neighbourhood
from server.guest import Guest
from server.house_process import HouseProcess, open_house
from server.raw_socket import HANDSHAKE, PING, frame

RATE = 2  # requests and messages in a second; three times as many at once


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[HouseProcess]:
    with open_house(tmp_path / "data", "--rate", str(RATE)) as house:
        yield house


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[HouseProcess]:
    with open_house(tmp_path / "data", "--guesses", "5", "--tables-per-minute", "3") as house:
        yield house


def _socket_url(house: HouseProcess, code: str) -> str:
    return f"{house.url.replace('http', 'ws')}/api/tables/{code}/socket"


def _heard_to_the_end(talk: ClientConnection, heard: list[str] | None = None) -> NoReturn:
    """Raises ConnectionClosed; the kinds of the messages are in `heard`."""
    while True:
        kind = json.loads(talk.recv(10))["type"]
        if heard is not None:
            heard.append(kind)


# Size.


@pytest.mark.parametrize("path", ["/api/tables", "/api/play", "/api/move", "/plain/play"])
def test_a_body_is_at_most_sixteen_kilobytes(house: HouseProcess, path: str) -> None:
    answer = httpx.post(house.url + path, content=b"x" * (16 * 1024 + 1))
    assert answer.status_code == 413
    chunked = httpx.post(house.url + path, content=iter([b"x" * 10_000] * 10))
    assert chunked.status_code == 413


def test_a_message_is_at_most_sixteen_kilobytes(house: HouseProcess) -> None:
    code = Guest(house.url).new_table("voodoo")
    with connect(_socket_url(house, code)) as talk:
        talk.send('{"type":"hello"}')
        talk.recv(10)
        talk.send("x" * (16 * 1024 + 1))
        with pytest.raises(ConnectionClosed, match="1009"):
            _heard_to_the_end(talk)


def test_a_request_has_a_short_head(house: HouseProcess) -> None:
    with socket.create_connection(("127.0.0.1", house.port), timeout=10) as line:
        line.sendall(b"GET /api/games HTTP/1.1\r\nhost: house\r\n")
        for number in range(1000):
            try:
                line.sendall(b"x-%d: %s\r\n" % (number, b"y" * 100))
            except ConnectionError:
                break
        with suppress(ConnectionError):  # it may hang up before we can read
            assert line.recv(12) in (b"HTTP/1.1 400", b"")


def test_talking_nonsense_ends_the_talk(house: HouseProcess) -> None:
    code = Guest(house.url).new_table("voodoo")
    with connect(_socket_url(house, code)) as talk:
        talk.send('{"type":"hello"}')
        for _ in range(60):
            talk.send("nonsense")
        heard: list[str] = []
        with pytest.raises(ConnectionClosed):
            _heard_to_the_end(talk, heard)
    assert heard.count("refusal") == 50
    assert heard[-1] == "goodbye"


# Speed.


@pytest.mark.parametrize("path", ["/api/games", "/plain"])
def test_requests_that_come_too_fast_are_refused(slow: HouseProcess, path: str) -> None:
    with httpx.Client(base_url=slow.url) as client:
        assert client.get(path).status_code == 200
        assert any(client.get(path).status_code == 429 for _ in range(1000))
        assert client.get("/healthz").status_code == 200
        time.sleep(2 / RATE)
        assert client.get(path).status_code == 200


def test_a_socket_that_sends_too_fast_is_read_slower(slow: HouseProcess) -> None:
    code = Guest(slow.url).new_table("voodoo")
    with connect(_socket_url(slow, code)) as talk:
        talk.send('{"type":"hello"}')
        began = time.monotonic()
        for number in range(5 * RATE):
            talk.send(json.dumps({"type": "ping", "id": f"{number}"}))
        answered = 0
        while answered < 5 * RATE:
            answered += json.loads(talk.recv(30))["type"] == "pong"
        assert time.monotonic() - began > 1.0  # it takes two seconds, and every one is answered


def test_whoever_forgets_their_cookie_makes_no_more_tables_than_others(strict: HouseProcess) -> None:
    statuses = [httpx.post(f"{strict.url}/api/tables", json={"game": "voodoo"}).status_code for _ in range(5)]
    assert statuses == [201, 201, 201, 429, 429]


def test_codes_cannot_be_guessed_by_any_door(strict: HouseProcess) -> None:
    code = Guest(strict.url).new_table("voodoo")
    with httpx.Client(base_url=strict.url) as client:
        assert client.get("/api/tables/AAA-AAA-AAA").status_code == 404
        assert client.get("/t/AAA-AAA-AAB/plain").status_code == 404
        client.cookies.clear()  # the page would make a person of them
        assert client.get("/api/tables/AAA-AAA-AAC/events").status_code == 404
        assert client.post("/api/me/move", json={"code": "AAA-AAA-AAD"}).status_code == 404
        assert client.get("/api/tables/AAA-AAA-AAE/qr.svg").status_code == 404
        assert client.get("/api/tables/AAA-AAA-AAF").status_code == 429
        assert client.post("/api/me/move", json={"code": code}).status_code == 429
        assert client.post("/api/move", json={"secret": "AAA-AAA-AAG"}).status_code == 429
    with connect(_socket_url(strict, code)) as talk:
        assert json.loads(talk.recv(10))["code"] == "client.too_much"


def test_whoever_has_many_addresses_is_one_client() -> None:
    assert neighbourhood("2001:db8:1:2:3::4") == neighbourhood("2001:db8:1:2:ffff::1%eth0")
    assert neighbourhood("2001:db8:1:2::4") != neighbourhood("2001:db8:1:3::4")
    assert neighbourhood("192.0.2.7") == "192.0.2.7"


def test_a_bucket_forgets_the_clients_that_were_quiet_for_longest() -> None:
    buckets = Buckets(1, 2, now=lambda: 0.0)
    for client in range(MOST_REMEMBERED + 1):
        assert buckets.take(str(client))
    assert buckets.take("1")
    assert not buckets.take("1")
    assert len(buckets._levels) == MOST_REMEMBERED


# Clients that do not listen.


def test_a_client_that_asks_for_pongs_and_takes_none_is_sent_away(house: HouseProcess) -> None:
    code = Guest(house.url).new_table("voodoo")
    pings = frame(b"x" * 125, PING) * 1000
    with socket.create_connection(("127.0.0.1", house.port), timeout=20) as line:
        line.sendall(HANDSHAKE.format(code=code, token="").replace("authorization: Bearer \r\n", "").encode())
        with pytest.raises(ConnectionError):
            line.sendall(pings * 1000)


def test_an_outbox_keeps_a_little_and_then_a_snapshot() -> None:
    async def fill() -> list[bytes | None]:
        async def now() -> list[bytes]:
            return [b"table", b"snapshot"]

        outbox = Outbox(now)
        for number in range(LONGEST + 50):
            outbox.put(b"%d" % number)
        first = [await outbox.next(), await outbox.next()]
        outbox.put(b"x" * (LARGEST + 1))
        outbox.put(b"lost in the snapshot")
        second = [await outbox.next(), await outbox.next()]
        outbox.put(b"after")
        outbox.close(b"goodbye")
        outbox.put(b"too late")
        return [*first, *second, await outbox.next(), await outbox.next(), await outbox.next()]

    assert asyncio.run(fill()) == [
        b"table", b"snapshot", b"table", b"snapshot", b"after", b"goodbye", None,
    ]  # fmt: skip


def test_what_happens_while_a_snapshot_is_made_is_not_told_before_it() -> None:
    async def fill() -> list[bytes | None]:
        async def now() -> list[bytes]:
            outbox.put(b"in it already")
            return [b"snapshot"]

        outbox = Outbox(now)
        for number in range(LONGEST + 1):
            outbox.put(b"%d" % number)
        first = await outbox.next()
        outbox.put(b"next")
        return [first, await outbox.next()]

    assert asyncio.run(fill()) == [b"snapshot", b"next"]


def test_a_client_that_reads_no_answers_is_sent_away() -> None:
    async def fill() -> int:
        async def now() -> list[bytes]:
            return []

        outbox = Outbox(now)
        for number in range(LONGEST + 50):
            outbox.answer(b"%d" % number)
        heard = 0
        while await outbox.next() is not None:
            heard += 1
        return heard

    assert asyncio.run(fill()) == LONGEST
