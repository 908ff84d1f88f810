"""Reviews of finished games: begun at the first request, found in a process of low priority, and kept.

So is what was found so far: after a restart, a review goes on from there when somebody asks again.
"""

import time
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

from hexdeck.ai.coach.outlook import require_kernel
from hexdeck.core.cards import Seat
from hexdeck.core.errors import AdviceRefused, GameError
from hexdeck.core.record import Record
from hexdeck.server.base.fair_queue import Bounds, FairQueue, Requester
from hexdeck.server.base.logs import log_trouble
from hexdeck.server.base.refusals import TooMuch
from hexdeck.server.bots.coach_queue import BUSY_SECONDS, Questions, Spawn, no_time
from hexdeck.server.bots.pool import Background
from hexdeck.server.reviews.reviewing import (
    Reviewed,
    ReviewedChoice,
    can_go_on,
    put_together,
    seen_from,
    tried_instead,
    unpacked,
)
from hexdeck.server.store.documents import Document
from hexdeck.server.store.protocol import ReviewChunk, ReviewLease, StoredReview
from hexdeck.server.tables.table_services import TableServices

T = TypeVar("T")

AT_ONCE: Final = 1  # reviews
TURN_SECONDS: Final = 3.0  # of one review; then the next address, person or table comes, and it waits again
MOST_UNDER_WAY: Final = Bounds(person=5, address=60, all=500)  # a review takes from seconds to two minutes
TRIES: Final = 3  # of a slice whose process died or had no time
HOLD_SECONDS: Final = 15.0  # after which another process goes on with it if it has heard nothing

WorkOn: TypeAlias = Callable[[Coroutine[Any, Any, None]], None]


@dataclass(slots=True)
class _UnderWay:
    requester: Requester
    done: int = 0
    steps: int = 0
    refused: GameError | None = None  # why it was given up


class Reviews:
    def __init__(
        self, house: TableServices, background: Background | None, work_on: WorkOn, spawn: Spawn
    ) -> None:
        """`background` is None where this house does not think itself.

        `work_on` makes tasks that the house may stop, `spawn` those that it waits for.
        """
        self._house, self._background, self._work_on = house, background, work_on
        self._questions: Questions[ReviewedChoice] = Questions("what_if", background, spawn)
        self.queue = FairQueue(AT_ONCE)
        self._under_way: dict[str, _UnderWay] = {}

    async def of(self, document: Document, record: Record, requester: Requester) -> bytes | Reviewed:
        """How far it is, or, once it is ready, what is kept: a `Reviewed` as gzipped JSON.

        It begins at the first request; AdviceRefused where there will be none, TooMuch where too many reviews
        of the requester are under way.
        """
        if document.lesson:
            raise AdviceRefused("a lesson is not reviewed: play a game with bots, and look back on that")
        kept = await self._house.storage.review(document.code)
        if kept is not None and kept.findings is not None:
            return kept.findings
        one = self._under_way.get(document.code)
        if one is not None and one.refused is not None:
            del self._under_way[document.code]
            raise one.refused
        if one is None and kept is not None and self._is_elsewhere(kept.look):
            return Reviewed(False, kept.look.done, kept.look.steps, None)
        one = one or self._begin(document, record, kept, requester)
        return Reviewed(False, one.done, one.steps, None)

    async def what_if(
        self, document: Document, record: Record, requester: Requester, position: int, seat: Seat, action: str
    ) -> ReviewedChoice:
        """What another choice would have been worth at a decision that was reviewed, or AdviceRefused.

        What was not compared is tried now, in the same worlds; the answer is always the same.
        """
        kept = await self._house.storage.review(document.code)
        if kept is None or kept.findings is None:
            raise AdviceRefused("the coach has not gone through this game: ask for its review first")
        findings = unpacked(kept.findings).findings
        assert findings is not None, "it is done"
        made = [one for one in findings.decisions if (one.position, one.seat) == (position, seat)]
        if not made:
            raise AdviceRefused("nothing was to be decided there: choose one of the decisions of the review")
        known = next((one for one in made[0].choices if one.action == action), None)
        if known is not None:
            return known
        key = (document.code, position, seat, action)
        about = (record.text(), made[0].worlds, position, seat, action)
        return await self._questions.ask(key, requester, tried_instead, *about)

    @property
    def _process(self) -> str:
        """A house that is alone takes up at once what it has begun before a restart."""
        return "" if self._house.company.is_alone else self._house.epoch

    def _is_elsewhere(self, look: ReviewLease) -> bool:
        return look.process != self._process and look.until >= self._house.now()

    def _begin(
        self, document: Document, record: Record, kept: StoredReview | None, requester: Requester
    ) -> _UnderWay:
        if self._background is None:
            raise AdviceRefused("this house leaves thinking to others: it has no coach")
        require_kernel(document.game)
        self._under_way = {code: one for code, one in self._under_way.items() if one.refused is None}
        self._check(requester)
        one = _UnderWay(requester) if kept is None else _UnderWay(requester, kept.look.done, kept.look.steps)
        self._under_way[document.code] = one
        self._work_on(self._look_back(self._background, one, document.code, record.text()))
        return one

    def _check(self, requester: Requester) -> None:
        """TooMuch for an address or a person with many reviews under way; AdviceRefused if there are many."""
        askers = [one.requester for one in self._under_way.values()]
        own = sum(one[:2] == requester[:2] for one in askers)
        here = sum(one.address == requester.address for one in askers)
        if own >= MOST_UNDER_WAY.person or here >= MOST_UNDER_WAY.address:
            self.queue.refused += 1
            raise TooMuch(
                "too many reviews from here are under way: ask again when one is ready", n=BUSY_SECONDS
            )
        if len(askers) >= MOST_UNDER_WAY.all:
            raise no_time()

    async def _look_back(self, background: Background, one: _UnderWay, code: str, text: str) -> None:
        try:
            is_done = False
            while not is_done:
                async with self.queue.turn(one.requester, "reviews"):
                    is_done = await self._find(background, one, code, text)
        except (TimeoutError, BrokenProcessPool):
            one.refused = no_time()
        except GameError as error:
            one.refused = error
        except Exception as error:
            log_trouble(error, code)
            one.refused = AdviceRefused("the coach cannot make anything of this game: tell us")
        finally:
            if one.refused is None:
                self._under_way.pop(code, None)

    async def _find(self, background: Background, one: _UnderWay, code: str, text: str) -> bool:
        """Go on for a turn; True once all is kept, or another process has it, or the table is gone."""
        storage, worlds = self._house.storage, self._house.settings.review_worlds
        slices, kept, glimpse = await storage.glimpses(code), await storage.review(code), None
        done = steps = 0
        if kept is not None and slices and can_go_on(slices, worlds):
            done, steps = kept.look.done, kept.look.steps
        else:
            slices = []
        ends = time.monotonic() + TURN_SECONDS
        while await self._keep(code, done, steps, glimpse):
            one.done, one.steps = done, steps
            if steps and done == steps:
                findings, losses = await self._asked(background, one, put_together, text, worlds, slices)
                await storage.keep_review(code, findings, losses)
                return True
            if glimpse is not None and time.monotonic() >= ends:
                return False
            found = await self._asked(background, one, seen_from, text, worlds, done)
            slices.append(found.seen)
            glimpse = ReviewChunk(done, found.seen)
            done, steps = done + found.moments, found.steps
        return True

    async def _keep(self, code: str, done: int, steps: int, glimpse: ReviewChunk | None) -> bool:
        """How far it is, and what was found last; False if it is another's, or nobody's any more."""
        now = self._house.now()
        look = ReviewLease(self._process, now + HOLD_SECONDS, done, steps)
        return await self._house.storage.look_back(code, look, now, glimpse)

    async def _asked(
        self, background: Background, one: _UnderWay, thought: Callable[..., T], *about: object
    ) -> T:
        """Consult the process, again if it died; questions that people wait for come in between."""
        for _ in range(TRIES - 1):
            with suppress(TimeoutError, BrokenProcessPool):
                return await background.consult(one.requester, "reviews", thought, *about, is_bounded=False)
        return await background.consult(one.requester, "reviews", thought, *about, is_bounded=False)
