"""A short way in and out for text messages, past tasks and queues, while nothing waits before them.

Nine of ten messages go this way; through tasks and queues each would cost several times as much.
"""

from collections.abc import Callable
from struct import Struct
from typing import Any, Final, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C where it can be
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from hexdeck.server.waiting import Inbox, Signal

EXTENSION: Final = "hexdeck.direct"  # where the ASGI scope has the short way
READ_AHEAD: Final = 8  # messages that may wait before the client is read no further

_TEXT: Final = 0x81  # a whole text message in one frame
_MASKED: Final = 0x80  # and its length, as clients send it
_SIZE: Final = Struct("!BH").pack  # of a message of 126 bytes or more
_LONG: Final = Struct("!BBH").pack
_LONGER: Final = Struct("!BBQ").pack
_MASK: Final = 4  # bytes, before what it masks
LONGEST: Final = 1000  # bytes of a message that is heard at once; most have a tenth of that


class ShortWay(Protocol):
    hear: Callable[[bytes], bool] | None  # takes a message at once, or says that it must wait for its turn

    def write_text(self, *messages: bytes) -> bool:
        """Whether they were taken; if not, they must wait for their turn."""


class DirectProtocol(WebSocketsSansIOProtocol):
    hear: Callable[[bytes], bool] | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = Inbox()  # type: ignore[assignment]  # all that is asked of it
        self.writable = Signal()  # type: ignore[assignment]
        self.writable.set()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def write_text(self, *messages: bytes) -> bool:
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(b"".join(map(_framed, messages)))
        return True

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


def _framed(message: bytes) -> bytes:
    """As RFC 6455 has it."""
    length = len(message)
    if length < 126:
        return bytes((_TEXT, length)) + message
    if length < 1 << 16:
        return _LONG(_TEXT, 126, length) + message
    return _LONGER(_TEXT, 127, length) + message
