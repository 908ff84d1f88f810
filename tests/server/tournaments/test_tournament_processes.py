"""Two processes look after the same tournament: every round is made once, and goes on without anybody."""

import asyncio

from hexdeck.server.base.refusals import TournamentRefused
from hexdeck.server.house.house import House
from hexdeck.server.tournaments.documents import Stage, Tournament
from server.among_others import PATIENCE, two_houses
from server.redis_process import RedisProcess


async def until_over(house: House, code: str) -> Tournament:
    async with asyncio.timeout(PATIENCE):
        while (tournament := await house.tournaments.read(code)).status != "over":
            await asyncio.sleep(0.05)
        return tournament


def test_two_processes_make_every_round_once(database: str, redis: RedisProcess) -> None:
    """Nobody comes to the tables: bots stand in when the time of those who are away is up."""

    async def play() -> None:
        async with two_houses(database, redis) as houses:
            first, second = houses
            stage = Stage("voodoo_prince", 2, {"rounds": 1, "variant": "prince"})
            tournament = Tournament("", "Friday", "p0", [stage], 2, [], pace="instant", pause=0.0)
            await first.tournaments.make(tournament)
            code = tournament.code
            for number in range(4):
                house = houses[number % 2]
                await house.tournaments.join(code, await house.people.profile(f"p{number}"))
            begun = await asyncio.gather(
                *(house.tournaments.start(code, "p0") for house in houses), return_exceptions=True
            )
            assert sum(one is None for one in begun) == 1
            [refused] = [one for one in begun if one is not None]
            assert isinstance(refused, TournamentRefused)
            over = await until_over(second, code)
            tables = [table for one in over.played for table in one.tables]
            assert len(over.played) == 2
            assert len({table.code for table in tables}) == 4
            assert all(table.scores for table in tables)
            stored = {line.code for line in await first.storage.list_tables()}
            assert stored == {table.code for table in tables}, "no table was made for nothing"

    asyncio.run(play())


def test_what_several_change_at_once_is_all_there(database: str, redis: RedisProcess) -> None:
    async def play() -> None:
        async with two_houses(database, redis) as houses:
            tournament = Tournament("", "Friday", "p0", [Stage("voodoo", 3, {})], 1, [])
            await houses[0].tournaments.make(tournament)
            code, people = tournament.code, [f"p{number}" for number in range(12)]
            profiles = [await houses[0].people.profile(who) for who in people]
            await asyncio.gather(
                *(houses[at % 2].tournaments.join(code, one) for at, one in enumerate(profiles))
            )
            found = await houses[1].tournaments.read(code)
            assert sorted(one.who or "" for one in found.entrants) == sorted(people)
            assert [one.number for one in found.entrants] == list(range(1, 13))

    asyncio.run(play())
