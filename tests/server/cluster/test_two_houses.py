"""One table in the memory of two houses that share a store: it is one game, whoever is asked."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from hexdeck.core.registry import GAMES
from hexdeck.server.base.messages import Ack, Act, Start
from hexdeck.server.base.settings import Settings
from hexdeck.server.house import house as house_module
from hexdeck.server.house.house import House, house_at, house_in
from hexdeck.server.store.postgres import PostgresStorage
from hexdeck.server.store.postgres_format import CONNECTING, connected
from hexdeck.server.tables.live_table import LiveTable
from server.listening import CODE, Listener, people_at
from server.postgres_process import PostgresProcess
from server.proxy import Proxy

MOVES = 60


async def two_houses(data: Path, database: str) -> tuple[House, House]:
    """On one file, or in one database of PostgreSQL."""
    settings = Settings(data=data)
    if not database:
        return await house_at(settings), await house_at(settings)
    first, second = [await house_in(await PostgresStorage.open(database), settings) for _ in range(2)]
    return first, second


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


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_from_what_the_database_still_has(tmp_path: Path, database: str, game: str) -> None:
    """After a standby took over that was not in step: everybody is told where the game stands."""

    async def play() -> None:
        house = await house_in(await PostgresStorage.open(database), Settings(data=tmp_path))
        document = people_at(game)
        live = await house.new_table(document)
        listener = Listener(live, "p0")
        await listener.listen()
        await live.start()
        before = live.version
        await _act(live, "before")
        connection = await connected(database)
        await connection.execute("DELETE FROM changes WHERE version > $1", before)
        await connection.close()
        await _act(live, "as if that had never been")
        await _act(live, "after")
        stored = await house.storage.read_table(CODE)
        assert stored is not None
        revisions = [change.revision for change in stored.changes]
        assert revisions == list(range(1, len(revisions) + 1))
        told = [one["version"] for one in listener.all() if one["type"] in ("step", "snapshot")]
        back = told.index(before, told.index(before) + 1)
        assert told[back:] == list(range(before, live.version + 1))
        await house.close()

    asyncio.run(play())


async def _act(live: LiveTable, name: str) -> None:
    """Whoever is to move does what they may."""
    for who in live.document.people():
        view = (await live.look(who))[1]
        if view.seat in view.to_move:
            await live.command(who, Act(name, live.document.rules.action_name(view.actions[0])))
            return
    raise AssertionError("somebody is to move")


def test_a_house_closes_although_its_database_does_not_answer(
    tmp_path: Path, postgres: PostgresProcess, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for a command is not told that it is done."""
    monkeypatch.setattr(house_module, "CLOSING_SECONDS", 0.1)
    monkeypatch.setitem(CONNECTING, "command_timeout", 1.0)
    monkeypatch.setitem(CONNECTING, "timeout", 1.0)

    async def play() -> None:
        async with Proxy(postgres.socket) as line:
            url = f"postgresql://hexdeck@127.0.0.1:{line.port}/{PostgresProcess.name_of(database)}"
            house = await house_in(await PostgresStorage.open(url), Settings(data=tmp_path))
            live = await house.new_table(people_at("voodoo_prince"))
            line.freeze()
            asked = asyncio.create_task(live.command("p0", Start("c1")))
            await asyncio.sleep(0)
            async with asyncio.timeout(30):
                await house.close()
            [answer] = await asyncio.gather(asked, return_exceptions=True)
            assert not isinstance(answer, Ack)

    asyncio.run(play())
