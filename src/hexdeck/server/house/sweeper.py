"""Looks at the clock all the time: ends waits, follows a clock that was set, clears out what is old."""

import asyncio
import logging
import time
from collections.abc import Container
from typing import Final

from hexdeck.server.base.logs import log, log_trouble
from hexdeck.server.daily.calendar import ARCHIVED, day_of
from hexdeck.server.people.people import VISITOR_SECONDS
from hexdeck.server.tables.clocks import WallClock
from hexdeck.server.tables.table_services import TableServices
from hexdeck.server.tables.tables import Tables

SWEEP: Final = 0.5  # seconds between two looks at the clock
CLEARING: Final = 3600.0  # seconds between two clearings
GAP: Final = 2.0  # seconds by which the loop was late, and so was everybody who waited for it
BREATH: Final = 50  # tables looked after before others may go on


class Sweeper:
    def __init__(self, house: TableServices, tables: Tables, clock: WallClock, busy: Container[str]) -> None:
        """Tables that are `busy` stay in memory."""
        self._house = house
        self._tables = tables
        self._clock = clock
        self._busy = busy

    async def sweep(self) -> None:
        """For ever."""
        last_clearing = float("-inf")
        while True:
            asleep_since = time.monotonic()
            await asyncio.sleep(SWEEP)
            try:
                await self._make_up_for(time.monotonic() - asleep_since - SWEEP)
                await self._follow_clock()
                await self._expire()
                if time.monotonic() - last_clearing > CLEARING:
                    last_clearing = time.monotonic()
                    await self.clear_out()
            except Exception as error:  # nothing may stop the clock
                log_trouble(error, None)
            self._tables.let_idle_go(self._busy)

    async def _follow_clock(self) -> None:
        """When the clock on the wall was set, nobody gains or loses time by it."""
        seconds = self._clock.behind()
        if seconds == 0.0:
            return
        log("clock_jumped", level=logging.WARNING, seconds=round(seconds))
        if self._house.company.is_alone:  # else each process stores it for the tables in its care
            await self._house.storage.shift_times(seconds)
        self._clock.follow(seconds)
        self._shift(seconds)

    async def _make_up_for(self, seconds: float) -> None:
        """While the house itself was stopped, nobody could act: they get that time back."""
        if seconds > GAP and self._house.company.is_alone:  # else others have gone on
            log("was_stopped", level=logging.WARNING, seconds=round(seconds))
            self._shift(seconds)  # first, so that nobody's time is up before it is stored
            await self._house.storage.shift_times(seconds)

    def _shift(self, seconds: float) -> None:
        for live in self._tables.live:
            live.shift(seconds)
            live.keep_times()

    async def _expire(self) -> None:
        now = self._house.now()
        codes = dict.fromkeys(await self._house.storage.due_tables(now))
        for at, live in enumerate(self._tables.live):
            if at % BREATH == 0:
                await asyncio.sleep(0)
            live.tell_new_host()
            end = live.next_deadline()
            if end is not None and end <= now:
                codes[live.code] = None
        for code in filter(self._house.company.cares_for, codes):
            try:
                await (await self._tables.table(code)).expire()
            except Exception as error:  # one table must not stop the others' clocks
                log_trouble(error, code)

    async def wake_stored_tables(self) -> None:
        """After a restart, go on where bots were to play."""
        for code in await self._house.storage.running_tables():
            try:
                await self._tables.table(code)
                self._house.wake(code)
            except Exception as error:  # one table must not keep the others waiting
                log_trouble(error, code)
            await asyncio.sleep(0)

    async def clear_out(self) -> None:
        """Forget what is older than was asked to be kept, links never used, people who never played."""
        house, now = self._house, self._house.now()
        await house.storage.clear_out(now, visitors_before=now - VISITOR_SECONDS)
        await house.storage.forget_tries(before=day_of(now, later=-ARCHIVED))
        if house.settings.keep_days:
            before = now - house.settings.keep_days * 86_400
            await self._tables.delete_old(before)
            await house.storage.delete_tournaments(before)
