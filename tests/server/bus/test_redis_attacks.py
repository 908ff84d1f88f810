"""Others who can read and write Redis: what they write is no move, and keeps no question waiting."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from redis import Redis as Client
from redis.asyncio import Redis
from redis.exceptions import AuthenticationError, NoPermissionError

from hexdeck.core.errors import SetupRefused
from hexdeck.server.base.metrics import Metrics
from hexdeck.server.base.worker_key import PRESENT, WorkerKey, key_in, key_of_house
from hexdeck.server.bots import presence
from hexdeck.server.bots import redis_codec as letters
from hexdeck.server.bots import worker as worker_module
from hexdeck.server.bots import workers as workers_module
from hexdeck.server.bots.bot_request import Answer, Question
from hexdeck.server.bots.redis_codec import (
    GROUP,
    LARGEST,
    LETTER,
    TICKET_BYTES,
    Answered,
    Asked,
    answer_letter,
    encoded,
    read_question,
    signature_of,
)
from hexdeck.server.bots.worker import Worker
from hexdeck.server.bots.workers import Workers
from server.bots.test_workers import ANOTHER_KEY, KEY, PATIENCE, Patient, count, refused, some_question, until
from server.guest import Guest, play_to_the_end
from server.house_process import open_house
from server.postgres_process import PostgresProcess
from server.redis_process import RedisProcess, needs_redis, redis_running
from server.worker_process import key_file, worker_running

DEPLOY = Path(__file__).parents[3] / "deploy"


@asynccontextmanager
async def house_process(redis: RedisProcess) -> AsyncIterator[tuple[Workers, Metrics]]:
    """One that has nobody else to think for it."""
    metrics = Metrics("a process")
    workers = Workers(redis.url, KEY, None, metrics)
    await workers.open()
    try:
        yield workers, metrics
    finally:
        await workers.close()


@asynccontextmanager
async def working(redis: RedisProcess, thinker: Patient, key: WorkerKey = KEY) -> AsyncIterator[Worker]:
    worker = Worker(redis.url, key, thinker, 1)
    task = asyncio.create_task(worker.work())
    try:
        yield worker
    finally:
        worker.end()
        await task


async def questions_in(line: "Redis", number: int) -> list[tuple[Asked, bytes]]:
    """As soon as there are so many."""
    async with asyncio.timeout(PATIENCE):
        while True:
            entries: Any = await line.xrange(KEY.questions)
            if len(entries) >= number:
                found = [fields[LETTER] for _, fields in entries]
                return [(read_question(KEY, letter)[0], letter) for letter in found]
            await asyncio.sleep(0.01)


def counted(thinker: Patient) -> list[Question]:
    """The questions that it is asked, as they come."""
    asked: list[Question] = []
    choose = thinker.choose

    async def note(question: Question) -> Answer:
        asked.append(question)
        return await choose(question)

    thinker.choose = note  # type: ignore[method-assign]
    return asked


@needs_redis
def test_seventy_forged_swapped_and_replayed_answers_are_refused() -> None:
    """Two processes of a house ask for two tables each; every answer but the right one counts for nothing."""

    async def play() -> None:
        with redis_running() as redis:
            async with (
                house_process(redis) as (here, heard_here),
                house_process(redis) as (there, heard_there),
                Redis.from_url(redis.url) as line,
            ):
                wishes = [
                    asyncio.create_task(house.choose(some_question(mark=f"table {number}", version=number)))
                    for number, house in enumerate((here, here, there, there))
                ]
                await _be_there(line)
                asked = await questions_in(line, 4)
                action = some_question().view.actions[1]
                for found, _ in asked:
                    for other, letter in asked:
                        right = answer_letter(KEY, signature_of(letter), other.ticket, Answered(action))
                        forged = [
                            encoded([other.ticket.hex(), action, {}, 0, False, False]),
                            right[:32] + found.ticket + right[32 + TICKET_BYTES :],
                            right[:-1],
                            right + b"\0",
                            answer_letter(ANOTHER_KEY, signature_of(letter), found.ticket, Answered(action)),
                        ]
                        forged = [one for one in forged if one != right]
                        forged += [right] if found.house != other.house else []
                        for one in forged:
                            await line.rpush(KEY.answers_for(found.house), one)
                await until(lambda: _all_refused(heard_here) + _all_refused(heard_there) >= 70)
                await asyncio.sleep(0.1)
                assert not any(wish.done() for wish in wishes)
                async with working(redis, Patient(is_quick=True)):
                    answers = await asyncio.wait_for(asyncio.gather(*wishes), PATIENCE)
                assert {answer.action for answer in answers} == {some_question().view.actions[0]}

    asyncio.run(play())


def _all_refused(metrics: Metrics) -> float:
    return sum(refused(metrics, reason) for reason in ("forged", "late", "too large", "unreadable"))


async def _be_there(line: "Redis") -> None:
    """Say that a worker thinks, so that the houses ask."""
    seconds, _ = await line.time()
    now = float(seconds) + 2
    await line.zadd(KEY.workers, {presence.worker_says(KEY, "stranger", 4, now): now})


@needs_redis
def test_a_worker_answers_each_question_of_its_house_once_and_no_other() -> None:
    async def play() -> None:
        with redis_running() as redis:
            thinker = Patient(is_quick=True)
            asked = counted(thinker)
            async with (
                house_process(redis) as (house, metrics),
                Redis.from_url(redis.url) as line,
            ):
                wish = asyncio.create_task(house.choose(some_question(version=7)))
                await _be_there(line)
                [(found, letter)] = await questions_in(line, 1)
                old = letters.asked(KEY, bytes(TICKET_BYTES), found.house, found.until - 60, some_question())
                strange = letters.asked(
                    ANOTHER_KEY, bytes(TICKET_BYTES), found.house, found.until, some_question()
                )
                async with working(redis, thinker):
                    await wish
                    for one in (letter, old, strange, bytes(LARGEST + 1), letter[:-1], letter):
                        await line.xadd(KEY.questions, {LETTER: one})
                    await line.xadd(KEY.questions, {b"nonsense": b"1"})
                    async with asyncio.timeout(PATIENCE):
                        while await line.xlen(KEY.questions):
                            await asyncio.sleep(0.01)
                assert [question.version for question in asked] == [7]
                assert count(metrics, "answers_total") == 1

    asyncio.run(play())


@needs_redis
def test_a_flood_keeps_no_question_waiting_and_does_not_stay() -> None:
    """Ten thousand entries of others lie before a question: it is answered, and they are gone."""

    async def play() -> None:
        with redis_running() as redis:
            async with house_process(redis) as (house, _), Redis.from_url(redis.url) as line:
                async with line.pipeline(transaction=False) as many:
                    for _ in range(9_000):
                        many.xadd(KEY.questions, {LETTER: b"x" * 100})
                    await many.execute()
                async with working(redis, Patient(is_quick=True)):
                    answer = await asyncio.wait_for(house.choose(some_question()), PATIENCE)
                    assert answer.action == some_question().view.actions[0]
                    async with asyncio.timeout(PATIENCE):
                        while await line.xlen(KEY.questions):
                            await asyncio.sleep(0.01)

    asyncio.run(play())


@needs_redis
@pytest.mark.parametrize("kind", ["questions", "answers", "workers", "present"])
def test_what_others_fill_is_deleted(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """However many and however large their entries are, a house keeps no more than so many bytes in Redis."""
    monkeypatch.setattr(workers_module, "MOST_BYTES", 1_000_000)

    async def play() -> None:
        with redis_running() as redis:
            async with house_process(redis) as (house, _), Redis.from_url(redis.url) as line:
                await until(lambda: house._ahead is not None)
                place = {
                    "questions": KEY.questions,
                    "answers": house._answers,
                    "workers": KEY.workers,
                    "present": PRESENT,
                }[kind]
                for number in range(40):
                    filler = b"x" * 100_000 + str(number).encode()
                    if kind == "questions":
                        await line.xadd(place, {LETTER: filler})
                    elif kind == "answers":
                        await line.rpush(place, filler)
                    else:
                        await line.zadd(place, {filler: 0.0})
                async with asyncio.timeout(PATIENCE):
                    while (await line.memory_usage(place) or 0) > 1_000_000:
                        await asyncio.sleep(0.02)
                async with working(redis, Patient(is_quick=True)):
                    await asyncio.wait_for(house.choose(some_question()), PATIENCE)

    asyncio.run(play())


@needs_redis
def test_keys_that_others_have_spoiled_are_made_anew() -> None:
    """They are of another kind, or their last entry is one after which nothing can be written."""

    async def play() -> None:
        with redis_running() as redis:
            async with (
                house_process(redis) as (house, _),
                Redis.from_url(redis.url) as line,
                working(redis, Patient(is_quick=True)),
            ):
                for place in (KEY.questions, house._answers, KEY.workers, PRESENT):
                    await line.set(place, b"spoiled")
                    await asyncio.wait_for(house.choose(some_question()), PATIENCE)
                await line.xadd(KEY.questions, {LETTER: b"last"}, id=f"{2**64 - 1}-{2**64 - 1}")
                await asyncio.wait_for(house.choose(some_question()), PATIENCE)

    asyncio.run(play())


@needs_redis
def test_workers_that_nobody_signed_are_none() -> None:
    async def play() -> None:
        with redis_running() as redis:
            async with house_process(redis) as (house, _), Redis.from_url(redis.url) as line:
                seconds, _ = await line.time()
                now = float(seconds)
                said = presence.worker_says(KEY, "gone", 4, now - 60)
                await line.zadd(
                    KEY.workers,
                    {
                        b"abc:400": now + 2,
                        presence.worker_says(ANOTHER_KEY, "other", 4, now): now + 2,
                        said: now + 2,
                    },
                )
                async with asyncio.timeout(PATIENCE):
                    while await line.zcard(KEY.workers):
                        await asyncio.sleep(0.01)
                assert not house.is_there

    asyncio.run(play())


@needs_redis
def test_the_dead_leave_the_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "FORGET_SECONDS", 0.2)

    async def play() -> None:
        with redis_running() as redis:
            async with Redis.from_url(redis.url) as line:
                await line.xgroup_create(KEY.questions, GROUP, id="0", mkstream=True)
                for number in range(20):
                    await line.xgroup_createconsumer(KEY.questions, GROUP, f"dead {number}")
                async with working(redis, Patient()), asyncio.timeout(PATIENCE):
                    while len(await line.xinfo_consumers(KEY.questions, GROUP)) > 1:
                        await asyncio.sleep(0.02)

    asyncio.run(play())


@needs_redis
@pytest.mark.parametrize(
    ("of_worker", "said_by_house", "said_by_worker"),
    [
        (ANOTHER_KEY, "worker_with_another_key", "house_with_another_key"),
        (WorkerKey(bytes(range(32)), "0.0.1"), "worker_of_another_version", "house_of_another_version"),
    ],
)
def test_a_house_and_a_worker_that_do_not_fit_say_so(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    of_worker: WorkerKey,
    said_by_house: str,
    said_by_worker: str,
) -> None:
    """Another key, or another version: both log it once, and neither stops."""
    monkeypatch.setattr(workers_module, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(worker_module, "BEAT_SECONDS", 0.05)

    async def play() -> None:
        with redis_running() as redis:
            async with house_process(redis) as (house, _), working(redis, Patient(), of_worker):
                await until(lambda: {said_by_house, said_by_worker} <= {*caplog.messages})
                await asyncio.sleep(0.5)
                assert not house.is_there

    asyncio.run(play())
    assert caplog.messages.count(said_by_house) == caplog.messages.count(said_by_worker) == 1


# The key.


def test_the_key_follows_from_the_secret_and_can_be_given_in_a_file(tmp_path: Path) -> None:
    derived = key_of_house(b"secret of a house", "")
    assert derived.text() == "2ccf4c382f529af4c4ed492084761b289a5f4b30d212df254fa1386c34182952"
    file = tmp_path / "worker.key"
    file.write_text(derived.text() + "\n")
    assert key_in(str(file)).text() == derived.text()
    assert key_of_house(b"another secret", str(file)).text() == derived.text()
    assert derived.text() not in repr(derived) + str(derived) + derived.questions


@pytest.mark.parametrize("text", ["", "sesame", "ab" * 31, "ab" * 33, "xy" * 32])
def test_a_file_without_a_key_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "worker.key"
    file.write_text(text)
    with pytest.raises(SetupRefused, match="holds no key for workers: write what hexdeck house worker-key"):
        key_in(str(file))
    with pytest.raises(SetupRefused, match=r"cannot be read from .*: No such file or directory"):
        key_in(str(tmp_path / "nothing"))


# Who may do what in Redis.


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisProcess]:
    """Redis as deploy/redis.sh starts it."""
    tmp_path = tmp_path_factory.mktemp("guarded")
    for name, password in (("server", "sesame"), ("worker", "thyme")):
        (tmp_path / name).write_text(password + "\n")
    command = ("sh", *(str(DEPLOY / name) for name in ("redis.sh", "redis.acl")))
    with redis_running(*command, str(tmp_path / "server"), str(tmp_path / "worker")) as redis:
        yield redis


def url_of(redis: RedisProcess, user: str) -> str:
    return f"redis://{user}@127.0.0.1:{redis.port}"


SERVER, WORKER = "server:sesame", "worker:thyme"


@needs_redis
def test_a_house_and_a_worker_play_with_the_users_of_the_example(
    tmp_path: Path, postgres: PostgresProcess, guarded: RedisProcess
) -> None:
    """Two processes of a house, with limits that they share, and a worker without which no bot plays."""
    own = ("--bots", "none", "--worker-key-file", key_file(tmp_path, KEY))
    flags = ("--database", postgres.new_database(), "--bus", url_of(guarded, SERVER), *own)

    async def play() -> None:
        with open_house(tmp_path / "one", *flags) as one, open_house(tmp_path / "two", *flags) as two:
            guest = Guest(one.url)
            code = guest.play_now("skull_queen", 3)
            with worker_running(tmp_path / "worker.log", url_of(guarded, WORKER), KEY):
                async with guest.at(code) as client:
                    await play_to_the_end(client, Random(1))
            assert "no worker thinks" not in httpx.get(f"{two.url}/readyz").text
            for house in (one, two):
                assert "bus_lost" not in house.log.read_text()
                assert "workers_lost" not in house.log.read_text()
        assert not re.search("bus_lost|answer_lost|refused", (tmp_path / "worker.log").read_text())

    asyncio.run(asyncio.wait_for(play(), 2 * PATIENCE))


@needs_redis
@pytest.mark.parametrize(
    ("user", "command"),
    [
        ("", "PING"),
        ("", "SUBSCRIBE hexdeck:news"),
        *(
            (user, command)
            for user in (SERVER, WORKER)
            for command in (
                "CONFIG GET dir",
                "KEYS *",
                "SCAN 0",
                "FLUSHALL",
                "MONITOR",
                "ACL LIST",
                "SAVE",
                "CLIENT LIST",
                "EVAL return(1) 0",
                "SET elsewhere 1",
                "GET elsewhere",
                "PUBLISH elsewhere 1",
            )
        ),
        *(
            (WORKER, command)
            for command in (
                "PUBLISH hexdeck:news 1",
                "SUBSCRIBE hexdeck:news",
                "GET hexdeck:limit",
                "SET hexdeck:limit 1",
                "DEL hexdeck:bots:1:mark:questions",
                "XADD hexdeck:bots:1:mark:questions * letter 1",
                "LRANGE hexdeck:bots:1:mark:answers:house 0 -1",
                "LPOP hexdeck:bots:1:mark:answers:house",
                "BLPOP hexdeck:bots:1:mark:answers:house 1",
                "DEL hexdeck:bots:1:mark:answers:house",
                "ZRANGEBYSCORE hexdeck:bots:1:mark:workers 0 1",
            )
        ),
    ],
)
def test_what_no_user_may_do(guarded: RedisProcess, user: str, command: str) -> None:
    url = url_of(guarded, user) if user else guarded.url
    with Client.from_url(url) as line, pytest.raises((NoPermissionError, AuthenticationError)):
        line.execute_command(*command.split())
