"""Deals handed out together: about a second's worth, so that handing out costs next to nothing."""

import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Self

from hexdeck.ai.arena.match import Match, play_deal
from hexdeck.ai.arena.settings import Settings, fingerprint
from hexdeck.core.errors import SetupRefused

SECONDS: Final = 1.0  # a chunk should take
MOST: Final = 1000  # deals in a chunk, however fast


@dataclass(frozen=True, slots=True)
class Finished:
    """A deal that somebody has played."""

    match: Match
    seconds: float  # it took
    by: str  # the process, or the node of a cluster

    def as_dict(self, settings: Settings) -> dict[str, object]:
        return {"match": self.match.as_dict(settings.bots), "seconds": self.seconds, "by": self.by}

    @classmethod
    def from_dict(cls, given: dict[str, Any], settings: Settings) -> Self:
        return cls(Match.from_dict(given["match"], settings.bots), given["seconds"], given["by"])


def play_chunk(settings: Settings, deals: Iterable[int], by: str) -> Iterator[Finished]:
    """What a worker does, wherever it is."""
    here = fingerprint(tuple(settings.own.values()))
    if here != settings.code:
        raise SetupRefused(
            "worker {worker} runs other code ({here}) than the arena ({there}):"
            " install the same hexdeck everywhere, and leave it alone while an arena runs",
            worker=by,
            here=here,
            there=settings.code,
        )
    for deal in deals:
        started = time.perf_counter()
        match = play_deal(settings, deal)
        yield Finished(match, time.perf_counter() - started, by)


class Chunks:
    """The deals that are still to be handed out."""

    def __init__(self, deals: Iterable[int]) -> None:
        self._deals = deque(deals)
        self._seconds = 0.0
        self._timed = 0

    def __bool__(self) -> bool:
        return bool(self._deals)

    def take(self, hands: int) -> list[int]:
        """The next chunk: one deal while nobody knows how long it takes; near the end a fair share."""
        size = max(1, min(self._worth(), len(self._deals) // max(hands, 1), MOST))
        return [self._deals.popleft() for _ in range(min(size, len(self._deals)))]

    def give_back(self, deals: Iterable[int]) -> None:
        """What somebody did not finish comes first again."""
        self._deals.extendleft(reversed(list(deals)))

    def timed(self, seconds: float) -> None:
        """A deal took so long."""
        self._seconds += seconds
        self._timed += 1

    def _worth(self) -> int:
        return int(SECONDS * self._timed / self._seconds) if self._seconds else 1
