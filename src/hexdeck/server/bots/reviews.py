"""Reviews of finished games: begun when somebody first asks, thought about where bots think, and kept.

So is what was found so far: after a restart, a review goes on from there when somebody asks again.
"""

from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

from hexdeck.cards import Seat
from hexdeck.coach.outlook import compiled
from hexdeck.errors import AdviceRefused, GameError
from hexdeck.record import Record
from hexdeck.server.bots.pool import BotPool
from hexdeck.server.bots.questions import Questions, Spawn
from hexdeck.server.bots.reviewing import (
    Reviewed,
    ReviewedChoice,
    can_go_on,
    put_together,
    seen_from,
    tried_instead,
    unpacked,
)
from hexdeck.server.bots.turns import Turns
from hexdeck.server.live.documents import Document
from hexdeck.server.live.surroundings import Surroundings
from hexdeck.server.ops.logs import log_trouble
from hexdeck.server.storage.protocol import Glimpse, Look, StoredReview

T = TypeVar("T")

AT_ONCE: Final = 1  # reviews; the others wait, and those of a host who has had many wait longest
MOST_UNDER_WAY: Final = 500
TRIES: Final = 3  # of a slice whose process died or had no time
HOLD_SECONDS: Final = 15.0  # after which another process goes on with it if it has heard nothing

WorkOn: TypeAlias = Callable[[Coroutine[Any, Any, None]], None]


@dataclass(slots=True)
class _UnderWay:
    done: int = 0
    steps: int = 0
    refused: GameError | None = None  # why it was given up


class Reviews:
    def __init__(self, house: Surroundings, pool: BotPool | None, work_on: WorkOn, spawn: Spawn) -> None:
        """`pool` is None where this house does not think itself.

        `work_on` makes tasks that the house may stop, `spawn` those that it waits for.
        """
        self._house, self._pool, self._work_on = house, pool, work_on
        self._questions: Questions[ReviewedChoice] = Questions(pool, spawn)
        self._turns = Turns(AT_ONCE)
        self._under_way: dict[str, _UnderWay] = {}

    async def of(self, document: Document, record: Record) -> bytes | Reviewed:
        """How far it is, or, once it is ready, what is kept: a `Reviewed` as gzipped JSON.

        It begins if nobody has asked before; AdviceRefused where there will be none.
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
        one = one or self._begin(document, record, kept)
        return Reviewed(False, one.done, one.steps, None)

    async def what_if(
        self, document: Document, record: Record, position: int, seat: Seat, action: str
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
        key, host = (document.code, position, seat, action), document.host or document.code
        about = (record.text(), made[0].worlds, position, seat, action)
        return await self._questions.ask(key, host, tried_instead, *about)

    @property
    def _process(self) -> str:
        """A house that is alone takes up at once what it has begun before a restart."""
        return "" if self._house.company.is_alone else self._house.epoch

    def _is_elsewhere(self, look: Look) -> bool:
        return look.process != self._process and look.until >= self._house.now()

    def _begin(self, document: Document, record: Record, kept: StoredReview | None) -> _UnderWay:
        if self._pool is None:
            raise AdviceRefused("this house leaves thinking to others: it has no coach")
        compiled(document.game)
        self._under_way = {code: one for code, one in self._under_way.items() if one.refused is None}
        if len(self._under_way) >= MOST_UNDER_WAY:
            raise AdviceRefused("the coach has no time now: ask again")
        one = _UnderWay() if kept is None else _UnderWay(kept.look.done, kept.look.steps)
        self._under_way[document.code] = one
        host = document.host or document.code
        self._work_on(self._look_back(self._pool, one, document.code, host, record.text()))
        return one

    async def _look_back(self, pool: BotPool, one: _UnderWay, code: str, host: str, text: str) -> None:
        try:
            async with self._turns.of(host):
                await self._find(pool, one, code, host, text)
        except (TimeoutError, BrokenProcessPool):
            one.refused = AdviceRefused("the coach has no time now: ask again")
        except GameError as error:
            one.refused = error
        except Exception as error:
            log_trouble(error, code)
            one.refused = AdviceRefused("the coach cannot make anything of this game: tell us")
        finally:
            if one.refused is None:
                self._under_way.pop(code, None)

    async def _find(self, pool: BotPool, one: _UnderWay, code: str, host: str, text: str) -> None:
        """Until all is found and kept, or another process has it, or the table is gone."""
        storage, worlds = self._house.storage, self._house.settings.review_worlds
        slices, kept, glimpse = await storage.glimpses(code), await storage.review(code), None
        done = steps = 0
        if kept is not None and slices and can_go_on(slices, worlds):
            done, steps = kept.look.done, kept.look.steps
        else:
            slices = []
        while await self._keep(code, done, steps, glimpse):
            one.done, one.steps = done, steps
            if steps and done == steps:
                findings, losses = await self._asked(pool, host, put_together, text, worlds, slices)
                return await storage.keep_review(code, findings, losses)
            found = await self._asked(pool, host, seen_from, text, worlds, done)
            slices.append(found.seen)
            glimpse = Glimpse(done, found.seen)
            done, steps = done + found.moments, found.steps
        return None

    async def _keep(self, code: str, done: int, steps: int, glimpse: Glimpse | None) -> bool:
        """How far it is, and what was found last; False if it is another's, or nobody's any more."""
        now = self._house.now()
        look = Look(self._process, now + HOLD_SECONDS, done, steps)
        return await self._house.storage.look_back(code, look, now, glimpse)

    async def _asked(self, pool: BotPool, host: str, thought: Callable[..., T], *about: object) -> T:
        """In a turn of the host's, like a choice of their bots; a few times, if a process has died."""
        for _ in range(TRIES - 1):
            try:
                return await pool.consult(host, thought, *about)
            except (TimeoutError, BrokenProcessPool):
                continue
        return await pool.consult(host, thought, *about)
