"""A table over one WebSocket: hello, then commands one way and everything that happens the other."""

import asyncio
import logging
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct
from msgspec.json import Decoder
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexdeck.core.errors import GameError
from hexdeck.server.base.budgets import Account, metered
from hexdeck.server.base.logs import log
from hexdeck.server.base.messages import (
    PROTOCOL,
    Command,
    Goodbye,
    Hello,
    Ping,
    Pong,
    Refusal,
    decode_incoming,
    encode,
)
from hexdeck.server.base.refusals import IdentityRefused, MessageRefused
from hexdeck.server.house.house import House
from hexdeck.server.tables.live_table import LiveTable
from hexdeck.server.tables.outbox import Outbox
from hexdeck.server.web.direct import EXTENSION, ShortWay
from hexdeck.server.web.metering import ACCOUNT, credential
from hexdeck.server.web.requests import client, house_of, is_same_origin, line, read, table_at, who_at

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
        self._short: ShortWay | None = socket.scope.get("extensions", {}).get(EXTENSION)
        self._outbox = Outbox(lambda: live.catch_up(who), self._short and self._short.write_text)
        self._client = client(socket)
        self._account: Account = socket.scope[ACCOUNT]
        self._person = credential(socket.scope)
        self._is_answering = False  # a message that had to wait
        self._nonsense = 0  # messages in a row that could not be understood
        self._heard_at = time.monotonic()

    async def begin(self, hello: Hello) -> None:
        await self._live.join(self._outbox, self._who, hello)

    async def go_on(self) -> None:
        """Until either side has had enough."""
        self._house.metrics.connections.inc()
        sender = asyncio.create_task(self._charged(self._send_all()))
        listener = asyncio.create_task(self._charged(self._listen()))
        if self._short is not None:
            self._short.hear = self._hear
        try:
            await asyncio.wait((sender, listener), return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self._short is not None:
                self._short.hear = None
            self._live.leave(self._outbox)
            self._house.metrics.connections.dec()
            listener.cancel()
            sender.cancel()
            for ended in await asyncio.gather(sender, listener, return_exceptions=True):
                _note(ended)
            await _end(self._socket)

    async def _charged(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work at the cost of the address."""
        charge, account = self._house.budgets.charge, self._account
        await metered(work, lambda seconds: charge(account, seconds))

    async def _send_all(self) -> None:
        while (message := await self._outbox.next()) is not None:
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.send_text(message.decode())

    async def _listen(self) -> None:
        """To what could not be heard at once."""
        while self._nonsense < TRIES:
            quiet = QUIET_SECONDS - (time.monotonic() - self._heard_at)
            try:
                async with asyncio.timeout(max(0.0, quiet)):
                    raw = await _received(self._socket)
            except TimeoutError:
                if quiet > 0:  # meanwhile it may have been heard
                    continue
                return
            except WebSocketDisconnect:
                return
            self._is_answering, self._heard_at = True, time.monotonic()
            await self._take(raw)
            self._is_answering = False
        self._outbox.close(encode(Goodbye("removed")))

    async def _take(self, raw: bytes) -> None:
        try:
            if (pause := self._house.messages.wait(self._client)) > 0:
                await asyncio.sleep(pause)
            (await self._house.budgets.begin(self._account, self._person, patience=None)).close()
            message = read(decode_incoming, raw)
            if isinstance(message, Hello):
                raise MessageRefused("you have said hello already: send commands")
            if self._is_doing and not isinstance(message, Ping):
                assert self._doing is not None
                await asyncio.wait((self._doing,))
            self._answer(message)
        except GameError as error:
            self._nonsense += 1
            self._outbox.answer(encode(Refusal.of(error, _id_in(raw))))

    def _hear(self, raw: bytes) -> bool:
        """Whether it can be answered at once: nothing waits before it, and it is understood."""
        if self._is_answering:
            return False
        try:
            message = read(decode_incoming, raw)
        except MessageRefused:
            return False
        if isinstance(message, Hello) or (self._is_doing and not isinstance(message, Ping)):
            return False
        if self._house.budgets.seconds_to_wait(self._account) > 0:
            return False
        if not self._house.messages.take(self._client):
            return False
        self._heard_at = time.monotonic()
        self._answer(message)
        return True

    @property
    def _is_doing(self) -> bool:
        """A command is not done yet; pings are answered meanwhile."""
        return self._doing is not None and not self._doing.done()

    def _answer(self, message: Ping | Command) -> None:
        self._nonsense = 0
        if isinstance(message, Ping):
            self._outbox.answer(encode(Pong(message.id, self._house.now())))
        else:
            self._doing = self._house.spawn(self._charged(self._obey(message)))

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
