"""What is kept of people who know each other: invitations, and the links that lead to somebody's table."""

from collections.abc import Sequence
from typing import Any, Final

from hexdeck.server.store.protocol import Invitation
from hexdeck.server.store.statements import Statements

_INVITATION: Final = "who, host, code, at, expires, declined"
_INVITE: Final = f"""
INSERT INTO invitations ({_INVITATION}) VALUES ($1, $2, $3, $4, $5, 0)
ON CONFLICT (who, host) DO UPDATE SET code = $3, at = $4, expires = $5, declined = 0
    WHERE invitations.declined = 0 OR invitations.expires <= $4
RETURNING who
"""
_RECEIVED: Final = f"""
SELECT {_INVITATION}, document FROM invitations JOIN tables USING (code)
WHERE who = $1 AND expires > $2 AND declined = 0 AND status = 'gathering'
    AND NOT EXISTS (SELECT 1 FROM unwelcome WHERE unwelcome.who = $1 AND other = host)
ORDER BY at DESC, host
"""
_SENT: Final = f"SELECT {_INVITATION} FROM invitations WHERE host = $1 AND expires > $2 ORDER BY at DESC, who"
_DECLINE: Final = "UPDATE invitations SET declined = 1 WHERE who = $1 AND host = $2 RETURNING who"
_TAKE_BACK: Final = "DELETE FROM invitations WHERE who = $1 AND host = $2 AND declined = 0 RETURNING who"
_TURN_AWAY: Final = "INSERT INTO unwelcome (who, other) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING who"
_WELCOME: Final = "DELETE FROM unwelcome WHERE who = $1 AND other = $2 RETURNING who"
_KEEP_HANDLE: Final = "INSERT INTO handles (who, handle, at) VALUES ($1, $2, $3) ON CONFLICT (who) DO"

FORGET: Final = (  # $1 is a person
    "DELETE FROM invitations WHERE who = $1 OR host = $1",
    "DELETE FROM unwelcome WHERE who = $1 OR other = $1",
    "DELETE FROM handles WHERE who = $1",
)
CLEAR_INVITATIONS: Final = "DELETE FROM invitations WHERE expires < $1"
CLEAR_HANDLES: Final = (  # of visitors who never sat down
    "DELETE FROM handles WHERE at < $1 AND who NOT IN (SELECT who FROM sittings)"
    " AND who NOT IN (SELECT who FROM results)"
)


class Acquaintances(Statements):
    """The part of a store that keeps them."""

    async def invite(self, invitation: Invitation) -> bool:
        return bool(await self._done(_INVITE, *invitation[:-1]))

    async def invitations_to(self, who: str, now: float) -> list[tuple[Invitation, bytes]]:
        found = await self._looked_up(_RECEIVED, who, now)
        return [(_invitation(row), bytes(document)) for *row, document in found]

    async def invitations_by(self, host: str, now: float) -> list[Invitation]:
        return [_invitation(row) for row in await self._looked_up(_SENT, host, now)]

    async def decline(self, who: str, host: str) -> None:
        await self._done(_DECLINE, who, host)

    async def take_back_invitation(self, who: str, host: str) -> None:
        await self._done(_TAKE_BACK, who, host)

    async def keep_welcome(self, who: str, other: str, *, is_welcome: bool) -> None:
        await self._done(_WELCOME if is_welcome else _TURN_AWAY, who, other)

    async def unwelcome_to(self, who: str) -> set[str]:
        found = await self._looked_up("SELECT other FROM unwelcome WHERE who = $1", who)
        return {other for (other,) in found}

    async def handle_of(self, who: str) -> str | None:
        found = await self._looked_up("SELECT handle FROM handles WHERE who = $1", who)
        return str(found[0][0]) if found else None

    async def make_handle(self, who: str, handle: str, at: float) -> None:
        await self._done(f"{_KEEP_HANDLE} NOTHING RETURNING who", who, handle, at)

    async def renew_handle(self, who: str, handle: str, at: float) -> None:
        await self._done(f"{_KEEP_HANDLE} UPDATE SET handle = $2, at = $3 RETURNING who", who, handle, at)

    async def owner_of(self, handle: str) -> str | None:
        found = await self._looked_up("SELECT who FROM handles WHERE handle = $1", handle)
        return str(found[0][0]) if found else None


def _invitation(row: Sequence[Any]) -> Invitation:
    who, host, code, at, expires, declined = row
    return Invitation(who, host, code, at, expires, bool(declined))
