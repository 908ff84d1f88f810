"""Long thinking in a process of low priority: bots whose turn it is do not wait for it."""

import asyncio
import multiprocessing
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hexdeck.ai.arena.simulate import new_plan, simulate
from hexdeck.ai.puzzles.puzzle import puzzles_of, view_of
from hexdeck.core.chance import SEED_BYTES
from hexdeck.core.errors import AdviceRefused
from hexdeck.core.record import Player, Record, new_header
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES, game_named
from hexdeck.core.table import Table
from hexdeck.server.base.fair_queue import STRANGER, Requester
from hexdeck.server.base.refusals import TooMuch
from hexdeck.server.base.settings import Settings
from hexdeck.server.bots import pool as pool_module
from hexdeck.server.bots.bot_request import Question
from hexdeck.server.bots.coach_queue import Questions
from hexdeck.server.bots.pool import QUESTIONS, Background
from hexdeck.server.house.house import House, house_at
from hexdeck.server.reviews.reviews import MOST_UNDER_WAY
from hexdeck.server.store.documents import Document
from hexdeck.server.store.protocol import NewTable, TableSnapshot
from server.guest import QUICK
from server.inside import ADDRESS, Inside

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


@pytest.mark.parametrize(
    ("what", "game"), [*(("advice", game) for game in GAMES), ("puzzles", "skull_queen")]
)
def test_over_the_api_an_address_is_refused_and_another_one_answered(
    what: str, game: str, tmp_path: Path
) -> None:
    async def play() -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        inside = await Inside.at(tmp_path / "data", bot_seconds=PATIENCE)
        background, marie = inside.house.background, inside.token("marie")
        asked = await (a_choice(inside, game, marie) if what == "advice" else a_puzzle(inside, game))
        begun = asyncio.Event()
        blocked = asyncio.create_task(
            background.consult(Requester("another"), what, read_pipe, str(pipe), begun=begun.set)
        )
        await begun.wait()
        mark = inside.house.origins.mark(ADDRESS)
        greedy = [
            asyncio.create_task(background.consult(Requester(mark, f"{number % 10}"), what, int))
            for number in range(QUESTIONS.address)
        ]
        await until(lambda: background.queue.waiting == QUESTIONS.address)

        refused = await inside.ask(*asked, address=ADDRESS)
        assert refused.startswith(b"429")
        assert b'"code":"client.too_much"' in refused
        honest = asyncio.create_task(inside.ask(*asked, address="198.51.100.1"))
        await until(lambda: background.queue.waiting == QUESTIONS.address + 1)
        await asyncio.to_thread(pipe.write_bytes, b"done")
        assert (await honest).startswith(b"200")
        await asyncio.gather(blocked, *greedy)
        await inside.close()

    asyncio.run(play())


async def a_choice(inside: Inside, game: str, token: str) -> tuple[str, str, str, Any]:
    """Ask the coach at a table and return how to hear the answer."""
    house = inside.house
    document = await house.new_document("marie", game, GAMES[game].players[0], {})
    document.fill("novice")
    live = await house.new_game(document)
    while live.next_bot() is not None:
        turn = await live.bot_turn()
        assert turn is not None
        await live.play_bot(turn, None if turn.interrupts else turn.view.actions[0])
    at = f"/api/tables/{live.code}"
    answer = await inside.ask("POST", f"{at}/commands", token, {"type": "advise", "id": "a"})
    assert b'"ack"' in answer
    return "GET", f"{at}/advice", token, None


async def a_puzzle(inside: Inside, game: str) -> tuple[str, str, str, Any]:
    """Return how to make a choice that was not compared yet; only placing pirates has so many."""
    for one in puzzles_of(game):
        names = [game_named(game).action_name(action) for action in view_of(game, one).actions]
        if new := [name for name in names if one.valued(name) is None]:
            return "POST", f"/api/puzzles/{game}/{one.id}", inside.token("marie"), {"action": new[0]}
    raise AssertionError("everything was compared")


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.001)


def test_one_address_has_a_bounded_number_of_reviews_under_way(tmp_path: Path) -> None:
    async def begin(house: House) -> None:
        record, document = a_game()

        async def ask(number: int, requester: Requester) -> None:
            await house.reviews.of(replace(document, code=f"T{number}"), record, requester)

        for number in range(MOST_UNDER_WAY.address):
            await ask(number, Requester("greedy", f"p{number // MOST_UNDER_WAY.person}"))
        with pytest.raises(TooMuch, match="too many reviews from here are under way"):
            await ask(1000, Requester("greedy", "one more"))
        await ask(1001, Requester("honest", "lukas"))
        for number in range(MOST_UNDER_WAY.person - 1):
            await ask(1002 + number, Requester("honest", "lukas"))
        with pytest.raises(TooMuch):
            await ask(2000, Requester("honest", "lukas"))
        await ask(0, Requester("greedy", "one more"))  # it is under way already

    asyncio.run(with_a_blocked_thought(tmp_path, begin))


def test_a_review_gives_way_to_that_of_another_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One address begins four reviews, then another one begins its only one, which is not ready last."""
    monkeypatch.setattr("hexdeck.server.reviews.reviews.TURN_SECONDS", 0.0)

    async def play() -> None:
        house = await house_at(Settings(data=tmp_path, review_worlds=2))
        record, document = a_game()
        requesters = [Requester("greedy", "p1", f"T{number}") for number in range(4)]
        requesters.append(Requester("honest", "p2", "T4"))

        async def ask(requester: Requester) -> Any:
            return await house.reviews.of(replace(document, code=requester.table), record, requester)

        for one in requesters:
            await house.storage.make_table(
                NewTable(one.table, TableSnapshot(b"{}", "over", public=False), b"", 1.0)
            )
            await ask(one)
        async with asyncio.timeout(PATIENCE):
            while not isinstance(await ask(requesters[-1]), bytes):
                await asyncio.sleep(0.01)
        ready = [isinstance(await ask(one), bytes) for one in requesters[:-1]]
        assert ready.count(True) < 3
        await house.close()

    asyncio.run(play())


def a_game() -> tuple[Record, Document]:
    [game] = simulate(new_plan(GAMES["voodoo_prince"], 2, 3, ["heuristic"], QUICK["voodoo_prince"]), 1)
    return read(game.record), Document("T", "voodoo_prince", {}, [], host="p")


def test_where_processes_cannot_be_split_off_they_are_started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows."""
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])

    async def ask() -> int:
        background = Background(PATIENCE, QUESTIONS)
        try:
            return await background.consult(STRANGER, "advice", int, "3")
        finally:
            await background.close()

    assert asyncio.run(ask()) == 3
