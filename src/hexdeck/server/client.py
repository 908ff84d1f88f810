"""A client in Python: stays at a table through lost connections and restarts, and loses no command."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from secrets import token_hex
from typing import Any, Final, Self

from msgspec import UNSET
from msgspec.json import Decoder
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from hexdeck.server.base.identity import SEAT
from hexdeck.server.base.messages import (
    Ack,
    Command,
    Goodbye,
    Hello,
    Outgoing,
    Ping,
    Pong,
    Refusal,
    Salt,
    Snapshot,
    Step,
    TableChanged,
    TableInfo,
    Welcome,
    You,
    encode,
)

PING_SECONDS: Final = 0.5  # of silence before we ask whether the house is still there
PATIENCE: Final = (
    1.0  # seconds without a word until the connection counts as lost; more where that is not enough
)
MOST_PATIENCE: Final = 8.0
OPEN_SECONDS: Final = 1.2  # for one try to connect
SLOWEST: Final = 0.4  # seconds between two tries
SALT_BYTES: Final = 16
PASSING: Final = ("store.failed", "client.too_much")  # refusals at the door that are worth another try

_decode: Final = Decoder(Outgoing).decode
Hear = Callable[[bytes], None]


class Client:
    """`view`, `version` and `table` are what the house said last.  Use it as an async context manager."""

    def __init__(
        self,
        url: str,
        code: str,
        token: str,
        hear: Hear | None = None,
        *,
        ping: float = PING_SECONDS,
        address: str | None = None,
    ) -> None:
        """`address` is one of this machine, from which to connect."""
        self._url = f"{url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
        self._headers = {"authorization": f"Bearer {token}"}
        self._from = (address, 0) if address else None
        self._hear = hear
        self._ping_seconds = ping
        self._patience = PATIENCE
        self._retry = 0.0  # seconds that the house asked us to stay away
        self._not_before = 0.0  # monotonic seconds until which a command would be refused again
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, tuple[bytes, asyncio.Future[Ack | Refusal]]] = {}
        self._heard = asyncio.Event()
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._welcomed = asyncio.Event()
        self._epoch: str | None = None  # of the version
        self.version: int | None = None
        self.view: Any = None
        self.events: list[Any] = []  # since the last `changed`
        self.table: TableInfo | None = None
        self.you: You | None = None
        self.refused: Refusal | None = None  # why we were sent away for good
        self.connections = 0
        self._may_salt = not token.startswith(SEAT)  # the token of a seat plays it and nothing else
        self._salted_at = 0  # the connection by which a salt was sent

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
        """The answer; it is asked for again after every lost connection.

        After a refusal that says when to try again, the next command waits until then.
        """
        await asyncio.sleep(max(0.0, self._not_before - time.monotonic()))
        if self.refused is not None:
            return Refusal(command.id, self.refused.code, self.refused.message)
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
            before = self.connections
            with suppress(WebSocketException, InvalidHandshake, OSError, TimeoutError):
                await self._listen()
            tries = 0 if self.connections > before else min(tries + 1, 10)
            self._welcomed.clear()
            again = self._retry * random.uniform(1.0, 1.2)
            pause = max(again, min(SLOWEST, 0.05 * 2**tries) * random.uniform(0.5, 1.0))
            self._retry = 0.0
            await asyncio.sleep(pause)
        self._give_up(self.refused)

    def _give_up(self, why: Refusal) -> None:
        for name, (_, answer) in self._unanswered.items():
            if not answer.done():
                answer.set_result(Refusal(name, why.code, why.message))
        self._unanswered.clear()
        self._welcomed.set()
        self._changed.set()

    async def _listen(self) -> None:
        async with connect(
            self._url,
            additional_headers=self._headers,
            local_addr=self._from,
            compression=None,
            ping_interval=None,
            open_timeout=OPEN_SECONDS,
            close_timeout=0.2,
        ) as socket:
            self._socket = socket
            await socket.send(encode(Hello(self.version, self._epoch)).decode())
            pinging = asyncio.create_task(self._ping(socket))
            try:
                async for message in socket:
                    self._heard.set()
                    await self._take(socket, message if isinstance(message, bytes) else message.encode())
            finally:
                pinging.cancel()
                self._socket = None

    async def _ping(self, socket: ClientConnection) -> None:
        """A connection that only seems to be there is given up."""
        while True:
            if await self._hears(self._ping_seconds):
                continue
            with suppress(WebSocketException, OSError, TimeoutError):
                async with asyncio.timeout(self._patience):
                    await socket.send(encode(Ping(token_hex(4))).decode())
            if not await self._hears(self._patience):
                self._patience = min(MOST_PATIENCE, 2 * self._patience)
                socket.transport.abort()
                return

    async def _hears(self, seconds: float) -> bool:
        """Whether the house says anything within so many seconds."""
        self._heard.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._heard.wait()
        except TimeoutError:
            return False
        return True

    async def _take(self, socket: ClientConnection, raw: bytes) -> None:
        if self._hear is not None:
            self._hear(raw)
        message = _decode(raw)
        match message:
            case Welcome():
                await self._come_in(socket, message)
            case TableChanged():
                self.table = message.table
                self.you = self.you if message.you is UNSET else message.you
                await self._add_salt(socket)
            case Step():
                self.version = message.version
                self.events += message.events
                self.view = self.view if message.view is UNSET else message.view
            case Snapshot():
                self.version, self.view = message.version, message.view
            case Ack() | Refusal():
                self._answered(message)
            case Pong():
                self._patience = PATIENCE
                return
            case Goodbye():
                self._go_away(message)
        self._changed.set()

    async def _come_in(self, socket: ClientConnection, welcome: Welcome) -> None:
        self.table, self.you, self._epoch = welcome.table, welcome.you, welcome.epoch
        if self.view is not None and self.view["seat"] != welcome.you.seat:
            self.version = self.view = None  # of a seat that is ours no more: ask for everything
            socket.transport.abort()
            return
        self.connections += 1
        self._welcomed.set()
        for again, _ in list(self._unanswered.values()):
            await socket.send(again.decode())
        await self._add_salt(socket)

    async def _add_salt(self, socket: ClientConnection) -> None:
        """Take part in the shuffles, so that the server alone cannot choose the deal."""
        table, you = self.table, self.you
        if not self._may_salt or self._salted_at == self.connections:
            return
        if table is None or you is None or you.seat is None or you.salt is not None:
            return
        if table.status == "gathering" and table.tournament is None:
            self._salted_at = self.connections
            await socket.send(encode(Salt(token_hex(8), token_hex(SALT_BYTES))).decode())

    def _go_away(self, goodbye: Goodbye) -> None:
        if goodbye.retry is None:
            self.refused = Refusal(None, "client.sent_away", goodbye.reason)
        else:
            self._retry = goodbye.retry

    def _answered(self, message: Ack | Refusal) -> None:
        if isinstance(message, Refusal) and message.retry_after is not None:
            self._not_before = time.monotonic() + message.retry_after
        if message.id is None:
            assert isinstance(message, Refusal)
            self.refused = self.refused if message.code in PASSING else message
            self._retry = float(message.retry_after or 0)
            return
        _, answer = self._unanswered.pop(message.id, (b"", None))
        if answer is not None and not answer.done():
            answer.set_result(message)
