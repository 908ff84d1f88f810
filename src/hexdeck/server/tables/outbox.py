"""What waits to be sent to one client: never more than a little."""

from collections.abc import Awaitable, Callable
from typing import Final

from hexdeck.server.base.waiting import Signal

LONGEST: Final = 100  # messages
LARGEST: Final = 256 * 1024  # bytes

CatchUp = Callable[[], Awaitable[list[bytes]]]
Write = Callable[[bytes], bool]  # sends at once, or says that it cannot


class Outbox:
    """A client that does not keep up loses its place in the story and gets a snapshot instead of our memory.

    Answers to its commands are kept; one that never reads them is sent away.
    """

    __slots__ = (
        "_answers",
        "_catch_up",
        "_closed",
        "_is_behind",
        "_is_free",
        "_size",
        "_something",
        "_waiting",
        "_write",
    )

    def __init__(self, catch_up: CatchUp, write: Write | None = None) -> None:
        self._catch_up = catch_up
        self._write = write or _never
        self._is_free = True  # nothing waits, and what was taken is out
        self._waiting: list[bytes] = []
        self._answers: list[bytes] = []
        self._size = 0
        self._is_behind = False
        self._closed = False
        self._something = Signal()

    def put(self, message: bytes) -> None:
        if (self._is_free and self._write(message)) or self._closed or self._is_behind:
            return
        if len(self._waiting) >= LONGEST or self._size + len(message) > LARGEST:
            self._waiting.clear()
            self._size = 0
            self._is_behind = True
        else:
            self._waiting.append(message)
            self._size += len(message)
        self._wake()

    def answer(self, message: bytes) -> None:
        if self._is_free and self._write(message):
            return
        if len(self._answers) >= LONGEST:
            self.close()
        else:
            self._answers.append(message)
            self._wake()

    def close(self, *last_words: bytes) -> None:
        """Nothing after `last_words`."""
        self._waiting.extend(last_words)
        self._closed = True
        self._wake()

    def _wake(self) -> None:
        self._is_free = False
        self._something.set()

    async def next(self) -> bytes | None:
        """The next message; None when the outbox was closed and all is said."""
        while not self._waiting:
            if self._answers:
                return self._answers.pop(0)
            if self._closed:
                return None
            if self._is_behind:
                now = await self._catch_up()  # whatever comes before this is ready is in it
                self._is_behind = False
                self._waiting.extend(now)
                self._size = sum(map(len, now))
                continue
            self._is_free = True
            self._something.clear()
            await self._something.wait()
        message = self._waiting.pop(0)
        self._size -= len(message)
        return message


def _never(message: bytes) -> bool:
    """Nothing can be sent at once."""
    del message
    return False
