"""Whose turn it is to use what there is too little of: of those who wait, whoever has used it least."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

MOST_REMEMBERED: Final = 10_000  # users


class Turns:
    """Fair queueing: whoever wants more than their share waits behind those who want less.

    Use is counted from where whoever had the last turn began, so nobody saves up turns by being quiet.
    """

    def __init__(self, places: int) -> None:
        self._places = self._free = places  # fewer than none are free while some are taken away
        self._now = 0.0
        self._used: dict[str, float] = {}  # seconds, by user
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @property
    def is_full(self) -> bool:
        return self._free <= 0

    def set_places(self, places: int) -> None:
        """From now on; whoever has a turn keeps it."""
        self._free += places - self._places
        self._places = places
        while self._free > 0 and self._waiting:
            self._free -= 1
            self._give_place()

    @asynccontextmanager
    async def of(self, user: str) -> AsyncIterator[None]:
        """A turn of `user`, from when it comes until this ends."""
        await self._come_up(user)
        self._now = max(self._now, self._used[user])
        began = time.monotonic()
        try:
            yield
        finally:
            self._used[user] = self._used.get(user, self._now) + time.monotonic() - began
            self._give_place()

    async def _come_up(self, user: str) -> None:
        self._used[user] = max(self._now, self._used.get(user, 0.0))
        if not self.is_full:
            self._free -= 1
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(user, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._give_place()
            raise

    def _give_place(self) -> None:
        while self._waiting and self._free >= 0:
            user = min(self._waiting, key=self._used.__getitem__)
            called = self._waiting[user].popleft()
            if not self._waiting[user]:
                del self._waiting[user]
            if not called.done():
                return called.set_result(None)
        self._free += 1
        if len(self._used) > MOST_REMEMBERED:
            self._used.clear()  # nobody waits, so nobody is ahead
        return None
