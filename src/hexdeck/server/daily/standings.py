"""How everybody did at the deal of a day: the spread, the table, how others chose, what bots made of it."""

import asyncio
from bisect import bisect_right
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, Protocol, TypeAlias

from msgspec import Struct

from hexdeck.server.base.logs import log_trouble
from hexdeck.server.bots.bot_request import Thinker
from hexdeck.server.daily.deals import Deals
from hexdeck.server.daily.marks import MARKS, Mark, mark
from hexdeck.server.daily.stories import DayTurn, compared, read_story
from hexdeck.server.store.default_profile import unchosen
from hexdeck.server.store.protocol import FinishedTry, Storage, Try

MOST_KEPT: Final = 40  # deals whose marks are remembered

Key: TypeAlias = tuple[str, str]  # a day and a game


class Thinkers(Protocol):
    """Whoever lets bots think; another one may come while the house opens."""

    thinker: Thinker


class Spread(Struct):
    score: int
    count: int  # of people with it


class DayRow(Struct):
    """A line of the table of a day; people's ids stay with the house."""

    place: int | None  # by points; equal points share it; None: not ranked
    name: str
    picture: str
    score: int
    you: bool
    helped: bool  # a bot has played for them, for a while or to the end


class DayResults(Struct):
    finished: int  # people
    spread: list[Spread]  # the least points first
    table: list[DayRow]  # the best hundred, and oneself
    turns: list[DayTurn]  # one's own choices beside everybody's at the same turn
    marks: list[Mark]  # what bots scored on the same seat; empty until they have played


class Standings:
    def __init__(
        self,
        storage: Storage,
        deals: Deals,
        bots: Thinkers,
        work_on: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        """`work_on` does something beside, which may be broken off."""
        self._storage, self._deals, self._bots, self._work_on = storage, deals, bots, work_on
        self._marks: OrderedDict[Key, list[Mark]] = OrderedDict()
        self._lock = asyncio.Lock()  # one game of bots alone at a time

    async def results(self, day: str, game: str, who: str, own: Try | None) -> DayResults:
        """For somebody who may know them; `own` is their try, if they have finished it."""
        best = await self._storage.finished_tries(day, game)
        scores = sorted(score for name, score in await self._storage.scores_of_day(day) if name == game)
        counts = Counter(scores)
        if own is not None and who not in [one.who for one in best]:
            best.append(await self._as_finished(who, own))
        return DayResults(
            len(scores),
            [Spread(score, counts[score]) for score in sorted(counts)],
            [_row(one, who, scores) for one in best],
            [] if own is None else await self._turns(own),
            self._marks_of(day, game),
        )

    async def _as_finished(self, who: str, own: Try) -> FinishedTry:
        profile = await self._storage.profile(who) or unchosen(who)
        assert own.score is not None, "it is finished"
        assert own.story is not None, "so it has a story"
        return FinishedTry(who, profile.name, profile.picture, own.score, own.story)

    async def _turns(self, own: Try) -> list[DayTurn]:
        """Beside those of a thousand others at most."""
        assert own.story is not None, "it is finished"
        stories = await self._storage.stories_of_day(own.day, own.game)
        if own.story not in stories:
            stories.append(own.story)
        return compared(read_story(own.story), map(read_story, stories))

    def _marks_of(self, day: str, game: str) -> list[Mark]:
        """As far as bots have played; whoever asks first lets them begin."""
        key = (day, game)
        if key not in self._marks:
            self._marks[key] = []
            if len(self._marks) > MOST_KEPT:
                self._marks.popitem(last=False)
            self._work_on(self._play(key))
        return self._marks[key]

    async def _play(self, key: Key) -> None:
        try:
            async with self._lock:
                seed = self._deals.seed(*key)
                self._marks[key] = [await mark(self._bots.thinker, key[1], seed, level) for level in MARKS]
        except Exception as error:  # it is tried again when somebody asks
            self._marks.pop(key, None)
            log_trouble(error, None)


def place_of(score: int, scores: Sequence[int]) -> int:
    """Among all of them, which are sorted; equal points share a place."""
    return 1 + len(scores) - bisect_right(scores, score)


def _row(one: FinishedTry, who: str, scores: Sequence[int]) -> DayRow:
    nobody = unchosen(one.who)
    name, picture = one.name or nobody.name, one.picture or nobody.picture
    story = read_story(one.story)
    place = None if story.unranked else place_of(one.score, scores)
    return DayRow(place, name, picture, one.score, you=one.who == who, helped=story.helped)
