"""Real processes on one PostgreSQL and one Redis: people play across them, and go on when one is gone."""

import asyncio
import json
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import httpx
import pytest

from hexdeck.cli import main
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.verify import verify
from hexdeck.server.client import Client
from server.guest import QUICK, Guest, play_to_the_end
from server.house_process import HouseProcess, open_house
from server.postgres_process import PostgresProcess
from server.redis_process import needs_redis, redis_running

pytestmark = needs_redis
SERVER_PAGE = (Path(__file__).parents[3] / "docs" / "server.md").read_text()


@contextmanager
def two_houses(data: Path, postgres: PostgresProcess) -> Iterator[list[HouseProcess]]:
    with ExitStack() as stack:
        redis = stack.enter_context(redis_running())
        flags = ("--database", postgres.new_database(), "--bus", redis.url)
        yield [
            stack.enter_context(open_house(data / name, "--name", name, *flags)) for name in ("one", "two")
        ]


@pytest.fixture(scope="module")
def houses(
    tmp_path_factory: pytest.TempPathFactory, postgres: PostgresProcess
) -> Iterator[list[HouseProcess]]:
    with two_houses(tmp_path_factory.mktemp("many"), postgres) as houses:
        yield houses


def test_each_process_says_which_it_is_and_what_it_reaches(houses: list[HouseProcess]) -> None:
    for house, name in zip(houses, ("one", "two"), strict=True):
        ready = httpx.get(f"{house.url}/readyz").text
        assert ready == f"ready\nprocess: {name}\nstore: reached\nbus: reached\n"
        assert (
            ready.replace(name, "cards:4711").replace("bus: reached", "bus: cannot be reached") in SERVER_PAGE
        )
        assert f'hexdeck_process_info{{process="{name}"}} 1.0' in httpx.get(f"{house.url}/metrics").text
        lines = [json.loads(line) for line in house.log.read_text().splitlines()]
        assert {line["process"] for line in lines} == {name}


def test_whoever_keeps_the_house_gives_orders_to_all_processes(
    houses: list[HouseProcess], capsys: pytest.CaptureFixture[str]
) -> None:
    marie = Guest.named(houses[0].url, "Marie")
    code = marie.new_table("voodoo")
    assert main(["house", "close", code, *houses[0].flags[2:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"closed": code}]
    for house in houses:
        assert Guest(house.url).get(f"/api/tables/{code}").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_people_play_across_processes_to_the_end(houses: list[HouseProcess], game: str) -> None:
    marie, lukas = Guest(houses[0].url), Guest(houses[1].url)
    code = marie.new_table(game, players=GAMES[game].players[0], options=QUICK[game], pace="instant")
    assert lukas.command(code, "sit")["type"] == "ack"
    assert marie.command(code, "start", level="novice")["type"] == "ack"

    async def play() -> None:
        async with marie.at(code) as one, lukas.at(code) as other:
            await asyncio.gather(play_to_the_end(one, Random(1)), play_to_the_end(other, Random(2)))

    asyncio.run(asyncio.wait_for(play(), 120))
    records = [guest.get(f"/api/tables/{code}/record").text for guest in (marie, lukas)]
    assert records[0] == records[1]
    assert verify(read(records[0])).is_proved

    again = marie.new_table(game, players=3)
    [known] = marie.get("/api/me/companions").json()["companions"]
    handle = marie.request("PUT", "/api/me/link").json()["handle"]
    assert marie.request("PUT", f"/api/me/invitations/{known['id']}", json={"code": again}).is_success
    assert [one["code"] for one in lukas.get("/api/me").json()["invitations"]] == [again]

    async def follow() -> None:
        """Where she is connected to the one process, the other leads to her."""
        async with marie.at(again):
            while lukas.get(f"/api/with/{handle}").json()["code"] != again:
                await asyncio.sleep(0.1)

    asyncio.run(asyncio.wait_for(follow(), 60))


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_games_go_on_elsewhere_when_their_process_is_gone(
    tmp_path: Path, postgres: PostgresProcess, how: signal.Signals
) -> None:
    """The one that let the bots play; whoever played there goes on with the same cookie."""

    async def play(first: HouseProcess, second: HouseProcess) -> None:
        marie = Guest(first.url)
        codes = [marie.play_now(game, GAMES[game].players[0]) for game in GAMES]
        for code in codes:
            async with marie.at(code) as client:
                while client.version is None:
                    await client.changed()
        await asyncio.to_thread(first.end, how)
        for code in codes:
            async with Client(second.url, code, marie.token) as client:
                await play_to_the_end(client, Random(1))
            record = httpx.get(f"{second.url}/api/tables/{code}/record").text
            assert verify(read(record)).is_proved

    with two_houses(tmp_path, postgres) as houses:
        asyncio.run(asyncio.wait_for(play(*houses), 180))
