"""Bots that crash, hang or are wrong, and a server that is stopped: tables go on."""

import asyncio
import os
import signal
import time
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from hexdeck.core.chance import SEED_BYTES
from hexdeck.core.record import Player, new_header
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.table import Table
from hexdeck.core.verify import verify
from hexdeck.games.voodoo.ai.heuristic import Heuristic
from hexdeck.games.voodoo.law.actions import MEANINGS
from hexdeck.games.voodoo.law.view import View
from hexdeck.server.base.fair_queue import FairQueue, Requester
from hexdeck.server.base.refusals import Outdated
from hexdeck.server.bots.bot_request import Answer, Luck, Question
from hexdeck.server.bots.memories import Memories
from hexdeck.server.bots.pool import BotPool
from hexdeck.server.client import Client
from server.guest import Guest, play_to_the_end
from server.house_process import HouseProcess, open_house
from server.processes import group, wait_until_gone
from server.story import Story

HANGS = "ismcts-9999999"  # a search that takes minutes


def _some_view() -> tuple[Table, int]:
    seed = bytes(SEED_BYTES)
    players = [Player("Marie"), Player("Lukas"), Player("Leon")]
    table = Table(new_header(GAMES["voodoo_prince"], players, seed=seed), seed)
    table.open()
    return table, table.to_move()[0]


@pytest.mark.parametrize(("bot", "seconds"), [("no-such-bot", 60.0), (HANGS, 8.0)])
def test_a_simpler_bot_plays_for_one_that_fails(bot: str, seconds: float) -> None:
    table, seat = _some_view()

    async def choose() -> Answer:
        pool = BotPool(1, seconds)
        try:
            return await pool.choose(Question(bot, "voodoo_prince", table.view(seat), interrupts=False))
        finally:
            await pool.close()

    answer = asyncio.run(choose())
    assert answer.action in table.view(seat).actions
    assert answer.failures == 1


def test_no_simpler_bot_plays_where_all_must_answer_alike() -> None:
    """A machine that is too slow is asked again."""
    table, seat = _some_view()

    async def choose() -> Answer:
        pool = BotPool(1, 0.01)
        luck = Luck("fate", 1)
        try:
            return await pool.choose(
                Question("club", "voodoo_prince", table.view(seat), interrupts=False, luck=luck)
            )
        finally:
            await pool.close()

    with pytest.raises(TimeoutError):
        asyncio.run(choose())


def test_a_bot_that_hangs_takes_no_other_along() -> None:
    """One process, three tables: the two that wait behind the one that hangs get what they asked for."""
    table, seat = _some_view()

    async def choose_all() -> list[Answer]:
        pool = BotPool(1, 8.0)
        wishes = [
            pool.choose(
                Question(bot, "voodoo_prince", table.view(seat), interrupts=False, requester=Requester(host))
            )
            for bot, host in ((HANGS, "one"), ("novice", "two"), ("novice", "two"))
        ]
        try:
            return await asyncio.gather(*wishes)
        finally:
            await pool.close()

    answers = asyncio.run(choose_all())
    assert all(answer.action in table.view(seat).actions for answer in answers)
    assert [answer.failures for answer in answers] == [1, 0, 0]


def test_nobody_thinks_for_a_table_that_has_moved_on() -> None:
    table, seat = _some_view()

    async def choose() -> None:
        pool = BotPool(1, 20.0)
        asked = Question(HANGS, "voodoo_prince", table.view(seat), interrupts=False, is_wanted=lambda: False)
        try:
            with pytest.raises(Outdated):
                await pool.choose(asked)
        finally:
            await pool.close()

    asyncio.run(choose())


def test_a_table_goes_on_when_the_processes_of_its_bots_are_killed(tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        guest = Guest(house.url)
        code = guest.play_now("vampire_queen", 4)
        assert house.process is not None
        server = house.process.pid

        async def kill_bots(client: Client) -> int:
            killed = 0
            while client.table is None or client.table.status != "over":
                await asyncio.sleep(0.1)
                for process in group(server) - {server} if killed < 12 else ():
                    os.kill(process, signal.SIGKILL)
                    killed += 1
            return killed

        async def play() -> int:
            async with guest.at(code) as client:
                killed, _ = await asyncio.gather(kill_bots(client), play_to_the_end(client, Random(2)))
                return killed

        assert asyncio.run(asyncio.wait_for(play(), 120)) > 0
        assert verify(read(guest.get(f"/api/tables/{code}/record").text)).is_proved
        assert '"bot_failed"' in house.log.read_text()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_is_left_behind(how: signal.Signals, tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        guest = Guest(house.url)
        code = guest.play_now("skull_queen", 4, level="expert")
        assert house.process is not None
        server = house.process.pid
        asyncio.run(_until_bots_have_played(guest, code))
        assert len(group(server)) > 1

        house.end(how)

        assert wait_until_gone(server) == set()


async def _until_bots_have_played(guest: Guest, code: str) -> None:
    async with guest.at(code) as client:
        while client.version is None or client.version < 3:
            await client.changed()


def test_everybody_is_told_when_the_server_closes_and_goes_on_when_it_opens(tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        guests = [Guest(house.url) for _ in range(3)]
        codes = [guest.play_now(game, 3) for guest, game in zip(guests, GAMES, strict=False)]
        stories = asyncio.run(asyncio.wait_for(_through_a_restart(house, guests, codes), 120))

    for story in stories:
        assert [goodbye["reason"] for goodbye in story.all("goodbye")] == ["restart"]
        assert story.all("goodbye")[0]["retry"] > 0
        assert story.count("welcome") == 2
        assert not story.gaps


async def _through_a_restart(house: HouseProcess, guests: list[Guest], codes: list[str]) -> list[Story]:
    stories = [Story() for _ in guests]

    async def play(guest: Guest, code: str, story: Story) -> None:
        async with Client(
            house.url, code, guest.token, story.hear, ping=60
        ) as client:  # it hears when it ends
            first.append(client)
            await closed.wait()
            await play_to_the_end(client, Random(1))
        assert verify(read(guest.get(f"/api/tables/{code}/record").text)).is_proved

    async def restart() -> None:
        while len(first) < len(guests):
            await asyncio.sleep(0.01)
        assert await asyncio.to_thread(house.end) == -signal.SIGTERM
        await asyncio.to_thread(house.start)
        closed.set()

    first: list[Client] = []
    closed = asyncio.Event()
    await asyncio.gather(restart(), *map(play, guests, codes, stories))
    return stories


def test_bots_that_were_stopped_stop_nobody_else(tmp_path: Path) -> None:
    """Neither the process that thinks nor the one that starts such processes."""
    with open_house(tmp_path / "data", "--bot-seconds", "4") as house:
        guest = Guest(house.url)
        first = guest.play_now("skull_queen", 3)  # where all choose at once, so bots are asked
        assert house.process is not None
        server = house.process.pid
        while len(group(server)) < 3:  # the house, what starts processes, and a bot
            guest.look(first)
        stopped = group(server) - {server}
        for process in stopped:
            os.kill(process, signal.SIGSTOP)
        try:
            guest.play_now("skull_queen", 4)
            for _ in range(10):
                assert guest.get("/healthz").text == "alive\n"
                time.sleep(0.5)
        finally:
            for process in stopped & group(server):
                os.kill(process, signal.SIGCONT)


def _asked_of_voodoo() -> View:
    """What a bot sees that should do what its only curse demands."""
    table = _table_of_voodoo()
    rng = Random(3)
    while True:
        for seat in range(table.players):
            view: Any = table.view(seat)
            sharp = Heuristic(Random(1), attention=1.0)
            action = sharp.interrupt(view)
            if len(view.in_force) == 1 and action is not None and MEANINGS[action][0] in ("do", "call"):
                return cast("View", view)
        seat = table.to_move()[0]
        table.submit(seat, rng.choice(table.view(seat).actions))


def _table_of_voodoo() -> Table:
    seed = bytes(SEED_BYTES)
    players = [Player("Marie"), Player("Lukas"), Player("Leon")]
    table = Table(new_header(GAMES["voodoo"], players, seed=seed), seed)
    table.open()
    return table


def test_a_served_novice_forgets_as_often_as_one_that_was_measured() -> None:
    """Asked four times in each of 100 turns, beside another table: it thinks of 85 in 100 curses."""
    asked = _asked_of_voodoo()

    async def thought_of() -> int:
        pool, memories, count = BotPool(1, 20.0), Memories(), 0
        try:
            for turn in range(100):
                answers = []
                for again in range(4):
                    view, other = replace(asked, turns=turn), replace(asked, turns=1000 + 4 * turn + again)
                    for table, seen in (("a table", view), ("another", other)):
                        known = memories.of(table, 1)
                        question = Question("novice", "voodoo", seen, interrupts=True, memories=known)
                        answer = await pool.choose(question)
                        memories.keep(table, 1, answer.memories)
                        answers += [answer.action] if table == "a table" else []
                assert len(set(answers)) == 1  # it keeps to what it has decided
                count += answers[0] is not None
        finally:
            await pool.close()
        return count

    assert 70 <= asyncio.run(thought_of()) <= 96


def test_hosts_take_turns_in_thinking() -> None:
    """One has thirty tables that always ask; somebody who asks now and then comes next each time.

    Turns are as long as each other by a clock of their own: a machine that halts would lengthen one.
    """
    clock = count()

    async def overtaken_by() -> list[int]:
        turns, done, found = FairQueue(1, clock=lambda: next(clock)), 0, []

        async def ask(host: str) -> None:
            nonlocal done
            async with turns.turn(Requester("one address", host)):
                await asyncio.sleep(0)
            done += 1

        async def until_done(wanted: int) -> None:
            while done < wanted:
                await asyncio.sleep(0)

        async def ask_on() -> None:
            while True:
                await ask("greedy")

        greedy = [asyncio.create_task(ask_on()) for _ in range(30)]
        await until_done(60)
        for _ in range(10):
            before = done
            async with asyncio.timeout(20):
                await ask("modest")
            found.append(done - before - 1)
            await until_done(done + 10)
        for task in greedy:
            task.cancel()
        await asyncio.gather(*greedy, return_exceptions=True)
        async with asyncio.timeout(5), turns.turn(Requester("one address", "the last")):
            pass  # those who went away have left the place free
        return found

    assert max(asyncio.run(overtaken_by())) <= 3
