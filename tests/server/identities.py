"""Many identities that one attacker gets from one address, and the requests they send all at once."""

import asyncio
import time
from collections import Counter
from contextlib import suppress
from contextvars import ContextVar
from typing import NamedTuple

GIVE_UP_SECONDS = 10.0  # that one answer may take
HUNG_UP = "hung up"
HEARD: ContextVar[Counter[str]] = ContextVar("HEARD")  # what one attack was answered: statuses and the like


def hear(word: str, count: int = 1) -> None:
    """Count one answer for the attack that runs here, if any."""
    HEARD.get(Counter())[word] += count


class Answer(NamedTuple):
    status: int
    body: bytes
    fields: str = ""  # of the head, in small letters


class Line:
    """One connection that sends one request after the other, as one identity."""

    def __init__(self, port: int, address: str, token: str = "") -> None:
        self.port, self.address, self.token = port, address, token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", fields: str = "") -> Answer:
        """Return the answer; OSError or EOFError where the server has hung up."""
        try:
            answer = await self._answer(method, path, body, fields)
        except (OSError, EOFError) as error:
            hear("no answer" if isinstance(error, TimeoutError) else HUNG_UP)
            raise
        hear(f"{answer.status}")
        return answer

    async def _answer(self, method: str, path: str, body: bytes, fields: str) -> Answer:
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.address, 0)
            )
        reader, writer = self._streams
        head = f"{method} {path} HTTP/1.1\r\nhost: house\r\ncontent-length: {len(body)}\r\n"
        head += f"authorization: Bearer {self.token}\r\n{fields}" if self.token else fields
        try:
            async with asyncio.timeout(GIVE_UP_SECONDS):
                writer.write(f"{head}\r\n".encode() + body)
                return await _read_answer(reader)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _read_answer(reader: asyncio.StreamReader) -> Answer:
    head = await reader.readuntil(b"\r\n\r\n")
    status, _, fields = head.decode("latin-1").partition("\r\n")
    lengths = [line for line in fields.lower().split("\r\n") if line.startswith("content-length:")]
    size = int(lengths[0].partition(":")[2]) if lengths else 0
    return Answer(int(status.split()[1]), await reader.readexactly(size), fields.lower())


async def new_tokens(port: int, address: str, count: int) -> list[str]:
    """Return up to `count` new identities, as many as the server gives to this address at once."""
    line, found = Line(port, address), []
    with suppress(OSError, EOFError, TimeoutError):
        for _ in range(count):
            answer = await line.ask("POST", "/api/me/token")
            if answer.status != 200:
                break
            found.append(answer.body.split(b'"')[3].decode())
    line.close()
    return found


async def repeat(lines: list[Line], seconds: float, method: str, path: str, body: bytes = b"") -> list[int]:
    """Let all lines send the same again and again, at the same time; return the statuses they heard."""
    end, heard = time.monotonic() + seconds, list[int]()

    async def send(line: Line) -> None:
        while time.monotonic() < end:
            try:
                heard.append((await line.ask(method, path, body)).status)
            except (OSError, EOFError, TimeoutError):
                await asyncio.sleep(0.05)

    await asyncio.gather(*map(send, lines))
    for line in lines:
        line.close()
    return heard
