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
from functools import partial
from http.cookiejar import CookieJar, DefaultCookiePolicy
from itertools import count
from secrets import token_hex
from typing import Any, Protocol

import httpx
import msgspec
import uvloop

from bench.load_line import Line

SEATS = 5
AT_ONCE = 50  # tables that are being set up at the same time
PING_SECONDS = 5.0  # as often as the app does


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

    async def seat_all(self) -> list[Line]:
        """Five clients at a table of their own, the game about to start."""

    def read(self, raw: bytes, seat: int) -> News | None: ...
    def play(self, seat: int, news: News) -> bytes: ...
    def answer(self, raw: bytes) -> bytes | None:
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

    async def seat_all(self) -> list[Line]:
        wish = {"game": "voodoo_prince", "players": SEATS, "options": {"rounds": 10}}
        made = await self._http.post(f"{self._urls[0]}/api/tables", json=wish)
        code, cookie = made.json()["code"], made.headers["set-cookie"].split(";")[0]
        first, *others = (f"{url}/api/tables/{code}/socket" for url in self._urls)
        lines = [await Line.opened(first, cookie), *[await Line.opened(address) for address in others]]
        for seat, line in enumerate(lines):
            line.send(b'{"type":"hello"}')
            if seat:
                line.send(b'{"type":"sit","id":"sit","seat":%d}' % seat)
                await self._answered(line)
        lines[0].send(b'{"type":"start","id":"start"}')
        return lines

    async def _answered(self, line: Line) -> None:
        while b'"type":"ack"' not in await line.recv():
            pass

    def read(self, raw: bytes, seat: int) -> News | None:
        if not raw.startswith(b'{"type":"s'):  # a step or a snapshot
            return None
        message = self.decode(raw)
        if message.view is None:
            return None
        view = message.view
        return News(message.version, view.actions[0] if seat in view.to_move else None)

    def play(self, seat: int, news: News) -> bytes:
        self._sent += 1
        return f'{{"type":"act","id":"{seat}-{self._sent}","action":"{news.action}"}}'.encode()

    def answer(self, raw: bytes) -> bytes | None:
        del raw
        return None


class BoardgameioTalk:
    """Socket.io by hand: packets `42/cards,[name, …]`."""

    def __init__(self, urls: Sequence[str], http: httpx.AsyncClient) -> None:
        del http  # the first who asks for a match makes it
        self._address = f"{urls[0]}/socket.io/?EIO=4&transport=websocket"
        self._match = token_hex(6)

    async def seat_all(self) -> list[Line]:
        lines = [await Line.opened(self._address) for _ in range(SEATS)]
        for line in lines:
            line.send(b"40/cards,")
            while not (await line.recv()).startswith(b"40/cards"):
                pass
        self._sync(0, lines[0])
        while not (await lines[0].recv()).startswith(b'42/cards,["sync"'):
            pass
        for seat, line in enumerate(lines):
            self._sync(seat, line)
        return lines

    def _sync(self, seat: int, line: Line) -> None:
        line.send(_packet("sync", self._match, str(seat), None, SEATS))

    def read(self, raw: bytes, seat: int) -> News | None:
        if not raw.startswith(b"42/cards,"):
            return None
        name, _, *rest = msgspec.json.decode(raw[9:])
        if name not in ("update", "sync"):
            return None
        state = rest[0]["state"] if name == "sync" else rest[0]
        is_mine = state["ctx"]["currentPlayer"] == str(seat)
        return News(state["_stateID"], state["G"]["hand"][0] if is_mine else None)

    def play(self, seat: int, news: News) -> bytes:
        action = {
            "type": "MAKE_MOVE",
            "payload": {"type": "play", "args": [news.action], "playerID": str(seat)},
        }
        return _packet("update", action, news.version, self._match, str(seat))

    def answer(self, raw: bytes) -> bytes | None:
        return b"3" if raw == b"2" else None


def _packet(*parts: Any) -> bytes:
    return b"42/cards," + json.dumps(parts).encode()


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
    received: int = 0  # bytes of messages
    latencies: list[float] = field(default_factory=list)  # from command to last delivery


class Table:
    def __init__(self, talk: Talk, load: Load, offset: float) -> None:
        self._talk, self._load, self._offset = talk, load, offset
        self._lines: list[Line] = []
        self._arrived: dict[int, int] = {}  # how many clients are at a version
        self._sent_at: float | None = None
        self._mover: tuple[int, News] | None = None

    async def sit(self) -> None:
        self._lines = await self._talk.seat_all()
        self._load.sockets += len(self._lines)

    def play(self) -> None:
        for seat, line in enumerate(self._lines):
            line.listen(partial(self._hear, seat))

    def leave(self) -> None:
        for line in self._lines:
            line.close()

    @property
    def is_lost(self) -> bool:
        return any(line.is_lost for line in self._lines)

    async def ping_on(self) -> None:
        """As apps do, not all in the same moment."""
        for at in count():
            await asyncio.sleep(PING_SECONDS / SEATS)
            self._lines[at % SEATS].send(b'{"type":"ping","id":"ping"}')

    def _hear(self, seat: int, raw: bytes) -> None:
        if self._load.is_counted:
            self._load.received += len(raw)
        news = self._talk.read(raw, seat)
        if news is not None:
            self._take(seat, news)
        elif (answer := self._talk.answer(raw)) is not None:
            self._lines[seat].send(answer)

    def _take(self, seat: int, news: News) -> None:
        if news.action is not None:
            self._mover = (seat, news)
        self._arrived[news.version] = self._arrived.get(news.version, 0) + 1
        if self._arrived[news.version] < SEATS:
            return
        self._arrived.clear()
        self._count()
        if self._mover is not None:
            mover, self._mover = self._mover, None
            if self._load.think or not self._load.may_move.is_set():
                self._thinking = asyncio.ensure_future(self._think(*mover))
            else:
                self._move(*mover)

    def _count(self) -> None:
        now = time.perf_counter()
        if self._sent_at is not None and self._load.is_counted:
            self._load.moves += 1
            self._load.latencies.append(now - self._sent_at)

    async def _think(self, seat: int, news: News) -> None:
        await self._load.may_move.wait()
        first = self._sent_at is None
        pause = self._offset if first else self._load.think - (time.perf_counter() - (self._sent_at or 0))
        await asyncio.sleep(max(0.0, pause))
        self._move(seat, news)

    def _move(self, seat: int, news: News) -> None:
        self._sent_at = time.perf_counter()
        self._lines[seat].send(self._talk.play(seat, news))


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
        pinging = []
        for batch in batches(tables):
            await asyncio.gather(*(table.sit() for table in batch))
            for table in batch:
                table.play()
            if plan.pings:
                pinging += [asyncio.create_task(table.ping_on()) for table in batch]
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
        lost = sum(table.is_lost for table in tables)
        for task in pinging:
            task.cancel()
        for table in tables:
            table.leave()
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
        "tables_lost": lost,
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
