"""Fair queueing: what there is too little of is divided among addresses, then people, then tables.

Identities are free, so sharing by person alone would give most to whoever makes most of them.
"""

import asyncio
import math
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Final, NamedTuple

from hexdeck.server.base.refusals import TooMuch

MOST_REMEMBERED: Final = 1000  # idle shares below one share, those with the most use
LONGEST_RETRY: Final = 60  # seconds; a longer queue is no promise
LEARNING: Final = 0.1  # weight of the latest piece of work in the mean length of all


class Requester(NamedTuple):
    """Name the address, the person and the table that a piece of work is charged to."""

    address: str = ""  # a keyed mark, never the address itself
    person: str = ""
    table: str = ""


STRANGER: Final = Requester()


class Bounds(NamedTuple):
    """Limit how many pieces of work may wait."""

    person: int
    address: int
    all: int


class FairQueue:
    """Give each place to the address, then the person, then the table that has used the least time.

    Use is counted from what the last one served had used by then, so time that was left unused is not
    saved up.  Once nothing waits or runs, all use is forgotten.
    """

    def __init__(
        self,
        places: int,
        bounds: Bounds | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._places = self._free = places  # negative while more places were taken away than were free
        self._bounds, self._clock = bounds, clock
        self._root = _Share()
        self._mean = 0.0  # seconds of a piece of work, the latest counting most
        self.refused = 0
        self.seconds: defaultdict[str, float] = defaultdict(float)  # used, by kind of work

    @property
    def is_full(self) -> bool:
        return self._free <= 0

    @property
    def waiting(self) -> int:
        return self._root.waiting

    def set_places(self, places: int) -> None:
        """Change how many may work at a time; work that has begun goes on."""
        self._free += places - self._places
        self._places = places
        self._call()

    @asynccontextmanager
    async def turn(
        self, requester: Requester, kind: str = "other", *, is_bounded: bool = True
    ) -> AsyncIterator[None]:
        """Wait for a place and keep it until this ends; TooMuch where too much waits already."""
        if is_bounded:
            self._check(requester)
        path = self._path(requester)
        began = self._begin(path) if not self.is_full else await self._called(path)
        try:
            yield
        finally:
            self.seconds[kind] += self._end(path, began)

    # Waiting.

    def _check(self, requester: Requester) -> None:
        if self._bounds is None or not self.is_full:
            return
        address = self._root.below.get(requester.address)
        person = address.below.get(requester.person) if address else None
        for share, most in ((person, self._bounds.person), (address, self._bounds.address)):
            if share is not None and share.waiting >= most:
                self.refused += 1
                raise TooMuch(
                    "too many requests from here wait already: ask again in {n} s", n=self._retry(share)
                )
        if self._root.waiting >= self._bounds.all:
            self.refused += 1
            raise TooMuch("the server has too much to do: ask again in {n} s", n=self._retry(self._root))

    def _retry(self, share: "_Share") -> int:
        """Estimate the seconds until what waits in a share is done, if others had no work."""
        seconds = math.ceil(self._mean * share.waiting / max(1, self._places))
        return min(max(1, seconds), LONGEST_RETRY)

    def _path(self, requester: Requester) -> "list[_Share]":
        """Return the shares from the root to the table, made where they are missing."""
        path = [self._root]
        for name in requester:
            path.append(path[-1].share(name))
        return path

    async def _called(self, path: "Sequence[_Share]") -> float:
        """Wait for a place and return the time at which it was given."""
        called: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        path[-1].calls.append(called)
        for share in path:
            share.waiting += 1
        for above, share in pairwise(path):
            above.queued[share.name] = share
        try:
            return await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._end(path, called.result())  # the place was given at the same moment
            elif called in path[-1].calls:  # else it was passed over already
                path[-1].calls.remove(called)
                _leave(path)
                _forget(path)
            raise

    def _call(self) -> None:
        """Give every free place to the next in the queue."""
        while self._free > 0 and self._root.waiting:
            now, path = self._clock(), [self._root]
            while path[-1].queued:
                path.append(min(path[-1].queued.values(), key=lambda share: share.order(now)))
            called = path[-1].calls.popleft()
            _leave(path)
            if not called.done():
                called.set_result(self._begin(path))

    # Working.

    def _begin(self, path: "Sequence[_Share]") -> float:
        self._free -= 1
        began = self._clock()
        for above, share in pairwise(path):
            above.now = max(above.now, share.use(began))
        for share in path:
            share.running += 1
            share.began += began
        return began

    def _end(self, path: "Sequence[_Share]", began: float) -> float:
        """Charge the work to every share of its path, and return its length in seconds."""
        seconds = self._clock() - began
        for share in path:
            share.used += seconds
            share.running -= 1
            share.began = share.began - began if share.running else 0.0
        self._mean += LEARNING * (seconds - self._mean) if self._mean else seconds
        self._free += 1
        self._call()
        if self._root.is_idle:
            self._root = _Share()
        else:
            _forget(path)
        return seconds


class _Share:
    """The use of one address, person or table, and what waits there."""

    __slots__ = ("began", "below", "calls", "name", "now", "queued", "running", "used", "waiting")

    def __init__(self, name: str = "", used: float = 0.0) -> None:
        self.name = name
        self.used = used  # seconds, of work that has ended
        self.running = 0  # pieces of work
        self.began = 0.0  # the sum of the times at which they began
        self.waiting = 0  # pieces of work, here and below
        self.now = 0.0  # use of the share below that was served last, when it was
        self.below: dict[str, _Share] = {}
        self.queued: dict[str, _Share] = {}  # those of them in which something waits
        self.calls: deque[asyncio.Future[float]] = deque()  # at a table alone

    @property
    def is_idle(self) -> bool:
        return not (self.running or self.waiting)

    def use(self, now: float) -> float:
        """Return the seconds used, those of work that still runs among them."""
        return self.used + self.running * now - self.began

    def order(self, now: float) -> tuple[float, int]:
        return self.use(now), self.running

    def share(self, name: str) -> "_Share":
        """Return the share below of that name; one that was idle has saved up nothing."""
        found = self.below.get(name)
        if found is None:
            found = self.below[name] = _Share(name, self.now)
        elif found.is_idle:
            found.used = max(found.used, self.now)
        return found


def _leave(path: Sequence[_Share]) -> None:
    """Take one that waits no longer off every share of its path."""
    for share in path:
        share.waiting -= 1
    for above, share in pairwise(path):
        if not share.waiting:
            del above.queued[share.name]


def _forget(path: Sequence[_Share]) -> None:
    """Drop shares that are idle and ahead of nobody, and the least ahead where there are too many."""
    for above, share in reversed([*pairwise(path)]):
        if share.is_idle and share.used <= above.now:
            above.below.pop(share.name, None)
        if len(above.below) > MOST_REMEMBERED:
            idle = sorted((one for one in above.below.values() if one.is_idle), key=lambda one: one.used)
            for one in idle[: len(idle) // 2 + 1]:
                del above.below[one.name]
