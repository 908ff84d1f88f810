"""Waiting in little memory: asyncio's Event and Queue take three quarters of a kilobyte, and three, of each.

With thousands of clients, who have several each and mostly wait, that was a tenth of the server's memory.
"""

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Signal:
    """What `asyncio.Event` is."""

    __slots__ = ("_is_set", "_waiting")

    def __init__(self) -> None:
        self._is_set = False
        self._waiting: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)

    def clear(self) -> None:
        self._is_set = False

    async def wait(self) -> None:
        if self._is_set:
            return
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        try:
            await waiting
        finally:
            self._waiting.remove(waiting)


class Inbox(Generic[T]):
    """What `asyncio.Queue` is, for a few things that one reader takes."""

    __slots__ = ("_something", "_things")

    def __init__(self) -> None:
        self._things: list[T] = []
        self._something = Signal()

    def qsize(self) -> int:
        return len(self._things)

    def empty(self) -> bool:
        return not self._things

    def put_nowait(self, thing: T) -> None:
        self._things.append(thing)
        self._something.set()

    async def get(self) -> T:
        while not self._things:
            self._something.clear()
            await self._something.wait()
        return self._things.pop(0)
