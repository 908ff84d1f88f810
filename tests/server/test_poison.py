"""Tables made to be slow to read: everybody else goes on while one is resumed."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from hexdeck.games import GAMES
from hexdeck.record import new_header
from hexdeck.server.house import House, house_at
from hexdeck.server.live.documents import Chair, Document
from hexdeck.server.ops.settings import Settings
from hexdeck.server.storage.protocol import NewTable, TableChange
from hexdeck.table import Table
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
