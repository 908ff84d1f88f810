"""The load on servers, from a process of its own: tables of five clients over real WebSockets.

It says on its output when each phase begins and ends, so that others can look at the servers meanwhile.
"""

import asyncio
import gc
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from itertools import count
from secrets import token_hex
from typing import Any, Protocol

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

SEATS = 5
AT_ONCE = 50  # tables that are being set up at the same time
PING_SECONDS = 5.0  # as often as the app does
OPEN: dict[str, Any] = {"compression": None, "ping_interval": None, "max_queue": None, "open_timeout": 60}


class Plan(msgspec.Struct, frozen=True):
    """What the load is to be."""

    tables: int
    think: float  # seconds from one move of a table to its next; 0: at once
    seconds: float  # that are counted
    spread: bool = False  # the clients of a table reach different servers
    idle_seconds: float = 0.0  # before anybody moves
    pings: bool = False
    settle: float = 2.0  # seconds before each phase
    kind: str = "hexdeck"  # how to speak with the servers
    urls: Sequence[str] = ()


@dataclass(slots=True)
class News:
    """What matters in a message: where the game is, and what the client could play if it is its turn."""

    version: int
    action: Any = None


class Talk(Protocol):
    """How to speak with one kind of server."""

    async def seat_all(self) -> list[ClientConnection]:
        """Five clients at a table of their own, the game about to start."""

    def read(self, raw: str, seat: int) -> News | None: ...
    def play(self, seat: int, news: News) -> str: ...
    def answer(self, raw: str) -> str | None:
        """What the connection itself wants to be answered."""


class _View(msgspec.Struct):
    to_move: list[int]
    actions: list[str]


class _Message(msgspec.Struct):
    type: str
    version: int = 0
    view: _View | None = None


class HexdeckTalk:
    decode = staticmethod(msgspec.json.Decoder(_Message).decode)

    def __init__(self, urls: Sequence[str], http: httpx.AsyncClient) -> None:
        self._urls, self._http = urls, http
        self._sent = 0

    async def seat_all(self) -> list[ClientConnection]:
        wish = {"game": "voodoo_prince", "players": SEATS, "options": {"rounds": 10}}
        made = await self._http.post(f"{self._urls[0]}/api/tables", json=wish)
        code, cookie = made.json()["code"], made.headers["set-cookie"].split(";")[0]
        first, *others = (f"{url.replace('http', 'ws', 1)}/api/tables/{code}/socket" for url in self._urls)
        host = await connect(first, additional_headers={"cookie": cookie}, **OPEN)
        sockets = [host, *[await connect(address, **OPEN) for address in others]]
        for seat, socket in enumerate(sockets):
            await socket.send('{"type":"hello"}')
            if seat:
                await socket.send(f'{{"type":"sit","id":"sit","seat":{seat}}}')
                await self._answered(socket)
        await host.send('{"type":"start","id":"start"}')
        return sockets

    async def _answered(self, socket: ClientConnection) -> None:
        while '"type":"ack"' not in str(await socket.recv()):
            pass

    def read(self, raw: str, seat: int) -> News | None:
        if not raw.startswith('{"type":"s'):  # a step or a snapshot
            return None
        message = self.decode(raw)
        if message.view is None:
            return None
        view = message.view
        return News(message.version, view.actions[0] if seat in view.to_move else None)

    def play(self, seat: int, news: News) -> str:
        self._sent += 1
        return f'{{"type":"act","id":"{seat}-{self._sent}","action":"{news.action}"}}'

    def answer(self, raw: str) -> str | None:
        del raw
        return None


class BoardgameioTalk:
    """Socket.io by hand: packets `42/cards,[name, …]`."""

    def __init__(self, urls: Sequence[str], http: httpx.AsyncClient) -> None:
        del http  # the first who asks for a match makes it
        self._address = f"{urls[0].replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket"
        self._match = token_hex(6)

    async def seat_all(self) -> list[ClientConnection]:
        sockets = [await connect(self._address, **OPEN) for _ in range(SEATS)]
        for socket in sockets:
            await socket.send("40/cards,")
            while not str(await socket.recv()).startswith("40/cards"):
                pass
        await self._sync(0, sockets[0])
        while not str(await sockets[0].recv()).startswith('42/cards,["sync"'):
            pass
        for seat, socket in enumerate(sockets):
            await self._sync(seat, socket)
        return sockets

    async def _sync(self, seat: int, socket: ClientConnection) -> None:
        await socket.send(_packet("sync", self._match, str(seat), None, SEATS))

    def read(self, raw: str, seat: int) -> News | None:
        if not raw.startswith("42/cards,"):
            return None
        name, _, *rest = msgspec.json.decode(raw[9:])
        if name not in ("update", "sync"):
            return None
        state = rest[0]["state"] if name == "sync" else rest[0]
        is_mine = state["ctx"]["currentPlayer"] == str(seat)
        return News(state["_stateID"], state["G"]["hand"][0] if is_mine else None)

    def play(self, seat: int, news: News) -> str:
        action = {
            "type": "MAKE_MOVE",
            "payload": {"type": "play", "args": [news.action], "playerID": str(seat)},
        }
        return _packet("update", action, news.version, self._match, str(seat))

    def answer(self, raw: str) -> str | None:
        return "3" if raw == "2" else None


def _packet(*parts: Any) -> str:
    return "42/cards," + json.dumps(parts)


TALKS: dict[str, Callable[[Sequence[str], httpx.AsyncClient], Talk]] = {
    "hexdeck": HexdeckTalk,
    "boardgameio": BoardgameioTalk,
}


@dataclass(slots=True)
class Load:
    """What was asked for, and what came of it."""

    think: float
    sockets: int = 0
    may_move: asyncio.Event = field(default_factory=asyncio.Event)
    is_counted: bool = False
    moves: int = 0
    received: int = 0  # characters of messages; ours are all ASCII
    latencies: list[float] = field(default_factory=list)  # from command to last delivery


class Table:
    def __init__(self, talk: Talk, load: Load, offset: float) -> None:
        self._talk, self._load, self._offset = talk, load, offset
        self._sockets: list[ClientConnection] = []
        self._arrived: dict[int, int] = {}  # how many clients are at a version
        self._sent_at: float | None = None
        self._mover: tuple[int, News] | None = None

    async def sit(self) -> None:
        self._sockets = await self._talk.seat_all()
        self._load.sockets += len(self._sockets)

    async def play(self) -> None:
        await asyncio.gather(*(self._hear(seat, socket) for seat, socket in enumerate(self._sockets)))

    async def ping_on(self) -> None:
        """As apps do, not all in the same moment."""
        for at in count():
            await asyncio.sleep(PING_SECONDS / SEATS)
            await self._sockets[at % SEATS].send('{"type":"ping","id":"ping"}')

    async def _hear(self, seat: int, socket: ClientConnection) -> None:
        async for raw in socket:
            assert isinstance(raw, str)
            if self._load.is_counted:
                self._load.received += len(raw)
            news = self._talk.read(raw, seat)
            if news is not None:
                await self._take(seat, news)
            elif (answer := self._talk.answer(raw)) is not None:
                await socket.send(answer)

    async def _take(self, seat: int, news: News) -> None:
        if news.action is not None:
            self._mover = (seat, news)
        self._arrived[news.version] = self._arrived.get(news.version, 0) + 1
        if self._arrived[news.version] < SEATS:
            return
        self._arrived.clear()
        self._count()
        if self._mover is not None:
            await self._move(*self._mover)

    def _count(self) -> None:
        now = time.perf_counter()
        if self._sent_at is not None and self._load.is_counted:
            self._load.moves += 1
            self._load.latencies.append(now - self._sent_at)

    async def _move(self, seat: int, news: News) -> None:
        self._mover = None
        if not self._load.may_move.is_set():
            await self._load.may_move.wait()
        if self._load.think:
            first = self._sent_at is None
            pause = self._offset if first else self._load.think - (time.perf_counter() - (self._sent_at or 0))
            await asyncio.sleep(max(0.0, pause))
        self._sent_at = time.perf_counter()
        await self._sockets[seat].send(self._talk.play(seat, news))


def batches(tables: list[Table]) -> Iterator[list[Table]]:
    for at in range(0, len(tables), AT_ONCE):
        yield tables[at : at + AT_ONCE]


def reached(plan: Plan, table: int) -> list[str]:
    """The servers that the clients of a table reach, one for each seat."""
    return [plan.urls[(table + (seat if plan.spread else 0)) % len(plan.urls)] for seat in range(SEATS)]


def say(phase: str) -> None:
    print(json.dumps({"phase": phase}), flush=True)


async def run(plan: Plan) -> dict[str, float]:
    load = Load(plan.think)
    forgetful = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # each table has a host of its own
    async with httpx.AsyncClient(timeout=60, cookies=forgetful) as http:
        tables = [
            Table(TALKS[plan.kind](reached(plan, at), http), load, plan.think * at / plan.tables)
            for at in range(plan.tables)
        ]
        playing = []
        for batch in batches(tables):
            await asyncio.gather(*(table.sit() for table in batch))
            playing += [asyncio.create_task(table.play()) for table in batch]
            if plan.pings:
                playing += [asyncio.create_task(table.ping_on()) for table in batch]
        gc.collect()
        gc.disable()  # a pause of ours would look like one of the server
        if plan.idle_seconds:
            await asyncio.sleep(plan.settle)
            say("idle")
            await asyncio.sleep(plan.idle_seconds)
            say("idle over")
        load.may_move.set()
        await asyncio.sleep(max(plan.settle, 1.3 * plan.think))
        passed, busy = await _counted(load, plan.seconds)
        failed = [task.exception() for task in playing if task.done()]
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    if not load.latencies:
        raise RuntimeError("no move was counted: so few tables have ended their games already, ask for more")
    times = sorted(load.latencies)
    return {
        "sockets": load.sockets,
        "moves": load.moves,
        "moves_per_s": load.moves / passed,
        "p50_ms": 1000 * times[len(times) // 2],
        "p99_ms": 1000 * times[len(times) * 99 // 100],
        "worst_ms": 1000 * times[-1],
        "bytes_per_move": load.received / load.moves,
        "load_busy": busy / passed,
        "tables_lost": len(failed),
    }


async def _counted(load: Load, seconds: float) -> tuple[float, float]:
    """How long it was in truth, and how much of it this process was at work."""
    say("counted")
    load.is_counted = True
    began, worked = time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    load.is_counted = False
    say("over")
    return time.perf_counter() - began, time.process_time() - worked


def main() -> None:
    plan = msgspec.json.decode(sys.argv[1], type=Plan)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(json.dumps(uvloop.run(run(plan))), flush=True)
    os._exit(0)  # thousands of sockets are not closed politely


if __name__ == "__main__":
    main()
