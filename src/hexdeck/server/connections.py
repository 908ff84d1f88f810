"""Connections: a client that is slow to ask, or asks at length, is sent away."""

import asyncio
from http import HTTPStatus
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.exceptions import InvalidState

from hexdeck.server.direct import DirectProtocol
from hexdeck.server.security import SECURITY

HEAD_SECONDS: Final = 10.0  # for a request's first line and headers
LARGEST_HEAD: Final = 32 * 1024  # bytes
MOST_HEADERS: Final = 100
LONGEST_LINE: Final = 8000  # bytes; of a request for a socket


class HttpConnection(HttpToolsProtocol):
    _timer: asyncio.TimerHandle | None = None
    _head: int | None = None  # bytes of a head that is not complete yet

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self.send_400_response("This request is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Only with a head that the library for sockets can read."""
        if self._asks_for_a_socket():
            super().handle_websocket_upgrade()
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


class SocketConnection(DirectProtocol):
    def data_received(self, data: bytes) -> None:
        """What comes after the end of the talk is not even refused."""
        try:
            super().data_received(data)
        except InvalidState:
            self.transport.abort()

    def handle_ping(self) -> None:
        """A client that asks for pongs and does not take them would fill our memory."""
        if self.writable.is_set():
            super().handle_ping()
        else:
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
