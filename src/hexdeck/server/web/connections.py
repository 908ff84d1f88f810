"""Connections: a client that is slow to ask, or asks at length, is sent away."""

import asyncio
from http import HTTPStatus
from time import thread_time
from typing import Any, Final

from starlette.requests import ClientDisconnect
from uvicorn._types import ASGIReceiveEvent
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from hexdeck.server.base.budgets import Account, Budgets
from hexdeck.server.house.house import House
from hexdeck.server.web.direct import READ_AHEAD, DirectProtocol
from hexdeck.server.web.metering import HELD
from hexdeck.server.web.requests import neighbourhood
from hexdeck.server.web.security import SECURITY

HEAD_SECONDS: Final = 10.0  # for a request's first line and headers
LARGEST_HEAD: Final = 32 * 1024  # bytes
MOST_HEADERS: Final = 100
LONGEST_LINE: Final = 8000  # bytes; of a request for a socket
PIECE: Final = 1024  # bytes of a socket looked at before others have their turn
MOST_FRAMES: Final = 100  # pings, pongs and continuations of a socket in a second
HELD_SECONDS: Final = 0.2  # until a socket of an address that has used up its budget is read on
TOO_MANY: Final = "Your address has too many connections open: close some of them."
STALL_SECONDS: Final = 20.0  # without a byte taken of what waits to be sent
MOST_WAITING: Final = 20  # requests of one connection sent before the first is answered


class Patience:
    """Whoever takes nothing of what they asked for is sent away, and what they did not take is forgotten."""

    transport: asyncio.Transport
    _unsent = 0  # bytes, when last looked at
    _taken_at: float | None = None  # the last time that some were taken, or none waited

    def end_if_stalled(self, now: float) -> None:
        """To be called every few seconds."""
        unsent = self.transport.get_write_buffer_size()
        if self._taken_at is None or unsent == 0 or unsent < self._unsent:
            self._taken_at = now
        elif now - self._taken_at >= STALL_SECONDS:
            self.transport.abort()
        self._unsent = unsent

    def resume_writing(self) -> None:
        self._taken_at = None
        super().resume_writing()  # type: ignore[misc]  # of the protocol that this is mixed into


class Counted:
    """Counts a connection for its address as long as it is open; those of a trusted proxy are not counted."""

    config: Config
    client: tuple[str, int] | None
    _budgets: Budgets | None = None
    _counted: Account | None = None

    def _count_connection(self) -> bool:
        """Return False where the address has as many connections as it may."""
        house: House | None = getattr(getattr(self.config.app, "state", None), "house", None)
        self._budgets = house.budgets if house is not None else None
        if house is None or self.client is None or house.settings.is_proxy(self.client[0]):
            return True
        account = house.budgets.account(neighbourhood(self.client[0]))
        if house.budgets.connect(account):
            self._counted = account
        return self._counted is not None

    def _stop_counting(self) -> None:
        if self._budgets is not None and self._counted is not None:
            self._budgets.disconnect(self._counted)
            self._counted = None


class HttpConnection(Counted, Patience, HttpToolsProtocol):
    _timer: asyncio.TimerHandle | None = None
    _head: int | None = None  # bytes of a head that is not complete yet

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._held: list[asyncio.Future[Any]] = []  # what the request in work waits for, to begin
        self._cycles: list[RequestResponseCycle] = []  # requests without a whole answer

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._count_connection():
            self._await_head()
        else:
            self._send_away(HTTPStatus.TOO_MANY_REQUESTS, TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        """End all that waits for the client; the library tells only the last of several requests."""
        self._stop_waiting()
        self._stop_counting()
        for cycle in self._cycles:
            if not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()
        for future in self._held:
            if not future.done():
                future.set_exception(ClientDisconnect())
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self.send_400_response("This request is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope[HELD] = self._held  # type: ignore[typeddict-unknown-key]
        self._await_head()

    def on_headers_complete(self) -> None:
        """Raises where too many wait: then nothing more of the connection is read."""
        self._stop_waiting()
        if len(self.pipeline) >= MOST_WAITING:
            raise ValueError("too many requests without an answer")
        super().on_headers_complete()
        self._cycles = [one for one in self._cycles if not one.response_complete]
        if self.cycle is not None:
            self._cycles.append(self.cycle)

    def handle_websocket_upgrade(self) -> None:
        """Only with a head that the library for sockets can read."""
        if self._asks_for_a_socket():
            super().handle_websocket_upgrade()
            self._stop_counting()  # the protocol of the socket has counted it
        else:
            self.send_400_response("This is no request for a socket.")

    def _asks_for_a_socket(self) -> bool:
        lines = [self.url, *(name + value for name, value in self.headers)]
        has_body = any(
            name in (b"content-length", b"transfer-encoding") and value != b"0"
            for name, value in self.headers
        )
        is_short = len(lines) <= MOST_HEADERS and max(map(len, lines)) <= LONGEST_LINE
        return self.scope["method"] == "GET" and self.url.isascii() and is_short and not has_body

    def send_400_response(self, msg: str) -> None:
        self._send_away(HTTPStatus.BAD_REQUEST, msg)

    def _await_head(self) -> None:
        self._stop_waiting()
        self._head = 0
        self._timer = self.loop.call_later(HEAD_SECONDS, self._lose_patience)

    def _lose_patience(self) -> None:
        """Whoever has said something hears why."""
        if self._head:
            self._send_away(
                HTTPStatus.REQUEST_TIMEOUT,
                f"This request came too slowly: send it within {HEAD_SECONDS:.0f} seconds.",
            )
        else:
            self.transport.close()

    def _send_away(self, status: HTTPStatus, words: str) -> None:
        self._stop_waiting()
        if not self.transport.is_closing():
            self.transport.write(_refusal(status, words))
            self.transport.close()

    def _stop_waiting(self) -> None:
        self._head = None
        if self._timer is not None:
            self._timer.cancel()


class SocketConnection(Counted, Patience, DirectProtocol):
    """Reads a small piece each turn of the loop, and none while messages wait to be answered."""

    _rest = memoryview(b"")  # read from the system, and not looked at yet
    _is_going_on = False  # the next piece has its turn already
    _second = 0.0  # when counting began
    _frames = 0  # that are no messages, since then
    account: Account | None = None  # of the client's address, once the request for the socket has begun

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._count_connection()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_counting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        began = thread_time()
        if not self.handshake_initiated:  # a request, whose length is bounded elsewhere
            self._look_at(data)
        elif self._rest or not self.is_heard(data):
            self._rest = memoryview(bytes(self._rest) + data if self._rest else data)
            self._look_further()
        self._charge(began)

    def _charge(self, began: float) -> None:
        """Reading frames costs time too, whatever is in them."""
        if self.account is not None and self._budgets is not None:
            self._budgets.charge(self.account, thread_time() - began)

    def _look_further(self) -> None:
        """At one more piece, if it may be."""
        self._is_going_on = False
        if self._rest and self._may_go_on and not self.transport.is_closing():
            if self._is_held_back:
                self._look_later()
                return
            piece, self._rest = self._rest[:PIECE], self._rest[PIECE:]
            self._look_at(piece)
        if self.transport.is_closing():
            self._rest = memoryview(b"")
        elif self._rest:
            self._stop_reading()
            self._go_on()
        elif self.read_paused and self._may_go_on:
            self.read_paused = False
            self.transport.resume_reading()

    @property
    def _may_go_on(self) -> bool:
        return self.close_sent or self.queue.qsize() < READ_AHEAD

    def _go_on(self) -> None:
        if self._may_go_on and not self._is_going_on:
            self._is_going_on = True
            self.loop.call_soon(self._look_on)

    def _look_on(self) -> None:
        began = thread_time()
        self._look_further()
        self._charge(began)

    @property
    def _is_held_back(self) -> bool:
        """Return True while the address has used up its budget, so that nothing more of it is read."""
        account, budgets = self.account, self._budgets
        return account is not None and budgets is not None and budgets.seconds_to_wait(account) > 0

    def _look_later(self) -> None:
        self._stop_reading()
        if not self._is_going_on:
            self._is_going_on = True
            self.loop.call_later(HELD_SECONDS, self._look_on)

    def _stop_reading(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _look_at(self, piece: bytes | memoryview) -> None:
        """What comes after the end of the talk is not even refused."""
        try:
            super().data_received(piece)  # type: ignore[arg-type]  # any bytes will do
        except InvalidState:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Whoever is gone asks for nothing more."""
        if not self.transport.is_closing():
            super().send_receive_event_to_app()

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self._go_on()
        return message

    def handle_ping(self) -> None:
        """A client that asks for pongs and does not take them would fill our memory."""
        self._count()
        if not self.writable.is_set():
            self.transport.abort()
        elif not self.transport.is_closing():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._count()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        self._count()
        super().handle_cont(event)

    def _count(self) -> None:
        """Messages are limited elsewhere; all other frames are for nothing, and nobody needs many."""
        if self.loop.time() - self._second > 1.0:
            self._second, self._frames = self.loop.time(), 0
        self._frames += 1
        is_allowed = self.account is None or self._budgets is None or self._budgets.allows_frame(self.account)
        if self._frames > MOST_FRAMES or not is_allowed:
            self.transport.abort()


def _refusal(status: HTTPStatus, words: str) -> bytes:
    headers = {
        **SECURITY,
        "content-type": "text/plain; charset=utf-8",
        "content-length": str(len(words)),
        "connection": "close",
    }
    lines = [f"HTTP/1.1 {status} {status.phrase}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", words]).encode()
