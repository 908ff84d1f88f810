"""Where somebody plays: a link of their own that always leads to their table, whichever it is."""

from collections.abc import Callable
from contextlib import suppress
from typing import Literal

from msgspec import Struct

from hexdeck.server.base.identity import new_code
from hexdeck.server.base.refusals import TableUnknown
from hexdeck.server.people.people import People
from hexdeck.server.store.protocol import Storage
from hexdeck.server.tables.live_table import LiveTable
from hexdeck.server.tables.tables import Tables


class Found(Struct):
    """Whom a link belongs to, and the table at which they are now; None while they are at none."""

    name: str
    picture: str
    you: bool  # it is your own link
    code: str | None
    game: str | None
    status: Literal["gathering", "playing"] | None


class Whereabouts:
    def __init__(self, storage: Storage, people: People, tables: Tables, now: Callable[[], float]) -> None:
        self._storage = storage
        self._people = people
        self._tables = tables
        self._now = now

    async def handle(self, who: str) -> str:
        """The end of somebody's link; made when they first ask for it."""
        found = await self._storage.handle_of(who)
        if found is None:
            await self._storage.make_handle(who, new_code(), self._now())
            found = await self._storage.handle_of(who)
        assert found is not None, "it was just stored"
        return found

    async def renew(self, who: str) -> str:
        """Another one; the link before leads nowhere."""
        fresh = new_code()
        await self._storage.renew_handle(who, fresh, self._now())
        return fresh

    async def find(self, owner: str, asker: str | None) -> Found:
        """As good as the link of the table itself: whoever has it may join, or look on."""
        profile = await self._people.profile(owner)
        found = Found(profile.name, profile.picture, owner == asker, None, None, None)
        live = await self._table_of(owner)
        if live is not None and live.document.status != "over":
            found.code, found.game, found.status = live.code, live.document.game, live.document.status
        return found

    async def _table_of(self, owner: str) -> LiveTable | None:
        """Where they are just now: first one that gathers, then one that plays; none for them alone."""
        own = [document for document, _ in await self._people.open_tables(owner)]
        documents = [document for document in own if not document.shares_cards]
        for document in sorted(documents, key=lambda one: one.status != "gathering"):
            with suppress(TableUnknown):  # it was closed meanwhile
                live = await self._tables.readable(document.code)
                if live is not None and await _is_here(live, owner):
                    return live
        return None


async def _is_here(live: LiveTable, who: str) -> bool:
    info, seat = await live.info(), live.document.seat_of(who)
    return seat is not None and info.seats[seat].presence == "here"
