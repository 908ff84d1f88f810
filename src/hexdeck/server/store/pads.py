"""Score pads that several phones share: a text that the store does not read, and how often it was changed."""

from typing import Final

from hexdeck.server.store.protocol import Pad
from hexdeck.server.store.statements import Statements

_MAKE: Final = """
INSERT INTO pads (code, game, revision, document, expires) VALUES ($1, $2, 1, $3, $4) RETURNING code
"""
_WRITE: Final = """
UPDATE pads SET revision = revision + 1, document = $3, expires = $4 WHERE code = $1 AND revision = $2
RETURNING revision
"""
CLEAR_PADS: Final = "DELETE FROM pads WHERE expires < $1"


class Pads(Statements):
    """The part of a store that keeps them."""

    async def make_pad(self, code: str, game: str, document: str, expires: float) -> None:
        await self._done(_MAKE, code, game, document, expires)

    async def read_pad(self, code: str, now: float) -> Pad | None:
        sql = "SELECT game, revision, document FROM pads WHERE code = $1 AND expires > $2"
        found = await self._looked_up(sql, code, now)
        return Pad(*found[0]) if found else None

    async def write_pad(self, code: str, revision: int, document: str, expires: float) -> bool:
        return bool(await self._done(_WRITE, code, revision, document, expires))
