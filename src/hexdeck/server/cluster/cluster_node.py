"""One of many processes that keep the same house: it hears news, looks now and then, and does its share."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from functools import partial
from itertools import islice
from secrets import token_hex
from typing import Any, Final, Protocol

from hexdeck.core.errors import GameError
from hexdeck.server.base.logs import log, log_trouble
from hexdeck.server.base.refusals import StoreFailed, TableUnknown
from hexdeck.server.bus.protocol import Bus, Changed, Moved, News, PeopleChanged, Spoken
from hexdeck.server.cluster.store_clock import StoreClock
from hexdeck.server.store.cluster_protocol import SharedStorage
from hexdeck.server.store.protocol import StoredTable
from hexdeck.server.tables.live_table import LiveTable
from hexdeck.server.tables.tables import Tables

ALIVE_SECONDS: Final = 3.0  # that a process counts as being there after it has said so
LEAVE_SECONDS: Final = 2.0  # that leaving may take
LOOK_SECONDS: Final = 1.0  # between two looks at the store while news are heard
CLOSE_LOOK_SECONDS: Final = 0.25  # and while they are not
PEOPLE_SECONDS: Final = 5.0  # between two looks at who is banned
MOST_READ: Final = 100  # tables in one query
MOST_TAKEN: Final = 500  # neglected tables that are taken care of at one look
DELETED: Final = 1 << 62  # a revision that no table ever has
NO_TABLE: Final = ""  # whoever moves away from it has left the house
PATIENCE: Final = 1.0  # seconds until we ask again for a table that another process cares for


class Host(Protocol):
    """What is needed of the house."""

    tables: Tables
    is_ready: bool

    def wake(self, code: str) -> None: ...

    async def reload_people(self) -> None:
        """Bans and sign-outs, as they are stored."""


class ClusterNode:
    is_alone = False

    def __init__(
        self,
        storage: SharedStorage,
        bus: Bus,
        host: Host,
        work_on: Callable[[Coroutine[Any, Any, None]], None],
        process: str,
        clock: StoreClock,
    ) -> None:
        self._storage = storage
        self._bus = bus
        self._host = host
        self._work_on = work_on
        self._clock = clock
        self.name = f"{process} {token_hex(4)}"  # another one after a restart
        self._noted: dict[str, frozenset[str]] = {}  # who is here, as the others know it
        self._telling: set[str] = set()  # tables of which we tell the others just now
        self._elsewhere: dict[str, set[str]] = {}
        self._cared: set[str] = set()
        self._wanted: set[str] = set()  # tables that we would care for
        self._asked: dict[str, float] = {}  # and when we asked for them last
        self._behind: dict[str, int] = {}  # tables to read on, and the highest revision we heard of
        self._is_reading = False
        self._wake_up = asyncio.Event()
        self._people_read = float("-inf")
        self._is_leaving = False

    async def open(self) -> None:
        await self._storage.keep_alive(self.name, ALIVE_SECONDS)
        await self._bus.open(self._hear)
        self._work_on(self._look_on())

    async def leave(self) -> None:
        """So that nobody waits until we count as gone."""
        if self._is_leaving:
            return
        self._is_leaving = True
        try:
            async with asyncio.timeout(LEAVE_SECONDS):
                await self._storage.leave(self.name)
        except (StoreFailed, TimeoutError):
            log("not_told", level=logging.WARNING)  # soon we count as gone anyway
        self._bus.tell(Moved(NO_TABLE))

    async def close(self) -> None:
        await self._bus.close()

    @property
    def is_reachable(self) -> bool:
        return self._bus.is_reachable

    # What we tell.

    def tell_changed(self, code: str, revision: int) -> None:
        self._bus.tell(Changed(code, revision))

    def tell_spoken(self, code: str, who: str, command: str, phrase: str) -> None:
        self._bus.tell(Spoken(code, who, command, phrase))

    def tell_people_changed(self) -> None:
        self._bus.tell(PeopleChanged())

    def note_people(self, code: str, people: Collection[str]) -> None:
        if self._noted.get(code, frozenset()) != people and not self._is_leaving:
            self._noted[code] = frozenset(people)
            if code not in self._telling:
                self._telling.add(code)
                self._do(partial(self._tell_people, code))

    async def _tell_people(self, code: str) -> None:
        """Until the others know all of it; many may come in the time that it takes to tell of one."""
        told: frozenset[str] | None = None
        try:
            while told != (people := self._noted.get(code, frozenset())):
                await self._storage.keep_people(self.name, code, sorted(people))
                self._bus.tell(Moved(code))
                told = people
        except StoreFailed:
            self._noted.pop(code, None)  # it is tried again at the next look
        finally:
            self._telling.discard(code)

    # What we know.

    async def find_people(self, code: str) -> None:
        found = await self._storage.people_elsewhere(self.name, [code])
        self._elsewhere[code] = found.get(code, set())

    def people_at(self, code: str) -> Collection[str]:
        return self._elsewhere.get(code, ())

    async def take(self, key: str, per_second: float, burst: float, count: int) -> float:
        return await self._bus.take(key, per_second, burst, count) or 0.0

    def cares_for(self, code: str) -> bool:
        if code in self._cared:
            return True
        if self._asked.get(code, 0.0) < time.monotonic() - PATIENCE and not self._is_leaving:
            self._asked[code] = time.monotonic()
            if not self._wanted:
                self._do(self._ask)
            self._wanted.add(code)
        return False

    async def _ask(self) -> None:
        """For all that were wanted in this moment."""
        await asyncio.sleep(0)
        codes, self._wanted = self._wanted, set()
        self._take_up_all(await self._storage.take_care(self.name, sorted(codes)))

    # What we hear.

    def _hear(self, news: News) -> None:
        if isinstance(news, PeopleChanged):
            self._do(self._host.reload_people)
        elif news.code == NO_TABLE:
            self._wake_up.set()  # somebody has left, and their tables with them
        elif (live := self._host.tables.in_memory(news.code)) is not None:
            if isinstance(news, Changed):
                self._read_on(live, news.revision)
            elif isinstance(news, Spoken):
                live.hear(news.who, news.id, news.phrase)
            else:
                self._do(partial(self._look_who_is_at, [live]))

    def _read_on(self, live: LiveTable, revision: int) -> None:
        if revision > max(live.revision, self._behind.get(live.code, 0)):
            self._behind[live.code] = revision
            if not self._is_reading:
                self._is_reading = True
                self._do(self._reading_on)

    async def _reading_on(self) -> None:
        """All that we have heard of by then; what we hear meanwhile is read at once afterwards."""
        try:
            while self._behind:
                tables = [
                    (self._host.tables.in_memory(code), self._behind.pop(code))
                    for code in self._next_behind()
                ]
                behind = [live for live, revision in tables if live is not None and live.revision < revision]
                after = {live.code: live.revision for live in behind}
                found = await self._storage.read_tables(after) if after else {}
                for live in behind:
                    work = partial(self._take_over, live, found.get(live.code), after[live.code])
                    self._do(work, live.code)
                await asyncio.sleep(0)  # and those that nobody holds have followed
        finally:
            self._is_reading = False

    def _next_behind(self) -> list[str]:
        return list(islice(self._behind, MOST_READ))

    async def _take_over(self, live: LiveTable, stored: StoredTable | None, after: int) -> None:
        try:
            await live.take_over(stored, after)
        except TableUnknown:
            self._host.tables.let_go(live)

    # What we look at.

    async def _look_on(self) -> None:
        """Until we leave."""
        while not self._is_leaving:
            try:
                await self._look()
            except Exception as error:  # nothing may stop it
                log_trouble(error, None)
            seconds = LOOK_SECONDS if self._bus.is_reachable else CLOSE_LOOK_SECONDS
            self._wake_up.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._wake_up.wait()

    async def _look(self) -> None:
        if not await self._storage.keep_alive(self.name, ALIVE_SECONDS):
            self._cared.clear()  # others may have taken over
            self._noted.clear()
        await self._clock.read(self._storage)
        if time.monotonic() > self._people_read + PEOPLE_SECONDS:
            self._people_read = time.monotonic()
            await self._host.reload_people()
        live = self._host.tables.live
        self._forget_all_but({one.code for one in live})
        revisions = await self._storage.revisions([one.code for one in live])
        for one in live:
            self._read_on(one, revisions.get(one.code, DELETED))
            self.note_people(one.code, one.people_here())
        await self._look_who_is_at(live)
        await self._take_neglected()

    def _forget_all_but(self, codes: set[str]) -> None:
        """What is no more in memory; the store knows it, should anybody ask."""
        self._cared &= codes
        for known in (self._noted, self._elsewhere, self._asked):
            for code in known.keys() - codes:
                del known[code]

    async def _look_who_is_at(self, tables: Collection[LiveTable]) -> None:
        found = await self._storage.people_elsewhere(self.name, [live.code for live in tables])
        for live in tables:
            before, now = self._elsewhere.get(live.code, set()), found.get(live.code, set())
            if before != now:
                self._elsewhere[live.code] = now
                live.notice_elsewhere(came=now - before, gone=before - now)

    async def _take_neglected(self) -> None:
        """Tables whose process has died or closed, and those that nobody has cared for since a restart."""
        if not self._host.is_ready:
            return
        codes = await self._storage.neglected_tables(MOST_TAKEN)
        if codes:
            self._take_up_all(await self._storage.take_care(self.name, codes))

    def _take_up_all(self, codes: Collection[str]) -> None:
        """They are in our care; what is not in memory is read."""
        self._cared.update(codes)
        for code in codes:
            self._asked.pop(code, None)
            self._do(partial(self._take_up, code), code)

    async def _take_up(self, code: str) -> None:
        await self._host.tables.table(code)
        self._host.wake(code)

    def _do(self, work: Callable[[], Coroutine[Any, Any, None]], code: str | None = None) -> None:
        """Beside everything else, unless the house closes before it begins; what fails is looked at again."""
        self._work_on(_quietly(work, code))


async def _quietly(work: Callable[[], Coroutine[Any, Any, None]], code: str | None) -> None:
    try:
        await work()
    except GameError as error:
        log_trouble(error, code)
