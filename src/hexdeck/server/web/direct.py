"""A short way in and out for text messages, past tasks and queues, while nothing waits before them.

Nine of ten messages go this way; through tasks and queues each would cost several times as much.  What is
said in one turn of the loop goes out at its end: to each client all of it with one call to the system, and to
one client after the other, so that whoever hears them is woken once and not at every message.
"""

import asyncio
from collections.abc import Callable
from struct import Struct
from typing import Any, Final, Protocol
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C where it can be
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from hexdeck.server.base.waiting import Inbox, Signal

Take = Callable[[bytes], bool]  # takes a message at once, or says that it must wait for its turn

EXTENSION: Final = "hexdeck.direct"  # where the ASGI scope has the short way
READ_AHEAD: Final = 8  # messages that may wait before the client is read no further

_TEXT: Final = 0x81  # a whole text message in one frame
_MASKED: Final = 0x80  # and its length, as clients send it
_MIDDLE: Final = bytes((_TEXT, 126))  # before the two bytes of a length that most messages have
_SIZE: Final = Struct("!BH").pack  # of a message of 126 bytes or more
_LONGER: Final = Struct("!BBQ").pack
_MASK: Final = 4  # bytes, before what it masks
LONGEST: Final = 1000  # bytes of a message that is heard at once; most have a tenth of that


class ShortWay(Protocol):
    hear: Take | None
    write_text: Take


class DirectProtocol(WebSocketsSansIOProtocol):
    hear: Take | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = Inbox()  # type: ignore[assignment]  # all that is asked of it
        self.writable = Signal()  # type: ignore[assignment]
        self.writable.set()
        self._words = _Words(self, _TURNS.setdefault(self.loop, _Turn()))
        self.write_text = self._words.add

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def pause_writing(self) -> None:
        super().pause_writing()
        self._words.must_wait = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self._words.must_wait = False

    def is_heard(self, data: bytes) -> bool:
        """Whether it was one whole short message, and was taken at once."""
        if self.hear is None or data[0] != _TEXT or not (at := _mask_in(data)):
            return False
        if not self.queue.empty() or self.transport.is_closing() or not _is_between_messages(self.conn):
            return False
        return self.hear(apply_mask(data[at + _MASK :], data[at : at + _MASK]))

    def send_receive_event_to_app(self) -> None:
        """Stop reading only when several messages wait: each stop and start is a call to the system."""
        if self.read_paused or self.queue.qsize() >= READ_AHEAD:
            return super().send_receive_event_to_app()
        self.read_paused = True
        super().send_receive_event_to_app()
        self.read_paused = False
        return None


class _Words:
    """What is said to one client in one turn of the loop, as frames.

    It has little beside it, unlike the connection: every move comes here for each of its clients, and where
    there are hundreds of them, finding things in memory takes longer than what is done with them.
    """

    __slots__ = ("_frames", "_protocol", "_turn", "must_wait")

    def __init__(self, protocol: DirectProtocol, turn: "_Turn") -> None:
        self._protocol, self._turn = protocol, turn
        self._frames = b""
        self.must_wait = False  # the client does not take what it was sent before

    def add(self, message: bytes) -> bool:
        """Unless it must wait; whoever is gone by the end of the turn would not have heard it either."""
        frames, length = self._frames, len(message)
        if not frames:
            if self.must_wait:
                return False
            if not self._turn.ending:
                self._turn.begin()
            self._turn.ending.append(self)
        head = _MIDDLE + length.to_bytes(2) if 126 <= length < 1 << 16 else _head(length)
        self._frames = frames + head + message
        return True

    def send(self) -> None:
        """Nothing comes after a goodbye."""
        frames, self._frames = self._frames, b""
        protocol = self._protocol
        if not protocol.close_sent and not protocol.transport.is_closing():
            protocol.transport.write(frames)


class _Turn:
    """One turn of a loop, and what is to be sent at its end."""

    def __init__(self) -> None:
        self.ending: list[_Words] = []

    def begin(self) -> None:
        asyncio.get_running_loop().call_soon(self._end)

    def _end(self) -> None:
        ending, self.ending = self.ending, []
        for words in ending:
            words.send()


_TURNS: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, _Turn]] = WeakKeyDictionary()


def _is_between_messages(conn: ServerProtocol) -> bool:
    """The library waits for the first byte of a frame, and for no further piece of a message."""
    waiting: Any = conn.parser
    while waiting.gi_yieldfrom is not None:
        waiting = waiting.gi_yieldfrom
    return waiting.__name__ == "at_eof" and conn.current_size is None and conn.state is OPEN


def _mask_in(data: bytes) -> int:
    """Where the mask of a frame begins that is all of `data`; 0 where it is not one, empty or too long."""
    length = len(data) - 2 - _MASK
    if 0 < length < 126:
        return 2 if data[1] == _MASKED | length else 0
    length -= 2  # of which the size has two more
    return 4 if 126 <= length <= LONGEST and data[1:4] == _SIZE(_MASKED | 126, length) else 0


def _head(length: int) -> bytes:
    """Of a frame that is shorter or longer than most, as RFC 6455 has it."""
    return bytes((_TEXT, length)) if length < 126 else _LONGER(_TEXT, 127, length)
