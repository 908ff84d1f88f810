"""The house: all tables, whoever comes to them, and the clock on the wall."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from secrets import token_bytes
from typing import Any, Final, TypeVar

from hexdeck.ai.puzzles.puzzle import Valued
from hexdeck.core.chance import SEED_BYTES
from hexdeck.core.game import Choice
from hexdeck.core.registry import game_named
from hexdeck.server.base.budgets import Budgets
from hexdeck.server.base.fair_queue import Bounds, Requester
from hexdeck.server.base.identity import SECRET_BYTES, Signer, new_code, new_epoch, read_code
from hexdeck.server.base.limits import EVERYBODY, Buckets, Lines, OpenedCodes, SharedBuckets
from hexdeck.server.base.logs import log, mark_with
from hexdeck.server.base.messages import Goodbye, TableInfo
from hexdeck.server.base.metrics import Metrics
from hexdeck.server.base.refusals import (
    AlreadyDone,
    Banned,
    IdentityRefused,
    NotYet,
    Outdated,
    StoreFailed,
    TableUnknown,
    TooMuch,
    TournamentUnknown,
)
from hexdeck.server.base.settings import Settings
from hexdeck.server.base.storage_budget import PADS, SMALL, TABLE, StoredBytes
from hexdeck.server.base.writability import PROBE_SECONDS
from hexdeck.server.bots.choice import workers_of
from hexdeck.server.bots.coach_queue import Questions
from hexdeck.server.bots.lessons import lesson_of, lesson_seed
from hexdeck.server.bots.pool import QUESTIONS, Background, BotPool
from hexdeck.server.bus.choice import bus_of
from hexdeck.server.bus.protocol import Bus
from hexdeck.server.cluster.cluster_node import ClusterNode
from hexdeck.server.cluster.single_process import SingleProcess
from hexdeck.server.cluster.store_clock import StoreClock
from hexdeck.server.daily.calendar import day_of, is_over, told_from
from hexdeck.server.daily.deals import LEVEL, Deals, deal_of
from hexdeck.server.daily.standings import Standings
from hexdeck.server.house.sweeper import Sweeper
from hexdeck.server.people.invitations import Invitations
from hexdeck.server.people.origins import Origins
from hexdeck.server.people.people import People
from hexdeck.server.results.standing import is_ranked
from hexdeck.server.reviews.reviews import Reviews
from hexdeck.server.store.choice import shared_storage_of, storage_of
from hexdeck.server.store.cluster_protocol import Company, SharedStorage
from hexdeck.server.store.documents import Chair, Document, chair_for
from hexdeck.server.store.protocol import NewTable, Pad, Profile, Storage, StoredTable
from hexdeck.server.tables import house_changes
from hexdeck.server.tables.advice import Coach
from hexdeck.server.tables.clocks import WallClock
from hexdeck.server.tables.driver import BotDriver
from hexdeck.server.tables.live_table import LiveTable
from hexdeck.server.tables.resumed import ResumedTable
from hexdeck.server.tables.tables import Tables
from hexdeck.server.tables.whereabouts import Whereabouts
from hexdeck.server.tournaments.director import Director
from hexdeck.server.tournaments.documents import Tournament

T = TypeVar("T")

TRY_SECONDS: Final = 1.0  # between two tries whether the store works
CLOSING_SECONDS: Final = 5.0  # for commands that have begun
READ_SECONDS: Final = 20  # that reading a game may take: a hundred times what the longest takes
READ_NICENESS: Final = 10  # bots come first, but a page that waits is not starved by them
READS: Final = Bounds(person=20, address=120, all=600)  # twice a school of sixty, each opening a page at once


async def house_at(settings: Settings, wall: Callable[[], float] = time.time) -> "House":
    """The house that is kept there, not open yet."""
    if not settings.bus:
        return await house_in(await storage_of(settings), settings, wall)
    storage = await shared_storage_of(settings)
    house = await house_among_others(storage, bus_of(settings.bus, await secret_of(storage)), settings)
    house.bots.thinker = workers_of(settings, house.signer.secret, house.bots.thinker, house.metrics)
    return house


async def secret_of(storage: Storage) -> bytes:
    """What the house signs with."""
    return await storage.secret(token_bytes(SECRET_BYTES))


async def house_in(storage: Storage, settings: Settings, wall: Callable[[], float] = time.time) -> "House":
    """It closes the store when it is closed."""
    try:
        signer = Signer(await secret_of(storage), await storage.sign_outs())
        return House(settings, storage, signer, banned=await storage.bans(), wall=wall)
    except BaseException:
        await storage.close()
        raise


async def house_among_others(storage: SharedStorage, bus: Bus, settings: Settings) -> "House":
    """One of many processes that keep a house; the store tells them the time."""
    clock = StoreClock()
    await clock.read(storage)
    house = await house_in(storage, settings, wall=clock.now)
    house.company = ClusterNode(storage, bus, house, house.work_on, settings.process, clock)
    return house


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
        self.metrics = Metrics(settings.process)
        self.storage = storage
        self.signer = signer
        self.banned = set(banned)
        mark_with(self.signer.secret)
        self.people = People(storage, self.now)
        self.origins = Origins(lambda address: signer.client_mark(f"origin {address}"))
        self.invitations = Invitations(storage, self.people, self.now)
        self.company: Company = SingleProcess()
        rate = settings.rate
        self.requests = Buckets(rate, 3 * rate, time.monotonic)
        self.messages = Buckets(
            rate, 3 * rate, time.monotonic
        )  # over sockets: one that is faster is read slower
        self.phrases = Buckets(rate / 10, rate / 2, time.monotonic)
        self.lines = Lines()
        self.budgets = Budgets(settings.address_share, EVERYBODY * settings.connections, time.monotonic)
        self.newcomers = self._shared(
            "newcomers", rate / 10, 6 * rate
        )  # by address: a school may come at once
        self.guesses = self._shared_by_minute("guesses", settings.guesses)
        self.opened = OpenedCodes()
        self.stored, self.stored_pads = (
            StoredBytes(name, self._shared, 1e6 * settings.address_megabytes * part)
            for name, part in (("stored", 1.0), ("stored pads", PADS))
        )
        tables = settings.tables_per_minute
        self._new_tables = self._shared_by_minute("tables", tables)
        self._new_tables_here = self._shared_by_minute("tables here", 4 * tables)  # by address
        self._new_links = self._shared_by_minute("links", tables)
        self._new_invitations = self._shared_by_minute("invitations", 2 * tables)
        self.epoch = new_epoch()
        self._tried_at, self._could_store = float("-inf"), True
        self.is_ready = False
        self._tasks: set[asyncio.Task[Any]] = set()  # what has begun must be finished
        self._work: set[asyncio.Task[Any]] = set()  # what can be stopped at any time
        self.tables = Tables(self)
        self.whereabouts = Whereabouts(storage, self.people, self.tables, self.now)
        pool = BotPool(settings.bot_processes, settings.bot_seconds, settings.own)
        self.bots = BotDriver(self, pool, self.work_on)
        self.background = Background(settings.bot_seconds, QUESTIONS)
        self.reading = Background(READ_SECONDS, READS, niceness=READ_NICENESS, is_idle=False)
        thinking_here = self.background if settings.bots == "here" else None
        self.coach = Coach(thinking_here, self.spawn)
        self.puzzles: Questions[Valued] = Questions("puzzles", thinking_here, self.spawn)
        self.reviews = Reviews(self, thinking_here, self.work_on, self.spawn)
        self.deals = Deals(signer.secret)
        self._tried_from: dict[tuple[str, str, str], str] = {}  # day, game and network: the first try's table
        self.standings = Standings(storage, self.deals, self.bots, self.work_on)
        queues = {"bots": pool.queue, "background": self.background.queue, "reviews": self.reviews.queue}
        queues |= {"reading": self.reading.queue, "tables": self.tables.queue}
        self.metrics.queues.update(queues)
        self.sweeper = Sweeper(self, self.tables, self._clock, self.bots.busy)
        self.tournaments = Director(self)

    async def open(self) -> None:
        with suppress(StoreFailed):  # a storage that can only be read opens too
            await self.storage.keep_door(self.settings.door)
        self.is_ready = True
        await self.bots.thinker.open()
        await self.company.open()
        self.work_on(self.sweeper.sweep())
        self.work_on(self.tournaments.keep_going())
        self.work_on(self._watch_storage())
        if self.company.is_alone:
            self.work_on(self.sweeper.wake_stored_tables())
        log("open")

    async def say_goodbye(self, seconds: float) -> None:
        """Tell everybody that the house closes, and give them so long to hear it."""
        self.is_ready = False
        await self.company.leave()
        for live in self.tables.live:
            live.say_goodbye(Goodbye("restart", retry=1.0))
        end = time.monotonic() + seconds
        while time.monotonic() < end and any(live.has_listeners for live in self.tables.live):
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        """Finish what has begun, keep everything."""
        self.is_ready = False
        await self.company.leave()
        for task in self._work:
            task.cancel()
        unfinished: set[asyncio.Task[Any]] = {*self._work, *self._tasks}
        if unfinished:
            _, unfinished = await asyncio.wait(unfinished, timeout=CLOSING_SECONDS)
        for task in unfinished:
            task.cancel()
        await self.company.close()
        await self.bots.thinker.close()
        await self.background.close()
        await self.reading.close()
        await self.storage.close()  # whoever waits for a store that does not answer waits no longer
        await asyncio.gather(*unfinished, return_exceptions=True)
        self.tables.close()
        log("closed")

    async def parts(self) -> dict[str, bool]:
        """What the house needs, and whether it can be reached just now."""
        bus = {} if self.company.is_alone else {"bus": self.company.is_reachable}
        return {"store": await self._can_store(), **bus}

    async def _watch_storage(self) -> None:
        """While nothing can be stored, try it again and again; tell all tables when that begins or ends."""
        writability = self.storage.writability
        told = writability.cause
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            if writability.cause is not None:
                with suppress(StoreFailed):
                    await self.storage.keep_door(self.settings.door)  # it may be missing since the start
            cause = writability.cause
            if cause is not told:
                busy = [live for live in self.tables.live if not live.tell_storage()]
                told = told if busy else cause

    async def _can_store(self) -> bool:
        """Whether tables can be read and written; asked of the store once a second at most."""
        if time.monotonic() > self._tried_at + TRY_SECONDS:
            self._tried_at = time.monotonic()
            try:
                await self.storage.try_out()
            except StoreFailed:
                self._could_store = False
            else:
                self._could_store = True
        return self._could_store

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """A task that is finished before the house closes."""
        return _kept(work, self._tasks)

    def work_on(self, work: Coroutine[Any, Any, None]) -> None:
        _kept(work, self._work)

    # Limits.

    def _shared(self, limit: str, per_second: float, burst: float) -> SharedBuckets:
        """One that all processes count together."""

        async def ask(client: str, count: int) -> float:
            mark = self.signer.client_mark(f"{limit} {client}")
            return await self.company.take(mark, per_second, burst, count)

        return SharedBuckets(Buckets(per_second, burst, time.monotonic), ask)

    def _shared_by_minute(self, limit: str, per_minute: float) -> SharedBuckets:
        return self._shared(limit, per_minute / 60, per_minute)

    async def check_new_table(self, who: str, address: str | None = None) -> None:
        """TooMuch for one who makes more tables than can be played or stored, and for all at an address."""
        await self.check_pace_of_tables(who, address)
        await self.check_stored(who, TABLE, address)

    async def check_pace_of_tables(self, who: str, address: str | None = None, count: int = 1) -> None:
        counted = [(self._new_tables, who, count)]
        if address is not None:
            counted.append((self._new_tables_here, address, 1))
        for buckets, maker, tables in counted:
            if not await buckets.take(maker, tables):
                seconds = buckets.seconds_left(maker)
                raise TooMuch("too many tables in a short time: wait {n} s", n=seconds)

    async def check_stored(self, who: str, count: int, address: str | None = None) -> None:
        """Count bytes for a person or stranger; TooMuch where a day allows no more."""
        here = self.origins.of(who) if address is None else self.origins.mark(address)
        await self.stored.take(None if who == address else who, here, count)

    async def check_invitation(self, who: str) -> None:
        """TooMuch for one who asks again and again."""
        if not await self._new_invitations.take(who):
            seconds = self._new_invitations.seconds_left(who)
            raise TooMuch("too many invitations in a short time: wait {n} s", n=seconds)
        await self.check_stored(who, SMALL)

    # Tables.

    async def resumed(self, stored: StoredTable) -> ResumedTable:
        return await self.tables.resumed(stored)

    async def let_interrupt(self, code: str) -> None:
        live = self.tables.in_memory(code)
        if live is not None:
            await self.bots.let_interrupt(live)

    def wake(self, code: str) -> None:
        live = self.tables.in_memory(code)
        if live is not None:
            self.bots.wake(live)

    async def run_in_process(
        self, requester: Requester, kind: str, work: Callable[..., T], *about: object, is_bounded: bool = True
    ) -> T:
        """Return what short work brings that is still too long for the event loop, in a turn of its own.

        TooMuch where too much of the requester waits, or where the process dies or has no time.
        """
        try:
            with suppress(BrokenProcessPool):  # it may have died of something else: once more
                return await self.reading.consult(requester, kind, work, *about, is_bounded=is_bounded)
            return await self.reading.consult(requester, kind, work, *about, is_bounded=is_bounded)
        except (TimeoutError, BrokenProcessPool):
            raise TooMuch("the server has too much to do: ask again in {n} s", n=READ_SECONDS) from None

    async def table_for(self, typed: str, guesser: str, who: str | None, requester: Requester) -> LiveTable:
        """A table for somebody who may be guessing its code; whoever sits there is never limited."""
        try:
            live = await self.tables.table(typed, requester)
        except TableUnknown:
            if await self.guesses.take(guesser):
                raise
        else:
            if live.document.seat_of(who) is not None or await self._may_open(guesser, live.code):
                live.check_onlooker(who)
                await self.tournaments.check_may_look(live.document, who)
                return live
        raise self._too_many_guesses(guesser)

    async def tournament_for(self, typed: str, guesser: str) -> Tournament:
        """A tournament for somebody who may be guessing its code."""
        if not await self._may_open(guesser, read_code(typed), is_there=False):
            raise self._too_many_guesses(guesser)
        try:
            found = await self.tournaments.read(typed)
        except TournamentUnknown:
            await self.guesses.take(guesser)
            raise
        self.opened.note(guesser, found.code)
        return found

    async def owner_of(self, typed: str, guesser: str) -> str:
        """Whose link it is, for somebody who may be guessing; or IdentityRefused."""
        code = read_code(typed)
        owner = await self.storage.owner_of(code)
        if owner is None or owner in self.banned:
            if await self.guesses.take(guesser):
                raise IdentityRefused("this link leads to nobody, or no more: ask for the new one")
        elif await self._may_open(guesser, code):
            return owner
        raise self._too_many_guesses(guesser)

    async def pad_for(self, code: str, guesser: str, *, knows: bool) -> Pad:
        """Return a score pad, or TableUnknown; `knows` is true for one who has proved to know its code."""
        pad = await self.storage.read_pad(code, self.now())
        if pad is None:
            if await self.guesses.take(guesser):
                raise TableUnknown("no score pad is shared under this code, or no more: share it again")
        elif knows or await self._may_open(guesser, code):
            return pad
        raise self._too_many_guesses(guesser)

    def _too_many_guesses(self, guesser: str) -> TooMuch:
        seconds = self.guesses.seconds_left(guesser)
        return TooMuch("too many unknown codes from here: wait {n} s and check the code", n=seconds)

    async def _may_open(self, guesser: str, code: str, *, is_there: bool = True) -> bool:
        """Return whether `guesser` has guesses left or has opened the code before; remember it if so."""
        may = self.opened.has(guesser, code) or not await self.guesses.is_empty(guesser)
        if may and is_there:
            self.opened.note(guesser, code)
        return may

    async def public_tables(self) -> list[TableInfo]:
        """Those at which somebody is."""
        codes = await self.storage.public_tables()
        tables = [
            await live.info() for code in codes if (live := await self.tables.readable(code)) is not None
        ]
        return [table for table in tables if any(seat.presence == "here" for seat in table.seats)]

    async def new_table(self, document: Document) -> LiveTable:
        await self.storage.make_table(self.table_to_make(document))
        return await self.tables.table(document.code)

    async def new_game(self, document: Document) -> LiveTable:
        """A table that is full and starts at once."""
        live = await self.new_table(document)
        await live.start()
        return live

    def table_to_make(self, document: Document) -> NewTable:
        document.origin = self.origins.of(document.host)
        seed = token_bytes(SEED_BYTES)
        if document.lesson:
            seed = lesson_seed(document.game)
        elif document.day is not None:
            seed = self.deals.seed(document.day, document.game)
        return NewTable(document.code, document.kept(), seed, self.now(), document.people())

    async def new_document(
        self, who: str, game: str, players: int, options: dict[str, Choice], **chosen: Any
    ) -> Document:
        """A table with its host on the first seat, or SetupRefused."""
        rules = game_named(game)
        rules.set_up(players, options)
        chairs = [chair_for(await self.people.profile(who)), *(Chair() for _ in range(players - 1))]
        document = Document(new_code(), game, rules.complete(options), chairs, host=who, **chosen)
        document.note_network(who, self.origins.of(who))
        return document

    async def new_lesson(self, who: str, game: str, pace: str) -> Document:
        """The first game of somebody who learns it."""
        lesson = lesson_of(game)
        options = dict(lesson.options)
        document = await self.new_document(who, game, lesson.players, options, pace=pace, lesson=True)
        document.fill("novice")
        return document

    async def play_day(self, who: str, day: str, game: str, pace: str, address: str) -> LiveTable:
        """Somebody's one try at the deal of today, wherever it stands; of another day a game for practice."""
        if day == day_of(self.now()):
            return await self._try(who, day, game, pace, address)
        if not is_over(day, self.now()):
            raise NotYet(
                "that day is over: play the deal of today, or wait an hour for its archive",
                n=told_from(day) - self.now(),
            )
        await self.check_new_table(who, address)
        return await self.new_game(await self._day_document(who, day, game, pace, practice=True))

    async def _try(self, who: str, day: str, game: str, pace: str, address: str) -> LiveTable:
        tries = await self.storage.tries_of(who)
        code = next((one.code for one in tries if (one.day, one.game) == (day, game)), None)
        if code is None:
            await self.check_new_table(who, address)
            document = await self._day_document(who, day, game, pace)
            try:
                await self.storage.make_try(self.table_to_make(document), day, game)
            except AlreadyDone:  # asked for twice at the same time
                return await self._try(who, day, game, pace, address)
            code = document.code
        live = await self.tables.table(code)
        if live.document.status == "gathering":
            await self._rank(live, day, game)
        with suppress(Outdated):  # another process has started it
            await live.start()
        return live

    async def _rank(self, live: LiveTable, day: str, game: str) -> None:
        """Rank only the first try of a network, before the deal: it could tell the next one the cards.

        Both of two that begin at the same moment see each other.  Memory alone knows of a try whose person
        has been forgotten since.
        """
        is_alone = True
        for network in live.document.networks.get(live.document.host, ()):
            first = self._tried_from.setdefault((day, game, network), live.code)
            is_tried = await self.storage.is_tried_from(day, game, network, live.code)
            is_alone = is_alone and first == live.code and not is_tried
        self._tried_from = {key: code for key, code in self._tried_from.items() if key[0] == day}
        if not is_ranked(is_alone=is_alone, rule=self.settings.standing):
            with suppress(Outdated):  # another process looks after it
                await live.change(house_changes.leave_unranked)

    def is_on(self, document: Document) -> bool:
        """It is a try at a deal whose day is not over yet."""
        return document.is_try and document.day is not None and not is_over(document.day, self.now())

    async def _day_document(self, who: str, day: str, game: str, pace: str, **chosen: Any) -> Document:
        deal = deal_of(game)
        document = await self.new_document(
            who, game, deal.players, dict(deal.options), pace=pace, day=day, **chosen
        )
        document.fill(LEVEL)
        return document

    async def new_move(self, who: str, path: str) -> str:
        """The secret of a link that makes another device the same person, or TooMuch."""
        await self.check_link(who)
        return await self.people.new_move(who, path)

    async def check_link(self, who: str) -> None:
        if not await self._new_links.take(who):
            seconds = self._new_links.seconds_left(who)
            raise TooMuch("too many links in a short time: wait {n} s", n=seconds)
        await self.check_stored(who, SMALL)

    async def moved(self, typed: str, address: str) -> tuple[str, str]:
        """Who a link was made for and where it leads, for somebody who may be guessing."""
        if not await self.guesses.take(address):
            seconds = self.guesses.seconds_left(address)
            raise TooMuch("too many links from here: wait {n} s and make a new one", n=seconds)
        who, path = await self.people.moved(read_code(typed))
        return self.welcome(who), path

    async def sign_out_others(self, who: str) -> None:
        """No cookie and no token that somebody has had so far is good any more."""
        times = self.signer.renewed.get(who, 0) + 1
        await self.storage.keep_sign_outs(who, times)
        self.signer.renewed[who] = times
        for document, _ in await self.people.open_tables(who):
            await self.tables.change(document, partial(house_changes.renew_token, who))

    async def send_away(self, who: str) -> None:
        """From every table; whoever has a cookie that is still good comes back at once."""
        for live in self.tables.live:
            live.send_away(who, Goodbye("restart", retry=0.0))
        self.company.tell_people_changed()

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
                await self.tables.change(document, partial(house_changes.ban, who))
        for live in self.tables.live:
            live.send_away(who, Goodbye("removed"))
        self.company.tell_people_changed()

    async def unban(self, who: str) -> None:
        await self.storage.unban(who)
        self.banned.discard(who)
        self.company.tell_people_changed()

    async def reload_people(self) -> None:
        """Whom another process has banned or let in again, and who has signed out other devices there."""
        before = set(self.banned)
        self.banned = set(await self.storage.bans())
        signed_out = await self.storage.sign_outs()
        away = {who for who, times in signed_out.items() if times != self.signer.renewed.get(who)}
        self.signer.renewed.update(signed_out)
        for live in self.tables.live:
            for who in self.banned - before:
                live.send_away(who, Goodbye("removed"))
            for who in away:
                live.send_away(who, Goodbye("restart", retry=0.0))

    async def forget(self, who: str) -> None:
        """Everything that names somebody; bots play on in their seats."""
        await self.tournaments.forget(who)  # first, so that nobody seats them meanwhile
        leave = partial(house_changes.forget, who)
        left: dict[str, LiveTable | None] = {}
        while tables := [one for one in await self.people.tables(who) if one.code not in left]:
            for document in tables:  # one more may come meanwhile: somebody asks for a rematch
                left[document.code] = await self.tables.change(document, leave)
        await self.storage.forget_person(who)
        for live in filter(None, left.values()):
            await live.reload()

    async def rename(self, profile: Profile) -> None:
        """Keep what somebody has chosen, and show it where they sit."""
        await self.people.change(profile)
        for document, _ in await self.people.open_tables(profile.id):
            await self.tables.change(document, partial(house_changes.show_profile, profile))
        await self.tournaments.show_profile(profile)


def _kept(work: Coroutine[Any, Any, T], tasks: set[asyncio.Task[Any]]) -> "asyncio.Task[T]":
    """A task that is not forgotten before it is done."""
    task = asyncio.get_running_loop().create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task
