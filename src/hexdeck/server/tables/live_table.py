"""One table in memory: carries out commands one after the other, stores, and only then tells.

Its parts are the state (how the table stands), the journal (what is stored), the audience (who is told what)
and the commands (what may be decided).  What is here is the order of things.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from secrets import token_bytes
from time import monotonic
from typing import Any, Final, TypeAlias

from msgspec import UNSET

from hexdeck.core.cards import Action, Seat
from hexdeck.core.chance import SEED_BYTES, Stream
from hexdeck.core.errors import AdviceRefused, GameError, NameUnknown
from hexdeck.core.record import Acted, Record
from hexdeck.core.table import Table
from hexdeck.server.base.logs import log
from hexdeck.server.base.messages import (
    PROTOCOL,
    Ack,
    Act,
    Command,
    Goodbye,
    Hello,
    Refusal,
    Said,
    Say,
    TableInfo,
    Welcome,
)
from hexdeck.server.base.refusals import (
    Banned,
    HouseFailed,
    IdentityRefused,
    NotYet,
    Outdated,
    StoreFailed,
    TableUnknown,
    TooMuch,
)
from hexdeck.server.base.writability import RETRY_SECONDS
from hexdeck.server.daily.calendar import is_over, told_from
from hexdeck.server.daily.deals import fate
from hexdeck.server.results.standing import Verdict
from hexdeck.server.store.documents import STAND_IN, Document, read_document
from hexdeck.server.store.protocol import Asker, Profile, StoredTable
from hexdeck.server.tables import commands, consent, results, take_back
from hexdeck.server.tables.audience import Audience
from hexdeck.server.tables.journal import Journal
from hexdeck.server.tables.outbox import Outbox
from hexdeck.server.tables.overview import overview
from hexdeck.server.tables.resumed import ResumedTable
from hexdeck.server.tables.state import TableState
from hexdeck.server.tables.table_services import TableServices

HouseChange: TypeAlias = Callable[[Document, str | None], str | None]  # of document and header; a new header

VISIT_SECONDS: Final = 120.0  # that somebody counts as being here after they looked at a plain page
MOST_FOLLOWED: Final = 100  # lines of the record on the loop; more are read beside it
TRIES: Final = 5  # of a command at a table that is changed elsewhere at the same time
IDLE_SECONDS: Final = 60.0  # that a table stays in memory when nobody needs it

_HOPELESS: Final = (NameUnknown, IdentityRefused, Banned)  # however the table stands


@dataclass(frozen=True, slots=True)
class BotTurn:
    """What a bot is to choose, and where the game stood."""

    seat: Seat
    interrupts: bool
    goes_on: bool  # it has acted last, too
    level: str
    view: Any
    version: int
    reading: object  # of the store: what was read anew since may be another game at the same version
    fate: str = ""  # what the bot's chance follows from, if not from the machine


class LiveTable:
    """Nobody looks at it or changes it while a change waits to be stored: the lock sees to that."""

    def __init__(self, stored: ResumedTable, house: TableServices) -> None:
        self.asked_at = monotonic()
        self._house = house
        self._lock = asyncio.Lock()
        self._turn = _Alone(self)
        self._is_gone = False  # deleted: whoever still has it finds nothing here
        self._listeners: dict[Outbox, str] = {}  # and who listens
        self._state = TableState(house, self._listeners.values(), self._watch, left=stored.times.away)
        self._journal = Journal(self._state)
        self._audience = Audience(self._state, self._listeners)
        self._load(stored)
        self._audience.note_told()

    def _load(self, stored: ResumedTable) -> None:
        """Be what the store says: at first, and when a change could not be stored."""
        self._reading = object()
        self._needs_reload = False
        self._journal.take(stored)
        self._state.take(stored)
        self._audience.take()

    def _watch(self, table: Table) -> None:
        table.write_to(self._journal.write)
        self._audience.watch(table)

    @property
    def document(self) -> Document:
        return self._state.document

    @property
    def code(self) -> str:
        return self._state.document.code

    @property
    def seed(self) -> bytes:
        return self._state.seed

    @property
    def version(self) -> int:
        return self._state.version

    @property
    def revision(self) -> int:
        return self._journal.revision

    @property
    def said(self) -> list[Said]:
        return self._audience.said

    @property
    def has_listeners(self) -> bool:
        return bool(self._listeners)

    @property
    def is_idle(self) -> bool:
        """Nobody listens or has just asked for it, no bot is to play, and no tournament waits for it."""
        asked = monotonic() - self.asked_at < IDLE_SECONDS
        awaited = self.document.tournament is not None and self._state.is_playing
        return not (asked or awaited or self._listeners or self._lock.locked() or self.next_bot())

    @property
    def is_deserted(self) -> bool:
        """Nobody who sits here is there, nobody looks on, and no bot is to play."""
        return not (self._listeners or self._state.is_anybody_here() or self.next_bot())

    def _alone(self) -> "_Alone":
        """Nobody else looks or changes; afterwards the table is as it is stored, whatever has happened."""
        return self._turn

    async def begin_turn(self) -> None:
        await self._lock.acquire()
        try:
            if self._is_gone:
                raise self._unknown()
            if self._needs_reload:
                await self._reload()
        except BaseException:
            self._lock.release()
            raise

    async def end_turn(self, *, has_failed: bool) -> None:
        """Whatever went well has stored the document; else it may have been changed and not stored."""
        try:
            self._needs_reload = bool(self._audience.pending_events) or self._journal.has_unstored(
                look_closely=has_failed
            )
            if self._needs_reload:
                with suppress(GameError):  # it is tried again before anybody looks
                    await self._reload()
            if not self._needs_reload:
                self._audience.tell_info()
        finally:
            self._lock.release()

    async def _reload(self) -> None:
        """Be what the store says, and tell what was stored without being told."""
        stored = await self._stored()
        known, newer = stored.parted(after=self._journal.revision)
        if len(newer.lines) <= MOST_FOLLOWED:
            self._load(await self._house.resumed(known))
            await self._follow(newer)
        else:
            self._load(await self._house.resumed(stored))
        self._send_revoked_away()
        self._audience.resync()
        self._house.wake(self.code)

    async def _stored(self, after: int = 0) -> StoredTable:
        stored = await self._house.storage.read_table(self.code, after)
        if stored is None:
            self._go_away()
            raise self._unknown()
        return stored

    async def read_on(self) -> None:
        """What others have changed: the table is in the memory of another process too."""
        async with self._alone():
            await self._follow(await self._stored(after=self._journal.revision))

    async def take_over(self, stored: StoredTable | None, after: int) -> None:
        """The same, of what was read since that revision; None: the table is no more."""
        async with self._alone():
            if stored is None:
                self._go_away()
                raise self._unknown()
            if self.revision < after:  # it was read back meanwhile, and may be another history
                stored = await self._stored(after=self.revision)
            elif self.revision > after:  # some of it is known by now
                stored = stored.parted(after=self.revision)[1]
            await self._follow(stored)

    async def _follow(self, newer: StoredTable) -> None:
        """Play what others have played, and tell it as it happened."""
        if not newer.changes:
            return None
        table = self._state.table
        if len(newer.lines) > MOST_FOLLOWED or (table and table.header.text() != newer.header):
            return await self._reload()
        if newer.header is not None:
            self._state.follow(newer.header, newer.lines)
        is_known = self._journal.has_stored(newer.document)
        self._state.take_document(self.document if is_known else read_document(newer.document), newer.times)
        self._journal.read_on(newer)
        self._audience.info_may_differ = self._audience.info_may_differ or not is_known
        self._tell()
        return None

    def _unknown(self) -> TableUnknown:
        return TableUnknown(f"table {self.code!r} was closed: make a table of your own")

    def _go_away(self) -> None:
        """It was deleted."""
        self._is_gone = True
        self.say_goodbye(Goodbye("gone"))

    # Looking.

    @asynccontextmanager
    async def _newest(self) -> AsyncIterator[None]:
        """Nobody hears what was true before, wherever a change was made; or StoreFailed."""
        async with self._alone():
            if not self._house.company.is_alone:
                await self._follow(await self._stored(after=self._journal.revision))
            yield

    async def info(self) -> TableInfo:
        """As far as we know: for lists of many tables, each of which is looked at when somebody opens it."""
        async with self._alone():
            return self._audience.info()

    async def look(self, who: str) -> tuple[Welcome, Any]:
        """The table and the game's view, as `who` may see them; for pages that are not kept up to date."""
        async with self._newest():
            table = self._state.table
            view = None if table is None else table.view(self.document.seat_of(who))
            return self._audience.welcome_for(who), view

    async def look_over(self, who: str) -> dict[str, Any]:
        """The same in words of the wire."""
        async with self._newest():
            seat = self.document.seat_of(who)
            return {
                "protocol": PROTOCOL,
                "now": self._house.now(),
                "you": self._audience.you(who),
                "table": self._audience.info(),
                "version": self.version,
                "view": self._audience.snapshot(seat).view if self._state.table else None,
                "undo": self._state.undo(),
                "back": self._state.may_ask_back(),
            }

    async def overview(self) -> dict[str, Any]:
        async with self._newest():
            return overview(self._state, self._audience.info(), self._journal.steps)

    async def finished_record(self) -> Record | None:
        """The record, once everything may be known; the seed of a day when it is over for everybody."""
        async with self._newest():
            table = self._state.table
            if table is None or not table.is_over:
                return None
            return replace(table.record, seed=None) if self._keeps_seed() else table.record

    async def rating_verdict(self) -> Verdict | None:
        """Return how this game counts for ratings, or would as things stand; None where it never does."""
        async with self._newest():
            house, table = self._house, self._state.table
            record = None if table is None else table.record
            rule = house.settings.standing
            return await results.verdict(self.document, record, house.storage, house.now(), rule)

    def _keeps_seed(self) -> bool:
        return self.document.day is not None and not is_over(self.document.day, self._house.now())

    def check_onlooker(self, who: str | None) -> None:
        """Raise NotYet for those who would see the deal of a day before they have played it themselves."""
        day = self.document.day
        if day is not None and self._keeps_seed() and self.document.seat_of(who) is None:
            seconds = told_from(day) - self._house.now()
            raise NotYet("somebody else tries the deal of the day here: look at it tomorrow", n=seconds)

    async def recent_events(self, who: str) -> list[Any]:
        """What has just happened, as `who` saw it, the oldest first."""
        async with self._newest():
            return self._audience.recent_events(self.document.seat_of(who))

    async def so_far(self, who: str) -> tuple[Record | None, Seat | None, list[Said]]:
        """The game up to now, the seat that `who` sees it from, and what was said last."""
        async with self._newest():
            table = self._state.table
            record = None if table is None else Record(table.header, list(table.record.steps))
            return record, self.document.seat_of(who), self.said

    async def asked_coach(self, who: str) -> tuple[int, Seat, Any]:
        """The version, the seat and the view of somebody who has asked the coach; or AdviceRefused."""
        async with self._newest():
            seat = self.document.own_seat(who)
            commands.check_coach(self.document)
            table = self._state.table
            if table is None or not table.is_advised(seat):
                raise AdviceRefused("ask the coach first: send the command advise")
            return self.version, seat, table.view(seat)

    async def learner_view(self, who: str) -> tuple[str, Any]:
        """The game and the view of a learner who is to move; or AdviceRefused."""
        async with self._newest():
            seat = self.document.own_seat(who)
            table = self._state.table
            if not self.document.lesson or table is None:
                raise AdviceRefused("moves are suggested in lessons only: ask the coach instead")
            view = table.view(seat)
            if seat not in view.to_move:
                raise AdviceRefused("it is not your turn: a move is suggested when it is")
            return self.document.game, view

    async def catch_up(self, who: str) -> list[bytes]:
        """For a client that could not keep up."""
        async with self._alone():
            return self._audience.all_anew(who)

    # Coming and going.

    async def join(self, outbox: Outbox, who: str, hello: Hello) -> None:
        """Listen from now on; a person who comes back has their seat again."""
        async with self._alone():
            if not self._house.company.is_alone:
                await self._read_on_for(hello)
            person = self._house.welcome(self.document.person(who))
            await self._give_back(who)
            must_store = self._state.note_come(person)
            self._audience.welcome(outbox, who, hello)
        self._house.company.note_people(self.code, self.people_here())
        if must_store:
            self.keep_times()

    async def _read_on_for(self, hello: Hello) -> None:
        """Whoever comes may have been told more by another process, and must not hear less here."""
        try:
            await self._follow(await self._stored(after=self._journal.revision))
        except StoreFailed:
            if hello.since is None or hello.since > self.version:
                raise

    async def _give_back(self, who: str) -> None:
        """A seat that a bot has held; where that cannot be stored, the bot holds it a little longer."""
        seat = self.document.seat_of(who)
        if seat is None or not self.document.chairs[seat].held:
            return
        self.document.chairs[seat].give_back(self.version)
        try:
            await self._store()
        except StoreFailed:
            await self._reload()
        else:
            self._tell()

    def leave(self, outbox: Outbox) -> None:
        who = self._audience.drop(outbox)
        if who is not None:
            self._house.company.note_people(self.code, self.people_here())
            self._note_gone(self.document.person(who))
            self._tell_who_is_here()

    def _note_gone(self, person: str) -> None:
        if self._state.note_gone(person):
            self.keep_times()

    def _send_revoked_away(self) -> None:
        if self._audience.send_revoked_away():
            for person in self.document.people():
                self._note_gone(person)

    def people_here(self) -> frozenset[str]:
        """Who are connected by way of this process, or have a seat and have just looked at a page."""
        return self._state.people_here()

    def notice_elsewhere(self, *, came: Iterable[str], gone: Iterable[str]) -> None:
        """By way of another process."""
        for person in came:
            self._state.note_come(person)
        for person in gone:
            self._note_gone(person)
        self._tell_who_is_here()

    def visit(self, who: str) -> None:
        """Somebody looks at a page that is not kept up to date: for a while they count as being here."""
        if self._state.visit(who, VISIT_SECONDS):
            self._tell_who_is_here()

    def _tell_who_is_here(self) -> None:
        is_free = not self._lock.locked()
        self._audience.tell_who_is_here(now=is_free)
        if is_free:
            self._house.wake(self.code)

    def send_away(self, who: str, goodbye: Goodbye) -> None:
        """All clients of a person."""
        self._audience.dismiss(goodbye, lambda listener: self.document.person(listener) == who)

    def say_goodbye(self, goodbye: Goodbye) -> None:
        self._audience.dismiss(goodbye, lambda _: True)

    def tell_new_host(self) -> None:
        """If the host has been away for long enough by now."""
        if not self._lock.locked():
            self._audience.tell_new_host()

    # Commands.

    async def command(self, who: str, command: Command) -> Ack | Refusal:
        """Whatever comes is answered, and what has begun is finished even if nobody waits for the answer."""
        return await asyncio.shield(self._house.spawn(self.obey(who, command)))

    async def obey(self, who: str, command: Command) -> Ack | Refusal:
        """To be spawned; commands are carried out in the order in which that is done."""
        try:
            for _ in range(TRIES - 1):
                try:
                    return await self._try_to_obey(who, command)
                except Outdated:
                    pass  # somebody else was first: it is as if it had come second
            return await self._try_to_obey(who, command)
        except GameError as error:
            self._house.metrics.refusals.labels(error.code).inc()
            return Refusal.of(error, command.id)
        except Exception as error:
            log("command_failed", level=logging.ERROR, error=error, table=self.code)
            failed = HouseFailed("that went wrong here: it is not done, try again in {n} s", n=RETRY_SECONDS)
            return Refusal.of(failed, command.id)

    async def _try_to_obey(self, who: str, command: Command) -> Ack:
        journal, state = self._journal, self._state
        revision = journal.revision
        if isinstance(command, Act) and state.document.day is not None:
            await self._house.let_interrupt(self.code)
        try:
            async with self._alone():
                revision = journal.revision
                self._check_bots_first(command)
                asker = (self._house.welcome(state.document.person(who)), command.id)
                return self._answer_before(asker) or await self._carry_out(who, asker, command)
        except (StoreFailed, TooMuch, TableUnknown, *_HOPELESS):
            raise
        except GameError as refusal:
            if not self._house.company.is_alone:
                await self._check_latest(revision, refusal)
            raise

    def _check_bots_first(self, command: Command) -> None:
        """At the deal of a day bots that may interrupt are asked before a person acts, however quick that is.

        Else it would depend on the machine what comes first.
        """
        if isinstance(command, Act) and self._state.document.day is not None:
            asked = self.next_bot()
            if asked is not None and asked[1]:
                raise Outdated("a bot may interrupt: let it")

    async def _check_latest(self, revision: int, refusal: GameError) -> None:
        """Outdated if others had gone on by then: nothing is refused for what was true before."""
        await self.read_on()
        if self.revision != revision:
            raise Outdated("somebody else was first: look again") from refusal

    def hear(self, who: str, command: str, phrase: str) -> None:
        """What somebody has said by way of another process."""
        self._audience.pass_on(who, command, phrase)

    def _answer_before(self, asker: Asker) -> Ack | None:
        """The answer to a command that was carried out already, perhaps before a restart."""
        version = self.version if self._audience.has_said(asker) else self._journal.version_after(asker)
        return None if version is None else Ack(asker[1], version, self.document.rematch or UNSET)

    async def _carry_out(self, who: str, asker: Asker, command: Command) -> Ack:
        state = self._state
        if isinstance(command, Say):
            self._audience.say(asker[0], command)
            self._house.company.tell_spoken(self.code, asker[0], command.id, command.phrase)
        else:
            if commands.makes_table(state.document, command):
                await self._house.check_new_table(asker[0])
            named = commands.named_by(state.document, who, command)
            profiles = await self._profiles(named) if named else {}
            rematch = commands.carry_out(state, who, command, profiles)
            state.note_acted(asker[0])
            await self._store(by=asker, rematch=rematch)
        self._tell()
        return Ack(command.id, state.version, state.document.rematch or UNSET)

    async def _profiles(self, named: Iterable[str]) -> dict[str, Profile]:
        """Of those whom a command seats, as far as they may come."""
        people, banned = self._house.people, self._house.banned
        return {who: await people.profile(who) for who in named if who not in banned}

    async def _store(
        self, *, by: Asker | None = None, header: str | None = None, rematch: Document | None = None
    ) -> None:
        state, metrics, journal = self._state, self._house.metrics, self._journal
        was_playing, had_begun = state.is_playing, journal.has_begun
        try:
            is_document_new = await journal.store(by=by, header=header, rematch=rematch)
        except Outdated:
            raise
        except StoreFailed:
            metrics.store_failures.inc()
            raise
        document = state.document
        self._house.company.tell_changed(document.code, journal.revision)
        if not had_begun and journal.has_begun:
            self._house.company.cares_for(document.code)  # rather we than somebody who must follow every move
        metrics.steps.value += len(self._audience.pending_events)
        if is_document_new:
            self._audience.info_may_differ = True
            if was_playing and not state.is_playing and document.scores is not None:
                metrics.games_ended.labels(document.game).inc()

    def _tell(self) -> None:
        if self._audience.info_may_differ:
            self._send_revoked_away()
        self._audience.tell()
        if self._state.next_bot() is not None:
            self._house.wake(self.code)

    # Changes by the house itself; StoreFailed where they cannot be.

    async def change(self, how: HouseChange) -> None:
        async with self._alone():
            table = self._state.table
            await self._store(header=how(self.document, None if table is None else table.header.text()))
            self._tell()

    async def start(self) -> None:
        """A game at a table that is full, unless it has begun."""
        async with self._alone():
            if self.document.status != "gathering":
                return
            self.document.fill(STAND_IN)  # where somebody was forgotten before it began
            commands.begin(self._state)
            await self._store()
            self._tell()

    async def stand_in(self, who: str) -> None:
        """Let a bot play for a player who is away until they are back; TableRefused for one who is here."""
        async with self._newest():
            if not self._state.is_playing:
                return
            seat = self._state.seat_of_absent(who)
            self.document.chairs[seat].hold(self.version)
            consent.settle(self._state)
            take_back.settle(self._state)
            await self._store()
            self._tell()

    async def take_out(self, who: str) -> None:
        """Give a player's seat to a bot for good; nobody comes back to it."""
        async with self._newest():
            seat = self.document.seat_of(who)
            if seat is None or not self._state.is_playing:
                return
            self.document.put_bot(seat, STAND_IN)
            self.document.is_closed, self.document.asking = True, []
            self.document.removed.append(who)
            self._state.begun.withdraw(seat)
            take_back.settle(self._state)
            await self._store()
            self._tell()

    async def delete(self) -> None:
        """With everything that is kept of it; whoever listens is told."""
        async with self._alone():
            await self._house.storage.delete_tables([self.code])
            self._go_away()

    async def reload(self) -> None:
        async with self._alone():
            await self._reload()

    # Bots.

    def next_bot(self) -> tuple[Seat, bool] | None:
        return self._state.next_bot()

    async def bot_turn(self) -> BotTurn | None:
        """What a bot should choose now, if it is a bot's turn."""
        async with self._alone():
            turn = self.next_bot()
            if turn is None:
                return None
            seat, interrupts = turn
            table, level = self._state.begun, self.document.bot_level(seat)
            acted = next(
                (step.seat for step in reversed(table.record.steps) if isinstance(step, Acted)), None
            )
            goes_on, view = acted == seat, table.view(seat)
            own = fate(self.seed, seat) if self.document.day is not None else ""
            return BotTurn(seat, interrupts, goes_on, level, view, self.version, self._reading, own)

    @property
    def may_be_undone(self) -> bool:
        """A person has just acted and may take it back."""
        return self._state.undo() is not None

    def waits_for(self, turn: BotTurn) -> bool:
        """The game stands where it stood, nobody would rather go back, and a bot still plays for the seat."""
        is_same = (self.version, self._reading) == (turn.version, turn.reading)
        is_same = is_same and not self._state.is_asked_back
        return is_same and self._state.is_playing and self.document.chairs[turn.seat].is_played_by_bot

    async def play_bot(self, turn: BotTurn, action: Action | None) -> None:
        """What a bot chose, unless things have changed meanwhile; None: it does not interrupt."""
        async with self._alone():
            if not self.waits_for(turn):
                return
            if action is None:
                self._state.note_passed(turn.seat)
                return
            self._state.begun.submit(turn.seat, action)
            take_back.lapse(self._state)
            await self._store()
            self._tell()

    # Clocks.

    def next_deadline(self) -> float | None:
        return self._state.next_deadline()

    def tell_storage(self) -> bool:
        """Tell whether changes can be stored; False where a change is under way, of which nobody may hear."""
        if self._lock.locked():
            return False
        self._audience.tell_storage()
        return True

    def shift(self, seconds: float) -> None:
        """The clock on the wall was set: nobody gains or loses time by it."""
        self._state.shift(seconds)

    async def expire(self) -> None:
        """Let bots hold the seats whose time is up; roll the dice that nobody has rolled."""
        async with self._alone():
            now, state = self._house.now(), self._state
            late = [seat for seat, end in state.deadlines().items() if end <= now]
            if not late and not take_back.lapse(state):
                stored = self._journal.times.deadline
                if stored is not None and stored <= now:
                    await self._store()  # it was put off, or nobody is there to miss anything
                return
            chairs = self.document.chairs
            if late and state.begun.waits_for_dice:
                late = [seat for seat in late if not state.is_here(chairs[seat].who)]
                state.begun.roll(Stream(token_bytes(SEED_BYTES)))
            for seat in late:
                chairs[seat].hold(self.version)
            consent.settle(state)
            take_back.settle(state)
            await self._store()
            self._tell()

    def keep_times(self) -> None:
        """Let a restart find since when the table waits, and for whom."""
        if self._state.is_playing and self._house.is_ready and self._house.company.cares_for(self.code):
            self._house.spawn(self._store_times())

    async def _store_times(self) -> None:
        with suppress(GameError):  # it is stored with the next step
            async with self._alone():
                if self._state.is_playing and self._state.times() != self._journal.times:
                    await self._store()


class _Alone:
    """The table to oneself: made once, since every move has such a turn."""

    __slots__ = ("_live",)

    def __init__(self, live: LiveTable) -> None:
        self._live = live

    def __aenter__(self) -> Coroutine[Any, Any, None]:
        return self._live.begin_turn()

    def __aexit__(self, kind: type | None, *_: object) -> Coroutine[Any, Any, None]:
        return self._live.end_turn(has_failed=kind is not None)
