"""One table in memory: carries out commands one after the other, stores, and only then tells."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from secrets import token_bytes
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from hexdeck.cards import Action, Seat
from hexdeck.chance import SEED_BYTES, Stream
from hexdeck.errors import GameError
from hexdeck.record import Header, Record
from hexdeck.server import commands, results
from hexdeck.server.clocks import deadline, limits
from hexdeck.server.documents import Document, chair_info
from hexdeck.server.identity import new_token
from hexdeck.server.logs import log
from hexdeck.server.outbox import Outbox
from hexdeck.server.protocol import (
    PROTOCOL,
    Ack,
    Command,
    Goodbye,
    Hello,
    Reclaim,
    Refusal,
    Said,
    Say,
    Snapshot,
    Step,
    TableChanged,
    TableInfo,
    Welcome,
    You,
    encode,
)
from hexdeck.server.refusals import AlreadyDone, StoreFailed
from hexdeck.server.store import Statement
from hexdeck.server.stored_tables import (
    StoredTable,
    clock_statement,
    command_statement,
    document_statement,
    header_statement,
    step_statements,
)
from hexdeck.server.wire import wire
from hexdeck.table import Table

if TYPE_CHECKING:
    from hexdeck.server.house import House

Told: TypeAlias = tuple[int, tuple[Any, ...]]  # a version, and its events by seat, a watcher's last

IDLE_SECONDS: Final = 60.0  # that a table stays in memory when nobody needs it
REMEMBERED: Final = 64  # answers, for commands that come twice; older ones are found in the store
RECENT: Final = 24  # steps that a client can be told again


class LiveTable:
    """Nobody looks at it or changes it while a change waits to be stored: the lock sees to that."""

    def __init__(self, stored: StoredTable, house: "House") -> None:
        self.house = house
        self.asked_at = monotonic()
        self._lock = asyncio.Lock()
        self._listeners: dict[Outbox, str] = {}  # and who listens
        self._away_since: dict[str, float] = {}
        self._answered: OrderedDict[tuple[str, str], Ack] = OrderedDict()
        self._let_pass: tuple[int, set[Seat]] = (-1, set())  # a version, and bots that did not interrupt
        self._take(stored)

    def _take(self, stored: StoredTable) -> None:
        """Be what the store says: at first, and when a change could not be stored."""
        self.document: Document = stored.document
        self.seed = stored.seed
        self.began = stored.updated  # when the present wait began
        self._stored_lines = stored.lines
        self._stored_document = encode(stored.document)
        self._lines: list[str] = []  # of the record, not stored yet
        self._steps: list[Told] = []  # not told yet
        self._recent: deque[Told] = deque(maxlen=RECENT)
        self._told_info: TableInfo | None = None
        self.table: Table | None = None
        if stored.record is not None:
            self._watch(Table.resume(stored.record, stored.seed, self._write))
            for seat, action in self.document.early.items():
                self.game.answer_early(int(seat), self.document.rules.action_named(action))
        now = self.house.now()
        self._away_since = {who: now for who in self.document.people() if not self.is_here(who)}

    @property
    def code(self) -> str:
        return self.document.code

    @property
    def game(self) -> Table:
        assert self.table is not None, "the game has started"
        return self.table

    @property
    def version(self) -> int:
        return self.table.version if self.table else 0

    @property
    def is_playing(self) -> bool:
        return self.document.status == "playing"

    @property
    def is_idle(self) -> bool:
        """Nobody listens or has just asked for it, and no bot is to play."""
        asked = monotonic() - self.asked_at < IDLE_SECONDS
        return not (asked or self._listeners or self._lock.locked() or self.next_bot())

    def is_here(self, who: str | None) -> bool:
        return who in self._listeners.values()

    def is_host(self, who: str) -> bool:
        """The host, or while the host is away for long the first person who is here."""
        host = self.document.host
        if who == host or self.is_here(host):
            return who == host
        here = [person for person in self.document.people() if self.is_here(person)]
        gone_for = self.house.now() - self._away_since.get(host, 0.0)
        return here[:1] == [who] and gone_for > self.house.settings.grace

    # What clients are told.

    def _info(self) -> TableInfo:
        document, rules = self.document, self.document.rules
        return TableInfo(
            code=document.code,
            game=document.game,
            title=rules.title,
            game_version=rules.version,
            players=len(document.chairs),
            options=document.options,
            clock=document.clock,
            pace=document.pace,
            public=document.public,
            status=document.status,
            host=document.seat_of(document.host),
            seats=[chair_info(chair, is_here=self.is_here(chair.who)) for chair in document.chairs],
            watchers=len({who for who in self._listeners.values() if document.seat_of(who) is None}),
            deadlines=self._deadlines(),
            commitment=document.commitment,
            scores=document.scores,
            rematch=document.rematch,
        )

    def _you(self, who: str) -> You:
        seat = self.document.seat_of(who)
        return You(seat, self.is_host(who), None if seat is None else self.document.chairs[seat].token)

    def _snapshot(self, seat: Seat | None) -> Snapshot:
        view = wire(self.document.game).view(self.game.view(seat))
        return Snapshot(self.version, view, self._deadlines())

    async def look(self, who: str) -> tuple[Welcome, Any]:
        """The table and the game's view, as `who` may see them; for pages that are not kept up to date."""
        async with self._lock:
            view = None if self.table is None else self.table.view(self.document.seat_of(who))
            return Welcome(PROTOCOL, self.house.now(), self._you(who), self._info()), view

    async def look_over(self, who: str) -> dict[str, Any]:
        """The same in words of the wire."""
        async with self._lock:
            snapshot = self._snapshot(self.document.seat_of(who)) if self.table else None
            return {
                "protocol": PROTOCOL,
                "now": self.house.now(),
                "you": self._you(who),
                "table": self._info(),
                "version": self.version,
                "view": snapshot.view if snapshot else None,
            }

    async def finished_record(self) -> Record | None:
        """The record, once everything may be known."""
        async with self._lock:
            return self.game.record if self.document.status == "over" else None

    async def recent_events(self, who: str) -> list[Any]:
        """What has just happened, as `who` saw it, the oldest first."""
        async with self._lock:
            place = self._place(self.document.seat_of(who))
            return [event for _, seats in self._recent for event in seats[place]]

    async def catch_up(self, who: str) -> list[bytes]:
        """For a client that could not keep up."""
        async with self._lock:
            changed = encode(TableChanged(self._info(), self._you(who)))
            return [changed] + ([encode(self._snapshot(self.document.seat_of(who)))] if self.table else [])

    def _since(self, seat: Seat | None, version: int | None) -> list[bytes]:
        """The steps after `version`, or a snapshot where they are forgotten."""
        if self.table is None or version == self.version:
            return []
        missed = [told for told in self._recent if version is not None and told[0] > version]
        if version is None or len(missed) != self.version - version:
            return [encode(self._snapshot(seat))]
        return self._frames(missed, seat)

    def _frames(self, steps: Sequence[Told], seat: Seat | None) -> list[bytes]:
        speak = wire(self.document.game)
        messages = [Step(version, speak.events(seats[self._place(seat)])) for version, seats in steps]
        if messages:
            messages[-1].view = speak.view(self.game.view(seat))
            messages[-1].deadlines = self._deadlines()
        return [encode(message) for message in messages]

    def _place(self, seat: Seat | None) -> int:
        """Where a seat's version of the events stands in what is told."""
        return len(self.document.chairs) if seat is None else seat

    # Coming and going.

    async def join(self, outbox: Outbox, who: str, hello: Hello) -> None:
        """Listen from now on; a person who comes back has their seat again."""
        seat = self.document.seat_of(who)
        if seat is not None and self.document.chairs[seat].held:
            await self.command(who, Reclaim(new_token()))
        async with self._lock:
            self._listeners[outbox] = who
            self._away_since.pop(who, None)
            outbox.put(encode(Welcome(PROTOCOL, self.house.now(), self._you(who), self._info())))
            for frame in self._since(self.document.seat_of(who), hello.since):
                outbox.put(frame)
        self._tell_who_is_here(besides=outbox)

    def leave(self, outbox: Outbox) -> None:
        who = self._listeners.pop(outbox)
        if not self.is_here(who) and self.document.seat_of(who) is not None:
            self._away_since[who] = self.house.now()
        self._tell_who_is_here()

    def say_goodbye(self, goodbye: Goodbye) -> None:
        for outbox in list(self._listeners):
            outbox.close(encode(goodbye))

    def _tell_who_is_here(self, besides: Outbox | None = None) -> None:
        """At once, or with the change that is just being stored."""
        self._told_info = None
        if not self._lock.locked():
            self._tell_info(besides)
            self.house.wake(self)

    # Changing.

    async def command(self, who: str, command: Command) -> Ack | Refusal:
        """Whatever comes is answered, and what has begun is finished even if nobody waits for the answer."""
        return await asyncio.shield(self.house.spawn(self._obey(who, command)))

    async def _obey(self, who: str, command: Command) -> Ack | Refusal:
        async with self._lock:
            if (before := self._answered.get((who, command.id))) is not None:
                return before
            try:
                if isinstance(command, Say):
                    return self._say(who, command)
                made = commands.carry_out(self, who, command)
                await self._save(command_statement(self.code, who, command.id, self.version), *made)
            except AlreadyDone:
                self._go_back()
                return Ack(command.id, self.version)
            except GameError as error:
                return self._refused(command, error)
            ack = Ack(command.id, self.version, self.document.rematch or UNSET)
            self._remember(who, ack)
            self._tell()
            return ack

    def _refused(self, command: Command, error: GameError) -> Refusal:
        if isinstance(error, StoreFailed) or self._is_changed():
            self._go_back()
        self.house.metrics.refusals.labels(error.code).inc()
        return Refusal(command.id, error.code, str(error))

    def _is_changed(self) -> bool:
        return bool(self._lines) or encode(self.document) != self._stored_document

    async def change(self, how: Callable[[], None]) -> None:
        """A change by the house itself; StoreFailed if it could not be stored."""
        async with self._lock:
            how()
            try:
                await self._save()
            except StoreFailed:
                self._go_back()
                raise
            self._tell()

    async def reload(self) -> None:
        async with self._lock:
            self._go_back()

    async def play_bot(self, version: int, seat: Seat, action: Action | None) -> None:
        """What a bot chose when the game was at `version`; None: it does not interrupt."""
        async with self._lock:
            if self.table is None or self.version != version or not self.is_playing:
                return
            if action is None:
                seats = self._let_pass[1] if self._let_pass[0] == version else set()
                self._let_pass = (version, {*seats, seat})
                return
            self.table.submit(seat, action)
            await self._save_or_go_back()

    async def expire(self) -> None:
        """Let bots hold the seats whose time is up; roll the dice that nobody has rolled."""
        async with self._lock:
            now = self.house.now()
            late = [seat for seat, end in self._deadlines().items() if end <= now]
            if late and self.game.waits_for_dice:
                self.game.roll(Stream(token_bytes(SEED_BYTES)))
            for seat in late:
                self.document.chairs[seat].held = True
            if late:
                await self._save_or_go_back()

    def shift(self, seconds: float) -> None:
        """The clock on the wall was set: nobody gains or loses time by it."""
        self.began += seconds
        self._away_since = {who: since + seconds for who, since in self._away_since.items()}

    def deal(self, header: Header) -> None:
        """The game begins."""
        self._watch(Table(header, self.seed, self._write))
        self.game.open()

    def _write(self, line: str) -> None:
        self._lines.append(line)

    def _watch(self, table: Table) -> None:
        """Hear what every seat sees, a watcher last."""
        self.table = table
        heard: list[Any] = []

        def hear(events: tuple[Any, ...]) -> None:
            heard.append(events)
            if len(heard) == table.players + 1:
                self._steps.append((table.version, tuple(heard)))
                heard.clear()

        for seat in (*range(table.players), None):
            table.watch(seat, hear)

    # Bots and clocks.

    def next_bot(self) -> tuple[Seat, bool] | None:
        """The seat that a bot should play now, and whether it would interrupt."""
        table = self.table
        if table is None or not self.is_playing or table.waits_for_dice:
            return None
        to_move = table.to_move()
        bots = [seat for seat, chair in enumerate(self.document.chairs) if chair.is_played_by_bot]
        passed = self._let_pass[1] if self._let_pass[0] == self.version else set()
        for seat in bots:
            if seat not in to_move and seat not in passed and table.may_act(seat):
                return seat, True
        return next(((seat, False) for seat in bots if seat in to_move), None)

    def next_deadline(self) -> float | None:
        return min(self._deadlines().values(), default=None)

    def _deadlines(self) -> dict[Seat, float]:
        """Of every person the game waits for."""
        if self.table is None or not self.is_playing:
            return {}
        chairs, settings = self.document.chairs, self.house.settings
        rules = limits(self.document.clock, seconds=settings.timed_seconds, grace=settings.grace)
        here = any(map(self.is_here, self.document.people()))
        waited = range(len(chairs)) if self.table.waits_for_dice else self.table.to_move()
        ends: dict[Seat, float] = {}
        for seat in waited:
            away_since = self._away_since.get(chairs[seat].who or "")
            end = deadline(rules, began=self.began, away_since=away_since, anybody_here=here)
            if end is not None and not chairs[seat].is_played_by_bot:
                ends[seat] = end
        return ends

    # Storing.

    async def _save_or_go_back(self) -> None:
        """For what bots and clocks do: it is tried again where it could not be stored."""
        try:
            await self._save()
        except StoreFailed as error:
            log("not_stored", table=self.code, reason=str(error))
            self._go_back()
            await asyncio.sleep(self.house.settings.retry)
        else:
            self._tell()

    async def _save(self, *more: Statement) -> None:
        if self._lines:
            self.began = self.house.now()
        if self.table is not None:
            name = self.document.rules.action_name
            self.document.early = {str(seat): name(action) for seat, action in self.table.early.items()}
        if self.table is None or not self.table.is_over or not self.is_playing:
            return await self._commit(*more)
        self.document.status = "over"
        self.document.scores = list(self.table.scores)
        async with self.house.rating_lock:
            rated = results.statements(self.document, self.house.store, self.began)
            await self._commit(*more, *rated)
        self.house.metrics.games_ended.labels(self.document.game).inc()
        return None

    async def _commit(self, *more: Statement) -> None:
        made = step_statements(self.code, self._lines, self._stored_lines + 1)
        document = encode(self.document)
        if document != self._stored_document:
            made.append(document_statement(self.document))
        if self._lines and not self._stored_lines:
            made.append(header_statement(self.code, self.game.header.text()))
        made.append(clock_statement(self.code, self.next_deadline(), self.began))
        try:
            await self.house.store.commit(*made, *more)
        except StoreFailed:
            self.house.metrics.store_failures.inc()
            raise
        self.house.metrics.steps.inc(len(self._steps))
        self._stored_document = document
        self._stored_lines += len(self._lines)
        self._lines.clear()

    def _go_back(self) -> None:
        self._take(self.house.stored(self.code))

    def _remember(self, who: str, ack: Ack) -> None:
        self._answered[who, ack.id] = ack
        if len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)

    # Telling.

    def _say(self, who: str, command: Say) -> Ack:
        message = encode(Said(self.document.own_seat(who), command.phrase))
        for outbox in self._listeners:
            outbox.put(message)
        return Ack(command.id, self.version)

    def _tell(self) -> None:
        """Every listener what their seat may know, encoded once for each seat."""
        steps, self._steps = self._steps, []
        self._recent.extend(steps)
        frames: dict[Seat | None, list[bytes]] = {}
        for outbox, who in self._listeners.items():
            seat = self.document.seat_of(who)
            if seat not in frames:
                frames[seat] = self._frames(steps, seat)
            for frame in frames[seat]:
                outbox.put(frame)
        self._tell_info()
        self.house.wake(self)

    def _tell_info(self, besides: Outbox | None = None) -> None:
        """If anything but the deadlines has changed."""
        info = self._info()
        lasting = replace(info, deadlines={})
        if lasting == self._told_info:
            return
        self._told_info = lasting
        for outbox, who in self._listeners.items():
            if outbox is not besides:
                outbox.put(encode(TableChanged(info, self._you(who))))
