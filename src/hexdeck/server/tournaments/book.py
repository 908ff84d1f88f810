"""All tournaments as they are stored: made, read, and changed one after the other."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from random import random
from secrets import token_bytes
from typing import Final, Protocol, TypeVar

from hexdeck.core.chance import SEED_BYTES
from hexdeck.server.base.fair_queue import Requester
from hexdeck.server.base.identity import new_code, read_code
from hexdeck.server.base.refusals import Outdated, TournamentUnknown
from hexdeck.server.people.origins import Origins
from hexdeck.server.store.protocol import NewTable, Storage, TournamentChange
from hexdeck.server.tournaments.admission import hashed_word
from hexdeck.server.tournaments.documents import Tournament, read_tournament
from hexdeck.server.tournaments.presenter import OwnTournament, own_tournament, running_codes
from hexdeck.server.tournaments.rounds import MOST_ROUNDS

T = TypeVar("T")

TRIES: Final = 20  # of a change while other processes change the same tournament
PAUSE_SECONDS: Final = 0.02  # between two of them, more or less: else both would try again at once


class BookServices(Protocol):
    """Where it stands."""

    storage: Storage
    origins: Origins
    now: Callable[[], float]

    async def run_in_process(
        self, requester: Requester, kind: str, work: Callable[..., T], *about: object
    ) -> T: ...


class Book:
    def __init__(self, services: BookServices) -> None:
        self._services = services
        self._turn = asyncio.Lock()

    async def make(self, tournament: Tournament, word: str | None = None) -> None:
        """With seeds for all rounds, before anybody has joined; `word` is the one that players must know."""
        if tournament.system == "round_robin":
            tournament.rounds = MOST_ROUNDS  # until it is known how many meet
        tournament.code = new_code()
        if word is not None:
            tournament.word = await self.hashed(tournament.host, tournament.code, word)
        tournament.seeds = [token_bytes(SEED_BYTES).hex() for _ in range(tournament.rounds)]
        await self._store(tournament, 1)

    async def hashed(self, who: str, code: str, word: str) -> str:
        """Return a word as it is stored, worked out in a turn of the person who names it."""
        requester = Requester(self._services.origins.of(who) or who, who, code)
        return await self._services.run_in_process(requester, "words", hashed_word, code, word)

    async def read(self, typed: str) -> Tournament:
        return (await self._read(read_code(typed)))[0]

    async def is_there(self, typed: str) -> bool:
        return await self._services.storage.read_tournament(read_code(typed)) is not None

    async def _read(self, code: str) -> tuple[Tournament, int]:
        stored = await self._services.storage.read_tournament(code)
        if stored is None:
            raise TournamentUnknown(
                f"no tournament is called {code!r}: check the code, or make one of your own"
            )
        return read_tournament(stored.document), stored.revision

    async def _store(self, tournament: Tournament, revision: int, tables: Sequence[NewTable] = ()) -> None:
        if tournament.status == "over":
            tournament.forget_origins()
        await self._services.storage.change_tournament(
            TournamentChange(
                tournament.code,
                revision,
                tournament.written(),
                tournament.kept_as,
                self._services.now(),
                tournament.people(),
                tables,
            )
        )

    async def _change(self, code: str, how: Callable[[Tournament], T]) -> T:
        async def change() -> T:
            tournament, revision = await self._read(code)
            before = tournament.written()
            found = how(tournament)
            if tournament.written() != before:
                await self._store(tournament, revision + 1)
            return found

        return await self._in_turn(change)

    async def _in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        """One after the other here, and as if it had come after whatever other processes have changed."""
        for _ in range(TRIES - 1):
            with suppress(Outdated):
                async with self._turn:
                    return await work()
            await asyncio.sleep(PAUSE_SECONDS * random())
        async with self._turn:
            return await work()

    # Of one person.

    async def all_of(self, who: str) -> list[Tournament]:
        """Where somebody takes part or is the host, the latest first."""
        return [read_tournament(document) for document in await self._services.storage.tournaments_of(who)]

    async def open_ones(self, who: str) -> list[Tournament]:
        return [one for one in await self.all_of(who) if one.status != "over" and one.concerns(who)]

    async def own_ones(self, who: str) -> list[OwnTournament]:
        """That are not over, and where somebody plays now."""
        found = await self.open_ones(who)
        codes = [code for one in found for code in running_codes(one)]
        statuses = await self._services.storage.table_statuses(codes) if codes else {}
        return [own_tournament(one, who, statuses) for one in found]

    async def export(self, who: str) -> dict[str, object]:
        """What is kept of somebody here; what they have played is among their results."""
        return {
            "tournaments": [
                {
                    "code": one.code,
                    "name": one.name,
                    "host": one.host == who,
                    "number": entrant.number if (entrant := one.entrant_of(who)) else None,
                }
                for one in await self.all_of(who)
            ]
        }
