"""A short way out for text messages: straight to the transport, while it takes what it is given.

Nine of ten messages leave this way; through tasks and queues each would cost several times as much.
"""

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from hexdeck.server.waiting import Inbox, Signal

EXTENSION: Final = "hexdeck.direct"  # where the ASGI scope has the way out
READ_AHEAD: Final = 8  # messages that may wait before the client is read no further

_TEXT: Final = 0x81  # a whole text message in one frame


class DirectProtocol(WebSocketsSansIOProtocol):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = Inbox()  # type: ignore[assignment]  # all that is asked of it
        self.writable = Signal()  # type: ignore[assignment]
        self.writable.set()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self.write_text

    def write_text(self, message: bytes) -> bool:
        """Whether it was taken; if not, it must wait for its turn."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(_head(len(message)) + message)
        return True

    def send_receive_event_to_app(self) -> None:
        """Stop reading only when several messages wait: each stop and start is a call to the system."""
        if self.read_paused or self.queue.qsize() >= READ_AHEAD:
            return super().send_receive_event_to_app()
        self.read_paused = True
        super().send_receive_event_to_app()
        self.read_paused = False
        return None


def _head(length: int) -> bytes:
    """The beginning of a frame, as RFC 6455 has it."""
    if length < 126:
        return bytes((_TEXT, length))
    if length < 1 << 16:
        return bytes((_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((_TEXT, 127)) + length.to_bytes(8, "big")
