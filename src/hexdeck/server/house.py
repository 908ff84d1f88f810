"""The house: all tables, whoever comes to them, and the clock on the wall."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from secrets import token_bytes
from typing import Any, Final, TypeVar

from hexdeck.chance import SEED_BYTES
from hexdeck.errors import GameError
from hexdeck.game import Choice
from hexdeck.games import game_named
from hexdeck.server.bot_pool import BotPool
from hexdeck.server.commands import begin
from hexdeck.server.documents import Chair, Document
from hexdeck.server.identity import SECRET_BYTES, Signer, new_code, new_token, read_code
from hexdeck.server.limits import Buckets
from hexdeck.server.live_table import LiveTable
from hexdeck.server.logs import log
from hexdeck.server.metrics import Metrics
from hexdeck.server.people import NOBODY, People
from hexdeck.server.protocol import Goodbye
from hexdeck.server.refusals import TableUnknown, TooMuch
from hexdeck.server.settings import Settings
from hexdeck.server.store import Statement, Store
from hexdeck.server.stored_tables import StoredTable, create_statements, stored_table

T = TypeVar("T")

PACES: Final = {"instant": 0.0, "quick": 0.25, "normal": 0.7, "calm": 1.5}  # seconds before a bot acts
SWEEP: Final = 0.5  # seconds between two looks at the clock
JUMP: Final = 5.0  # seconds by which a clock that was set differs from one that was not


class House:
    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.now = now
        self.metrics = Metrics()
        self.store = Store(settings.database)
        self.signer = Signer(self._secret())
        self.people = People(self.store, now)
        self.bots = BotPool(settings.bot_processes, settings.bot_seconds, self.metrics)
        self.rating_lock = asyncio.Lock()
        self.messages = Buckets(settings.rate, 3 * settings.rate, time.monotonic)
        self.guesses = Buckets(settings.guesses / 60, settings.guesses, time.monotonic)
        self.new_tables = Buckets(settings.tables_per_minute / 60, settings.tables_per_minute, time.monotonic)
        self.is_ready = False
        self._live: dict[str, LiveTable] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._driven: set[str] = set()  # tables whose bots are at work

    def _secret(self) -> bytes:
        """What identities are signed with, made when the house first opens."""
        row = self.store.row("SELECT value FROM meta WHERE key = 'secret'")
        return row[0] if row else token_bytes(SECRET_BYTES)

    async def open(self) -> None:
        await self.store.commit(
            ("INSERT OR IGNORE INTO meta (key, value) VALUES ('secret', ?)", (self.signer.secret,))
        )
        self.spawn(self._sweep())
        self.is_ready = True
        self._wake_stored_tables()
        log("open", tables=len(self._live))

    async def close(self) -> None:
        """Tell everybody, finish what has begun, keep everything."""
        self.is_ready = False
        for live in self._live.values():
            live.say_goodbye(Goodbye("restart", retry=1.0))
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.bots.close()
        self.store.close()

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """A task that is not forgotten before it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Tables.

    @property
    def live_tables(self) -> list[LiveTable]:
        return list(self._live.values())

    def stored(self, code: str) -> StoredTable:
        return stored_table(self.store, code)

    def table(self, typed: str) -> LiveTable:
        """The table with the code that somebody typed, or TableUnknown."""
        code = read_code(typed)
        if code not in self._live:
            self._live[code] = LiveTable(self.stored(code), self)
            self.metrics.live_tables.set(len(self._live))
        self._live[code].asked_at = time.monotonic()
        return self._live[code]

    def table_for(self, typed: str, address: str) -> LiveTable:
        """The same for somebody who may be guessing."""
        if self.guesses.is_empty(address):
            raise TooMuch("too many unknown codes from here: wait a minute and check the code")
        try:
            return self.table(typed)
        except TableUnknown:
            self.guesses.take(address)
            raise

    async def new_table(self, document: Document) -> LiveTable:
        await self.store.commit(*self.new_table_statements(document))
        return self.table(document.code)

    async def new_game(self, document: Document) -> LiveTable:
        """A table that is full and starts at once."""
        live = await self.new_table(document)
        await live.change(lambda: begin(live))
        return live

    def new_table_statements(self, document: Document) -> list[Statement]:
        return create_statements(document, token_bytes(SEED_BYTES), self.now())

    def new_document(
        self, who: str, game: str, players: int, options: dict[str, Choice], **chosen: Any
    ) -> Document:
        """A table with its host on the first seat, or SetupRefused."""
        if not self.new_tables.take(who):
            raise TooMuch("too many tables in a short time: wait a minute")
        rules = game_named(game)
        rules.set_up(players, options)
        chairs = [self.new_chair(who), *(Chair() for _ in range(players - 1))]
        return Document(new_code(), game, rules.complete(options), chairs, host=who, **chosen)

    def rematch(self, document: Document, who: str, options: dict[str, Choice]) -> Document:
        """The same people and bots at a new table."""
        chairs = [
            self.new_chair(chair.who) if chair.kind == "person" and chair.who else chair
            for chair in document.chairs
        ]
        return Document(
            new_code(),
            document.game,
            options,
            chairs,
            host=document.host if document.host in document.people() else who,
            clock=document.clock,
            pace=document.pace,
            public=document.public,
        )

    def new_chair(self, who: str) -> Chair:
        profile = self.people.profile(who)
        return Chair("person", who, profile.name, profile.picture, token=new_token())

    async def moved(self, typed: str, address: str) -> tuple[str, str]:
        """Who a link was made for and where it leads, for somebody who may be guessing."""
        if not self.guesses.take(address):
            raise TooMuch("too many links from here: wait a minute and make a new one")
        return await self.people.moved(read_code(typed))

    async def forget(self, who: str) -> None:
        """Everything that names somebody; bots play on in their seats."""
        tables = [self.table(document.code) for document in self.people.tables(who)]
        statements = self.people.forget_statements(who)
        for live in tables:
            await live.change(partial(_leave_for_good, live.document, who))
        await self.store.commit(*statements)
        for live in tables:
            await live.reload()

    # Bots and clocks.

    def wake(self, live: LiveTable) -> None:
        """Let the bots of a table play if it is their turn."""
        if live.code not in self._driven and live.next_bot() is not None:
            self._driven.add(live.code)
            self.spawn(self._drive(live))

    async def _drive(self, live: LiveTable) -> None:
        """Play for the bots until a person must choose."""
        try:
            while self.is_ready and (turn := live.next_bot()) is not None:
                seat, interrupts = turn
                version, view = live.version, live.game.view(seat)
                if not interrupts:
                    await asyncio.sleep(PACES[live.document.pace] * self.settings.pace)
                level = live.document.chairs[seat].bot_level()
                action = await self.bots.choose(
                    level, live.document.game, view, interrupts=interrupts, table=live.code
                )
                await live.play_bot(version, seat, action)
        except Exception as error:
            log("table_failed", level=logging.ERROR, error=error, table=live.code)
        finally:
            self._driven.discard(live.code)

    async def _sweep(self) -> None:
        """Look at the clock for ever."""
        offset, last_clearing = self.now() - time.monotonic(), 0.0
        while True:
            await asyncio.sleep(SWEEP)
            jumped = self.now() - time.monotonic() - offset
            try:
                if abs(jumped) > JUMP:
                    offset += jumped
                    await self._shift(jumped)
                await self._expire()
                if time.monotonic() - last_clearing > 3600:
                    last_clearing = time.monotonic()
                    await self._clear_out()
            except GameError as error:
                log("not_stored", level=logging.ERROR, reason=str(error))
            self._let_idle_tables_go()

    async def _shift(self, seconds: float) -> None:
        log("clock_jumped", level=logging.WARNING, seconds=round(seconds))
        for live in self._live.values():
            live.shift(seconds)
        await self.store.commit(
            (
                "UPDATE tables SET deadline = deadline + ?, updated = updated + ? WHERE status = 'playing'",
                (seconds, seconds),
            )
        )

    async def _expire(self) -> None:
        now = self.now()
        due = self.store.rows("SELECT code FROM tables WHERE deadline <= ? LIMIT 100", now)
        for (code,) in due:
            with suppress(TableUnknown):
                await self.table(code).expire()
        for live in self.live_tables:
            end = live.next_deadline()
            if end is not None and end <= now:
                await live.expire()

    def _wake_stored_tables(self) -> None:
        """After a restart, go on where bots were to play."""
        for (code,) in self.store.rows("SELECT code FROM tables WHERE status = 'playing'"):
            self.wake(self.table(code))

    def _let_idle_tables_go(self) -> None:
        for code, live in list(self._live.items()):
            if live.is_idle and code not in self._driven:
                del self._live[code]
        self.metrics.live_tables.set(len(self._live))

    async def _clear_out(self) -> None:
        """Forget what is older than was asked to be kept, and links that were never used."""
        statements: list[Statement] = [("DELETE FROM moves WHERE expires < ?", (self.now(),))]
        if self.settings.keep_days:
            before = self.now() - self.settings.keep_days * 86_400
            old = "SELECT code FROM tables WHERE updated < ? AND status != 'playing'"
            statements += [
                (f"DELETE FROM {name} WHERE code IN ({old})", (before,))
                for name in ("steps", "commands", "sittings", "tables")
            ]
        await self.store.commit(*statements)


def _leave_for_good(document: Document, who: str) -> None:
    seat = document.seat_of(who)
    if seat is not None:
        chair = document.chairs[seat]
        chair.who, chair.name, chair.token, chair.held = None, NOBODY, None, True
    document.past = [person for person in document.past if person != who]
    document.host = "" if document.host == who else document.host
