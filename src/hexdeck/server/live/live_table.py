"""One table in memory: carries out commands one after the other, stores, and only then tells."""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from secrets import token_bytes
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from hexdeck.cards import Action, Seat
from hexdeck.chance import SEED_BYTES, Stream, commitment
from hexdeck.errors import GameError
from hexdeck.record import Header, Record
from hexdeck.server.live import commands, consent, results
from hexdeck.server.live.clocks import deadline, limits
from hexdeck.server.live.documents import Document, chair_info
from hexdeck.server.live.outbox import Outbox
from hexdeck.server.live.resumed import ResumedTable, mark
from hexdeck.server.ops.logs import log
from hexdeck.server.people.identity import SEAT
from hexdeck.server.protocol import (
    PROTOCOL,
    Ack,
    Command,
    Goodbye,
    Hello,
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
from hexdeck.server.refusals import AlreadyDone, HouseFailed, StoreFailed, TableUnknown, TooMuch
from hexdeck.server.storage.protocol import Asker, Ended, Profile, TableChange, Times
from hexdeck.server.wire import wire
from hexdeck.table import Table

if TYPE_CHECKING:
    from hexdeck.server.house import House

HouseChange: TypeAlias = Callable[[Document, str | None], str | None]
Told: TypeAlias = tuple[int, tuple[Any, ...]]  # a version, and its events by seat, a watcher's last

VISIT_SECONDS: Final = 120.0  # that somebody counts as being here after they looked at a plain page
IDLE_SECONDS: Final = 60.0  # that a table stays in memory when nobody needs it
MOST_COMMANDS: Final = 200  # without a step that are remembered: a client asks again for its last few
RECENT: Final = 24  # steps that a client can be told again
SAID: Final = 20  # phrases that somebody who comes can still read


@dataclass(frozen=True, slots=True)
class BotTurn:
    """What a bot is to choose, and where the game stood."""

    seat: Seat
    interrupts: bool
    level: str
    view: Any
    version: int
    reading: object  # of the store: what was read anew since may be another game at the same version


class LiveTable:
    """Nobody looks at it or changes it while a change waits to be stored: the lock sees to that."""

    def __init__(self, stored: ResumedTable, house: "House") -> None:
        self.house = house
        self.asked_at = monotonic()
        self._lock = asyncio.Lock()
        self._is_gone = False  # deleted: whoever still has it finds nothing here
        self._listeners: dict[Outbox, str] = {}  # and who listens
        self._told_seats: dict[Outbox, Seat | None] = {}  # whose view they have
        self._away_since: dict[str, float] = {}
        self._left = set(stored.times.away)  # those who went while the house was open
        self._let_pass: tuple[int, set[Seat]] = (-1, set())  # a version, and bots that did not interrupt
        self._recent: deque[Told] = deque(maxlen=RECENT)
        self._said: deque[tuple[str, str]] = deque(maxlen=SAID)  # by whom, and the phrase
        self._phrases: deque[int] = deque(maxlen=MOST_COMMANDS)  # what was said, by its mark
        self._take(stored)
        self._told_version = self.version
        self._told_host = self.document.host
        self._told_early = self.document.early

    def _take(self, stored: ResumedTable) -> None:
        """Be what the store says: at first, and when a change could not be stored."""
        self.document: Document = stored.document
        self.seed = stored.seed
        self.began = stored.times.began  # when the present wait began
        self._reading = object()
        self._has_header = stored.table is not None
        self._stored_lines = stored.lines
        self._stored_document = encode(stored.document)
        self._stored_times = stored.times
        self._found_by = set(stored.document.found_by())
        self._answered = stored.answered
        self._commands = deque(stored.commands)
        self._lines: list[str] = []  # of the record, not stored yet
        self._steps: list[Told] = []  # not told yet
        self._is_torn = False
        self._info_may_differ = True
        self._told_info: TableInfo | None = None
        self.table: Table | None = None
        if stored.table is not None:
            self._watch(stored.table)
            for seat, action in self.document.early.items():
                if int(seat) not in self.game.to_move():  # else it would be played here and now
                    self.game.answer_early(int(seat), self.document.rules.action_named(action))
        if self._recent and self._recent[-1][0] != self.version:
            self._recent.clear()
        now = self.house.now()
        self._away_since = {
            who: self._away_since.get(who, stored.times.away.get(who, now))
            for who in self.document.people()
            if not self._is_connected(who)
        }

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
        """Connected, or looking at a page that is not."""
        return self._is_connected(who) or self._away_since.get(who or "", 0.0) > self.house.now()

    def _is_connected(self, who: str | None) -> bool:
        """By themselves, or by a program that has their seat's token."""
        listening = self._listeners.values()
        return who in listening or any(
            one.startswith(SEAT) and self.document.person(one) == who for one in listening
        )

    def is_host(self, who: str) -> bool:
        return who in (self.document.host, self.acting_host())

    def acting_host(self) -> str:
        """The host, or while the host is away for long the first person who is here."""
        host = self.document.host
        gone_for = self.house.now() - self._away_since.get(host, 0.0)
        if self.is_here(host) or gone_for <= self.house.settings.grace:
            return host
        return next(filter(self.is_here, self.document.staying()), host)

    @property
    def is_deserted(self) -> bool:
        """Nobody who sits here is there, nobody looks on, and no bot is to play."""
        is_somebody_here = self._listeners or any(map(self.is_here, self.document.people()))
        return not (is_somebody_here or self.next_bot())

    @property
    def said(self) -> list[Said]:
        """What was said last by those who sit here, the oldest first."""
        seats = [(self.document.seat_of(who), phrase) for who, phrase in self._said]
        return [Said(seat, phrase) for seat, phrase in seats if seat is not None]

    @property
    def has_listeners(self) -> bool:
        return bool(self._listeners)

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Nobody else looks or changes; afterwards the table is as it is stored, whatever has happened."""
        async with self._lock:
            if self._is_gone:
                raise TableUnknown(f"table {self.code!r} was closed: make a table of your own")
            if self._is_torn:
                await self._go_back()
            try:
                yield
            finally:
                self._is_torn = bool(self._lines or self._steps) or self._is_changed()
                if self._is_torn:
                    with suppress(GameError):  # it is tried again before anybody looks
                        await self._go_back()
                if not self._is_torn:
                    self._tell_info()

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
            host=document.seat_of(self.acting_host()),
            seats=[chair_info(chair, is_here=self.is_here(chair.who)) for chair in document.chairs],
            watchers=len({who for who in self._listeners.values() if document.seat_of(who) is None}),
            deadlines=self._deadlines(),
            commitment=commitment(self.seed),
            scores=document.scores,
            rematch=document.rematch,
            lesson=document.lesson,
            asking=[consent.asking_info(self, ask) for ask in document.asking],
        )

    def _you(self, who: str) -> You:
        seat = self.document.seat_of(who)
        is_owner = seat is not None and self.document.chairs[seat].who == who
        token = self.document.chairs[seat].token if seat is not None and is_owner else None
        early, asking = self.document.early.get(str(seat)), consent.number_of(self.document, who)
        salt = self.document.chairs[seat].salt if seat is not None and is_owner else None
        return You(seat, self.is_host(who), token, early, asking, salt)

    def _welcome(self, who: str) -> Welcome:
        return Welcome(PROTOCOL, self.house.now(), self._you(who), self._info(), self.house.epoch)

    def _snapshot(self, seat: Seat | None) -> Snapshot:
        view = wire(self.document.game).view(self.game.view(seat))
        return Snapshot(self.version, view, self._deadlines())

    async def look(self, who: str) -> tuple[Welcome, Any]:
        """The table and the game's view, as `who` may see them; for pages that are not kept up to date."""
        async with self._alone():
            view = None if self.table is None else self.table.view(self.document.seat_of(who))
            return self._welcome(who), view

    async def look_over(self, who: str) -> dict[str, Any]:
        """The same in words of the wire."""
        async with self._alone():
            snapshot = self._snapshot(self.document.seat_of(who)) if self.table else None
            return {
                "protocol": PROTOCOL,
                "now": self.house.now(),
                "you": self._you(who),
                "table": self._info(),
                "version": self.version,
                "view": snapshot.view if snapshot else None,
            }

    async def overview(self) -> dict[str, Any]:
        """What whoever keeps the house may look at: who sits where, whom it waits for, no card."""
        async with self._alone():
            document, info = self.document, self._info()
            to_move = self.table.to_move() if self.table is not None and self.is_playing else ()
            return {
                "code": document.code,
                "game": document.game,
                "options": document.options,
                "status": document.status,
                "public": document.public,
                "clock": document.clock,
                "host": document.host,
                "steps": self._stored_lines,
                "since": self.began,
                "deadline": self.next_deadline(),
                "watchers": info.watchers,
                "seats": [
                    {
                        "seat": seat,
                        "kind": chair.kind,
                        "id": chair.who,
                        "name": chair.name,
                        "level": shown.level,
                        "presence": shown.presence,
                        "to_move": seat in to_move,
                    }
                    for seat, (chair, shown) in enumerate(zip(document.chairs, info.seats, strict=True))
                ],
            }

    async def finished_record(self) -> Record | None:
        """The record, once everything may be known."""
        async with self._alone():
            return self.table.record if self.table and self.table.is_over else None

    async def recent_events(self, who: str) -> list[Any]:
        """What has just happened, as `who` saw it, the oldest first."""
        async with self._alone():
            place = self._place(self.document.seat_of(who))
            return [event for _, seats in self._recent for event in seats[place]]

    async def so_far(self, who: str) -> tuple[Record | None, Seat | None, list[Said]]:
        """The game up to now, the seat that `who` sees it from, and what was said last."""
        async with self._alone():
            record = None if self.table is None else Record(self.table.header, list(self.table.record.steps))
            return record, self.document.seat_of(who), self.said

    async def catch_up(self, who: str) -> list[bytes]:
        """For a client that could not keep up."""
        async with self._alone():
            changed = encode(TableChanged(self._info(), self._you(who)))
            return [changed] + ([encode(self._snapshot(self.document.seat_of(who)))] if self.table else [])

    def _since(self, seat: Seat | None, version: int | None) -> list[bytes]:
        """The steps after `version`, or a snapshot where they are forgotten."""
        if self.table is None or version == self.version:
            return []
        missed = [told for told in self._recent if version is not None and told[0] > version]
        if version is None or len(missed) != self.version - version:
            return [encode(self._snapshot(seat))]
        return self._frames(missed, seat, self._deadlines())

    def _frames(self, steps: Sequence[Told], seat: Seat | None, deadlines: dict[Seat, float]) -> list[bytes]:
        speak = wire(self.document.game)
        messages = [Step(version, speak.events(seats[self._place(seat)])) for version, seats in steps]
        if messages:
            messages[-1].view = speak.view(self.game.view(seat))
            messages[-1].deadlines = deadlines
        return [encode(message) for message in messages]

    def _place(self, seat: Seat | None) -> int:
        """Where a seat's version of the events stands in what is told."""
        return len(self.document.chairs) if seat is None else seat

    # Coming and going.

    async def join(self, outbox: Outbox, who: str, hello: Hello) -> None:
        """Listen from now on; a person who comes back has their seat again."""
        async with self._alone():
            self.house.welcome(self.document.person(who))
            await self._give_back(who)
            self._listeners[outbox] = who
            self._told_seats[outbox] = self.document.seat_of(who)
            person = self.document.person(who)
            self._away_since.pop(person, None)
            outbox.put(encode(self._welcome(who)))
            is_same_history = hello.epoch in (None, self.house.epoch)
            seen = hello.since if is_same_history else None
            for frame in self._since(self.document.seat_of(who), seen):
                outbox.put(frame)
            self._info_may_differ = True
            self._tell_info(besides=outbox)
        if person in self._left:
            self._left.remove(person)
            self.keep_times()

    async def _give_back(self, who: str) -> None:
        """A seat that a bot has held; where that cannot be stored, the bot holds it a little longer."""
        seat = self.document.seat_of(who)
        if seat is None or not self.document.chairs[seat].held:
            return
        self.document.chairs[seat].give_back()
        try:
            await self._save()
        except StoreFailed:
            await self._go_back()
        else:
            self._tell()

    def leave(self, outbox: Outbox) -> None:
        who = self._listeners.pop(outbox, None)
        if who is None:
            return
        self._told_seats.pop(outbox, None)
        self._note_gone(self.document.person(who))
        self._tell_who_is_here()

    def _note_gone(self, person: str) -> None:
        """If that was their last connection."""
        is_seated = self.document.seat_of(person) is not None
        if not is_seated or person in self._away_since or self._is_connected(person):
            return
        self._away_since[person] = self.house.now()
        if self.house.is_ready:
            self._left.add(person)
            self.keep_times()

    def _send_revoked_away(self) -> None:
        """Whoever listens with the token of a seat that it plays no more."""
        revoked = [
            outbox
            for outbox, who in self._listeners.items()
            if who.startswith(SEAT) and self.document.seat_of(who) is None
        ]
        for outbox in revoked:
            del self._listeners[outbox], self._told_seats[outbox]
            outbox.close(encode(Goodbye("removed")))
        if revoked:
            self._info_may_differ = True
            for person in self.document.people():
                self._note_gone(person)

    def send_away(self, who: str, goodbye: Goodbye) -> None:
        """All clients of a person."""
        for outbox, listener in list(self._listeners.items()):
            if self.document.person(listener) == who:
                outbox.close(encode(goodbye))

    def keep_times(self) -> None:
        """Let a restart find since when the table waits, and for whom."""
        if self.is_playing and self.house.is_ready:
            self.house.spawn(self._store_times())

    async def _store_times(self) -> None:
        with suppress(GameError):  # it is stored with the next step
            async with self._alone():
                if self.is_playing and self._times() != self._stored_times:
                    await self._commit()

    def visit(self, who: str) -> None:
        """Somebody looks at a page that is not kept up to date: for a while they count as being here."""
        person = self.document.person(who)
        if self.document.seat_of(person) is not None and not self._is_connected(person):
            was_here = self.is_here(person)
            self._away_since[person] = self.house.now() + VISIT_SECONDS
            if not was_here:
                self._tell_who_is_here()

    def say_goodbye(self, goodbye: Goodbye) -> None:
        for outbox in list(self._listeners):
            outbox.close(encode(goodbye))

    def _tell_who_is_here(self, besides: Outbox | None = None) -> None:
        """At once, or with the change that is just being stored."""
        self._info_may_differ, self._told_info = True, None
        if not self._lock.locked():
            self._tell_info(besides)
            self.house.wake(self)

    # Changing.

    async def command(self, who: str, command: Command) -> Ack | Refusal:
        """Whatever comes is answered, and what has begun is finished even if nobody waits for the answer."""
        return await asyncio.shield(self.begin(who, command))

    def begin(self, who: str, command: Command) -> "asyncio.Task[Ack | Refusal]":
        """Commands are carried out in the order in which they were begun."""
        return self.house.spawn(self._obey(who, command))

    async def _obey(self, who: str, command: Command) -> Ack | Refusal:
        try:
            async with self._alone():
                person = self.house.welcome(self.document.person(who))
                return self._answer_before(person, command) or await self._carry_out(who, person, command)
        except AlreadyDone:
            return Ack(command.id, self.version)
        except GameError as error:
            self.house.metrics.refusals.labels(error.code).inc()
            return Refusal.of(error, command.id)
        except Exception as error:
            log("command_failed", level=logging.ERROR, error=error, table=self.code)
            return Refusal(command.id, HouseFailed.code, "that went wrong here: it is not done, try again")

    def _answer_before(self, who: str, command: Command) -> Ack | None:
        """The answer to a command that was carried out already, perhaps before a restart."""
        asked = mark(who, command.id)
        version = self.version if asked in self._phrases else self._answered.get(asked)
        return None if version is None else Ack(command.id, version, self.document.rematch or UNSET)

    async def _carry_out(self, who: str, person: str, command: Command) -> Ack:
        if isinstance(command, Say):
            self._say(person, command)
        else:
            made = commands.carry_out(self, who, command, await self._profiles(who, command))
            await self._save(by=(person, command.id), rematch=made)
            self._answered[mark(person, command.id)] = self.version
        self._tell()
        return Ack(command.id, self.version, self.document.rematch or UNSET)

    async def _profiles(self, who: str, command: Command) -> dict[str, Profile]:
        """Of those whom a command seats, as far as they may come."""
        named = commands.named_by(self.document, who, command)
        people, banned = self.house.people, self.house.banned
        return {who: await people.profile(who) for who in named if who not in banned}

    def _is_changed(self) -> bool:
        return encode(self.document) != self._stored_document

    async def change(self, how: HouseChange) -> None:
        """A change by the house itself, perhaps with a new header; StoreFailed if that cannot be."""
        async with self._alone():
            header = how(self.document, None if self.table is None else self.table.header.text())
            await self._save(header=header)
            self._tell()

    async def start(self) -> None:
        """A game at a table that is full."""
        async with self._alone():
            commands.begin(self)
            await self._save()
            self._tell()

    async def delete(self) -> None:
        """With everything that is kept of it; whoever listens is told."""
        async with self._alone():
            await self.house.storage.delete_tables([self.code])
            self._is_gone = True
        self.say_goodbye(Goodbye("gone"))

    async def reload(self) -> None:
        async with self._alone():
            await self._go_back()

    async def bot_turn(self) -> BotTurn | None:
        """What a bot should choose now, if it is a bot's turn."""
        async with self._alone():
            turn = self.next_bot()
            if turn is None:
                return None
            seat, interrupts = turn
            level = self.document.bot_level(seat)
            return BotTurn(seat, interrupts, level, self.game.view(seat), self.version, self._reading)

    async def play_bot(self, turn: BotTurn, action: Action | None) -> None:
        """What a bot chose, unless things have changed meanwhile; None: it does not interrupt."""
        async with self._alone():
            if (self.version, self._reading) != (turn.version, turn.reading) or not self.is_playing:
                return
            if not self.document.chairs[turn.seat].is_played_by_bot:
                return
            if action is None:
                seats = self._let_pass[1] if self._let_pass[0] == turn.version else set()
                self._let_pass = (turn.version, {*seats, turn.seat})
                return
            self.game.submit(turn.seat, action)
            await self._save()
            self._tell()

    async def expire(self) -> None:
        """Let bots hold the seats whose time is up; roll the dice that nobody has rolled."""
        async with self._alone():
            now = self.house.now()
            late = [seat for seat, end in self._deadlines().items() if end <= now]
            if not late:
                stored = self._stored_times.deadline
                if stored is not None and stored <= now:
                    await self._commit()  # it was put off, or nobody is there to miss anything
                return
            chairs = self.document.chairs
            if self.game.waits_for_dice:
                late = [seat for seat in late if not self.is_here(chairs[seat].who)]
                self.game.roll(Stream(token_bytes(SEED_BYTES)))
            for seat in late:
                chairs[seat].held = True
            consent.settle(self)
            await self._save()
            self._tell()

    def shift(self, seconds: float) -> None:
        """The clock on the wall was set: nobody gains or loses time by it."""
        self.began += seconds
        self._away_since = {who: since + seconds for who, since in self._away_since.items()}

    def deal(self, header: Header) -> None:
        """The game begins."""
        self._watch(Table(header, self.seed))
        self.game.open()

    def _write(self, line: str) -> None:
        self._lines.append(line)

    def _watch(self, table: Table) -> None:
        """Keep what it writes; hear what every seat sees, a watcher last."""
        self.table = table
        table.write_to(self._write)
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

    async def _save(
        self, *, by: Asker | None = None, header: str | None = None, rematch: Document | None = None
    ) -> None:
        """`by` is who asked for it, if it was a person."""
        if self._lines:
            self.began = self.house.now()
        if self.table is not None:
            name = self.document.rules.action_name
            self.document.early = {str(seat): name(action) for seat, action in self.table.early.items()}
        if self.table is None or not self.table.is_over or not self.is_playing:
            return await self._commit(by=by, header=header, rematch=rematch)
        self.document.status = "over"
        self.document.asking = []
        self.document.scores = list(self.table.scores)
        await self._commit(by=by, header=header, ended=results.ended(self.document, self.began))
        self.house.metrics.games_ended.labels(self.document.game).inc()
        return None

    async def _commit(
        self,
        *,
        by: Asker | None = None,
        header: str | None = None,
        rematch: Document | None = None,
        ended: Ended | None = None,
    ) -> None:
        change = TableChange(self.code, self._lines, self._stored_lines + 1, self.began, by, self.version)
        is_command = by is not None and not self._lines
        if is_command:
            change.forgotten = list(self._commands)[: 1 - MOST_COMMANDS]
        kept = self.document.kept()
        is_document_new = kept.document != self._stored_document
        if is_document_new:
            self._info_may_differ = True
            change.kept = kept
            change.sitting = [who for who in self.document.found_by() if who not in self._found_by]
        change.header = header
        if self.table is not None and not self._has_header:
            change.header = self.table.header.text()
        if is_document_new or self._are_times_new():
            change.times = self._times()
        change.rematch = None if rematch is None else self.house.table_to_make(rematch)
        change.ended = ended
        try:
            await self.house.storage.change_table(change)
        except StoreFailed:
            self.house.metrics.store_failures.inc()
            raise
        self.house.metrics.steps.inc(len(self._steps))
        self._stored_document = kept.document
        self._stored_times = change.times or self._stored_times
        self._found_by.update(change.sitting)
        self._has_header = self.table is not None
        self._stored_lines += len(self._lines)
        if by is not None and is_command:
            self._commands.append(by)
            for _ in change.forgotten:
                self._answered.pop(mark(*self._commands.popleft()), None)
        self._lines.clear()

    def _are_times_new(self) -> bool:
        """Whether they must be stored; with a quick clock, a step tells by itself when it was made."""
        return not self._lines or self.document.clock == "slow" or self._gone() != self._stored_times.away

    def _times(self) -> Times:
        return Times(self.next_deadline(), self.began, self._gone())

    def _gone(self) -> dict[str, float]:
        left = self._left & self._away_since.keys()
        return {who: self._away_since[who] for who in self.document.people() if who in left} if left else {}

    async def _go_back(self) -> None:
        """Be what the store says, and tell what was stored without being told."""
        self._take(await self.house.stored(self.code))
        self._send_revoked_away()
        if self.version != self._told_version:
            self._told_version = self.version
            for outbox, who in self._listeners.items():
                for frame in self._since(self.document.seat_of(who), None):
                    outbox.put(frame)
        self.house.wake(self)

    # Telling.

    def _say(self, who: str, command: Say) -> None:
        message = encode(Said(self.document.own_seat(who), command.phrase))
        if not self.house.phrases.take(who):
            raise TooMuch("too many phrases at once: let the others say something")
        self._phrases.append(mark(who, command.id))
        self._said.append((who, command.phrase))
        for outbox in self._listeners:
            outbox.put(message)

    def _tell(self) -> None:
        """Every listener what their seat may know, encoded once for each seat."""
        self._send_revoked_away()
        steps, self._steps = self._steps, []
        self._told_version = self.version
        self._recent.extend(steps)
        frames: dict[Seat | None, list[bytes]] = {}
        deadlines = self._deadlines()
        for outbox, who in self._listeners.items():
            seat = self.document.seat_of(who)
            if seat not in frames:
                frames[seat] = self._frames(steps, seat, deadlines)
            told, self._told_seats[outbox] = self._told_seats[outbox], seat
            for frame in frames[seat] if told == seat or self.table is None else self._since(seat, None):
                outbox.put(frame)
        self._tell_info()
        self.house.wake(self)

    def tell_new_host(self) -> None:
        """If the host has been away for long enough by now."""
        if self._listeners and not self._lock.locked() and self._told_host != self.acting_host():
            self._info_may_differ = True
            self._tell_info()

    def _tell_info(self, besides: Outbox | None = None) -> None:
        """If anything but the deadlines has changed; of early choices a seat is told its own."""
        if not self._info_may_differ:
            return
        self._info_may_differ, self._told_host = False, self.acting_host()
        info = self._info()
        lasting = replace(info, deadlines={})
        is_new = lasting != self._told_info
        chosen = {int(seat) for seat, _ in self._told_early.items() ^ self.document.early.items()}
        self._told_info, self._told_early = lasting, self.document.early
        for outbox, who in self._listeners.items():
            if outbox is not besides and (is_new or self.document.seat_of(who) in chosen):
                outbox.put(encode(TableChanged(info, self._you(who))))
