"""WebSockets byte by byte, so that they can also be used wrongly."""

import asyncio
from contextlib import suppress
from random import Random
from typing import Self

HANDSHAKE = (
    "GET /api/tables/{code}/socket HTTP/1.1\r\nhost: house\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "authorization: Bearer {token}\r\n\r\n"
)
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


class RawSocket:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.heard = bytearray()  # the last of what came back
        self.is_over = False
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def opened(cls, port: int, code: str, token: str) -> Self:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HANDSHAKE.format(code=code, token=token).encode())
        await reader.readuntil(b"\r\n\r\n")
        return cls(reader, writer)

    async def send(self, message: bytes, kind: int = TEXT) -> None:
        await self.write(frame(message, kind))

    async def write(self, data: bytes) -> None:
        if not self.is_over:
            try:
                self._writer.write(data)
                await self._writer.drain()
            except ConnectionError:
                self.is_over = True

    async def _listen(self) -> None:
        try:
            while data := await self._reader.read(65536):
                self.heard += data
                del self.heard[:-65536]
        except ConnectionError:
            pass
        self.is_over = True

    async def until_heard(self, word: bytes, seconds: float) -> bool:
        """Whether it came, or the house has ended the talk."""
        for _ in range(int(seconds / 0.01)):
            if word in self.heard or self.is_over:
                return True
            await asyncio.sleep(0.01)
        return False

    async def close(self) -> None:
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)
        self._writer.close()
        with suppress(ConnectionError):
            await self._writer.wait_closed()


def frame(
    message: bytes, kind: int = TEXT, *, is_last: bool = True, mask: bytes = b"\x01\x02\x03\x04"
) -> bytes:
    """As a client must send it: masked."""
    head = bytes([kind | (0x80 if is_last else 0)])
    size = len(message)
    head += bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(message))


def broken_frame(rng: Random) -> bytes:
    """Against the rules of WebSockets themselves."""
    return rng.choice(
        [
            frame(b"\xff\xfe"),  # text that is no UTF-8
            b"\x81\x02hi",  # not masked
            frame(b"x", 3),  # a kind that is not known
            frame(b"x" * 200, PING),  # longer than a ping may be
            frame(b"\x03\xe8bye", CLOSE),
            frame(b"", CLOSE),
            frame(b"x", CLOSE),
            frame(b"part", TEXT, is_last=False) + frame(b"another", TEXT),
            frame(b"", 0),  # goes on with nothing
            b"\x81\xff" + (1 << 40).to_bytes(8, "big") + b"mask" + b"x" * 100,  # a terabyte is coming
            b"\xf1\x80mask",  # reserved bits
            rng.randbytes(rng.randrange(1, 100)),
            b"".join(frame(b"x", PING) for _ in range(50)),
            b"".join(frame(b"x" * 400, 0 if part else TEXT, is_last=False) for part in range(100)),
        ]
    )
