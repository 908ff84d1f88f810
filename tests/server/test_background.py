"""Long thinking in a process of low priority: bots whose turn it is do not wait for it."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from hexdeck.chance import SEED_BYTES
from hexdeck.errors import AdviceRefused
from hexdeck.games import GAMES
from hexdeck.record import Player, new_header
from hexdeck.server.bots import pool as pool_module
from hexdeck.server.bots.fair_queue import STRANGER, Requester
from hexdeck.server.bots.pool import QUESTIONS, Background
from hexdeck.server.bots.question import Question
from hexdeck.server.bots.questions import Questions
from hexdeck.server.house import House, house_at
from hexdeck.server.ops.settings import Settings
from hexdeck.server.refusals import TooMuch
from hexdeck.table import Table

PATIENCE = 60.0  # seconds; machines may be slow


def read_pipe(path: str) -> bytes:
    """Think until the test writes to the pipe."""
    return Path(path).read_bytes()


def a_question(game: str) -> Question:
    seed, rules = bytes(SEED_BYTES), GAMES[game]
    table = Table(
        new_header(rules, [Player(f"p{seat}") for seat in range(rules.players[-1])], seed=seed), seed
    )
    table.open()
    return Question("novice", game, table.view(table.to_move()[0]), interrupts=False)


async def with_a_blocked_thought(tmp_path: Path, do: Callable[[House], Awaitable[None]]) -> None:
    """Do something in a house while its process of low priority thinks, and then let that go on."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    house = await house_at(Settings(data=tmp_path / "data", bot_seconds=PATIENCE))
    begun = asyncio.Event()
    thought = asyncio.create_task(
        house.background.consult(Requester("another"), "advice", read_pipe, str(pipe), begun=begun.set)
    )
    await begun.wait()
    await do(house)
    assert not thought.done()
    await asyncio.to_thread(pipe.write_bytes, b"done")
    assert await asyncio.wait_for(thought, PATIENCE) == b"done"
    await house.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_answers_while_a_question_to_the_coach_is_thought_about(game: str, tmp_path: Path) -> None:
    async def let_a_bot_play(house: House) -> None:
        question = a_question(game)
        answer = await asyncio.wait_for(house.bots.thinker.choose(question), PATIENCE)
        assert answer.action in question.view.actions

    asyncio.run(with_a_blocked_thought(tmp_path, let_a_bot_play))


def test_one_more_question_than_an_address_may_have_is_refused_and_another_address_s_is_not(
    tmp_path: Path,
) -> None:
    async def ask(house: House) -> None:
        background = house.background
        wait = [
            asyncio.create_task(background.consult(Requester("greedy", f"{number % 10}"), "puzzles", int))
            for number in range(QUESTIONS.address)
        ]
        await asyncio.sleep(0)
        with pytest.raises(TooMuch, match="ask again in"):
            await background.consult(Requester("greedy", "one more"), "puzzles", int)
        wait.append(asyncio.create_task(background.consult(Requester("honest"), "puzzles", int)))
        await asyncio.sleep(0)
        assert background.queue.waiting == QUESTIONS.address + 1
        sample = house.metrics.registry.get_sample_value
        assert sample("hexdeck_queue_waiting", {"queue": "background"}) == QUESTIONS.address + 1
        assert sample("hexdeck_queue_refused_total", {"queue": "background"}) == 1
        for one in wait:
            one.cancel()
        await asyncio.gather(*wait, return_exceptions=True)
        assert background.queue.waiting == 0

    asyncio.run(with_a_blocked_thought(tmp_path, ask))


def test_a_question_without_anybody_waiting_leaves_the_queue(tmp_path: Path) -> None:
    """Two wait for the same answer: it stays for the second, and goes when both have gone."""

    async def ask(house: House) -> None:
        questions: Questions[int] = Questions("advice", house.background, house.spawn)
        first, second = (asyncio.create_task(questions.ask("key", STRANGER, int, "3")) for _ in range(2))
        for one, waiting in ((first, 1), (second, 0)):
            await asyncio.sleep(0.01)
            assert house.background.queue.waiting == 1
            one.cancel()
            await asyncio.wait([one])
            await asyncio.sleep(0.01)
            assert house.background.queue.waiting == waiting

    asyncio.run(with_a_blocked_thought(tmp_path, ask))


def priority() -> tuple[int, bool]:
    is_idle = not hasattr(os, "SCHED_IDLE") or os.sched_getscheduler(0) == os.SCHED_IDLE
    return os.getpriority(os.PRIO_PROCESS, 0), is_idle


def test_it_has_the_lowest_priority() -> None:
    async def ask() -> tuple[int, bool]:
        background = Background(PATIENCE, QUESTIONS)
        try:
            return await background.consult(STRANGER, "advice", priority)
        finally:
            await background.close()

    assert asyncio.run(ask()) == (19, True)


def test_the_process_ends_when_it_is_idle_and_another_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> list[bool]:
        background, found = Background(PATIENCE, QUESTIONS), list[bool]()
        [servant] = background._processes.servants
        found.append(servant._pool is None)
        monkeypatch.setattr(pool_module, "IDLE_SECONDS", 0.0)
        process = await background.consult(STRANGER, "advice", os.getpid)
        async with asyncio.timeout(PATIENCE):
            while servant._pool is not None:
                await asyncio.sleep(0.01)
        monkeypatch.setattr(pool_module, "IDLE_SECONDS", 300.0)
        found.append(await background.consult(STRANGER, "advice", os.getpid) != process)
        found.append(servant._pool is not None)
        await background.close()
        return found

    assert asyncio.run(ask()) == [True, True, True]


def test_a_house_closes_while_it_thinks(tmp_path: Path) -> None:
    """What still waits is told that there is no answer, and no process stays behind."""

    async def play() -> int:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        house = await house_at(Settings(data=tmp_path / "data", bot_seconds=PATIENCE))
        process = await house.background.consult(STRANGER, "advice", os.getpid)
        questions: Questions[Any] = Questions("advice", house.background, house.spawn)
        asked = [
            asyncio.create_task(questions.ask(number, STRANGER, read_pipe, str(pipe))) for number in range(3)
        ]
        await asyncio.sleep(0.01)
        await house.background.close()
        for one in asked[1:]:
            one.cancel()
        with pytest.raises(AdviceRefused):
            await asked[0]
        await asyncio.gather(*asked, return_exceptions=True)
        await house.close()
        return process

    process = asyncio.run(play())
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
