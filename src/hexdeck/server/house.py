"""The house: all tables, whoever comes to them, and the clock on the wall."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from secrets import token_bytes
from typing import Any, Final, TypeVar

from hexdeck.chance import SEED_BYTES
from hexdeck.errors import GameError, RecordRefused
from hexdeck.game import Choice
from hexdeck.games import game_named
from hexdeck.server.bots.lessons import lesson_of, lesson_seed
from hexdeck.server.bots.pool import BotPool
from hexdeck.server.live import consent
from hexdeck.server.live.clocks import WallClock
from hexdeck.server.live.documents import Chair, Document, chair_for, read_document
from hexdeck.server.live.live_table import HouseChange, LiveTable
from hexdeck.server.live.resumed import ResumedTable, record_text, resumed
from hexdeck.server.ops.limits import Buckets, Lines
from hexdeck.server.ops.logs import log, mark_with
from hexdeck.server.ops.metrics import Metrics
from hexdeck.server.ops.settings import Settings
from hexdeck.server.people.identity import SECRET_BYTES, Signer, new_code, new_epoch, new_token, read_code
from hexdeck.server.people.people import NOBODY, VISITOR_SECONDS, People, unnamed
from hexdeck.server.protocol import Goodbye, TableInfo
from hexdeck.server.refusals import Banned, StoreFailed, TableRefused, TableUnknown, TooMuch
from hexdeck.server.storage.choice import storage_of
from hexdeck.server.storage.protocol import NewTable, Profile, Storage, TableChange

T = TypeVar("T")

PACES: Final = {"instant": 0.0, "quick": 0.25, "normal": 0.7, "calm": 1.5}  # seconds before a bot acts
SWEEP: Final = 0.5  # seconds between two looks at the clock
TRY_SECONDS: Final = 1.0  # between two tries whether the store works
GAP: Final = 2.0  # seconds by which the loop was late, and so was everybody who waited for it
CLOSING_SECONDS: Final = 5.0  # for commands that have begun
RESUMERS: Final = 2  # threads that read games from the store: a long one does not keep the short ones waiting
BREATH: Final = 50  # tables looked after before others may go on


async def house_at(settings: Settings, wall: Callable[[], float] = time.time) -> "House":
    """The house that is kept there, not open yet."""
    storage = storage_of(settings)
    try:
        signer = Signer(await storage.secret(token_bytes(SECRET_BYTES)), await storage.sign_outs())
        return House(settings, storage, signer, banned=await storage.bans(), wall=wall)
    except BaseException:
        storage.close()
        raise


class House:
    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        signer: Signer,
        *,
        banned: Iterable[str],
        wall: Callable[[], float],
    ) -> None:
        self.settings = settings
        self._clock = WallClock(wall)
        self.now = self._clock.now
        self.metrics = Metrics()
        self.storage = storage
        self.signer = signer
        self.banned = set(banned)
        mark_with(self.signer.secret)
        self.people = People(storage, self.now)
        self.bots = BotPool(settings.bot_processes, settings.bot_seconds, self.metrics)
        rate = settings.rate
        self.requests = Buckets(rate, 3 * rate, time.monotonic)
        self.messages = Buckets(
            rate, 3 * rate, time.monotonic
        )  # over sockets: one that is faster is read slower
        self.phrases = Buckets(rate / 10, rate / 2, time.monotonic)
        self.newcomers = Buckets(rate / 10, 6 * rate, time.monotonic)  # by address: a school may come at once
        self.lines = Lines()
        self.guesses = Buckets(settings.guesses / 60, settings.guesses, time.monotonic)
        tables = settings.tables_per_minute
        self._new_tables = Buckets(tables / 60, tables, time.monotonic)
        self._new_tables_here = Buckets(4 * tables / 60, 4 * tables, time.monotonic)  # by address
        self.epoch = new_epoch()
        self._tried_at, self._could_store = float("-inf"), True
        self.is_ready = False
        self._live: dict[str, LiveTable] = {}
        self._resuming: dict[str, asyncio.Task[LiveTable]] = {}
        self._resumers = ThreadPoolExecutor(RESUMERS, "hexdeck-resumer")
        self._librarian = ThreadPoolExecutor(1, "hexdeck-librarian")
        self._tasks: set[asyncio.Task[Any]] = set()  # what has begun must be finished
        self._work: set[asyncio.Task[Any]] = set()  # what can be stopped at any time
        self._driven: set[str] = set()  # tables whose bots are at work

    async def open(self) -> None:
        await self.storage.keep_door(self.settings.door)
        self.is_ready = True
        self._work_on(self._sweep())
        self._work_on(self._wake_stored_tables())
        log("open")

    async def say_goodbye(self, seconds: float) -> None:
        """Tell everybody that the house closes, and give them so long to hear it."""
        self.is_ready = False
        for live in self.live_tables:
            live.say_goodbye(Goodbye("restart", retry=1.0))
        end = time.monotonic() + seconds
        while time.monotonic() < end and any(live.has_listeners for live in self.live_tables):
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        """Finish what has begun, keep everything."""
        self.is_ready = False
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        if self._tasks:
            _, unfinished = await asyncio.wait(self._tasks, timeout=CLOSING_SECONDS)
            for task in unfinished:
                task.cancel()
            await asyncio.gather(*unfinished, return_exceptions=True)
        self.bots.close()
        for threads in (self._resumers, self._librarian):
            threads.shutdown(cancel_futures=True)
        self.storage.close()
        log("closed")

    async def can_play(self) -> bool:
        """Whether tables can be read and written just now; asked of the store once a second at most."""
        if not self.is_ready or time.monotonic() < self._tried_at + TRY_SECONDS:
            return self.is_ready and self._could_store
        self._tried_at = time.monotonic()
        try:
            await self.storage.try_out()
        except StoreFailed:
            self._could_store = False
        else:
            self._could_store = True
        return self.is_ready and self._could_store

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """A task that is finished before the house closes."""
        return _kept(work, self._tasks)

    def _work_on(self, work: Coroutine[Any, Any, None]) -> None:
        _kept(work, self._work)

    # Tables.

    @property
    def live_tables(self) -> list[LiveTable]:
        return list(self._live.values())

    async def stored(self, code: str) -> ResumedTable:
        """Read beside the loop, which goes on meanwhile."""
        found = await self.storage.read_table(code)
        if found is None:
            raise _unknown(code)
        return await asyncio.get_running_loop().run_in_executor(self._resumers, resumed, found)

    async def looked_up(self, work: Callable[[], T]) -> T:
        """What takes long with a finished game, done beside the loop, one after the other."""
        return await asyncio.get_running_loop().run_in_executor(self._librarian, work)

    async def table(self, typed: str) -> LiveTable:
        """The table with the code that somebody typed, or TableUnknown."""
        code = read_code(typed)
        live = self._live.get(code) or await self._resumed(code)
        live.asked_at = time.monotonic()
        return live

    async def _resumed(self, code: str) -> LiveTable:
        """One for all who ask for it meanwhile."""
        if not await self.storage.has_table(code):
            raise _unknown(code)
        if code in self._live:
            return self._live[code]
        if code not in self._resuming:
            self._resuming[code] = self.spawn(self._resume(code))
        return await asyncio.shield(self._resuming[code])

    async def _resume(self, code: str) -> LiveTable:
        try:
            self._live[code] = LiveTable(await self.stored(code), self)
        finally:
            del self._resuming[code]
        self.metrics.live_tables.set(len(self._live))
        return self._live[code]

    async def table_for(self, typed: str, guesser: str, who: str | None) -> LiveTable:
        """The same for somebody who may be guessing; whoever sits there is never limited."""
        if self.guesses.is_empty(guesser) and not await self._sits_at(who, typed):
            raise TooMuch("too many unknown codes from here: wait a minute and check the code")
        try:
            return await self.table(typed)
        except TableUnknown:
            self.guesses.take(guesser)
            raise

    async def _sits_at(self, who: str | None, typed: str) -> bool:
        with suppress(TableUnknown):
            return (await self.table(typed)).document.seat_of(who) is not None
        return False

    async def public_tables(self) -> list[TableInfo]:
        """Those at which somebody is."""
        codes = await self.storage.public_tables()
        looked = [await live.look("") for code in codes if (live := await self.readable(code)) is not None]
        tables = [welcome.table for welcome, _ in looked]
        return [table for table in tables if any(seat.presence == "here" for seat in table.seats)]

    async def readable(self, code: str) -> LiveTable | None:
        """The table, unless it was played by other rules: then it is nobody else's trouble."""
        try:
            return await self.table(code)
        except RecordRefused as error:
            _note(error, code)
            return None

    async def written_record(self, typed: str) -> tuple[Document, str]:
        """A finished game as text, whether or not we still know its rules."""
        stored = await self.storage.read_table(read_code(typed))
        if stored is None:
            raise _unknown(read_code(typed))
        document = read_document(stored.document)
        if document.scores is None:
            raise TableRefused("the game is not over: everything is laid open when it is")
        return document, record_text(stored)

    async def _change_at(self, document: Document, how: HouseChange) -> LiveTable | None:
        """A change by the house, also at a table that nobody can play any more."""
        live = await self.readable(document.code)
        if live is not None:
            await live.change(how)
        elif (stored := await self.storage.read_table(document.code)) is not None:
            header = how(document, stored.header)
            await self.storage.change_table(TableChange(document.code, kept=document.kept(), header=header))
        return live

    async def new_table(self, document: Document) -> LiveTable:
        await self.storage.make_table(self.table_to_make(document))
        return await self.table(document.code)

    async def new_game(self, document: Document) -> LiveTable:
        """A table that is full and starts at once."""
        live = await self.new_table(document)
        await live.start()
        return live

    def table_to_make(self, document: Document) -> NewTable:
        seed = lesson_seed(document.game) if document.lesson else token_bytes(SEED_BYTES)
        return NewTable(document.code, document.kept(), seed, self.now(), document.people())

    def check_new_table(self, who: str, address: str | None = None) -> None:
        """TooMuch for one who makes more tables than can be played, and for all who share an address."""
        if not self._new_tables.take(who) or not (address is None or self._new_tables_here.take(address)):
            raise TooMuch("too many tables in a short time: wait a minute")

    async def new_document(
        self, who: str, game: str, players: int, options: dict[str, Choice], **chosen: Any
    ) -> Document:
        """A table with its host on the first seat, or SetupRefused."""
        rules = game_named(game)
        rules.set_up(players, options)
        chairs = [chair_for(await self.people.profile(who)), *(Chair() for _ in range(players - 1))]
        return Document(new_code(), game, rules.complete(options), chairs, host=who, **chosen)

    async def new_lesson(self, who: str, game: str, pace: str) -> Document:
        """The first game of somebody who learns it."""
        lesson = lesson_of(game)
        options = dict(lesson.options)
        document = await self.new_document(who, game, lesson.players, options, pace=pace, lesson=True)
        document.fill("novice")
        return document

    async def moved(self, typed: str, address: str) -> tuple[str, str]:
        """Who a link was made for and where it leads, for somebody who may be guessing."""
        if not self.guesses.take(address):
            raise TooMuch("too many links from here: wait a minute and make a new one")
        who, path = await self.people.moved(read_code(typed))
        return self.welcome(who), path

    async def sign_out_others(self, who: str) -> None:
        """No cookie and no token that somebody has had so far is good any more."""
        times = self.signer.renewed.get(who, 0) + 1
        await self.storage.keep_sign_outs(who, times)
        self.signer.renewed[who] = times
        for document, _ in await self.people.open_tables(who):
            await self._change_at(document, partial(_renew_token, who))

    async def send_away(self, who: str) -> None:
        """From every table; whoever has a cookie that is still good comes back at once."""
        for live in self.live_tables:
            live.send_away(who, Goodbye("restart", retry=0.0))

    def welcome(self, who: str) -> str:
        """The same person, or Banned."""
        if who in self.banned:
            raise Banned("whoever keeps this house has closed it to you: ask them")
        return who

    async def ban(self, who: str) -> None:
        """From every way in, from now on; at their tables it is as if they had left for good."""
        await self.storage.ban(who, self.now())
        self.banned.add(who)
        for document in await self.people.tables(who):
            if document.status != "over":
                await self._change_at(document, partial(_leave_banned, who))
        for live in self.live_tables:
            live.send_away(who, Goodbye("removed"))

    async def unban(self, who: str) -> None:
        await self.storage.unban(who)
        self.banned.discard(who)

    async def close_table(self, typed: str) -> None:
        """Delete it and its game, also one that nobody can play any more."""
        code = read_code(typed)
        live = await self.readable(code)
        if live is None:
            await self.storage.delete_tables([code])
        else:
            await live.delete()
            self._live.pop(code, None)

    async def forget(self, who: str) -> None:
        """Everything that names somebody; bots play on in their seats."""
        leave = partial(_leave_for_good, who)
        left: dict[str, LiveTable | None] = {}
        while tables := [one for one in await self.people.tables(who) if one.code not in left]:
            for document in tables:  # one more may come meanwhile: somebody asks for a rematch
                left[document.code] = await self._change_at(document, leave)
        await self.storage.forget_person(who)
        for live in filter(None, left.values()):
            await live.reload()

    async def rename(self, profile: Profile) -> None:
        """Keep what somebody has chosen, and show it where they sit."""
        await self.people.change(profile)
        for document, _ in await self.people.open_tables(profile.id):
            await self._change_at(document, partial(_show_profile, profile))

    # Bots and clocks.

    def wake(self, code: str) -> None:
        """Let the bots of a table play if it is their turn."""
        live = self._live.get(code)
        if live is not None and self.is_ready and code not in self._driven and live.next_bot() is not None:
            self._driven.add(code)
            self._work_on(self._drive(live))

    async def _drive(self, live: LiveTable) -> None:
        """Play for the bots until a person must choose."""
        try:
            while self.is_ready and await self._let_bot_act(live):
                pass
        finally:
            self._driven.discard(live.code)

    async def _let_bot_act(self, live: LiveTable) -> bool:
        """False if it is no bot's turn; what fails is tried again."""
        try:
            turn = await live.bot_turn()
            if turn is None:
                return False
            pause = 0.0 if turn.interrupts else PACES[live.document.pace] * self.settings.pace
            choice = self.bots.choose(
                turn.level,
                live.document.game,
                turn.view,
                interrupts=turn.interrupts,
                table=live.code,
                host=live.document.host,
            )
            # Thought about during the pause, so that an easy choice does not show by its speed.
            action, _ = await asyncio.gather(choice, asyncio.sleep(pause))
            await live.play_bot(turn, action)
        except TableUnknown:
            return False  # it was deleted meanwhile
        except Exception as error:
            _note(error, live.code)
            await asyncio.sleep(self.settings.retry)
        return True

    async def _sweep(self) -> None:
        """Look at the clock for ever."""
        last_clearing = float("-inf")
        while True:
            asleep_since = time.monotonic()
            await asyncio.sleep(SWEEP)
            try:
                await self._make_up_for(time.monotonic() - asleep_since - SWEEP)
                await self._follow_clock()
                await self._expire()
                if time.monotonic() - last_clearing > 3600:
                    last_clearing = time.monotonic()
                    await self._clear_out()
            except Exception as error:  # nothing may stop the clock
                _note(error, None)
            self._let_idle_tables_go()

    async def _follow_clock(self) -> None:
        """When the clock on the wall was set, nobody gains or loses time by it."""
        seconds = self._clock.behind()
        if seconds == 0.0:
            return
        log("clock_jumped", level=logging.WARNING, seconds=round(seconds))
        await self.storage.shift_times(seconds)
        self._clock.follow(seconds)
        self._shift(seconds)

    async def _make_up_for(self, seconds: float) -> None:
        """While the house itself was stopped, nobody could act: they get that time back."""
        if seconds > GAP:
            log("was_stopped", level=logging.WARNING, seconds=round(seconds))
            self._shift(seconds)  # first, so that nobody's time is up before it is stored
            await self.storage.shift_times(seconds)

    def _shift(self, seconds: float) -> None:
        for live in self.live_tables:
            live.shift(seconds)
            live.keep_times()

    async def _expire(self) -> None:
        now = self.now()
        codes = dict.fromkeys(await self.storage.due_tables(now))
        for at, live in enumerate(self.live_tables):
            if at % BREATH == 0:
                await asyncio.sleep(0)
            live.tell_new_host()
            end = live.next_deadline()
            if end is not None and end <= now:
                codes[live.code] = None
        for code in codes:
            try:
                await (await self.table(code)).expire()
            except Exception as error:  # one table must not stop the others' clocks
                _note(error, code)

    async def _wake_stored_tables(self) -> None:
        """After a restart, go on where bots were to play."""
        for code in await self.storage.running_tables():
            try:
                await self.table(code)
                self.wake(code)
            except Exception as error:  # one table must not keep the others waiting
                _note(error, code)
            await asyncio.sleep(0)

    def _let_idle_tables_go(self) -> None:
        for code, live in list(self._live.items()):
            if live.is_idle and code not in self._driven:
                del self._live[code]
        self.metrics.live_tables.set(len(self._live))

    def _is_deserted(self, code: str) -> bool:
        return code not in self._live or self._live[code].is_deserted

    async def _clear_out(self) -> None:
        """Forget what is older than was asked to be kept, links never used, people who never played."""
        await self.storage.clear_out(self.now(), visitors_before=self.now() - VISITOR_SECONDS)
        if self.settings.keep_days:
            await self._forget_tables(before=self.now() - self.settings.keep_days * 86_400)

    async def _forget_tables(self, before: float) -> None:
        """Those where nothing has happened since; of running games those that everybody has left by then."""
        codes = await self.storage.quiet_tables(before)
        codes += [code for code in await self.storage.deserted_tables(before) if self._is_deserted(code)]
        codes = [code for code in codes if code not in self._resuming]
        for code in self._live.keys() & codes:
            await self.close_table(code)
        await self.storage.delete_tables(codes)


def _kept(work: Coroutine[Any, Any, T], tasks: set[asyncio.Task[Any]]) -> "asyncio.Task[T]":
    """A task that is not forgotten before it is done."""
    task = asyncio.get_running_loop().create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task


def _unknown(code: str) -> TableUnknown:
    return TableUnknown(f"no table is called {code!r}: check the code, or make a table of your own")


def _note(error: Exception, table: str | None) -> None:
    if isinstance(error, GameError):
        log("not_done", level=logging.WARNING, table=table, code=error.code, reason=str(error))
    else:
        log("failed", level=logging.ERROR, error=error, table=table)


def _leave_for_good(who: str, document: Document, header: str | None) -> str | None:
    """In one change with taking the name out of the record, which may have begun only now."""
    seat, past = document.seat_of(who), document.past.pop(who, None)
    if seat is not None and document.status == "gathering":
        document.chairs[seat] = Chair()
    elif seat is not None:
        document.chairs[seat] = Chair("person", name=NOBODY, held=True)
    document.host = "" if document.host == who else document.host
    consent.forget(document, who)
    return None if past is None or header is None else unnamed(header, past)


def _leave_banned(who: str, document: Document, header: str | None) -> None:
    del header
    consent.withdraw(document, who)
    if document.seat_of(who) is not None:
        document.leave(who)


def _renew_token(who: str, document: Document, header: str | None) -> None:
    del header
    seat = document.seat_of(who)
    if seat is not None:
        document.chairs[seat].token = new_token()


def _show_profile(profile: Profile, document: Document, header: str | None) -> None:
    del header
    seat = document.seat_of(profile.id)
    if seat is not None:
        chair = document.chairs[seat]
        chair.name, chair.picture = profile.name, profile.picture
