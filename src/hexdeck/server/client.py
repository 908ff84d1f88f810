"""A client in Python: stays at a table through lost connections and restarts, and loses no command."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from secrets import token_hex
from typing import Any, Final, Self

from msgspec import UNSET
from msgspec.json import Decoder
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from hexdeck.server.protocol import (
    Ack,
    Command,
    Goodbye,
    Hello,
    Outgoing,
    Ping,
    Pong,
    Refusal,
    Snapshot,
    Step,
    TableChanged,
    TableInfo,
    Welcome,
    You,
    encode,
)

PING_SECONDS: Final = 5.0  # between two pings
PATIENCE: Final = 3.0  # seconds without an answer until the connection counts as lost
SLOWEST: Final = 1.0  # seconds between two tries to connect

_decode: Final = Decoder(Outgoing).decode
Hear = Callable[[bytes], None]


class Client:
    """`view`, `version` and `table` are what the house said last.  Use it as an async context manager."""

    def __init__(self, url: str, code: str, token: str, hear: Hear | None = None) -> None:
        self._url = f"{url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
        self._headers = {"authorization": f"Bearer {token}"}
        self._hear = hear
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, tuple[bytes, asyncio.Future[Ack | Refusal]]] = {}
        self._pong = asyncio.Event()
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._welcomed = asyncio.Event()
        self.version: int | None = None
        self.view: Any = None
        self.events: list[Any] = []  # since the last `changed`
        self.table: TableInfo | None = None
        self.you: You | None = None
        self.refused: Refusal | None = None  # why we were sent away for good
        self.connections = 0

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay())
        await self._welcomed.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def send(self, command: Command) -> Ack | Refusal:
        """The answer; it is asked for again after every lost connection."""
        loop = asyncio.get_running_loop()
        message = encode(command)
        answer: asyncio.Future[Ack | Refusal] = loop.create_future()
        self._unanswered[command.id] = (message, answer)
        with suppress(WebSocketException, OSError):
            if self._socket is not None and self._welcomed.is_set():
                await self._socket.send(message.decode())
        return await answer

    async def changed(self) -> None:
        """Wait for news."""
        await self._changed.wait()
        self._changed.clear()

    async def _stay(self) -> None:
        random, tries = Random(), 0
        while self.refused is None:
            with suppress(WebSocketException, InvalidHandshake, OSError, TimeoutError):
                await self._listen()
                tries = 0
            self._welcomed.clear()
            await asyncio.sleep(min(SLOWEST, 0.05 * 2**tries) * random.uniform(0.5, 1.0))
            tries = min(tries + 1, 10)
        self._welcomed.set()

    async def _listen(self) -> None:
        async with connect(
            self._url,
            additional_headers=self._headers,
            compression=None,
            ping_interval=None,
            open_timeout=PATIENCE,
            close_timeout=0.2,
        ) as socket:
            self._socket = socket
            await socket.send(encode(Hello(self.version)).decode())
            async with asyncio.TaskGroup() as tasks:
                pinging = tasks.create_task(self._ping(socket))
                async for message in socket:
                    await self._take(socket, message if isinstance(message, bytes) else message.encode())
                pinging.cancel()

    async def _ping(self, socket: ClientConnection) -> None:
        """A connection that only seems to be there is given up."""
        while True:
            await asyncio.sleep(PING_SECONDS)
            self._pong.clear()
            await socket.send(encode(Ping(token_hex(4))).decode())
            try:
                await asyncio.wait_for(self._pong.wait(), PATIENCE)
            except TimeoutError:
                socket.transport.abort()
                return

    async def _take(self, socket: ClientConnection, raw: bytes) -> None:
        if self._hear is not None:
            self._hear(raw)
        message = _decode(raw)
        match message:
            case Welcome():
                self.table, self.you = message.table, message.you
                self.connections += 1
                self._welcomed.set()
                for again, _ in list(self._unanswered.values()):
                    await socket.send(again.decode())
            case TableChanged():
                self.table = message.table
                self.you = self.you if message.you is UNSET else message.you
            case Step():
                self.version = message.version
                self.events += message.events
                self.view = self.view if message.view is UNSET else message.view
            case Snapshot():
                self.version, self.view = message.version, message.view
            case Ack() | Refusal():
                self._answered(message)
            case Pong():
                self._pong.set()
                return
            case Goodbye(retry=None):
                self.refused = Refusal(None, "client.sent_away", message.reason)
        self._changed.set()

    def _answered(self, message: Ack | Refusal) -> None:
        if message.id is None:
            assert isinstance(message, Refusal)
            self.refused = message
            return
        _, answer = self._unanswered.pop(message.id, (b"", None))
        if answer is not None and not answer.done():
            answer.set_result(message)
