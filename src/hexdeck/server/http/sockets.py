"""A table over one WebSocket: hello, then commands one way and everything that happens the other."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexdeck.errors import GameError
from hexdeck.server.house import House
from hexdeck.server.http.direct import EXTENSION
from hexdeck.server.http.requests import client, house_of, is_same_origin, line, read, table_at, who_at
from hexdeck.server.live.live_table import LiveTable
from hexdeck.server.live.outbox import Outbox
from hexdeck.server.ops.logs import log
from hexdeck.server.protocol import (
    PROTOCOL,
    Command,
    Goodbye,
    Hello,
    Incoming,
    Ping,
    Pong,
    Refusal,
    decode_incoming,
    encode,
)
from hexdeck.server.refusals import IdentityRefused, MessageRefused

HELLO_SECONDS: Final = 10.0  # a client that says nothing is sent away
SEND_SECONDS: Final = 20.0  # and one that takes nothing
QUIET_SECONDS: Final = 75.0  # and one that has vanished: clients ping more often
TRIES: Final = 50  # messages in a row that cannot be understood


async def table_socket(socket: WebSocket) -> None:
    """Refusals before the hello are said in words, then the socket is closed."""
    try:
        await socket.accept()
        if not is_same_origin(socket):
            raise IdentityRefused("this page is not ours: open the house itself")
        with line(socket):
            await _talk(socket)
    except GameError as error:
        await _end(socket, encode(Refusal.of(error)))
    except (TimeoutError, WebSocketDisconnect):
        await _end(socket)


async def _talk(socket: WebSocket) -> None:
    house = house_of(socket)
    await table_at(socket, socket.path_params["code"])
    hello = await _first_word(socket)
    live = await house.tables.table(socket.path_params["code"])
    talk = _Talk(socket, house, live, await who_at(live, socket))
    await talk.begin(hello)
    await talk.go_on()


async def _first_word(socket: WebSocket) -> Hello:
    message = read(decode_incoming, await asyncio.wait_for(_received(socket), HELLO_SECONDS))
    if not isinstance(message, Hello):
        raise MessageRefused("say hello first: {example}", example='{"type": "hello"}')
    if message.protocol != PROTOCOL:
        raise MessageRefused(
            "this house speaks protocol {ours}, not {theirs}: reload the page",
            ours=PROTOCOL,
            theirs=message.protocol,
        )
    return message


async def _received(socket: WebSocket) -> bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    return bytes(message["bytes"]) if text is None else str(text).encode()


async def _end(socket: WebSocket, *last_words: bytes) -> None:
    with suppress(RuntimeError, WebSocketDisconnect, OSError):  # it may be gone already
        for words in last_words:
            await socket.send_text(words.decode())
        await socket.close()


class _Talk:
    def __init__(self, socket: WebSocket, house: House, live: LiveTable, who: str) -> None:
        self._socket = socket
        self._house = house
        self._live = live
        self._who = who
        self._doing: asyncio.Task[None] | None = None  # the latest command
        self._outbox = Outbox(lambda: live.catch_up(who), socket.scope.get("extensions", {}).get(EXTENSION))
        self._client = client(socket)

    async def begin(self, hello: Hello) -> None:
        await self._live.join(self._outbox, self._who, hello)

    async def go_on(self) -> None:
        """Until either side has had enough."""
        self._house.metrics.connections.inc()
        sender = asyncio.create_task(self._send_all())
        listener = asyncio.create_task(self._listen())
        try:
            await asyncio.wait((sender, listener), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._live.leave(self._outbox)
            self._house.metrics.connections.dec()
            listener.cancel()
            sender.cancel()
            for ended in await asyncio.gather(sender, listener, return_exceptions=True):
                _note(ended)
            await _end(self._socket)

    async def _send_all(self) -> None:
        while (message := await self._outbox.next()) is not None:
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.send_text(message.decode())

    async def _listen(self) -> None:
        nonsense = 0
        while nonsense < TRIES:
            try:
                async with asyncio.timeout(QUIET_SECONDS):
                    raw = await _received(self._socket)
            except (TimeoutError, WebSocketDisconnect):
                return
            try:
                if (pause := self._house.messages.wait(self._client)) > 0:
                    await asyncio.sleep(pause)
                await self._answer(read(decode_incoming, raw))
                nonsense = 0
            except GameError as error:
                nonsense += 1
                self._outbox.answer(encode(Refusal.of(error, _id_in(raw))))
        self._outbox.close(encode(Goodbye("removed")))

    async def _answer(self, message: Incoming) -> None:
        if isinstance(message, Hello):
            raise MessageRefused("you have said hello already: send commands")
        if isinstance(message, Ping):
            return self._outbox.answer(encode(Pong(message.id, self._house.now())))
        if self._doing is not None and not self._doing.done():
            await asyncio.wait((self._doing,))
        self._doing = self._house.spawn(self._obey(message))  # pings are answered meanwhile
        return None

    async def _obey(self, command: Command) -> None:
        """And say what became of it."""
        began = time.perf_counter()
        answer = await self._live.obey(self._who, command)
        self._house.metrics.command_seconds.observe(time.perf_counter() - began)
        self._outbox.answer(encode(answer))


def _note(ended: BaseException | None) -> None:
    """A mistake of ours; that a client is gone is none."""
    if isinstance(ended, Exception) and not isinstance(
        ended, TimeoutError | RuntimeError | WebSocketDisconnect | OSError
    ):
        log("failed", level=logging.ERROR, error=ended)


class _WithId(Struct):
    id: str


_decode_id: Final = Decoder(_WithId).decode


def _id_in(raw: bytes) -> str | None:
    """The id of a message that could be read so far."""
    with suppress(MessageRefused):
        found = read(_decode_id, raw).id
        return found if len(found) <= 64 else None
    return None
