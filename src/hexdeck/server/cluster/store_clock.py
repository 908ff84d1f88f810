"""The time of the store: many processes have one clock, whatever their machines say."""

import time
from typing import Final

from hexdeck.server.store.cluster_protocol import SharedStorage

QUICK: Final = 1.0  # seconds within which an answer must come to be better than what we know


class StoreClock:
    """Runs evenly between two readings; after a failover it is that of another machine."""

    def __init__(self) -> None:
        self._offset: float | None = None

    def now(self) -> float:
        """Seconds since 1970."""
        assert self._offset is not None, "it was read"
        return time.monotonic() + self._offset

    async def read(self, storage: SharedStorage) -> None:
        """Rather late than early: nothing is written down as later than it was."""
        asked = time.monotonic()
        now = await storage.now()
        answered = time.monotonic()
        if self._offset is None or answered - asked < QUICK:
            self._offset = now - answered
