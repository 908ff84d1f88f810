"""How much one client may ask for: a bucket that fills steadily and that every request empties a little."""

from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias

from hexdeck.server.base.refusals import PEOPLE_SECONDS, TooMuch

MOST_REMEMBERED: Final = 10_000  # clients
STRANGERS: Final = 10  # times as many connections for all strangers from one address as for one person
EVERYBODY: Final = 20  # and for all people there: a school or a café has one address

# Asked with a client and how many (0 only looks); answered with the seconds until one is left, 0 if it is.
Ask: TypeAlias = Callable[[str, int], Awaitable[float]]


class Buckets:
    """A bucket for each client; the clients that were quiet for longest are forgotten first."""

    def __init__(self, per_second: float, burst: float, now: Callable[[], float]) -> None:
        self._per_second = per_second
        self._burst = burst
        self._now = now
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when

    def take(self, client: str, count: int = 1) -> bool:
        """Whether one is left, so that the client may go on, and take so many."""
        left = self._left(client)
        self._put(client, left - count if left >= 1 else left)
        return left >= 1

    def wait(self, client: str) -> float:
        """Take, even if nothing is left; the seconds to wait before going on."""
        left = self._left(client) - 1
        self._put(client, left)
        return max(0.0, -left / self._per_second)

    def is_empty(self, client: str) -> bool:
        return self._left(client) < 1

    def seconds_left(self, client: str) -> float:
        """Return the seconds until one is left."""
        return max(0.0, (1 - self._left(client)) / self._per_second)

    def empty_for(self, client: str, seconds: float) -> None:
        """Leave nothing for so many seconds."""
        self._put(client, min(self._left(client), 1 - seconds * self._per_second))

    def _left(self, client: str) -> float:
        left, at = self._levels.get(client, (self._burst, 0.0))
        return min(self._burst, left + (self._now() - at) * self._per_second)

    def _put(self, client: str, left: float) -> None:
        self._levels[client] = (left, self._now())
        self._levels.move_to_end(client)
        if len(self._levels) > MOST_REMEMBERED:
            self._levels.popitem(last=False)


class SharedBuckets:
    """The same over all processes of a house, for what is rare: each take asks the others.

    It is counted here too.  So a client who has had everything is refused without a question and told for
    how long, and while nobody can be asked, each process has its own limit.
    """

    def __init__(self, here: Buckets, ask: Ask) -> None:
        self._here = here
        self._ask = ask

    async def take(self, client: str, count: int = 1) -> bool:
        """Whether one is left, so that the client may go on, and take so many."""
        return not await self._is_empty(client, count) and self._here.take(client, count)

    async def is_empty(self, client: str) -> bool:
        return await self._is_empty(client, 0)

    def seconds_left(self, client: str) -> float:
        """Return the seconds until one is left for a client who was just refused."""
        return self._here.seconds_left(client)

    async def _is_empty(self, client: str, count: int) -> bool:
        if self._here.is_empty(client):
            return True
        seconds = await self._ask(client, count)
        if seconds > 0:
            self._here.empty_for(client, seconds)
        return seconds > 0


class OpenedCodes:
    """The codes that clients have opened or made: wrong codes tried later never shut them.

    A client may be an address, for strangers: what one phone there has opened stays open for the others.
    """

    def __init__(self) -> None:
        self._opened: OrderedDict[tuple[str, str], None] = OrderedDict()

    def note(self, client: str, code: str) -> None:
        self._opened[client, code] = None
        self._opened.move_to_end((client, code))
        if len(self._opened) > MOST_REMEMBERED:
            self._opened.popitem(last=False)

    def has(self, client: str, code: str) -> bool:
        return (client, code) in self._opened


class Lines:
    """Connections that are kept open, counted by client."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @contextmanager
    def one(self, client: str, most: int) -> Iterator[None]:
        """One more while this lasts, or TooMuch."""
        if self._open[client] >= most:
            raise TooMuch(
                "{most} connections are open already: close one of them", most=most, n=PEOPLE_SECONDS
            )
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]
