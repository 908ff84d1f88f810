"""Questions that people ask of the coach: answered in a process of low priority, in fair turns, once each."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, Final, Generic, TypeAlias, TypeVar

from hexdeck.core.errors import AdviceRefused
from hexdeck.server.base.fair_queue import Requester
from hexdeck.server.base.refusals import CoachBusy
from hexdeck.server.base.shared_work import outcome
from hexdeck.server.bots.pool import Background

T = TypeVar("T")

MOST_KEPT: Final = 200  # answers, for whoever asks again
BUSY_SECONDS: Final = 10  # until one who was refused may ask again

Spawn: TypeAlias = Callable[[Coroutine[Any, Any, Any]], "asyncio.Task[Any]"]


class Questions(Generic[T]):
    """A question asked twice, or from two devices, is answered once."""

    def __init__(self, kind: str, background: Background | None, spawn: Spawn) -> None:
        """`background` is None where this house does not think; it waits for the tasks that `spawn` makes."""
        self._kind, self._background, self._spawn = kind, background, spawn
        self._asked: OrderedDict[Hashable, _Asked[T]] = OrderedDict()

    async def ask(self, key: Hashable, requester: Requester, thought: Callable[..., T], *about: object) -> T:
        """Return what `thought` finds out about it, the same for the same key.

        AdviceRefused where there is no coach or no time; TooMuch where too many of their questions wait.
        """
        if self._background is None:
            raise AdviceRefused("this house leaves thinking to others: it has no coach")
        if key not in self._asked:
            asked: _Asked[T] = _Asked()
            thinking = self._background.consult(requester, self._kind, thought, *about, begun=asked.begin)
            asked.answer = self._spawn(_in_time(thinking))
            asked.answer.add_done_callback(partial(self._keep_only_answers, key))
            self._asked[key] = asked
            self._forget_oldest()
        return await self._asked[key].outcome()

    def _keep_only_answers(self, key: Hashable, answer: "asyncio.Task[T]") -> None:
        """Ask anew after a refusal, even if it was not heard."""
        asked = self._asked.get(key)
        if (answer.cancelled() or answer.exception()) and asked is not None and asked.answer is answer:
            del self._asked[key]

    def _forget_oldest(self) -> None:
        """Keep a bounded number of answers; the queue bounds what is not answered yet."""
        for key in [*self._asked][: max(0, len(self._asked) - MOST_KEPT)]:
            if self._asked[key].answer.done():
                del self._asked[key]


class _Asked(Generic[T]):
    """A question, and how many wait for its answer."""

    answer: "asyncio.Task[T]"

    def __init__(self) -> None:
        self._askers = 0
        self._has_begun = False

    def begin(self) -> None:
        self._has_begun = True

    async def outcome(self) -> T:
        """Return the answer; a question without anybody waiting leaves the queue.

        One that has begun is finished: it takes a second, less than a new process would take to start.
        """
        self._askers += 1
        try:
            return await outcome(self.answer)
        finally:
            self._askers -= 1
            if not self._askers and not self._has_begun:
                self.answer.cancel()


async def _in_time(thinking: Coroutine[Any, Any, T]) -> T:
    try:
        return await thinking
    except (TimeoutError, BrokenProcessPool):
        raise no_time() from None


def no_time() -> CoachBusy:
    """Return the refusal of a coach that has more to do than it can."""
    return CoachBusy("the coach has no time now: ask again in {n} s", n=BUSY_SECONDS)
