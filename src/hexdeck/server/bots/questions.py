"""Questions that people ask of the coach: thought about where bots think, in a host's turns, once each."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, Final, Generic, TypeAlias, TypeVar

from hexdeck.errors import AdviceRefused
from hexdeck.server.bots.pool import BotPool
from hexdeck.server.shared_work import outcome

T = TypeVar("T")

MOST_KEPT: Final = 200  # answers, for whoever asks again
MOST_WAITING: Final = 50  # questions of one kind in the whole house

Spawn: TypeAlias = Callable[[Coroutine[Any, Any, Any]], "asyncio.Task[Any]"]


class Questions(Generic[T]):
    """Whoever asks twice, or from two devices, is answered once."""

    def __init__(self, pool: BotPool | None, spawn: Spawn) -> None:
        """`pool` is None where this house does not think itself; `spawn` makes tasks that it waits for."""
        self._pool, self._spawn = pool, spawn
        self._asked: OrderedDict[Hashable, asyncio.Task[T]] = OrderedDict()

    async def ask(self, key: Hashable, host: str, thought: Callable[..., T], *about: object) -> T:
        """What `thought` finds out about it, the same for the same key; or AdviceRefused."""
        if self._pool is None:
            raise AdviceRefused("this house leaves thinking to others: it has no coach")
        if key not in self._asked:
            if sum(not task.done() for task in self._asked.values()) >= MOST_WAITING:
                raise _no_time()
            asked = self._spawn(_in_time(self._pool.consult(host, thought, *about)))
            asked.add_done_callback(partial(self._keep_only_answers, key))
            self._asked[key] = asked
            if len(self._asked) > MOST_KEPT:
                self._asked.popitem(last=False)
        return await outcome(self._asked[key])

    def _keep_only_answers(self, key: Hashable, asked: "asyncio.Task[T]") -> None:
        """Whoever asks after a refusal is not refused for it, even if nobody was left to hear it."""
        if (asked.cancelled() or asked.exception()) and self._asked.get(key) is asked:
            del self._asked[key]


async def _in_time(thinking: Coroutine[Any, Any, T]) -> T:
    try:
        return await thinking
    except (TimeoutError, BrokenProcessPool):
        raise _no_time() from None


def _no_time() -> AdviceRefused:
    return AdviceRefused("the coach has no time now: ask again")
