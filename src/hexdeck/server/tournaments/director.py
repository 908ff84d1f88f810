"""Keeps tournaments going: makes the tables of a round, notices when all are over, pairs the next.

The store alone is true.  Every change has a number, one more than the last, so any number of processes may
look after the same tournament: whoever comes second hears Outdated and looks again.  What was begun and not
finished when a process died is finished at the next look, by anybody.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Protocol, TypeVar

from msgspec import UNSET, Struct, UnsetType

from hexdeck.server.base.fair_queue import Requester
from hexdeck.server.base.identity import new_code, new_token, read_code
from hexdeck.server.base.limits import SharedBuckets
from hexdeck.server.base.logs import log_trouble
from hexdeck.server.base.messages import Stand
from hexdeck.server.base.refusals import (
    NotHost,
    Outdated,
    StoreFailed,
    TableUnknown,
    TooMuch,
    TournamentRefused,
    TournamentWord,
)
from hexdeck.server.people.origins import Origins
from hexdeck.server.people.people import People
from hexdeck.server.store.default_profile import NOBODY
from hexdeck.server.store.documents import STAND_IN, Chair, Document, chair_for
from hexdeck.server.store.protocol import NewTable, Profile, Storage
from hexdeck.server.tables import house_changes
from hexdeck.server.tables.live_table import LiveTable
from hexdeck.server.tables.tables import Tables
from hexdeck.server.tournaments.admission import (
    Applicant,
    admit,
    apply,
    decline,
    origin_of,
    remove,
)
from hexdeck.server.tournaments.book import Book
from hexdeck.server.tournaments.documents import (
    Admission,
    Entrant,
    Round,
    RoundTable,
    Tournament,
    read_tournament,
)
from hexdeck.server.tournaments.rounds import (
    check_round_robin,
    next_seating,
)

T = TypeVar("T")

LOOK_SECONDS: Final = 0.5  # between two looks at all that run
FEWEST: Final = 2  # people


class Host(Protocol):
    """What is needed of the house."""

    storage: Storage
    people: People
    tables: Tables
    origins: Origins
    guesses: SharedBuckets
    banned: set[str]
    is_ready: bool
    now: Callable[[], float]

    async def check_pace_of_tables(self, who: str, address: str | None, count: int) -> None: ...

    async def run_in_process(
        self, requester: Requester, kind: str, work: Callable[..., T], *about: object
    ) -> T: ...


class Entry(Struct):
    """Who may take part from now on; what is None or UNSET stays as it is."""

    admission: Admission | None = None
    word: str | None = None
    limit: int | UnsetType | None = UNSET


class Director(Book):
    def __init__(self, house: Host) -> None:
        super().__init__(house)
        self._house = house

    # What people do.

    async def join(self, code: str, profile: Profile, word: str = "", address: str = "") -> Entrant | None:
        """From the next round on, if there is one; None where the host must say yes first."""
        applicant = await self._applicant(code, profile, word, address)
        try:
            return await self._change(code, lambda tournament: apply(tournament, applicant))
        except TournamentWord:
            if word:
                await self._house.guesses.take(address)
            raise

    async def _applicant(self, code: str, profile: Profile, word: str, address: str) -> Applicant:
        """What decides whether they may come in; a word is not even tried after too many wrong ones."""
        house, tournament = self._house, await self.read(code)
        given, knows_host = "", False
        if word and tournament.admission == "word" and tournament.entrant_of(profile.id) is None:
            if await house.guesses.is_empty(address):
                seconds = house.guesses.seconds_left(address)
                raise TooMuch("too many wrong words from here: wait {n} s and ask the host", n=seconds)
            given = await self.hashed(profile.id, tournament.code, word)
        if tournament.admission == "known" and tournament.host:
            known = await house.storage.companions_of(tournament.host)
            knows_host = any(one.who == profile.id for one in known)
        origin = origin_of(tournament.code, house.origins.of(profile.id))
        return Applicant(profile, origin, given, knows_host)

    async def change(self, code: str, host: str, wish: Entry) -> None:
        """Who may take part from now on."""
        word = None if wish.word is None else await self.hashed(host, read_code(code), wish.word)

        def change(tournament: Tournament) -> None:
            _check_host(tournament, host)
            tournament.admission = wish.admission or tournament.admission
            tournament.word = word or tournament.word
            if tournament.admission == "word" and tournament.word is None:
                raise TournamentRefused("there is no word yet: say which one players must know")
            if wish.limit is not UNSET:
                tournament.limit = wish.limit

        await self._change(code, change)

    async def admit(self, code: str, host: str, number: int | None) -> None:
        """The host lets one in who waits, or everybody."""

        def let_in(tournament: Tournament) -> None:
            _check_host(tournament, host)
            admit(tournament, number)

        await self._change(code, let_in)

    async def decline(self, code: str, host: str, number: int) -> None:
        def refuse(tournament: Tournament) -> None:
            _check_host(tournament, host)
            decline(tournament, number)

        await self._change(code, refuse)

    async def remove(self, code: str, host: str, number: int, *, network: bool) -> None:
        """A bot plays on in the round that runs, and they cannot come back to their seat."""

        def take_out(tournament: Tournament) -> list[tuple[str, str]]:
            _check_host(tournament, host)
            running = tournament.running
            return [
                (table.code, one.who)
                for one in remove(tournament, number, network=network)
                if running and one.who and (table := running.table_of(one.number))
            ]

        for table, who in await self._change(code, take_out):
            live = await self._live(table)
            if live is not None:
                await live.take_out(who)

    async def leave(self, code: str, who: str) -> None:
        """A bot plays on for them in the round that runs."""

        def leave(tournament: Tournament) -> str | None:
            request = tournament.request_of(who)
            if request is not None:
                tournament.requests.remove(request)
                return None
            entrant = _own(tournament, who)
            table = tournament.running and tournament.running.table_of(entrant.number)
            tournament.leave(entrant)
            return table.code if table else None

        table = await self._change(code, leave)
        if table is not None:
            await self._stand_in(table, who)

    async def stand_in(self, code: str, host: str, number: int) -> None:
        """Let a bot play for a player who has been away for the table's pause, until they are back."""
        tournament = await self.read(code)
        _check_host(tournament, host)
        entrant, running = tournament.entrant(number), tournament.running
        table = running.table_of(number) if running else None
        if entrant is None or entrant.who is None or table is None:
            raise TournamentRefused(
                "nobody with number {number} plays in this round: choose one who does", number=number
            )
        live = await self._live(table.code)
        if live is not None:
            await live.stand_in(entrant.who)

    async def _stand_in(self, table: str, who: str) -> None:
        live = await self._live(table)
        if live is not None and live.document.status == "playing":
            await live.command(who, Stand(new_token()))

    async def _live(self, code: str) -> LiveTable | None:
        """Unless whoever keeps the house has deleted it."""
        try:
            return await self._house.tables.readable(code)
        except TableUnknown:
            return None

    async def start(self, code: str, host: str) -> None:
        await self._in_turn(partial(self._start_first, code, host))

    async def _start_first(self, code: str, host: str) -> None:
        tournament, revision = await self._read(code)
        _check_host(tournament, host)
        if tournament.status != "gathering":
            raise TournamentRefused("this tournament has begun already: join it for the next round")
        if len(tournament.entrants) < FEWEST:
            raise TournamentRefused("a tournament needs two people at least: wait until somebody joins")
        if tournament.system == "round_robin":
            tournament.rounds = check_round_robin(tournament)
        await self._begin_round(tournament, revision)

    async def next_round(self, code: str, host: str) -> None:
        await self._in_turn(partial(self._start_next, code, host))

    async def _start_next(self, code: str, host: str) -> None:
        tournament, revision = await self._read(code)
        _check_host(tournament, host)
        if tournament.status != "pausing":
            raise TournamentRefused("there is no round to begin now: wait until all tables are over")
        await self._begin_round(tournament, revision)

    async def end(self, code: str, host: str) -> None:
        """Now: a round that is not over counts for nothing."""

        def end(tournament: Tournament) -> None:
            _check_host(tournament, host)
            if tournament.status != "over":
                tournament.status = "ending" if tournament.running else "over"
                tournament.next_at = None

        await self._change(code, end)
        await self._look_after_quietly(code)

    # People come and go.

    async def show_profile(self, profile: Profile) -> None:
        def show(tournament: Tournament) -> None:
            for one in (tournament.entrant_of(profile.id), tournament.request_of(profile.id)):
                if one is not None:
                    one.name, one.picture = profile.name, profile.picture

        for tournament in await self.open_ones(profile.id):
            await self._change(tournament.code, show)

    async def forget(self, who: str) -> None:
        for tournament in await self.all_of(who):
            await self._change(tournament.code, lambda one: one.forget(who, NOBODY))

    # Nobody may know what others are about to play.

    async def check_may_look(self, document: Document, who: str | None) -> None:
        """A table of a running round is for those who play there: all others may still get its cards."""
        if document.tournament is not None and document.seat_of(who) is None:
            await self.check_is_open(document)

    async def check_is_open(self, document: Document) -> None:
        """Nothing of a round is laid open before all of its tables are over."""
        if document.tournament is None:
            return
        stored = await self._house.storage.read_tournament(document.tournament)
        if stored is not None and read_tournament(stored.document).is_sealed(document.code):
            raise TournamentRefused(
                "other tables of this tournament play the same cards: wait until the round is over"
            )

    # Rounds.

    async def keep_going(self) -> None:
        """For ever."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                for code in await self._house.storage.running_tournaments():
                    await self._look_after_quietly(code)
            except Exception as error:  # nothing may stop it
                log_trouble(error, None)

    async def _look_after_quietly(self, code: str) -> None:
        try:
            if self._house.is_ready:
                await self.look_after(code)
        except (Outdated, TooMuch):
            pass  # somebody else was first, or the host has made many tables: the next look will tell
        except Exception as error:  # one tournament must not keep the others waiting
            log_trouble(error, code)

    async def look_after(self, code: str) -> None:
        """Whatever is to be done now."""
        tournament, revision = await self._read(code)
        if tournament.status == "ending":
            await self._close(tournament, revision)
        elif tournament.running is not None:
            await self._see_to(tournament, tournament.running, revision)
        elif tournament.next_at is not None and tournament.next_at <= self._house.now():
            await self._begin_round(tournament, revision)

    async def _begin_round(self, tournament: Tournament, revision: int) -> None:
        """Tables and seats are stored in one change; then the games begin."""
        house, number = self._house, len(tournament.played)
        tournament.drawn = tournament.drawn or number == 0
        seating = await house.run_in_process(
            Requester(house.origins.of(tournament.host) or tournament.code, tournament.host, tournament.code),
            "pairings",
            next_seating,
            tournament,
            set(house.banned),
        )
        if not seating:  # everybody has left
            tournament.status, tournament.next_at = "over", None
            await self._store(tournament, revision + 1)
            return
        await house.check_pace_of_tables(tournament.host or tournament.code, None, len(seating))
        documents = [await self._document(tournament, number, seats) for seats in seating]
        now, seed = house.now(), tournament.seed(number)
        tables = [NewTable(one.code, one.kept(), seed, now, one.people()) for one in documents]
        made = [RoundTable(one.code, seats) for one, seats in zip(documents, seating, strict=True)]
        tournament.played.append(Round(made, now))
        tournament.status, tournament.next_at = "playing", None
        await self._store(tournament, revision + 1, tables)
        await self._start([table.code for table in tables])

    async def _document(self, tournament: Tournament, number: int, seats: list[int | None]) -> Document:
        stage = tournament.stage(number)
        document = Document(
            new_code(),
            stage.game,
            stage.options,
            [await self._chair(tournament, one) for one in seats],
            host="",  # what belongs to the tournament, nobody changes alone
            origin=self._house.origins.of(tournament.host),
            clock=tournament.clock,
            pace=tournament.pace,
            advice=False,
            tournament=tournament.code,
        )
        document.fill(tournament.level or STAND_IN)
        return document

    async def _chair(self, tournament: Tournament, number: int | None) -> Chair:
        entrant = None if number is None else tournament.entrant(number)
        if entrant is None or entrant.who is None:
            return Chair()
        return chair_for(await self._house.people.profile(entrant.who))

    async def _start(self, codes: Sequence[str]) -> None:
        for code in codes:
            live = await self._live(code)
            if live is not None:
                with suppress(StoreFailed):  # somebody else has, or the next look will
                    await live.start()

    async def _see_to(self, tournament: Tournament, running: Round, revision: int) -> None:
        """Start what was not started, and end the round once nobody plays any more."""
        house, codes = self._house, [table.code for table in running.tables]
        statuses = await house.storage.table_statuses(codes)
        await self._start([code for code in codes if statuses.get(code) == "gathering"])
        if any(statuses.get(code, "over") != "over" for code in codes):
            return
        scores: dict[str, list[int]] = {}
        for seat in await house.storage.played_seats(codes):
            scores.setdefault(seat.code, []).append(seat.score)
        for table in running.tables:
            table.scores = scores.get(table.code)
        running.ended = house.now()
        is_last = len(tournament.played) >= tournament.rounds
        tournament.status = "over" if is_last else "pausing"
        if not is_last and tournament.pause is not None:
            tournament.next_at = running.ended + tournament.pause
        await self._store(tournament, revision + 1)

    async def _close(self, tournament: Tournament, revision: int) -> None:
        """The tables of the round that runs, and then the tournament."""
        for table in tournament.played[-1].tables:
            live = await self._live(table.code)
            if live is not None:
                await live.change(house_changes.close)
        tournament.played.pop()
        tournament.status = "over"
        await self._store(tournament, revision + 1)


def _own(tournament: Tournament, who: str) -> Entrant:
    entrant = tournament.entrant_of(who)
    if entrant is None or entrant.left:
        raise TournamentRefused("you do not take part in this tournament: join it first")
    return entrant


def _check_host(tournament: Tournament, who: str) -> None:
    if tournament.host != who:
        raise NotHost("only the host can do that: ask them")
