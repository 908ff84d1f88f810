"""Invitations to people with whom somebody has played: sent, seen, declined, taken back."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from hexdeck.server.base.refusals import PEOPLE_SECONDS, NotYet, TableRefused, TooMuch
from hexdeck.server.people.people import People
from hexdeck.server.results.past_games import companion, handle_for
from hexdeck.server.store.documents import Document, read_document
from hexdeck.server.store.protocol import Invitation, Storage

INVITATION_SECONDS: Final = 12 * 3600.0  # that one lasts, and after a no, that nobody asks again
MOST_INVITED: Final = 20  # people at the same time, by one


class ReceivedInvitation(Struct):
    """Somebody asks you to their table."""

    companion: str  # who asks, by the id that is good for you alone
    name: str
    picture: str
    code: str
    game: str
    players: int
    free: int  # seats
    at: float


class SentInvitation(Struct):
    companion: str  # who is asked
    code: str
    at: float
    declined: bool


class Invitations:
    def __init__(self, storage: Storage, people: People, now: Callable[[], float]) -> None:
        self._storage = storage
        self._people = people
        self._now = now

    async def send(self, who: str, handle: str, document: Document) -> SentInvitation:
        """Ask a companion to a table at which one sits, or say why not."""
        other = (await companion(self._storage, who, handle)).who
        document.own_seat(who)
        if document.status != "gathering":
            raise TableRefused("the game has started: invite them to the next one")
        if document.seat_of(other) is not None:
            raise TableRefused("they sit at this table already: look who is there")
        if not document.open_seats():
            raise TableRefused("every seat is taken: make room, then invite")
        now = self._now()
        expiries = {one.who: one.expires for one in await self._storage.invitations_by(who, now)}
        if len(expiries.keys() - {other}) >= MOST_INVITED:
            raise TooMuch(
                "you have invited {most} people already: wait for their answers",
                most=MOST_INVITED,
                n=PEOPLE_SECONDS,
            )
        sent = Invitation(other, who, document.code, now, now + INVITATION_SECONDS)
        if not await self._storage.invite(sent):
            seconds = expiries.get(other, now) - now
            raise NotYet("they have said no for today: ask them again tomorrow", n=seconds)
        return SentInvitation(handle, document.code, now, declined=False)

    async def sent(self, who: str) -> list[SentInvitation]:
        """Those that last, the latest first."""
        return [
            SentInvitation(handle_for(who, one.who), one.code, one.at, one.declined)
            for one in await self._storage.invitations_by(who, self._now())
        ]

    async def received(self, who: str) -> list[ReceivedInvitation]:
        """Those that can be followed now: whoever asks still sits there, and a seat is free."""
        found = await self._storage.invitations_to(who, self._now())
        read = [(invitation, read_document(document)) for invitation, document in found]
        return [
            await self._received(invitation, document)
            for invitation, document in read
            if invitation.host in document.staying()
            and document.seat_of(who) is None
            and document.open_seats()
        ]

    async def _received(self, invitation: Invitation, document: Document) -> ReceivedInvitation:
        host = await self._people.profile(invitation.host)
        return ReceivedInvitation(
            handle_for(invitation.who, invitation.host),
            host.name,
            host.picture,
            document.code,
            document.game,
            len(document.chairs),
            len(document.open_seats()),
            invitation.at,
        )

    async def take_back(self, who: str, handle: str) -> None:
        await self._storage.take_back_invitation((await companion(self._storage, who, handle)).who, who)

    async def decline(self, who: str, handle: str) -> None:
        await self._storage.decline(who, (await companion(self._storage, who, handle)).who)

    async def welcome(self, who: str, handle: str, *, is_welcome: bool) -> None:
        """Whether invitations of a companion are shown from now on; they are not told."""
        other = (await companion(self._storage, who, handle)).who
        await self._storage.keep_welcome(who, other, is_welcome=is_welcome)

    async def unwelcome(self, who: str) -> list[str]:
        """Whose invitations are not shown, by the ids that are good for `who` alone."""
        return sorted(handle_for(who, other) for other in await self._storage.unwelcome_to(who))
