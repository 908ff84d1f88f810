"""A house whose bots think in workers alone: all games, and whatever goes wrong in the middle of them."""

import ast
import asyncio
import re
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from redis import Redis

from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.replay import Replay
from hexdeck.core.verify import verify
from hexdeck.server.base.worker_key import WorkerKey
from hexdeck.server.bots.presence import worker_says
from hexdeck.server.bots.redis_codec import LETTER, Answered, answer_letter, read_question
from server.guest import Guest, play_to_the_end
from server.house_process import HouseProcess, open_house
from server.postgres_process import PostgresProcess
from server.processes import group
from server.redis_process import RedisProcess, needs_redis, redis_running
from server.worker_process import key_file, worker_running

pytestmark = needs_redis
PATIENCE = 60.0
KEY = WorkerKey(bytes(32))


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisProcess]:
    with redis_running() as redis:
        yield redis


@pytest.fixture(scope="module")
def house(
    tmp_path_factory: pytest.TempPathFactory, postgres: PostgresProcess, redis: RedisProcess
) -> Iterator[HouseProcess]:
    folder = tmp_path_factory.mktemp("think")
    flags = ("--database", postgres.new_database(), "--bus", redis.url, "--bots", "none")
    with open_house(folder / "house", *flags, "--worker-key-file", key_file(folder, KEY)) as house:
        yield house
        Guest(house.url).play_now("skull_queen", 3)  # where all choose at once: bots wait for a worker
        assert house.end() == -signal.SIGTERM  # and keep nobody from closing the house


def metric(house: HouseProcess, name: str) -> float:
    found = re.search(rf"^hexdeck_{name}(?:{{.*}})? (\S+)$", httpx.get(f"{house.url}/metrics").text, re.M)
    assert found
    return float(found[1])


def readiness(house: HouseProcess) -> list[str]:
    return httpx.get(f"{house.url}/readyz").text.splitlines()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(true):
            await asyncio.sleep(0.05)


async def play_all(guest: Guest, codes: dict[str, str]) -> None:
    """Each to its end."""

    async def play(code: str) -> None:
        async with guest.at(code) as client:
            await play_to_the_end(client, Random(1))
        assert verify(read(guest.get(f"/api/tables/{code}/record").text)).is_proved

    await asyncio.gather(*map(play, codes.values()))


def tables_of_all_games(guest: Guest) -> dict[str, str]:
    return {game: guest.play_now(game, GAMES[game].players[0]) for game in GAMES}


@contextmanager
def overheard(redis: RedisProcess) -> Iterator[list[bytes]]:
    """Every letter in which somebody asks, as Redis gets it."""
    letters: list[bytes] = []
    line = socket.create_connection(("127.0.0.1", redis.port))
    line.sendall(b"MONITOR\r\n")

    def listen(file: Iterator[str]) -> None:
        for told in file:
            words = [ast.literal_eval("b" + word) for word in re.findall(r'"(?:[^"\\]|\\.)*"', told)]
            if words[:2] == [b"XADD", KEY.questions.encode()]:
                letters.append(words[words.index(LETTER) + 1])

    with line, line.makefile("r", encoding="latin-1") as file, ExitStack() as stack:
        listener = threading.Thread(target=listen, args=(file,))
        listener.start()
        stack.callback(listener.join)
        stack.callback(line.shutdown, socket.SHUT_RDWR)
        yield letters


def check_asked(letters: list[bytes], game: str, guest: Guest, code: str) -> None:
    """Each question is one view of a bot's seat, as the record gives it; it names nobody and no table."""
    replay = Replay(read(guest.get(f"/api/tables/{code}/record").text))
    bots = range(1, GAMES[game].players[0])
    seen = {seat: [replay.view(at, seat) for at in range(len(replay) + 1)] for seat in bots}
    questions = (read_question(KEY, letter) for letter in letters)
    asked = [one for one in questions if one[0].game == game]
    assert len(asked) > 3
    for letter, question in asked:
        assert question.view in seen[question.view.seat or 0]
        assert (letter.level, {*letter.memories} - {"novice"}) == ("novice", set())
    for raw in letters:
        assert code.encode() not in raw
        assert b"Beatrice" not in raw


def test_tables_wait_while_nobody_thinks_and_go_on_when_a_worker_comes(
    tmp_path: Path, house: HouseProcess, redis: RedisProcess
) -> None:
    """Then every game is played to its end, no bot thinks in the house, and none is told too much."""
    guest = Guest.named(house.url, "Beatrice")

    async def play() -> dict[str, str]:
        await until(lambda: readiness(house)[-1] == "no worker thinks")
        assert readiness(house)[0] == "ready"
        codes = tables_of_all_games(guest)
        playing = asyncio.create_task(play_all(guest, codes))
        await until(lambda: metric(house, "bot_questions_waiting") == len(GAMES))
        assert metric(house, "bot_workers") == metric(house, "bot_answers_total") == 0
        with worker_running(tmp_path / "worker.log", redis.url, KEY):
            await playing
            assert "no worker thinks" not in readiness(house)
            assert metric(house, "bot_workers") == 1
        return codes

    with overheard(redis) as letters:
        codes = asyncio.run(asyncio.wait_for(play(), 2 * PATIENCE))
    assert metric(house, "bot_answers_total") > 10 * len(GAMES)
    assert house.process
    assert group(house.process.pid) == {house.process.pid}
    for game, code in codes.items():
        check_asked(letters, game, guest, code)


def test_seventy_forged_answers_are_no_moves(
    tmp_path: Path, house: HouseProcess, redis: RedisProcess
) -> None:
    """An attacker reads and writes everything in Redis, but has no key: bots wait for a worker that has."""
    guest = Guest(house.url)

    def forge() -> int:
        """Seventy answers to each question that waits; how many there are."""
        waiting = questions_in(redis)
        with Redis.from_url(redis.url) as line:
            for letter in waiting:
                found, question = read_question(KEY, letter)
                for action in (question.view.actions * 70)[:70]:
                    answer = Answered(int(action))
                    forged = answer_letter(WorkerKey(b"f" * 32), letter[:32], found.ticket, answer)
                    line.rpush(KEY.answers_for(found.house), forged)
        return len(waiting)

    async def play() -> None:
        before = metric(house, "bot_answers_total")
        code = guest.play_now("skull_queen", 3)  # all choose at once, and both bots wait
        await until(lambda: say_that_a_worker_thinks(redis) and forge() > 0)
        await until(lambda: forged_answers(house) >= 70)
        assert metric(house, "bot_answers_total") == before
        assert metric(house, "bot_questions_waiting") > 0
        with worker_running(tmp_path / "worker.log", redis.url, KEY):
            await play_all(guest, {"skull_queen": code})

    asyncio.run(asyncio.wait_for(play(), 2 * PATIENCE))


def say_that_a_worker_thinks(redis: RedisProcess) -> bool:
    """So that the house asks, though none answers."""
    with Redis.from_url(redis.url) as line:
        now = float(line.time()[0]) + 2
        line.zadd(KEY.workers, {worker_says(KEY, "stranger", 1, now): now})
    return True


def forged_answers(house: HouseProcess) -> float:
    text = httpx.get(f"{house.url}/metrics").text
    found = re.search(r'^hexdeck_bot_answers_refused_total{reason="forged"} (\S+)$', text, re.M)
    return float(found[1]) if found else 0.0


def questions_in(redis: RedisProcess) -> list[bytes]:
    with Redis.from_url(redis.url) as line:
        entries: Any = line.xrange(KEY.questions)
        return [fields[LETTER] for _, fields in entries]


def test_a_game_goes_on_when_workers_are_killed_and_redis_is_emptied_or_starts_anew(
    tmp_path: Path, house: HouseProcess, redis: RedisProcess
) -> None:
    """To its end, with no step lost and none made twice."""
    guest, rng = Guest(house.url), Random(1)
    code = guest.play_now("skull_queen", 4)

    async def play() -> None:
        """After each accident bots have to act before anybody can go on."""
        async with guest.at(code) as client:
            with worker_running(tmp_path / "one.log", redis.url, KEY) as first:
                assert await play_to_the_end(client, rng, 2) == 2
                first.kill()
            with worker_running(tmp_path / "two.log", redis.url, KEY):
                assert await play_to_the_end(client, rng, 2) == 2
                with Redis.from_url(redis.url) as line:
                    line.flushall()
                assert await play_to_the_end(client, rng, 2) == 2
                redis.end(signal.SIGKILL)
                redis.start()
                assert await play_to_the_end(client, rng) > 2
        assert verify(read(guest.get(f"/api/tables/{code}/record").text)).is_proved

    asyncio.run(asyncio.wait_for(play(), 2 * PATIENCE))
