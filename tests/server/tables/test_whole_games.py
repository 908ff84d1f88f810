"""Whole games over real sockets against the bots of a real server."""

import asyncio
from random import Random

import pytest

from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.verify import verify
from server.guest import Guest, play_to_the_end
from server.house_process import HouseProcess

ENGINES = ("sqlite", "postgres")

SMALLEST_AND_LARGEST = [
    pytest.param(name, players, id=f"{name}-{players}")
    for name, game in GAMES.items()
    for players in (game.players[0], game.players[-1])
]


@pytest.mark.parametrize(("game", "players"), SMALLEST_AND_LARGEST)
def test_a_person_plays_with_bots_to_the_end(house: HouseProcess, game: str, players: int) -> None:
    guest = Guest(house.url)
    code = guest.play_now(game, players)

    async def play() -> list[int]:
        async with guest.at(code) as client:
            assert await play_to_the_end(client, Random(1)) > 0
            assert client.table is not None
            return client.table.scores or []

    scores = asyncio.run(play())
    record = read(guest.get(f"/api/tables/{code}/record").text)
    assert record.result == tuple(scores)
    assert verify(record).is_proved
