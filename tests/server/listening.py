"""People who listen at a table within this process, and all that they are told."""

from typing import Any

from msgspec.json import decode

from hexdeck.core.registry import GAMES
from hexdeck.server.base.messages import Hello
from hexdeck.server.store.documents import Chair, Document
from hexdeck.server.tables.live_table import LiveTable
from hexdeck.server.tables.outbox import Outbox
from server.guest import QUICK

CODE = "K7Q-M3X-HPA"


class Listener:
    """Somebody at a table in one of the houses, and all that they are told."""

    def __init__(self, live: LiveTable, who: str) -> None:
        self.live, self.who = live, who
        self.told: list[bytes] = []

    async def listen(self, hello: Hello | None = None) -> None:
        async def never() -> list[bytes]:
            raise AssertionError("everybody keeps up here")

        self.outbox = Outbox(never, write=self.hear)
        await self.live.join(self.outbox, self.who, hello or Hello(1))

    def leave(self) -> None:
        self.live.leave(self.outbox)

    def hear(self, message: bytes) -> bool:
        self.told.append(message)
        return True

    def all(self) -> list[dict[str, Any]]:
        return [decode(message) for message in self.told]

    def heard(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.all() if message["type"] == kind]


def people_at(game: str) -> Document:
    players = GAMES[game].players[0]
    chairs = [Chair("person", f"p{seat}", f"Person {seat}") for seat in range(players)]
    return Document(CODE, game, GAMES[game].complete(QUICK[game]), chairs, "p0")
