"""The deal of the day and the clock: midnight, what is told when, the archive, and processes side by side."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import decode

from hexdeck.core.record import Acted
from hexdeck.core.registry import GAMES
from hexdeck.core.verify import verify
from hexdeck.server.base.messages import Ack, Act, Stand
from hexdeck.server.base.refusals import TableRefused
from hexdeck.server.base.settings import Settings
from hexdeck.server.daily.calendar import day_of
from hexdeck.server.daily.stories import DayStory, Share, ToldTurn, compared
from hexdeck.server.house.house import House, house_at
from hexdeck.server.tables.live_table import LiveTable
from server.among_others import PATIENCE, two_houses
from server.days import wait_out_midnight
from server.inside import Inside
from server.redis_process import RedisProcess

NOON = 1_794_916_800.0  # 17 November 2026, 12:00 UTC
MIDNIGHT = NOON + 12 * 3600
DAY = "2026-11-17"


def in_a_house(data: Path, visit: Callable[[Inside], Awaitable[None]]) -> None:
    """Real bots, and a clock that the test sets."""

    async def live() -> None:
        house = await house_at(Settings(data=data, pace=0.0, allowed_hosts="house"))
        bots = house.bots.thinker
        inside = Inside(house)
        house.bots.thinker = bots
        inside.time = NOON
        try:
            await visit(inside)
        finally:
            await inside.close()

    asyncio.run(live())


async def asked(inside: Inside, path: str, who: str = "pMarie") -> Any:
    whole = await inside.ask("GET", path, inside.token(who))
    return decode(whole[whole.index(b"{") :])


async def over(house: House, live: LiveTable, who: str = "pMarie") -> None:
    """A bot plays it to the end."""
    await live.command(who, Stand("stand"))
    house.wake(live.code)
    async with asyncio.timeout(PATIENCE):
        while (await live.info()).status != "over":
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_promised_is_dealt_told_when_the_day_is_over_and_proved(tmp_path: Path, game: str) -> None:
    async def visit(inside: Inside) -> None:
        inside.time -= 86_400
        yesterday = await asked(inside, "/api/day")
        inside.time += 86_400
        now = await asked(inside, "/api/day")
        [promise] = [one["commitment"] for one in yesterday["tomorrow"] if one["game"] == game]
        assert [one["commitment"] for one in now["deals"] if one["game"] == game] == [promise]

        live = await inside.house.play_day("pMarie", DAY, game, "instant", "here")
        await over(inside.house, live)
        record = await live.finished_record()
        assert record is not None
        assert (record.header.commitment, record.header.salts, record.seed) == (promise, (), None)

        inside.time = MIDNIGHT + 3599
        assert (await asked(inside, f"/api/day/{DAY}/{game}"))["deal"]["seed"] is None
        inside.time = MIDNIGHT + 3600
        seed = (await asked(inside, f"/api/day/{DAY}/{game}"))["deal"]["seed"]
        assert sha256(bytes.fromhex(seed)).hexdigest() == promise
        record = await live.finished_record()
        assert record is not None
        assert verify(record).is_proved

    in_a_house(tmp_path, visit)


def test_whoever_begins_before_midnight_plays_for_that_day(tmp_path: Path) -> None:
    async def visit(inside: Inside) -> None:
        house = inside.house
        inside.time = MIDNIGHT - 1
        live = await house.play_day("pMarie", DAY, "voodoo_prince", "instant", "here")
        late = await house.play_day("pLukas", DAY, "voodoo_prince", "instant", "here")
        inside.time = MIDNIGHT
        assert [deal["day"] for deal in (await asked(inside, "/api/day"))["deals"]] == ["2026-11-18"] * 4
        assert (await asked(inside, "/api/day"))["archive"][0]["day"] == "2026-11-16"
        with pytest.raises(TableRefused, match="that day is over: play the deal of today"):
            await house.play_day("pNina", DAY, "voodoo_prince", "instant", "here")

        await over(house, live)
        found = await asked(inside, f"/api/day/{DAY}/voodoo_prince")
        assert (found["deal"]["state"], found["results"]["finished"]) == ("over", 1)

        inside.time = MIDNIGHT + 3600  # now the cards are known
        await over(house, late, "pLukas")
        found = await asked(inside, f"/api/day/{DAY}/voodoo_prince", "pLukas")
        assert (found["deal"]["state"], found["results"]["finished"]) == ("new", 1)
        assert found["results"]["turns"] == []

    in_a_house(tmp_path, visit)


def test_a_past_day_is_played_for_practice_as_often_as_one_likes(tmp_path: Path) -> None:
    async def visit(inside: Inside) -> None:
        house, past = inside.house, "2026-11-01"
        tables = [await house.play_day("pMarie", past, "voodoo_prince", "instant", "here") for _ in "ab"]
        assert tables[0].code != tables[1].code
        assert tables[0].seed == tables[1].seed == house.deals.seed(past, "voodoo_prince")
        for live in tables:
            assert (live.document.day, live.document.practice) == (past, True)
            live.check_onlooker("pLukas")
            await over(house, live)
        first, second = [await live.finished_record() for live in tables]
        assert first is not None
        assert second is not None
        assert first.steps == second.steps
        assert verify(first).is_proved

        found = await asked(inside, f"/api/day/{past}/voodoo_prince")
        assert (found["deal"]["state"], found["results"]["finished"]) == ("new", 0)
        assert (await asked(inside, "/api/me/games"))["games"] == []

    in_a_house(tmp_path, visit)


def test_old_days_are_swept(tmp_path: Path) -> None:
    async def visit(inside: Inside) -> None:
        house = inside.house
        live = await house.play_day("pMarie", DAY, "voodoo_prince", "instant", "here")
        await over(house, live)
        inside.time = NOON + 30 * 86_400
        await house.sweeper.clear_out()
        assert [one.day for one in await house.storage.tries_of("pMarie")] == [DAY]
        assert (await asked(inside, "/api/day"))["archive"][-1] == {"day": DAY, "scores": {
            "voodoo_prince": (await house.storage.tries_of("pMarie"))[0].score
        }}  # fmt: skip
        inside.time += 86_400
        await house.sweeper.clear_out()
        assert await house.storage.tries_of("pMarie") == []

    in_a_house(tmp_path, visit)


def test_two_processes_of_a_house_give_one_try(database: str, redis: RedisProcess) -> None:
    wait_out_midnight()

    async def play() -> None:
        async with two_houses(database, redis) as houses:
            day = asyncio.gather(
                *(
                    house.play_day("pMarie", day_of(house.now()), "voodoo", "instant", "here")
                    for house in houses * 2
                )
            )
            assert len({live.code for live in await day}) == 1
            assert houses[0].deals.commitment(DAY, "voodoo") == houses[1].deals.commitment(DAY, "voodoo")

    asyncio.run(play())


async def play_at(houses: Sequence[House], chosen: Sequence[str], who: str, game: str) -> LiveTable:
    """Each choice by way of another process: the first that there is, where none is given any more."""
    live = await houses[0].play_day(who, day_of(houses[0].now()), game, "instant", who)
    tables = [await house.tables.table(live.code) for house in houses]
    left, number = list(chosen), 0
    async with asyncio.timeout(60):
        while (await live.look(who))[0].table.status != "over":
            here = tables[number % len(tables)]
            _, view = await here.look(who)
            if 0 not in view.to_move:
                await asyncio.sleep(0.005)
                continue
            number += 1
            action = left[0] if left else live.document.rules.action_name(view.actions[0])
            if isinstance(await here.command(who, Act(f"{who} {number}", action)), Ack) and left:
                del left[0]
    return live


@pytest.mark.parametrize("game", ["skull_queen", "voodoo"])
def test_bots_answer_alike_whichever_process_somebody_plays_by(
    database: str, redis: RedisProcess, game: str
) -> None:
    """All choose at once in the one, and bots act out of turn in the other."""
    wait_out_midnight()

    async def play() -> None:
        async with two_houses(database, redis) as houses:
            first = await (await play_at(houses[:1], [], "pMarie", game)).finished_record()
            assert first is not None
            own = [step for step in first.steps if isinstance(step, Acted) and step.seat == 0]
            chosen = [first.header.game.action_name(step.action) for step in own]
            second = await (await play_at(houses, chosen, "pLukas", game)).finished_record()
            assert second is not None
            assert second.steps == first.steps

    asyncio.run(play())


def test_choices_are_compared_only_where_people_stood_before_the_same() -> None:
    marie = DayStory([ToldTurn(1, "same", "b5"), ToldTurn(9, "hers", "b7")])
    lukas = DayStory([ToldTurn(1, "same", "r3"), ToldTurn(9, "his", "b7")])
    nina = DayStory([ToldTurn(1, "same", "b5")], helped=True)
    turns = compared(marie, [marie, lukas, nina])
    assert [(turn.step, turn.action) for turn in turns] == [(1, "b5"), (9, "b7")]
    assert turns[0].shares == [Share("b5", 2), Share("r3", 1)]
    assert turns[1].shares == [Share("b7", 1)]
