"""Bots that think elsewhere: what is asked over Redis, and what becomes of it when things go wrong."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.msgpack import encode
from redis.asyncio import Redis

from hexdeck.core.cards import Action
from hexdeck.core.chance import SEED_BYTES
from hexdeck.core.game import View
from hexdeck.core.record import Player, new_header
from hexdeck.core.registry import GAMES
from hexdeck.core.table import Table
from hexdeck.games.voodoo.ai.heuristic import Heuristic
from hexdeck.server.base.fair_queue import FairQueue, Requester
from hexdeck.server.base.metrics import Metrics
from hexdeck.server.base.refusals import Outdated
from hexdeck.server.base.worker_key import WorkerKey
from hexdeck.server.bots import worker as worker_module
from hexdeck.server.bots.bot_request import Answer, Luck, Question
from hexdeck.server.bots.pool import BotPool
from hexdeck.server.bots.presence import worker_says
from hexdeck.server.bots.redis_codec import (
    GROUP,
    LARGEST,
    LETTER,
    TICKET_BYTES,
    Answered,
    Asked,
    Refused,
    answer_in,
    answer_letter,
    answered,
    asked,
    encoded,
    read_answer,
    read_question,
    signature_of,
)
from hexdeck.server.bots.worker import Worker
from hexdeck.server.bots.workers import Workers
from laws.games import CASES, Case, random_game
from server.redis_process import RedisProcess, needs_redis, redis_running
from server.worker_process import worker_running

PATIENCE = 30.0
KEY = WorkerKey(bytes(range(32)))
ANOTHER_KEY = WorkerKey(bytes(32))
TICKET = b"t" * TICKET_BYTES


def some_view(game: str = "voodoo_prince") -> View:
    seed = bytes(SEED_BYTES)
    players = [Player(f"p{seat}") for seat in GAMES[game].players[1:2] for seat in range(seat)]
    table = Table(new_header(GAMES[game], players, seed=seed), seed)
    table.open()
    return table.view(table.to_move()[0])


def some_question(level: str = "random", **more: Any) -> Question:
    return Question(level, "voodoo_prince", some_view(), interrupts=False, **more)


def count(metrics: Metrics, name: str) -> float:
    return metrics.registry.get_sample_value(f"hexdeck_bot_{name}") or 0.0


def refused(metrics: Metrics, reason: str) -> float:
    return metrics.registry.get_sample_value("hexdeck_bot_answers_refused_total", {"reason": reason}) or 0.0


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


# What travels.


@pytest.mark.parametrize("case", CASES)
def test_a_bot_elsewhere_sees_exactly_what_it_would_see_here(case: Case) -> None:
    for number, (state, _) in enumerate(random_game(case, 1)):
        if number % 50:
            continue
        for seat in range(case.players):
            question = Question("novice", case.game.name, case.game.view(state, seat), interrupts=True)
            _, found = read_question(KEY, asked(KEY, TICKET, "h", 1.0, question))
            assert found.view == question.view
            assert repr(found.view) == repr(question.view)  # what a teacher's chance is made of


def test_what_a_bot_remembers_travels_along() -> None:
    heuristic: Any = Heuristic.__new__(Heuristic)
    heuristic._window, heuristic._slips = (7, True), {(3, 1): True, (12, 0): False}
    memories = {"novice": heuristic.memory}
    letter = asked(KEY, TICKET, "h", 1.0, some_question(memories=memories))
    _, question = read_question(KEY, letter)
    assert question.memories == memories
    answer = Answer(None, memories, failures=1)
    told = answer_letter(KEY, signature_of(letter), TICKET, answered(answer, was_claimed=False))
    assert answer_in(read_answer(KEY, signature_of(letter), told)) == answer


def signed(content: bytes) -> bytes:
    return KEY.signature("question", content) + content


@pytest.mark.parametrize(
    ("letter", "reason"),
    [
        (b"", "forged"),
        (b"\xc1", "forged"),
        (asked(KEY, TICKET, "h", 1.0, some_question())[:-1], "forged"),
        (asked(KEY, TICKET, "h", 1.0, some_question()) + b"\0", "forged"),
        (asked(ANOTHER_KEY, TICKET, "h", 1.0, some_question()), "forged"),
        (signed(bytes(LARGEST)), "too large"),
        (signed(encode({})), "unreadable"),
        (signed(encode([TICKET, "h", 1.0, 1, "novice", "whist", False, "", {}, {}])), "unreadable"),
        (signed(encode([TICKET, "h", 1.0, 1, "novice", "voodoo", False, "", {}, {"seat": 1}])), "unreadable"),
    ],
)
def test_a_question_that_its_house_has_not_asked_is_not_thought_about(letter: bytes, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        read_question(KEY, letter)
    assert refused.value.reason == reason


def test_an_answer_counts_for_one_question_alone() -> None:
    """For one ticket, seat and version; whatever is cut, changed or put behind it makes it another's."""
    first, second = (asked(KEY, TICKET, "h", 1.0, some_question(version=version)) for version in (1, 2))
    letter = answer_letter(KEY, signature_of(first), TICKET, Answered(3))
    assert read_answer(KEY, signature_of(first), letter) == Answered(3)
    broken = [
        *(letter[:length] for length in range(len(letter))),
        *(letter[:at] + bytes([letter[at] ^ 1]) + letter[at + 1 :] for at in range(len(letter))),
        letter + b"\0",
        answer_letter(ANOTHER_KEY, signature_of(first), TICKET, Answered(3)),
        KEY.signature("question", letter[32:], signature_of(first)) + letter[32:],
    ]
    for one, question in [(letter, second), *((one, first) for one in broken)]:
        with pytest.raises(Refused, match="forged"):
            read_answer(KEY, signature_of(question), one)


# A house and whoever answers.


class Patient(BotPool):
    """Thinks about a question until it may answer."""

    def __init__(self, *, is_quick: bool = False) -> None:
        super().__init__(1, 1.0)
        self.thinks, self.may_answer = asyncio.Event(), asyncio.Event()
        if is_quick:
            self.may_answer.set()

    async def choose(self, question: Question) -> Answer:
        self.thinks.set()
        await self.may_answer.wait()
        return Answer(question.view.actions[0])


class Stranger:
    """A worker that is a test: it takes questions by hand, and has the key."""

    def __init__(self, url: str) -> None:
        self.redis = Redis.from_url(url)
        self.letters: dict[bytes, bytes] = {}  # by ticket

    async def say_so(self, processes: int = 1) -> None:
        seconds, _ = await self.redis.time()
        now = float(seconds) + 2
        await self.redis.zadd(KEY.workers, {worker_says(KEY, "stranger", processes, now): now})

    async def question(self, *known: bytes) -> tuple[bytes, Asked]:
        """The first that is none of these."""
        async with asyncio.timeout(PATIENCE):
            while True:
                if not await self.redis.zcard(KEY.workers):
                    await self.say_so()
                entries: Any = await self.redis.xrange(KEY.questions)
                for entry, fields in entries:
                    if entry not in known:
                        found = read_question(KEY, fields[LETTER])[0]
                        self.letters[found.ticket] = fields[LETTER]
                        return entry, found
                await asyncio.sleep(0.01)

    def answer_to(self, found: Asked, answer: Answered) -> bytes:
        return answer_letter(KEY, signature_of(self.letters[found.ticket]), found.ticket, answer)

    async def answer(self, house: str, *letters: bytes) -> None:
        for letter in letters:
            await self.redis.rpush(KEY.answers_for(house), letter)


@asynccontextmanager
async def asking(
    redis: RedisProcess, here: BotPool | None = None
) -> AsyncIterator[tuple[Workers, Metrics, Stranger]]:
    metrics, stranger = Metrics("a process"), Stranger(redis.url)
    workers = Workers(redis.url, KEY, here, metrics)
    await workers.open()
    try:
        yield workers, metrics, stranger
    finally:
        await workers.close()
        await stranger.redis.aclose()


@needs_redis
def test_only_an_answer_to_this_question_counts_and_only_once() -> None:
    async def play() -> None:
        with redis_running() as redis:
            async with asking(redis) as (workers, metrics, stranger):
                assert not workers.is_there
                wish = asyncio.create_task(workers.choose(some_question()))
                _, letter = await stranger.question()
                assert workers.is_there
                legal: Action = some_view().actions[0]
                right = stranger.answer_to(letter, Answered(legal, {"random": (1, 2)}, was_claimed=True))
                await stranger.answer(
                    letter.house,
                    b"nonsense",
                    letter.ticket.join((bytes(32), encoded(Answered(legal)))),
                    stranger.answer_to(letter, Answered(10_000)),
                    stranger.answer_to(letter, Answered(None)),  # it may not let it be
                    right,
                    right,
                )
                assert await wish == Answer(legal, {"random": (1, 2)})
                await stranger.answer(letter.house, right)  # late
                await until(lambda: refused(metrics, "late") == 3)
                assert (refused(metrics, "forged"), refused(metrics, "illegal")) == (1, 2)
                assert (count(metrics, "answers_total"), count(metrics, "claims_total")) == (1, 1)
                assert count(metrics, "questions_waiting") == 0

    asyncio.run(play())


@needs_redis
def test_a_question_that_is_lost_or_given_back_is_asked_again() -> None:
    async def play() -> None:
        with redis_running() as redis:
            async with asking(redis) as (workers, _, stranger):
                wish = asyncio.create_task(workers.choose(some_question()))
                lost, _ = await stranger.question()
                await stranger.redis.flushall()
                back, letter = await stranger.question(lost)
                await stranger.answer(letter.house, stranger.answer_to(letter, Answered(is_given_back=True)))
                _, letter = await stranger.question(lost, back)
                legal = some_view().actions[0]
                await stranger.answer(letter.house, stranger.answer_to(letter, Answered(legal)))
                assert (await wish).action == legal

    asyncio.run(play())


@needs_redis
def test_a_question_of_a_table_that_has_moved_on_is_withdrawn() -> None:
    async def play() -> None:
        with redis_running() as redis:
            async with asking(redis) as (workers, _, stranger):
                wanted = [True]
                question = some_question(is_wanted=wanted.__len__)
                wish = asyncio.create_task(workers.choose(question))
                await stranger.question()
                wanted.clear()
                with pytest.raises(Outdated):
                    await wish
                async with asyncio.timeout(PATIENCE):
                    while await stranger.redis.xlen(KEY.questions):
                        await asyncio.sleep(0.01)

    asyncio.run(play())


@needs_redis
def test_a_house_that_may_think_itself_does_where_no_worker_is_free() -> None:
    """None is there; one is, but answers nothing; Redis is gone."""

    async def play() -> None:
        with redis_running() as redis:
            async with asking(redis, Patient(is_quick=True)) as (workers, metrics, stranger):
                view = some_view()
                assert (await workers.choose(some_question())).action in view.actions
                await stranger.say_so()
                await until(lambda: count(metrics, "workers") == 1)
                slow = [asyncio.create_task(workers.choose(some_question())) for _ in range(2)]
                await stranger.question()
                assert (await workers.choose(some_question())).action in view.actions
                assert not slow[0].done()
                redis.end(signal.SIGKILL)
                assert [answer.action in view.actions for answer in await asyncio.gather(*slow)] == [True] * 2
                assert workers.is_there
                assert count(metrics, "answers_total") == 0

    asyncio.run(play())


@needs_redis
def test_hosts_share_the_time_of_workers() -> None:
    """One asks forty questions at once, another asks one after them: it is not the last to be answered."""

    async def play() -> list[str]:
        answered: list[str] = []
        with redis_running() as redis:
            worker = Worker(redis.url, KEY, Patient(is_quick=True), 1)
            working = asyncio.create_task(worker.work())
            async with asking(redis) as (workers, _, _):

                async def ask(host: str) -> None:
                    await workers.choose(some_question(requester=Requester("one address", host)))
                    answered.append(host)

                await asyncio.gather(*(ask("greedy") for _ in range(40)), ask("modest"))
            worker.end()
            await working
        return answered

    assert asyncio.run(play()).index("modest") < 20


def test_places_come_and_go() -> None:
    async def play() -> None:
        turns, begun = FairQueue(0), list[int]()

        async def take(number: int, end: asyncio.Event) -> None:
            async with turns.turn(Requester("host")):
                begun.append(number)
                await end.wait()

        ends = [asyncio.Event() for _ in range(4)]
        tasks = [asyncio.create_task(take(number, end)) for number, end in enumerate(ends)]
        await asyncio.sleep(0)
        assert turns.is_full
        for places, seen in ((2, 2), (1, 2)):
            turns.set_places(places)
            await asyncio.sleep(0.01)
            assert len(begun) == seen
        ends[0].set()
        await asyncio.sleep(0.01)
        assert len(begun) == 2  # one place was taken away
        ends[1].set()
        await asyncio.sleep(0.01)
        assert len(begun) == 3
        for end in ends:
            end.set()
        await asyncio.gather(*tasks)
        assert not turns.is_full

    asyncio.run(play())


# Real workers.


@needs_redis
def test_a_turn_that_a_killed_worker_held_is_given_to_another(tmp_path: Path) -> None:
    async def play() -> None:
        with redis_running() as redis:
            async with asking(redis) as (workers, metrics, stranger):
                with worker_running(tmp_path / "one.log", redis.url, KEY) as first:
                    wish = asyncio.create_task(workers.choose(some_question("ismcts-1500ms")))
                    await _until_held(stranger, 1)
                    first.kill()
                with worker_running(tmp_path / "two.log", redis.url, KEY) as second:
                    assert (await wish).action in some_view().actions
                    assert await asyncio.to_thread(second.end) == 0
                assert (count(metrics, "answers_total"), count(metrics, "claims_total")) == (1, 1)
                assert await stranger.redis.xlen(KEY.questions) == 0

    asyncio.run(asyncio.wait_for(play(), 60))


@needs_redis
def test_a_worker_that_is_ended_finishes_what_it_can() -> None:
    async def play() -> None:
        with redis_running() as redis:
            async with asking(redis) as (workers, _, stranger):
                thinker = Patient()
                worker = Worker(redis.url, KEY, thinker, 1)
                working = asyncio.create_task(worker.work())
                wish = asyncio.create_task(workers.choose(some_question()))
                await thinker.thinks.wait()
                worker.end()
                thinker.may_answer.set()
                assert (await wish).action == some_view().actions[0]
                await working
                assert await stranger.redis.zcard(KEY.workers) == 0
                assert await stranger.redis.xinfo_consumers(KEY.questions, GROUP) == []

    asyncio.run(play())


@needs_redis
def test_a_worker_that_is_ended_gives_back_what_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "FAREWELL_SECONDS", 0.1)

    async def play() -> None:
        with redis_running() as redis:
            async with asking(redis) as (workers, metrics, _):
                slow, quick = Patient(), Patient(is_quick=True)
                first, second = Worker(redis.url, KEY, slow, 1), Worker(redis.url, KEY, quick, 1)
                working = asyncio.create_task(first.work())
                wish = asyncio.create_task(workers.choose(some_question()))
                await slow.thinks.wait()
                first.end()
                await working
                assert await _work_until(second, wish) == Answer(some_view().actions[0])
                assert (count(metrics, "answers_total"), count(metrics, "claims_total")) == (1, 0)

    asyncio.run(play())


class Stumbling(Patient):
    """Whose process dies at the first question."""

    def __init__(self) -> None:
        super().__init__(is_quick=True)
        self.asked = 0

    async def choose(self, question: Question) -> Answer:
        self.asked += 1
        if self.asked == 1:
            raise BrokenProcessPool
        return await super().choose(question)


@needs_redis
def test_a_worker_gives_back_what_it_could_not_think_about_and_nobody_simpler_may() -> None:
    async def play() -> None:
        with redis_running() as redis:
            async with asking(redis) as (workers, _, _):
                thinker = Stumbling()
                wish = asyncio.create_task(workers.choose(some_question(luck=Luck("fate", 1))))
                answer = await _work_until(Worker(redis.url, KEY, thinker, 1), wish)
                assert (answer.action, thinker.asked) == (some_view().actions[0], 2)

    asyncio.run(play())


async def _work_until(worker: Worker, wish: "asyncio.Task[Answer]") -> Answer:
    working = asyncio.create_task(worker.work())
    answer = await wish
    worker.end()
    await working
    return answer


async def _until_held(stranger: Stranger, number: int) -> None:
    """By some worker."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if await stranger.redis.exists(KEY.questions):
                groups: Any = await stranger.redis.xinfo_groups(KEY.questions)
                if groups and groups[0]["pending"] == number:
                    return
            await asyncio.sleep(0.005)
