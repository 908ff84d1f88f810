"""A client comes back with the right view, whatever the network did; how fast is measured by `make soak`."""

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from hexdeck.core.record_reader import read
from hexdeck.core.verify import verify
from hexdeck.server.base.messages import Change, Start
from hexdeck.server.client import Client
from server.fault_run import done
from server.guest import QUICK, Guest, play_to_the_end
from server.house_process import HouseProcess
from server.proxy import Proxy
from server.reconnect_run import TROUBLES, party, reconnect_seconds
from server.story import Story

LIMIT = 120.0  # seconds for what hangs
QUIET = 0.5  # seconds after which no more is expected


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_client_is_back_with_the_right_view(trouble: str, house: HouseProcess) -> None:
    async def run() -> Story:
        async with party(house, Random(1)) as now:
            await reconnect_seconds(now, TROUBLES[trouble])
            return now.story

    story = asyncio.run(asyncio.wait_for(run(), LIMIT))
    assert not story.gaps
    assert story.count("welcome") >= 2


def test_a_whole_game_over_a_network_that_flaps(house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = guest.play_now("voodoo_prince", 3, options={"rounds": 2})

    async def shake(proxy: Proxy, rng: Random) -> None:
        while True:
            await asyncio.sleep(rng.uniform(0.0, 0.3))
            proxy.cut() if rng.random() < 0.5 else proxy.freeze()
            await asyncio.sleep(rng.uniform(0.0, 0.3))
            proxy.clear_up()

    async def play() -> Story:
        story = Story()
        async with Proxy(house.port) as proxy, Client(proxy.url, code, guest.token, story.hear) as client:
            shaking = asyncio.create_task(shake(proxy, Random(1)))
            await play_to_the_end(client, Random(2))
            shaking.cancel()
        return story

    story = asyncio.run(asyncio.wait_for(play(), LIMIT))
    assert not story.gaps
    assert verify(read(guest.get(f"/api/tables/{code}/record").text)).is_proved


def test_a_client_hears_the_steps_since_or_a_snapshot_where_they_are_forgotten(house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = guest.play_now("voodoo_prince", 3, options={"rounds": 3})

    async def play() -> int:
        async with guest.at(code) as client:
            await play_to_the_end(client, Random(1))
            return client.version or 0

    last = asyncio.run(asyncio.wait_for(play(), LIMIT))
    assert last > 30

    def heard(since: int | None) -> list[tuple[str, int]]:
        with _connected(house, code, guest.token, since) as raw:
            raw.send(json.dumps({"type": "ping", "id": "all"}))
            told = _all(raw, lambda message: message["type"] == "pong")
            return [(message["type"], message["version"]) for message in told if "version" in message]

    assert heard(last - 1) == [("step", last)]
    assert heard(last - 24) == [("step", version) for version in range(last - 23, last + 1)]
    assert heard(last - 25) == [("snapshot", last)]
    assert heard(0) == [("snapshot", last)]
    assert heard(None) == [("snapshot", last)]
    assert heard(last + 7) == [("snapshot", last)]


def test_a_client_that_does_not_read_gets_a_snapshot_in_the_end(house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = guest.post("/api/tables", game="skull_queen", players=6, options=QUICK["skull_queen"])["code"]
    story, changes = Story(), 800

    async def change() -> None:
        async with guest.at(code) as client:
            await done(client, Start("start", "novice"))
            for number in range(changes):
                await done(client, Change(f"{number}", pace="calm" if number % 2 else "quick"))
            await done(client, Change("last", pace="normal", clock="slow"))

    with _connected(house, code, guest.token, None, memory=4096) as raw:
        asyncio.run(asyncio.wait_for(change(), LIMIT))
        for message in _all(raw, lambda message: message.get("table", {}).get("clock") == "slow"):
            story.hear(json.dumps(message).encode())

    assert not story.gaps
    assert story.count("table") < changes
    assert story.count("snapshot") >= 1
    assert story.all("table")[-1]["table"]["clock"] == "slow"


@contextmanager
def _connected(
    house: HouseProcess, code: str, token: str, since: int | None, *, memory: int | None = None
) -> Iterator[ClientConnection]:
    """Whose machine takes no more than `memory` bytes before they are read."""
    url = f"{house.url.replace('http', 'ws')}/api/tables/{code}/socket"
    headers = {"authorization": f"Bearer {token}"}
    plain = socket.socket()
    if memory is not None:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, memory)
    plain.connect(("127.0.0.1", house.port))
    with connect(url, sock=plain, additional_headers=headers, compression=None, max_queue=1) as raw:
        raw.send(json.dumps({"type": "hello", "since": since}))
        yield raw


def _all(raw: ClientConnection, is_enough: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    """What comes until it is quiet after a message that must come."""
    messages: list[dict[str, Any]] = []
    while True:
        try:
            messages.append(json.loads(raw.recv(timeout=QUIET if any(map(is_enough, messages)) else LIMIT)))
        except TimeoutError:
            return messages
