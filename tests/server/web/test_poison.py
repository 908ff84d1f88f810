"""Tables made to be slow to read: everybody else goes on while one is resumed."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from hexdeck.core.record import new_header
from hexdeck.core.registry import GAMES
from hexdeck.core.table import Table
from hexdeck.server.base.fair_queue import Requester
from hexdeck.server.base.identity import new_code
from hexdeck.server.base.refusals import TooMuch
from hexdeck.server.base.settings import Settings
from hexdeck.server.house.house import House, house_at
from hexdeck.server.store.documents import Chair, Document
from hexdeck.server.store.protocol import NewTable, StoredTable, TableChange
from hexdeck.server.tables.tables import LOADS, RESUMERS
from server.guest import QUICK

CODE = "AAA-BBB-CCC"
SEED = bytes(range(32))


async def _store_long_game(house: House, game: str) -> int:
    """One that is nearly over; the number of its steps."""
    players = GAMES[game].players[-1]
    chairs = [Chair("person", f"p{seat}", f"Person {seat}") for seat in range(players)]
    document = Document(CODE, game, GAMES[game].complete(QUICK[game]), chairs, "p0", status="playing")
    header = new_header(document.rules, document.record_players(), document.options, seed=SEED, secret=True)
    lines: list[str] = []
    table, rng = Table(header, SEED, lines.append), Random(1)
    table.open()
    while not table.is_over:
        seat = table.to_move()[0]
        table.submit(seat, rng.choice(table.view(seat).actions))
    await house.storage.make_table(NewTable(CODE, document.kept(), SEED, house.now()))
    change = TableChange(CODE, 1, lines[:-3], total=len(lines) - 3, at=house.now(), header=header.text())
    await house.storage.change_table(change)
    return change.total


@pytest.mark.parametrize("game", GAMES)
def test_the_loop_turns_while_a_game_is_resumed(tmp_path: Path, game: str) -> None:
    async def turns_meanwhile() -> tuple[int, int, int]:
        house = await house_at(Settings(data=tmp_path))
        steps = await _store_long_game(house, game)
        resumed = asyncio.gather(*(house.tables.table(CODE) for _ in range(3)))
        turns = 0
        while not resumed.done():
            turns += 1
            await asyncio.sleep(0)
        first, second, third = await resumed
        assert first is second is third
        await house.close()
        return steps, first.version, turns

    steps, version, turns = asyncio.run(turns_meanwhile())
    assert version == steps
    assert turns > 5  # four, where it is resumed on the loop; on a busy machine not many more


@pytest.mark.parametrize("game", GAMES)
def test_tables_are_loaded_in_fair_turns_and_too_many_that_wait_are_refused(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address that wants many tables keeps another one waiting for none of them, not even for its own."""

    async def play() -> None:
        house = await house_at(Settings(data=tmp_path))
        await _store_long_game(house, game)
        codes = [new_code() for _ in range(LOADS.address)]
        for code in codes:
            document = Document(code, game, GAMES[game].complete({}), [], host="p")
            await house.storage.make_table(NewTable(document.code, document.kept(), SEED, house.now()))
        tables, loaded = house.tables, list[str]()
        read_table = house.storage.read_table

        async def noted(code: str) -> StoredTable | None:
            loaded.append(code)
            return await read_table(code)

        monkeypatch.setattr(house.storage, "read_table", noted)
        async with AsyncExitStack() as stack:
            for _ in range(RESUMERS):
                await stack.enter_async_context(tables.queue.turn(Requester("another")))
            greedy = [
                asyncio.create_task(tables.table(code, Requester("greedy", f"p{number // LOADS.person}")))
                for number, code in enumerate([*codes[1:], CODE])
            ]
            while tables.queue.waiting < LOADS.address:
                await asyncio.sleep(0.001)
            with pytest.raises(TooMuch, match="too many requests from here wait already"):
                await tables.table(codes[0], Requester("greedy", "one more"))
            honest = asyncio.create_task(tables.table(CODE, Requester("honest", "marie")))
            while tables.queue.waiting < LOADS.address + 1:
                await asyncio.sleep(0.001)
        found = await honest
        assert loaded.index(CODE) <= RESUMERS
        assert (await asyncio.gather(*greedy))[-1] is found is await tables.table(CODE)
        await house.close()

    asyncio.run(play())
