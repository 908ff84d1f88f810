"""One table in the memory of two houses that share a store: it is one game, whoever is asked."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from msgspec.json import decode

from hexdeck.games import GAMES
from hexdeck.server.house import House, house_at, house_in
from hexdeck.server.live.documents import Chair, Document
from hexdeck.server.live.live_table import LiveTable
from hexdeck.server.live.outbox import Outbox
from hexdeck.server.ops.settings import Settings
from hexdeck.server.protocol import Ack, Act, Hello
from hexdeck.server.storage.postgres import PostgresStorage
from server.guest import QUICK

CODE = "K7Q-M3X-HPA"
MOVES = 60


class Listener:
    """Somebody at a table in one of the houses, and all that they are told."""

    def __init__(self, live: LiveTable, who: str) -> None:
        self.live, self.who = live, who
        self.told: list[bytes] = []

    async def listen(self) -> None:
        async def never() -> list[bytes]:
            raise AssertionError("everybody keeps up here")

        await self.live.join(Outbox(never, write=self.hear), self.who, Hello(1))

    def hear(self, message: bytes) -> bool:
        self.told.append(message)
        return True

    def heard(self, kind: str) -> list[dict[str, object]]:
        messages: list[dict[str, object]] = [decode(message) for message in self.told]
        return [message for message in messages if message["type"] == kind]


async def two_houses(data: Path, database: str) -> tuple[House, House]:
    """On one file, or in one database of PostgreSQL."""
    settings = Settings(data=data)
    if not database:
        return await house_at(settings), await house_at(settings)
    first, second = [await house_in(await PostgresStorage.open(database), settings) for _ in range(2)]
    return first, second


def people_at(game: str) -> Document:
    players = GAMES[game].players[0]
    chairs = [Chair("person", f"p{seat}", f"Person {seat}") for seat in range(players)]
    return Document(CODE, game, GAMES[game].complete(QUICK[game]), chairs, "p0")


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_in_both_at_once(
    request: pytest.FixtureRequest, tmp_path: Path, game: str, engine: str
) -> None:
    """Whoever comes second reads on first; everybody is told every step, in order, wherever they listen."""
    database = request.getfixturevalue("database") if engine == "postgres" else ""

    async def play() -> None:
        houses = await two_houses(tmp_path, database)
        document, rng = people_at(game), Random(1)
        people = [f"p{seat}" for seat in range(len(document.chairs))]
        tables = [await houses[0].new_table(document), await houses[1].tables.table(CODE)]
        listeners = [Listener(live, who) for live in tables for who in [*people, "a stranger"]]
        for listener in listeners:
            await listener.listen()
        await tables[0].start()
        await tables[1].read_on()
        for number in range(MOVES):
            here, there = rng.sample(tables, 2)  # what happened last may be unknown here
            choices = [(who, action) for who in people for action in (await here.look(who))[1].actions]
            if not choices:
                break
            who, action = rng.choice(choices)
            command = Act(f"c{number}", document.rules.action_name(action))
            answer = await here.command(who, command)
            assert await here.command(who, command) == answer
            if isinstance(answer, Ack):
                assert isinstance(await there.command(who, command), Ack)
            else:
                assert answer.code.startswith("action.")  # it was done meanwhile, or cannot be any more
        for live in tables:
            await live.read_on()
        assert tables[0].version == tables[1].version > 5
        views = [await live.look_over(listener.who) for listener in listeners for live in tables]
        for first, second in zip(views[::2], views[1::2], strict=True):
            assert (first["version"], first["view"], first["you"].seat) == (
                second["version"],
                second["view"],
                second["you"].seat,
            )
        for listener in listeners:
            versions = [message["version"] for message in listener.heard("step")]
            assert versions == list(range(1, tables[0].version + 1))
        for house in houses:
            await house.close()

    asyncio.run(play())
