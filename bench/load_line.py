"""One WebSocket of the load, with no more than the load needs: it must cost less than what it measures."""

import asyncio
from base64 import b64encode
from collections.abc import Callable
from secrets import token_bytes
from typing import Final, Self, cast
from urllib.parse import urlsplit

OPEN_SECONDS: Final = 60.0
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A  # frames that are whole messages
_MASKED: Final = 0x80
_NO_MASK: Final = bytes(4)  # clients must send one; with this one what they mask stays as it is


class Line(asyncio.Protocol):
    """Answers pings by itself; what else comes is kept until somebody listens."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport
        self._is_open = asyncio.get_running_loop().create_future()
        self._rest = b""
        self._kept: list[bytes] = []
        self._waiting: asyncio.Future[None] | None = None
        self._hear: Callable[[bytes], None] = self._keep
        self.is_lost = False

    @classmethod
    async def opened(cls, address: str, cookie: str = "") -> Self:
        """A socket of the server at an address that begins with http."""
        place = urlsplit(address)
        _, line = await asyncio.get_running_loop().create_connection(
            cls, place.hostname or "", place.port or 80
        )
        head = [
            f"GET {place.path}?{place.query} HTTP/1.1",
            f"Host: {place.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {b64encode(token_bytes(16)).decode()}",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]
        line._transport.write("\r\n".join([*head, "", ""]).encode())
        await asyncio.wait_for(line._is_open, OPEN_SECONDS)
        return line

    def listen(self, hear: Callable[[bytes], None]) -> None:
        """From now on, and to what was kept."""
        self._hear = hear
        for message in self._kept:
            hear(message)
        self._kept.clear()

    async def recv(self) -> bytes:
        """The next message, while nobody listens."""
        while not self._kept:
            if self.is_lost:
                raise ConnectionError("the server has ended the talk")
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self._kept.pop(0)

    def send(self, message: bytes, kind: int = TEXT) -> None:
        length = len(message)
        if length < 126:
            head = bytes((kind, _MASKED | length))
        else:
            assert length < 1 << 16
            head = bytes((kind, _MASKED | 126)) + length.to_bytes(2, "big")
        self._transport.write(head + _NO_MASK + message)

    def close(self) -> None:
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        self._wake()
        if not self._is_open.done():
            self._is_open.set_exception(exc or ConnectionError("the server opens no socket"))

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self._is_open.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            self._rest = b""
            if not head.startswith(b"HTTP/1.1 101"):
                self._is_open.set_exception(ConnectionError(head.decode(errors="replace")))
                return
            self._is_open.set_result(None)
        self._rest = data[self._read(data) :]

    def _read(self, data: bytes) -> int:
        """Every whole frame; where the first begins that is not."""
        at, end = 0, len(data)
        while end - at >= 2:
            length, start = data[at + 1], at + 2
            if length > 125:
                start += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : start], "big")
            if start + length > end:
                break
            kind, at = data[at], start + length
            if kind == TEXT:
                self._hear(data[start:at])
            elif kind == PING:
                self.send(data[start:at], PONG)
            elif kind == CLOSE:
                self._transport.close()
        return at

    def _keep(self, message: bytes) -> None:
        self._kept.append(message)
        self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)
