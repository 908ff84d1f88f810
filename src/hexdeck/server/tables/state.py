"""A table as it stands: its document, its game, who is there, and for whom it waits since when."""

from collections.abc import Callable, Collection, Iterable, Sequence
from math import ceil

from hexdeck.core.cards import Seat
from hexdeck.core.record import Header
from hexdeck.core.record_reader import read
from hexdeck.core.table import Table
from hexdeck.server.base.identity import SEAT
from hexdeck.server.base.refusals import TableRefused
from hexdeck.server.bots.next_bot_seat import next_bot_seat
from hexdeck.server.store.documents import Chair, Document
from hexdeck.server.store.protocol import Times
from hexdeck.server.tables.clocks import deadline, limits
from hexdeck.server.tables.resumed import ResumedTable
from hexdeck.server.tables.table_services import TableServices


class TableState:
    document: Document
    seed: bytes
    table: Table | None  # None before the start
    began: float  # when the present wait began

    def __init__(
        self,
        house: TableServices,
        listening: Collection[str],
        watch: Callable[[Table], None],
        left: Iterable[str],
    ) -> None:
        """`listening` are those who are connected now, `watch` is told of each new game."""
        self.house = house
        self._listening = listening
        self._watch = watch
        self._left = set(left)  # those who went while the house was open
        self._away_since: dict[str, float] = {}
        self._let_pass: tuple[int, set[Seat]] = (-1, set())  # a version, and bots that did not interrupt

    def take(self, stored: ResumedTable) -> None:
        """Be what the store says: at first, and when a change could not be stored."""
        self.seed, self.table = stored.seed, stored.table
        if stored.table is not None:
            self._watch(stored.table)
        self.take_document(stored.document, stored.times)

    def take_document(self, document: Document, stored: Times) -> None:
        """And whoever chose early, and when the present wait began."""
        self.document, self.began = document, stored.began
        if self.table is not None:
            self._take_early(self.table)
        now = self.house.now()
        self._away_since = {
            who: self._away_since.get(who, stored.away.get(who, now))
            for who in self.document.people()
            if not self._is_connected(who)
        }

    def _take_early(self, table: Table) -> None:
        for seat in table.early:
            table.withdraw(seat)
        for chosen, action in self.document.early.items():
            if int(chosen) not in table.to_move():  # else it would be played here and now
                table.answer_early(int(chosen), self.document.rules.action_named(action))

    # The game.

    @property
    def begun(self) -> Table:
        assert self.table is not None, "the game has started"
        return self.table

    @property
    def version(self) -> int:
        return self.table.version if self.table else 0

    @property
    def is_playing(self) -> bool:
        return self.document.status == "playing"

    def undo(self) -> Seat | None:
        """The seat of the person who may take back their last action now."""
        may_undo = self.is_playing and self.document.day is None
        seat = self.table.undoable() if self.table and may_undo else None
        return None if seat is None or self.document.chairs[seat].is_played_by_bot else seat

    @property
    def is_asked_back(self) -> bool:
        """Somebody has asked to take back, and the others have not all answered."""
        asked = self.document.asked_back
        return asked is not None and not asked.refused and asked.version == self.version

    def may_ask_back(self) -> list[Seat]:
        """The seats of people who may ask to go back to before their last action."""
        if self.table is None or not self.is_playing or self.document.shares_cards:
            return []
        seats, chairs = self.table.may_go_back(), self.document.chairs
        if not self.document.has_bots:
            return seats
        return [seat for seat in seats if not chairs[seat].is_played_by_bot]

    def deal(self, header: Header) -> None:
        """The game begins."""
        self.table = Table(header, self.seed)
        self._watch(self.table)
        self.table.open()

    def follow(self, header: str, lines: Sequence[str]) -> None:
        """What was played elsewhere, perhaps from the beginning on."""
        if self.table is None:
            self.table = Table(read(header).header, self.seed)
            self._watch(self.table)
        self.table.follow(lines)

    # Who is here.

    def is_here(self, who: str | None) -> bool:
        """Connected, or looking at a page that is not."""
        return self._is_connected(who) or self._away_since.get(who or "", 0.0) > self.house.now()

    def seat_of_absent(self, who: str) -> Seat:
        """The seat of a player who has been away for the pause that the table shows, or TableRefused.

        The pause begins anew with each wait for that seat, as the deadline of the table does.
        """
        seat, grace = self.document.own_seat(who), self.house.settings.grace
        if self.is_here(who):
            raise TableRefused("this player is at the table: a bot can play only for players who are away")
        is_awaited = self.table is not None and seat in self.table.to_move()
        since = max(self._away_since.get(who, self.house.now()), self.began if is_awaited else 0.0)
        left = since + grace - self.house.now()
        if left > 0 and not self.document.chairs[seat].held:
            raise TableRefused(
                "this player has just gone: a bot can play for them in {n} seconds", n=ceil(left)
            )
        return seat

    def note_acted(self, person: str) -> None:
        """Count a player who sends commands without staying connected as away since the last command."""
        if person in self._away_since:
            self._away_since[person] = max(self._away_since[person], self.house.now())

    def _is_connected(self, who: str | None) -> bool:
        """By way of this process or another."""
        return self._is_connected_here(who) or who in self.house.company.people_at(self.document.code)

    def _is_connected_here(self, who: str | None) -> bool:
        """By themselves, or by a program that has their seat's token."""
        return who in self._listening or any(
            one.startswith(SEAT) and self.document.person(one) == who for one in self._listening
        )

    def people_here(self) -> frozenset[str]:
        """Who are connected by way of this process, or have a seat and have just looked at a page."""
        now = self.house.now()
        connected = map(self.document.person, self._listening)
        return frozenset(
            {*connected, *(who for who in self.document.people() if self._away_since.get(who, 0.0) > now)}
        )

    def watchers(self) -> int:
        """People without a seat who are connected, by way of this process or another."""
        here = {*self._listening, *self.house.company.people_at(self.document.code)}
        return sum(self.document.seat_of(who) is None for who in here)

    def is_anybody_here(self) -> bool:
        for chair in self.document.chairs:  # most are connected to us; others may be elsewhere
            if chair.kind == "person" and chair.who in self._listening:
                return True
        return any(map(self.is_here, self.document.people()))

    def is_host(self, who: str) -> bool:
        return self.document.tournament is None and who in (self.document.host, self.acting_host())

    def acting_host(self) -> str:
        """The host, or while the host is away for long, or not here yet, the first person who is here."""
        host = self.document.host
        if self.document.tournament is not None:
            return host
        gone_for = self.house.now() - self._away_since.get(host, 0.0)
        is_awaited = any(chair.who == host for chair in self.awaited())
        if self.is_here(host) or (gone_for <= self.house.settings.grace and not is_awaited):
            return host
        return next(filter(self.is_here, self.document.staying()), host)

    def awaited(self) -> list[Chair]:
        """The chairs that are kept for people of the last game who have not come yet."""
        return [chair for chair in self.document.chairs if chair.awaited and not self.is_here(chair.who)]

    def note_come(self, person: str) -> bool:
        """Whether it must be stored that they are back."""
        self._away_since.pop(person, None)
        had_left = person in self._left
        self._left.discard(person)
        return had_left

    def note_gone(self, person: str) -> bool:
        """If that was their last connection; whether it must be stored."""
        is_seated = self.document.seat_of(person) is not None
        if not is_seated or person in self._away_since or self._is_connected(person):
            return False
        self._away_since[person] = self.house.now()
        if self.house.is_ready:
            self._left.add(person)
        return self.house.is_ready

    def visit(self, who: str, seconds: float) -> bool:
        """Somebody counts as being here for so long; whether they did not before."""
        person = self.document.person(who)
        if self.document.seat_of(person) is None or self._is_connected(person):
            return False
        was_here = self.is_here(person)
        self._away_since[person] = self.house.now() + seconds
        return not was_here

    # Clocks.

    def shift(self, seconds: float) -> None:
        """The clock on the wall was set: nobody gains or loses time by it."""
        self.began += seconds
        self._away_since = {who: since + seconds for who, since in self._away_since.items()}

    def times(self) -> Times:
        return Times(self.next_deadline(), self.began, self.gone())

    def gone(self) -> dict[str, float]:
        """Who has left their seat, and when."""
        if not self._left:
            return {}
        left = self._left & self._away_since.keys()
        return {who: self._away_since[who] for who in self.document.people() if who in left}

    def next_deadline(self) -> float | None:
        """Also of what somebody asks the others."""
        ends = [*self.deadlines().values()]
        asked = self.document.asked_back
        if asked is not None and not asked.refused and self.is_playing:
            ends.append(asked.until)
        return min(ends, default=None)

    def deadlines(self) -> dict[Seat, float]:
        """Of every person the game waits for; at the deal of a day nobody else does."""
        document = self.document
        if self.table is None or document.status != "playing" or document.day is not None:
            return {}
        chairs, settings = document.chairs, self.house.settings
        rules = limits(document.clock, seconds=settings.timed_seconds, grace=settings.grace)
        here = document.tournament is not None or self.is_anybody_here()  # others wait at other tables
        waited = range(len(chairs)) if self.table.waits_for_dice else self.table.to_move()
        ends: dict[Seat, float] = {}
        for seat in waited:
            away_since = self._away_since.get(chairs[seat].who or "")
            end = deadline(rules, began=self.began, away_since=away_since, anybody_here=here)
            if end is not None and not chairs[seat].is_played_by_bot:
                ends[seat] = end
        return ends

    # Bots.

    def next_bot(self) -> tuple[Seat, bool] | None:
        """The seat that a bot should play now, and whether it would interrupt; none while people decide."""
        table = self.table
        if self.is_asked_back:
            return None
        if table is None or not self.document.has_bots or not self.is_playing or table.waits_for_dice:
            return None
        bots = [seat for seat, chair in enumerate(self.document.chairs) if chair.is_played_by_bot]
        asked = next_bot_seat(table, bots, self._let_pass[1] if self._let_pass[0] == self.version else ())
        if asked is None or asked[1] or self.document.day is None:
            return asked
        # Where all choose at once, whoever is quicker must not change what bots know at the deal of a day.
        return asked if all(seat in bots for seat in table.to_move()) else None

    def note_passed(self, seat: Seat) -> None:
        """A bot that could interrupt does not, at this version."""
        seats = self._let_pass[1] if self._let_pass[0] == self.version else set()
        self._let_pass = (self.version, {*seats, seat})
