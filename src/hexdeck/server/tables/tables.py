"""All tables by their code: those in memory, and the others when somebody asks for them."""

import asyncio
import time
from collections.abc import Container
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from hexdeck.core.errors import RecordRefused
from hexdeck.server.base.fair_queue import STRANGER, Bounds, FairQueue, Requester
from hexdeck.server.base.identity import read_code
from hexdeck.server.base.logs import log_trouble
from hexdeck.server.base.refusals import TableRefused, TableUnknown
from hexdeck.server.base.shared_work import outcome
from hexdeck.server.daily.calendar import is_over
from hexdeck.server.store.documents import Document, read_document
from hexdeck.server.store.protocol import StoredTable, TableChange
from hexdeck.server.tables.live_table import HouseChange, LiveTable
from hexdeck.server.tables.resumed import ResumedTable, record_text, resumed
from hexdeck.server.tables.table_services import TableServices

LOADS: Final = Bounds(person=20, address=120, all=600)  # that wait; twice a school of sixty
RESUMERS: Final = 2  # threads that play games up to where they stood: a long one keeps no short one waiting


class Tables:
    def __init__(self, house: TableServices) -> None:
        self._house = house
        self._live: dict[str, LiveTable] = {}
        self._resuming: dict[tuple[str, str], asyncio.Task[LiveTable]] = {}  # by code and address
        self._threads = ThreadPoolExecutor(RESUMERS, "hexdeck-resumer")
        self.queue = FairQueue(RESUMERS, LOADS)

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)

    @property
    def live(self) -> list[LiveTable]:
        return list(self._live.values())

    def in_memory(self, code: str) -> LiveTable | None:
        return self._live.get(code)

    async def table(self, typed: str, requester: Requester = STRANGER) -> LiveTable:
        """Return the table with the code that was typed, or TableUnknown.

        One that is not in memory is loaded in a turn of `requester`, or of the house itself; TooMuch where
        too many tables that the requester wants wait.
        """
        code = read_code(typed)
        live = self._live.get(code) or await self._resumed(code, requester)
        live.asked_at = time.monotonic()
        return live

    async def _resumed(self, code: str, requester: Requester) -> LiveTable:
        """Load it once for all of an address who ask for it meanwhile."""
        if not await self._house.storage.has_table(code):
            raise _unknown(code)
        if code in self._live:
            return self._live[code]
        key = (code, requester.address)  # whoever shares a table waits for no other address
        if key not in self._resuming:
            self._resuming[key] = self._house.spawn(self._resume(code, requester))
        return await outcome(self._resuming[key])

    async def _resume(self, code: str, requester: Requester) -> LiveTable:
        try:
            async with self.queue.turn(requester, "tables", is_bounded=requester != STRANGER):
                stored = await self._house.storage.read_table(code)
                if stored is None:
                    raise _unknown(code)
                ready = await self.resumed(stored)
            await self._house.company.find_people(code)
            if code not in self._live:  # else another address was quicker
                self._live[code] = LiveTable(ready, self._house)
        finally:
            del self._resuming[code, requester.address]
        self._count()
        return self._live[code]

    async def resumed(self, stored: StoredTable) -> ResumedTable:
        """Beside the loop, which goes on meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, resumed, stored)

    async def readable(self, code: str) -> LiveTable | None:
        """The table, unless it was played by other rules: then it is nobody else's trouble."""
        try:
            return await self.table(code)
        except RecordRefused as error:
            log_trouble(error, code)
            return None

    async def written_record(self, typed: str) -> tuple[Document, str]:
        """A finished game as text, whether or not we still know its rules."""
        stored = await self._house.storage.read_table(read_code(typed))
        if stored is None:
            raise _unknown(read_code(typed))
        document = read_document(stored.document)
        if document.scores is None or not self._is_told(document):
            raise TableRefused("the game is not over: everything is laid open when it is")
        return document, record_text(stored)

    def _is_told(self, document: Document) -> bool:
        return document.day is None or is_over(document.day, self._house.now())

    async def change(self, document: Document, how: HouseChange) -> LiveTable | None:
        """A change by the house, also at a table that nobody can play any more."""
        live, storage = await self.readable(document.code), self._house.storage
        if live is not None:
            await live.change(how)
        elif (stored := await storage.read_table(document.code)) is not None:
            header = how(document, stored.header)
            change = TableChange(document.code, stored.revision + 1, kept=document.kept(), header=header)
            change.total, change.at = len(stored.lines), stored.times.began
            await storage.change_table(change)
        return live

    async def delete(self, typed: str) -> None:
        """With its game, also one that nobody can play any more."""
        code = read_code(typed)
        live = await self.readable(code)
        if live is None:
            await self._house.storage.delete_tables([code])
        else:
            await live.delete()
            self._live.pop(code, None)

    async def delete_old(self, before: float) -> None:
        """Those where nothing has happened since; of running games those that everybody has left by then."""
        storage = self._house.storage
        codes = await storage.quiet_tables(before)
        codes += [code for code in await storage.deserted_tables(before) if self._is_deserted(code)]
        loading = {code for code, _ in self._resuming}
        codes = [code for code in codes if code not in loading]
        for code in self._live.keys() & codes:
            await self.delete(code)
        await storage.delete_tables(codes)

    def _is_deserted(self, code: str) -> bool:
        return code not in self._live or self._live[code].is_deserted

    def let_go(self, live: LiveTable) -> None:
        """Out of memory: it was deleted elsewhere."""
        if self._live.get(live.code) is live:
            del self._live[live.code]
        self._count()

    def let_idle_go(self, busy: Container[str]) -> None:
        """Out of memory, but those whose bots are at work."""
        for code, live in list(self._live.items()):
            if live.is_idle and code not in busy:
                del self._live[code]
        self._count()

    def _count(self) -> None:
        self._house.metrics.live_tables.set(len(self._live))


def _unknown(code: str) -> TableUnknown:
    return TableUnknown(f"no table is called {code!r}: check the code, or make a table of your own")
