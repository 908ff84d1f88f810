"""Who listens at a table, and what they are told: what their seat may know, encoded once for each seat."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from hexdeck.core.cards import Seat
from hexdeck.core.chance import commitment
from hexdeck.core.table import Table
from hexdeck.server.base.identity import SEAT
from hexdeck.server.base.messages import (
    PROTOCOL,
    Goodbye,
    Hello,
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
from hexdeck.server.base.refusals import TooMuch
from hexdeck.server.store.documents import chair_info
from hexdeck.server.store.protocol import Asker
from hexdeck.server.tables import consent, take_back
from hexdeck.server.tables.outbox import Outbox
from hexdeck.server.tables.resumed import fingerprint
from hexdeck.server.tables.state import TableState
from hexdeck.text.wire import GAP, wire

Told: TypeAlias = tuple[int, tuple[Any, ...]]  # a version, and its events by seat, a watcher's last

Own: TypeAlias = dict[Seat | None, tuple[tuple[Any, ...], list[bytes]]]  # of each seat, and written

RECENT: Final = 24  # steps that a client can be told again
SAID: Final = 20  # phrases that somebody who comes can still read
MOST_PHRASES: Final = 200  # whose commands are remembered


class Audience:
    def __init__(self, state: TableState, listeners: dict[Outbox, str]) -> None:
        """`listeners` are outboxes, and who reads each of them."""
        self._state = state
        self._listeners = listeners
        self._told_seats: dict[Outbox, Seat | None] = {}  # whose view they have
        self._own: Own = {}
        self._recent: deque[Told] = deque(maxlen=RECENT)
        self._said: deque[tuple[str, str]] = deque(maxlen=SAID)  # by whom, and the phrase
        self._phrases: deque[int] = deque(maxlen=MOST_PHRASES)  # commands that said them
        self.pending_events: list[Told] = []
        self._told_version = -1
        self._told_host = ""
        self._told_early: dict[str, str] = {}
        self._told_info: TableInfo | None = None
        self.info_may_differ = True

    def take(self) -> None:
        """The table was read from the store."""
        self.pending_events = []
        self._told_info, self.info_may_differ = None, True
        if self._recent and self._recent[-1][0] != self._state.version:
            self._recent.clear()

    def note_told(self) -> None:
        """Nobody listens yet, so nobody misses anything."""
        self._told_version = self._state.version
        self._told_host = self._state.document.host
        self._told_early = self._state.document.early

    def watch(self, table: Table) -> None:
        """Hear what every seat sees."""
        table.watch_all(lambda told: self.pending_events.append((table.version, told)))

    # Coming and going.

    def welcome(self, outbox: Outbox, who: str, hello: Hello) -> None:
        """Listen from now on, and hear first what was missed."""
        seat = self._state.document.seat_of(who)
        self._listeners[outbox], self._told_seats[outbox] = who, seat
        outbox.put(encode(self.welcome_for(who)))
        is_same_history = hello.epoch in (None, self._state.house.epoch)
        for frame in self._since(seat, hello.since if is_same_history else None):
            outbox.put(frame)
        self.info_may_differ = True
        self.tell_info(besides=outbox)

    def drop(self, outbox: Outbox) -> str | None:
        """Whoever has listened there."""
        self._told_seats.pop(outbox, None)
        return self._listeners.pop(outbox, None)

    def dismiss(self, goodbye: Goodbye, is_meant: Callable[[str], bool]) -> None:
        """Clients of those who are meant."""
        for outbox, who in list(self._listeners.items()):
            if is_meant(who):
                outbox.close(encode(goodbye))

    def send_revoked_away(self) -> bool:
        """Close clients that may not listen any more, and return whether there was one.

        That is the token of a seat that it plays no more, and a player who was taken out of a tournament:
        others may still play the same cards.
        """
        document = self._state.document
        revoked = [
            outbox
            for outbox, who in self._listeners.items()
            if document.seat_of(who) is None
            and (who.startswith(SEAT) or (document.tournament and self._told_seats[outbox] is not None))
        ]
        for outbox in revoked:
            self.drop(outbox)
            outbox.close(encode(Goodbye("removed")))
        self.info_may_differ = self.info_may_differ or bool(revoked)
        return bool(revoked)

    # What they are told.

    def info(self) -> TableInfo:
        state, document = self._state, self._state.document
        return TableInfo(
            code=document.code,
            game=document.game,
            title=document.rules.title,
            game_version=document.rules.version,
            players=len(document.chairs),
            options=document.options,
            clock=document.clock,
            pace=document.pace,
            public=document.public,
            status=document.status,
            host=document.seat_of(state.acting_host()),
            seats=[chair_info(chair, is_here=state.is_here(chair.who)) for chair in document.chairs],
            watchers=state.watchers(),
            deadlines=state.deadlines(),
            commitment=commitment(state.seed),
            scores=document.scores,
            rematch=document.rematch,
            lesson=document.lesson,
            day=document.day,
            practice=document.practice,
            advice=document.may_ask_coach,
            tournament=document.tournament,
            memory=document.memory,
            asking=[consent.asking_info(state, ask) for ask in document.asking],
            asked_back=take_back.asked_back_info(state),
            cannot_store=state.house.storage.writability.cause,
        )

    def you(self, who: str) -> You:
        document = self._state.document
        seat = document.seat_of(who)
        chair = None if seat is None or document.chairs[seat].who != who else document.chairs[seat]
        return You(
            seat,
            self._state.is_host(who),
            chair.token if chair else None,
            document.early.get(str(seat)),
            consent.number_of(document, who),
            chair.salt if chair else None,
            (chair.stood_in[0], chair.stood_in[1]) if chair and len(chair.stood_in) > 1 else None,
        )

    def welcome_for(self, who: str) -> Welcome:
        house = self._state.house
        return Welcome(PROTOCOL, house.now(), self.you(who), self.info(), house.epoch)

    def snapshot(self, seat: Seat | None) -> Snapshot:
        state = self._state
        view = wire(state.document.game).view(state.begun.view(seat))
        return Snapshot(state.version, view, state.deadlines(), state.undo(), state.may_ask_back())

    def all_anew(self, who: str) -> list[bytes]:
        """For a client that could not keep up."""
        changed = encode(TableChanged(self.info(), self.you(who)))
        if self._state.table is None:
            return [changed]
        return [changed, encode(self.snapshot(self._state.document.seat_of(who)))]

    def recent_events(self, seat: Seat | None) -> list[Any]:
        """What has just happened, as a seat saw it, the oldest first."""
        return [event for _, seats in self._recent for event in seats[self._place(seat)]]

    def _since(self, seat: Seat | None, version: int | None) -> list[bytes]:
        """The steps after `version`, or a snapshot where they are forgotten."""
        now = self._state.version
        if self._state.table is None or version == now:
            return []
        missed = [told for told in self._recent if version is not None and told[0] > version]
        if version is None or len(missed) != now - version:
            return [encode(self.snapshot(seat))]
        return _Telling(self._state, missed, self._own).frames(seat)

    def _place(self, seat: Seat | None) -> int:
        """Where a seat's version of the events stands in what is told."""
        return len(self._state.document.chairs) if seat is None else seat

    # Telling.

    def tell(self) -> None:
        """Every listener what is new for their seat."""
        state = self._state
        steps, self.pending_events = self.pending_events, []
        self._told_version = state.version
        self._recent.extend(steps)
        telling = _Telling(state, steps, self._own)
        if self.info_may_differ:
            self._tell_by_seat(telling)
            self.tell_info()
        else:  # nobody has taken or left a seat
            for outbox, seat in self._told_seats.items():
                for frame in telling.frames(seat):
                    outbox.put(frame)

    def _tell_by_seat(self, telling: "_Telling") -> None:
        """Whoever has another seat than before hears all anew."""
        document = self._state.document
        for outbox, who in self._listeners.items():
            told, seat = self._told_seats[outbox], document.seat_of(who)
            self._told_seats[outbox] = seat
            is_known = told == seat or self._state.table is None
            for frame in telling.frames(seat) if is_known else self._since(seat, None):
                outbox.put(frame)

    def resync(self) -> None:
        """What was stored without being told."""
        if self._state.version == self._told_version:
            return
        self._told_version = self._state.version
        for outbox, who in self._listeners.items():
            for frame in self._since(self._state.document.seat_of(who), None):
                outbox.put(frame)

    def tell_who_is_here(self, *, now: bool) -> None:
        """At once, or with the change that is just being stored."""
        self.info_may_differ, self._told_info = True, None
        if now:
            self.tell_info()

    def tell_storage(self) -> None:
        """That nothing can be stored, or that it can again."""
        self.info_may_differ = True
        self.tell_info()

    def tell_new_host(self) -> None:
        """If the host has been away for long enough by now."""
        if self._listeners and self._told_host != self._state.acting_host():
            self.info_may_differ = True
            self.tell_info()

    def tell_info(self, besides: Outbox | None = None) -> None:
        """If anything but the deadlines has changed; of early choices a seat is told its own."""
        if not self.info_may_differ:
            return
        document = self._state.document
        self.info_may_differ, self._told_host = False, self._state.acting_host()
        info = self.info()
        lasting = replace(info, deadlines={})
        is_new = lasting != self._told_info
        chosen = {int(seat) for seat, _ in self._told_early.items() ^ document.early.items()}
        self._told_info, self._told_early = lasting, document.early
        for outbox, who in self._listeners.items():
            if outbox is not besides and (is_new or document.seat_of(who) in chosen):
                outbox.put(encode(TableChanged(info, self.you(who))))

    # Phrases.

    @property
    def said(self) -> list[Said]:
        """What was said last by those who sit here, the oldest first."""
        seats = [(self._state.document.seat_of(who), phrase) for who, phrase in self._said]
        return [Said(seat, phrase) for seat, phrase in seats if seat is not None]

    def has_said(self, asker: Asker) -> bool:
        return bool(self._phrases) and fingerprint(asker) in self._phrases

    def say(self, who: str, command: Say) -> None:
        self._state.document.own_seat(who)
        phrases = self._state.house.phrases
        if not phrases.take(who):
            seconds = phrases.seconds_left(who)
            raise TooMuch("too many phrases at once: let the others say something", n=seconds)
        self.pass_on(who, command.id, command.phrase)

    def pass_on(self, who: str, command: str, phrase: str) -> None:
        """What somebody with a seat has said, to all who listen here."""
        seat = self._state.document.seat_of(who)
        if seat is None:
            return
        self._phrases.append(fingerprint((who, command)))
        self._said.append((who, phrase))
        message = encode(Said(seat, phrase))
        for outbox in self._listeners:
            outbox.put(message)


class _Telling:
    """Some steps as messages: what several seats see alike is written once."""

    __slots__ = (
        "_frames",
        "_own",
        "_patterns",
        "_seats",
        "_shared",
        "_state",
        "_steps",
        "_table",
        "_version",
        "_whole",
        "_wire",
    )

    def __init__(self, state: TableState, steps: Sequence[Told], own: Own) -> None:
        """`own` is what seats had of their own when they were last told: most have it after a move too."""
        self._state, self._steps, self._own = state, steps, own
        if steps:
            self._table = state.begun
            self._version, self._seats = steps[-1]
        self._wire = wire(state.document.game)
        self._frames: dict[Seat | None, list[bytes]] = {}
        # By version and id of the events, for steps of which nothing is seen have the same events: none.
        self._whole: dict[tuple[int, int], bytes] = {}  # steps without a view
        self._patterns: dict[int, list[bytes]] = {}  # of the last one
        self._shared: object = None

    def frames(self, seat: Seat | None) -> list[bytes]:
        """As `seat` is told of them."""
        if seat in self._frames or not self._steps:
            return self._frames.get(seat, [])
        place = -1 if seat is None else seat
        seen = self._seats[place]
        pattern = self._patterns.get(id(seen)) or self._pattern(seen)
        own, known = self._table.own(seat), self._own.get(seat)
        if known is None or known[0] != own:
            known = self._own[seat] = (own, self._wire.own(own))
        pieces = pattern.copy()
        pieces[1::2] = known[1]
        frames = self._frames[seat] = [b"".join(pieces)]
        if len(self._steps) > 1:
            frames[:0] = [self._without_view(number, seen[place]) for number, seen in self._steps[:-1]]
        return frames

    def _without_view(self, version: int, seen: tuple[Any, ...]) -> bytes:
        key = (version, id(seen))
        if key not in self._whole:
            self._whole[key] = encode(Step(version, self._wire.events(seen)))
        return self._whole[key]

    def _pattern(self, seen: tuple[Any, ...]) -> list[bytes]:
        """Of the last step, which has the view: every second piece is what a seat has of its own."""
        state = self._state
        if self._shared is None:
            self._shared = self._wire.shared(self._table.view(None))
        events, back = self._wire.events(seen), state.may_ask_back() or UNSET
        step = Step(self._version, events, self._shared, state.deadlines(), state.undo(), back)
        pieces = encode(step).split(GAP)
        pattern = self._patterns[id(seen)] = [b""] * (2 * len(pieces) - 1)
        pattern[::2] = pieces
        return pattern
