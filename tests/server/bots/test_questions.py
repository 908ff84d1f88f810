"""Questions to the coach: each is thought about once, and only answers are kept."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from hexdeck.server.base.fair_queue import STRANGER
from hexdeck.server.bots.coach_queue import Questions
from hexdeck.server.bots.pool import QUESTIONS, Background

PATIENCE = 60.0  # seconds; machines may be slow


async def leave_at_once(questions: Questions[Any], asked: list[asyncio.Task[Any]]) -> None:
    asker = asyncio.create_task(questions.ask("key", STRANGER, int, "no number"))
    while not asked:
        await asyncio.sleep(0)
    asker.cancel()
    await asyncio.wait([asker, *asked])


async def hear_it(questions: Questions[Any], asked: list[asyncio.Task[Any]]) -> None:
    assert not asked
    with pytest.raises(ValueError, match="no number"):
        await questions.ask("key", STRANGER, int, "no number")


@pytest.mark.parametrize("fail", [leave_at_once, hear_it])
def test_whoever_asks_after_a_failure_is_answered(
    fail: Callable[[Questions[Any], list[asyncio.Task[Any]]], Awaitable[None]],
) -> None:
    """Whether or not somebody was left to hear of it."""

    async def ask() -> list[object]:
        asked: list[asyncio.Task[Any]] = []

        def spawn(work: Any) -> asyncio.Task[Any]:
            asked.append(asyncio.create_task(work))
            return asked[-1]

        pool = Background(PATIENCE, QUESTIONS)
        questions: Questions[Any] = Questions("advice", pool, spawn)
        await fail(questions, asked)
        answers = [await questions.ask("key", STRANGER, int, number) for number in ("3", "4")]
        await pool.close()
        return [*answers, len(asked)]

    assert asyncio.run(ask()) == [3, 3, 2]
