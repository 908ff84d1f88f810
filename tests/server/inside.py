"""The whole server in this process, without clock and chance: the same requests get the same bytes."""

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Self
from unittest.mock import patch

from starlette.applications import Starlette

from hexdeck.core.cards import Action
from hexdeck.core.chance import SEED_BYTES, Chance, Outcome, Stream
from hexdeck.core.record import Header
from hexdeck.core.table import Table, Write
from hexdeck.server.base import identity
from hexdeck.server.base.settings import Settings
from hexdeck.server.bots.bot_request import Answer, Question
from hexdeck.server.bots.pool import BotPool
from hexdeck.server.house import house as house_module
from hexdeck.server.house.house import House, house_at
from hexdeck.server.tables import live_table, resumed, state
from hexdeck.server.tables.live_table import LiveTable
from hexdeck.server.web.app import make_app
from hexdeck.server.web.direct import EXTENSION

PATIENCE = 60.0  # seconds for an answer within this process
ADDRESS = "192.0.2.7"  # from which all requests come, unless a test says another


class Inside:
    """A house that nothing moves but what a test asks of it."""

    @classmethod
    async def at(cls, data: Path, **chosen: Any) -> Self:
        limits: dict[str, Any] = {"rate": 1e9, "guesses": 1e9, "tables_per_minute": 1e9, "pace": 0.0}
        limits |= {"address_share": 1.0, "address_megabytes": 1e9}
        return cls(await house_at(Settings(data=data, allowed_hosts="house", **limits, **chosen)))

    def __init__(self, house: House) -> None:
        self.time = 1_000_000.0
        self.house = house
        self.house.bots.thinker = self.bots = ToldBots(1, 1.0)
        self.house.now = self.house.people._now = lambda: self.time
        self.house.is_ready = True
        self.app: Starlette = make_app(house.settings)
        self.app.state.house = self.house
        self._sockets = 0

    async def close(self) -> None:
        await self.house.close()

    def token(self, player: str) -> str:
        return self.house.signer.sign(player)

    async def ask(
        self,
        method: str,
        path: str,
        token: str = "",
        content: Any = None,
        accept: str = "*/*",
        *,
        address: str = ADDRESS,
    ) -> bytes:
        """A whole response as it would go over the wire: status, headers, body."""
        scope = _scope("http", path, token, method=method, accept=accept)
        line = Line(self.app, {**scope, "client": (address, 5000)})
        raw = (
            content
            if isinstance(content, bytes)
            else b""
            if content is None
            else json.dumps(content).encode()
        )
        line.say({"type": "http.request", "body": raw})
        await asyncio.wait_for(line.task, PATIENCE)
        return b"".join(map(_on_the_wire, line.sent))

    def socket(self, path: str, token: str) -> "Socket":
        """Every second one takes messages the short way, as sockets of a real server do."""
        self._sockets += 1
        scope = _scope("websocket", path, token)
        line = Line(self.app, scope)
        if self._sockets % 2:
            scope["extensions"] = {EXTENSION: line}
        return Socket(line, f"s{self._sockets}")

    def stream(self, path: str, token: str) -> "Line":
        line = Line(self.app, _scope("http", path, token, method="GET"))
        line.say({"type": "http.request"})
        return line


class ToldBots(BotPool):
    """Bots that do what a test tells them, and never interrupt."""

    def __init__(self, processes: int, seconds: float) -> None:
        super().__init__(processes, seconds)
        self._told: asyncio.Future[Action] = asyncio.get_running_loop().create_future()

    async def choose(self, question: Question) -> Answer:
        return Answer(None if question.interrupts else await asyncio.shield(self._told))

    async def play(self, live: LiveTable, action: Action) -> None:
        """Let the bot of a table do this, now that it is its turn."""
        version = live.version
        self._told.set_result(action)
        async with asyncio.timeout(PATIENCE):
            while live.version == version:
                await asyncio.sleep(0)
        self._told = asyncio.get_running_loop().create_future()
        await live.look("")  # waits until it is stored and told


class Line:
    """One connection to the application; `sent` is what the client was sent."""

    def __init__(self, app: Starlette, scope: dict[str, Any]) -> None:
        self.sent: list[Any] = []
        self._said: asyncio.Queue[Any] = asyncio.Queue()
        self._news = asyncio.Event()
        self.hear: Callable[[bytes], bool] | None = None
        self.task = asyncio.ensure_future(app(scope, self._said.get, self._take))

    def say(self, message: Any) -> None:
        is_next = self.hear is not None and self._said.empty() and "text" in message
        if not (is_next and self.hear and self.hear(message["text"].encode())):
            self._said.put_nowait(message)

    async def _take(self, message: Any) -> None:
        self.sent.append(message)
        self._news.set()

    def write_text(self, message: bytes) -> bool:
        self.sent.append({"type": "websocket.send", "text": message.decode()})
        self._news.set()
        return True

    async def until(self, is_there: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not is_there():
                assert not self.task.done(), f"the line is dead: {self.sent}"
                self._news.clear()
                await self._news.wait()

    async def end(self) -> None:
        self.say({"type": "http.disconnect"})
        await asyncio.wait_for(self.task, PATIENCE)

    @property
    def wire(self) -> list[bytes]:
        return [_on_the_wire(message) for message in self.sent]


class Socket:
    """One WebSocket; every command is answered before the next is sent."""

    def __init__(self, line: Line, name: str) -> None:
        self._line = line
        self._name = name  # its own, for the ids of its commands
        self._line.say({"type": "websocket.connect"})
        self._asked = 0

    @property
    def frames(self) -> list[bytes]:
        return [
            message["text"].encode() for message in self._line.sent if message["type"] == "websocket.send"
        ]

    async def hello(self, since: int | None = None) -> Self:
        self.say(json.dumps({"type": "hello", "since": since}))
        await self.flush()
        return self

    def say(self, text: str) -> None:
        self._line.say({"type": "websocket.receive", "text": text})

    async def command(self, **fields: Any) -> dict[str, Any]:
        """The answer."""
        self._asked += 1
        name = f"{self._name}-{self._asked}"
        seen = len(self._line.sent)
        self.say(json.dumps({"id": name, **fields}))
        return await self._answer_to(name, seen)

    async def flush(self) -> None:
        """Until all that waits for this client is sent."""
        await self.command(type="ping")

    async def _answer_to(self, name: str, seen: int) -> dict[str, Any]:
        """Among what is sent after the first `seen` messages."""
        mark = f'"id":"{name}"'.encode()

        def is_there() -> bool:
            nonlocal seen
            new = self._line.sent[seen:]
            seen = len(self._line.sent) if not any(map(is_answer, new)) else seen
            return seen < len(self._line.sent)

        def is_answer(message: Any) -> bool:
            return message["type"] == "websocket.send" and mark in message["text"].encode()[:80]

        await self._line.until(is_there)
        found = next(message for message in self._line.sent[seen:] if is_answer(message))
        answer: dict[str, Any] = json.loads(found["text"])
        return answer

    async def leave(self) -> None:
        self._line.say({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self._line.task, PATIENCE)


def _scope(kind: str, path: str, token: str, *, method: str = "GET", accept: str = "*/*") -> dict[str, Any]:
    path, _, query = path.partition("?")
    headers = [(b"host", b"house"), (b"accept", accept.encode())]
    headers += [(b"authorization", f"Bearer {token}".encode())] if token else []
    return {
        "type": kind,
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": headers,
        "scheme": "http" if kind == "http" else "ws",
        "client": (ADDRESS, 5000),
        "state": {},
    }


def _on_the_wire(message: Any) -> bytes:
    if message["type"] == "http.response.start":
        lines = [b"%s: %s" % header for header in message["headers"]]
        return b"\n".join([str(message["status"]).encode(), *lines, b"", b""])
    if message["type"] == "http.response.body":
        return bytes(message.get("body", b""))
    return json.dumps(message).encode()


class _Secrets:
    """Stands where the operating system's chance stands."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self.choice = self._random.choice

    def token_urlsafe(self, size: int) -> str:
        return self._random.randbytes(size).hex()

    def token_bytes(self, size: int) -> bytes:
        return self._random.randbytes(size)


class _Script(Stream):
    """Shuffles and rolls that were settled beforehand."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        super().__init__(bytes(SEED_BYTES))
        self._outcomes = iter(outcomes)

    def supply(self, needs: Chance) -> Outcome:
        outcome = next(self._outcomes)
        assert needs.allows(outcome), "the script is for this game"
        return outcome


@contextmanager
def settled(seed: int, outcomes: Sequence[Outcome]) -> Iterator[None]:
    """Every code and token follows from `seed`, and every table's chance is `outcomes`."""

    class Settled(Table):
        def __init__(self, header: Header, seed: bytes, write: Write | None = None) -> None:
            super().__init__(header, seed, write)
            self._stream = _Script(outcomes)

    secrets = _Secrets(seed)
    with (
        patch.object(identity, "secrets", secrets),
        patch.object(house_module, "token_bytes", secrets.token_bytes),
        patch.object(live_table, "token_bytes", secrets.token_bytes),
        patch.object(state, "Table", Settled),
        patch.object(resumed, "Table", Settled),
    ):
        yield
