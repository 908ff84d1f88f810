"""The bot in docs/protocol.md, as it stands there, plays whole games."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from hexdeck.core.registry import GAMES
from server.guest import QUICK, Guest, play_to_the_end
from server.house_process import HouseProcess

PROTOCOL = Path(__file__).parents[3] / "docs" / "protocol.md"
PROGRAM = PROTOCOL.read_text().split("```python\n")[1].split("```")[0]


def test_it_has_forty_lines() -> None:
    assert len(PROGRAM.splitlines()) <= 40


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_to_the_end(house: HouseProcess, game: str, tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(PROGRAM)
    guest = Guest(house.url)
    code = guest.new_table(game, players=3, options=QUICK[game], pace="instant")
    command, pipe = [sys.executable, str(program), house.url, code], subprocess.PIPE
    bot = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)
    try:
        wait_for_company(guest, code)
        guest.command(code, "start", level="novice")
        scores = asyncio.run(played(guest, code))
        out, errors = bot.communicate(timeout=30)
    finally:
        bot.kill()
        bot.communicate()
    assert errors == ""
    assert out == f"{scores}\n"


def wait_for_company(guest: Guest, code: str) -> None:
    end = time.monotonic() + 30
    while guest.look(code)["table"]["seats"][1]["kind"] != "person":
        assert time.monotonic() < end, "the bot does not come"
        time.sleep(0.05)


async def played(guest: Guest, code: str) -> list[int]:
    async with guest.at(code) as client:
        await play_to_the_end(client, Random(1))
        assert client.table is not None
        return client.table.scores or []
