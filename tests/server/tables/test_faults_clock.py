"""Clocks and presence: nobody can stop a table, and nobody loses time by a restart or a clock that is set."""

import asyncio
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexdeck.core.record_reader import read
from hexdeck.core.verify import verify
from hexdeck.server.base.messages import Ack, Act, Reclaim, Refusal, Remove, Say, Sit, Stand, Start
from hexdeck.server.client import Client, Hear
from server.fault_run import done, is_to_move, until_over
from server.guest import QUICK, Guest, play_to_the_end, some_action
from server.house_process import HouseProcess, open_house
from server.set_clock import COMPILER, SettableClock
from server.story import Story

LIMIT = 120.0  # seconds for what hangs
SOON = 60.0  # seconds for what should happen by itself


def _table(guest: Guest, clock: str, *, game: str = "skull_queen", players: int = 3) -> str:
    wish = {"game": game, "players": players, "clock": clock, "options": QUICK[game], "pace": "instant"}
    return str(guest.post("/api/tables", **wish)["code"])


def _at(guest: Guest, code: str, hear: Hear | None = None) -> Client:
    """One who does not give a connection up because the house is slow: they would be away for a moment."""
    return Client(guest.url, code, guest.token, hear, ping=LIMIT)


def _waited_for(client: Client) -> list[int]:
    """The seats that are to choose, once the game has begun."""
    return [] if client.view is None else list(client.view["to_move"])


def _look(guest: Guest, code: str) -> dict[str, Any]:
    table: dict[str, Any] = guest.get(f"/api/tables/{code}").json()["table"]
    return table


async def _until(holds: Callable[[], object]) -> None:
    """Wait for what the server does by itself."""
    async with asyncio.timeout(SOON):
        while not holds():
            await asyncio.sleep(0.02)


async def _two_started(one: Client, two: Client) -> None:
    await done(two, Sit("sit"))
    await done(one, Start("start", "novice"))
    await _until(lambda: is_to_move(two) and _waited_for(one) == [0, 1])  # who choose at the same time


def _presence(client: Client) -> list[str | None]:
    assert client.table is not None
    return [seat.presence for seat in client.table.seats]


def test_a_timed_table_goes_on_when_somebody_never_acts(tmp_path: Path) -> None:
    with open_house(tmp_path / "data", "--timed-seconds", "0.3") as house:
        guest = Guest(house.url)
        code = _table(guest, "timed", game="voodoo_prince")

        async def watch() -> None:
            async with _at(guest, code) as client:
                await done(client, Start("start", "novice"))
                await until_over(client)
                assert _presence(client) == ["held", None, None]

        asyncio.run(asyncio.wait_for(watch(), LIMIT))
        assert verify(read(guest.get(f"/api/tables/{code}/record").text)).is_proved


def test_dice_that_nobody_rolls_are_rolled_and_whoever_is_there_keeps_their_seat(tmp_path: Path) -> None:
    with open_house(tmp_path / "data", "--timed-seconds", "4") as house:
        guest, story = Guest(house.url), Story()
        wish = {"game": "voodoo", "players": 3, "clock": "timed", "options": {"dice": "real"}}
        code = guest.post("/api/tables", **wish, pace="instant")["code"]

        async def play() -> None:
            """Everything but rolling."""
            rolled, rng = 0, Random(1)
            async with _at(guest, code, story.hear) as client:
                await done(client, Start("start", "novice"))
                while rolled < 2:
                    if is_to_move(client):
                        await client.send(Act(f"{rng.getrandbits(64):x}", some_action(client.view, rng)))
                        continue
                    is_waiting = client.view is not None and not client.view["to_move"]
                    version = client.version
                    await client.changed()
                    rolled += is_waiting and client.version != version

        asyncio.run(asyncio.wait_for(play(), LIMIT))
        for changed in story.all("table"):
            assert changed["table"]["seats"][0]["presence"] == "here"


def test_a_casual_table_waits_while_nobody_is_there(tmp_path: Path) -> None:
    with open_house(tmp_path / "data", "--grace", "0.2", "--timed-seconds", "0.2") as house:
        guest, other = Guest(house.url), Guest(house.url)
        code = _table(guest, "casual")

        async def start() -> None:
            async with _at(guest, code) as client:
                await done(client, Start("start", "novice"))
                await _until(lambda: _waited_for(client) == [0])

        asyncio.run(start())
        before = guest.get(f"/api/tables/{code}").json()["version"]
        time.sleep(1.5)  # the clock is looked at every half second

        assert guest.get(f"/api/tables/{code}").json()["version"] == before
        assert _look(other, code)["seats"][0]["presence"] == "away"
        assert _look(other, code)["deadlines"] == {}


def test_a_bot_plays_for_somebody_who_has_gone_until_they_return(tmp_path: Path) -> None:
    with open_house(tmp_path / "data", "--grace", "0.5") as house:
        first, second = Guest(house.url), Guest(house.url)
        code, story = _table(first, "casual"), Story()

        async def play() -> None:
            async with _at(first, code, story.hear) as one:
                async with _at(second, code) as two:
                    await _two_started(one, two)
                    assert _presence(one) == ["here", "here", None]
                    told = story.count("table")
                await _until(lambda: _presence(one)[1] == "held")
                since = [changed["table"]["seats"][1]["presence"] for changed in story.all("table")[told:]]
                assert since.index("away") < since.index("held")
                async with _at(second, code) as two:
                    await _until(lambda: _presence(one)[1] == "here")
                    await done(two, Stand("go"))
                    assert _presence(two)[1] == "held"
                    assert isinstance(await two.send(Reclaim("back")), Ack)
                    assert _presence(two)[1] == "here"
                    await asyncio.gather(play_to_the_end(one, Random(1)), play_to_the_end(two, Random(2)))

        asyncio.run(asyncio.wait_for(play(), LIMIT))
        assert verify(read(first.get(f"/api/tables/{code}/record").text)).is_proved


def test_a_slow_table_gives_three_days_and_no_grace_is_needed(tmp_path: Path) -> None:
    with open_house(tmp_path / "data", "--grace", "0.1", "--timed-seconds", "0.1") as house:
        guest, other = Guest(house.url), Guest(house.url)
        code = _table(guest, "slow")

        async def start() -> None:
            async with _at(guest, code) as client:
                await done(client, Start("start", "novice"))
                await _until(lambda: is_to_move(client))

        asyncio.run(start())
        time.sleep(1.2)
        table = _look(other, code)

        assert table["seats"][0]["presence"] == "away"
        assert 0 <= 3 * 86_400 - (table["deadlines"]["0"] - time.time()) < 60


def test_deadlines_are_the_same_after_a_kill(tmp_path: Path) -> None:
    """Of somebody who is there, and of somebody who has gone and whose grace has begun."""
    with open_house(tmp_path / "data", "--timed-seconds", "3600", "--grace", "1800") as house:
        first, second = Guest(house.url), Guest(house.url)
        code = _table(first, "timed")
        asyncio.run(asyncio.wait_for(_kill_and_compare(house, code, first, second), LIMIT))


async def _kill_and_compare(house: HouseProcess, code: str, first: Guest, second: Guest) -> None:
    async with _at(first, code) as one:
        async with _at(second, code) as two:
            await _two_started(one, two)
        await _until(lambda: _presence(one)[1] == "away")
        assert isinstance(await one.send(Say("stored", "hello")), Ack)  # so is the time of the leaving by now
        before = (await asyncio.to_thread(_look, first, code))["deadlines"]
        assert 1700 < before["0"] - before["1"] < 1800

        await asyncio.to_thread(house.end, signal.SIGKILL)
        await asyncio.to_thread(house.start)
        await _until(lambda: one.connections == 2)

        assert (await asyncio.to_thread(_look, first, code))["deadlines"] == before


@pytest.mark.skipif(COMPILER is None, reason="the clock is set by a small library in C")
@pytest.mark.parametrize("seconds", [7200, -7200])
def test_nobody_loses_time_when_the_clock_is_set(seconds: int, tmp_path: Path) -> None:
    clock = SettableClock(tmp_path)
    flags = ("--timed-seconds", "3600", "--grace", "3600")
    with open_house(tmp_path / "data", *flags, environment=clock.environment) as house:
        first, second = Guest(house.url), Guest(house.url)
        code = _table(first, "timed")

        async def play() -> None:
            async with _at(first, code) as one, _at(second, code) as two:
                await _two_started(one, two)
                before = (await asyncio.to_thread(_look, first, code))["deadlines"]
                clock.set(seconds)
                await _until(lambda: '"clock_jumped"' in house.log.read_text())
                await asyncio.sleep(1.2)  # time to hold seats, if that were done now
                after = (await asyncio.to_thread(_look, first, code))["deadlines"]
                assert _presence(one)[:2] == ["here", "here"]
                for seat, end in before.items():
                    assert abs(after[seat] - end - seconds) < 5
                await asyncio.gather(play_to_the_end(one, Random(1)), play_to_the_end(two, Random(2)))

        asyncio.run(asyncio.wait_for(play(), LIMIT))
        assert house.log.read_text().count('"clock_jumped"') == 1
        assert verify(read(first.get(f"/api/tables/{code}/record").text)).is_proved


def test_the_next_person_is_host_while_the_host_is_away(tmp_path: Path) -> None:
    with open_house(tmp_path / "data", "--grace", "0.3") as house:
        first, second = Guest(house.url), Guest(house.url)
        code = _table(first, "casual")

        async def wait() -> None:
            async with _at(second, code) as two:
                async with _at(first, code) as one:
                    await done(two, Sit("sit"))
                    assert isinstance(await two.send(Start("too soon", "novice")), Refusal)
                    assert one.you is not None
                    assert one.you.host
                await _until(lambda: two.you is not None and two.you.host)
                assert two.table is not None
                assert two.table.host == 1
                async with _at(first, code) as one:
                    await _until(lambda: two.you is not None and not two.you.host)
                await _until(lambda: two.you is not None and two.you.host)
                await done(two, Start("start", "novice"))

        asyncio.run(asyncio.wait_for(wait(), LIMIT))


def test_somebody_who_was_removed_only_looks_on_and_a_bot_has_the_seat(tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        first, second = Guest(house.url), Guest(house.url)
        code = _table(first, "casual")

        async def play() -> None:
            async with _at(first, code) as one, _at(second, code) as two:
                await _two_started(one, two)
                assert isinstance(await one.send(Remove("out", 1)), Ack)
                await _until(lambda: two.you is not None and two.you.seat is None)
                await _until(lambda: two.view["seat"] is None)
                refused = await two.send(Stand("mine"))
                assert isinstance(refused, Refusal)
                assert refused.code == "seat.none"
                await asyncio.gather(play_to_the_end(one, Random(1)), until_over(two))
                assert two.table is not None
                assert two.table.seats[1].kind == "bot"

        asyncio.run(asyncio.wait_for(play(), LIMIT))
        assert verify(read(first.get(f"/api/tables/{code}/record").text)).is_proved


def test_nobody_loses_their_turn_while_the_house_is_stopped(tmp_path: Path) -> None:
    """Stopped for twice as long as a choice may take; afterwards there is time to choose."""
    with open_house(tmp_path / "data", "--timed-seconds", "6") as house:
        guest = Guest(house.url)
        code = _table(guest, "timed")

        async def choose_after_a_stop() -> None:
            assert house.process is not None
            async with guest.at(code) as client:
                await done(client, Start("start", "novice"))
                await _until(lambda: is_to_move(client))
                house.process.send_signal(signal.SIGSTOP)
                await asyncio.sleep(12)
                house.process.send_signal(signal.SIGCONT)
                await asyncio.sleep(1)
                assert client.view is not None
                assert _presence(client)[0] == "here"
                answer = await client.send(Act("late", some_action(client.view, Random(1))))
                assert isinstance(answer, Ack)

        asyncio.run(asyncio.wait_for(choose_after_a_stop(), LIMIT))
        assert '"was_stopped"' in house.log.read_text()
