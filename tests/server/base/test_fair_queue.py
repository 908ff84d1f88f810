"""Fair queueing by address, person and table, with a clock that the test drives."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from typing import Any

import pytest

from hexdeck.server.base.fair_queue import MOST_REMEMBERED, Bounds, FairQueue, Requester
from hexdeck.server.base.refusals import TooMuch


class Work:
    """Requests to a queue; a place is kept until the test ends it, after so many seconds of its clock."""

    def __init__(self, places: int = 1, bounds: Bounds | None = None) -> None:
        self.now = 0.0
        self.queue = FairQueue(places, bounds, clock=lambda: self.now)
        self.running: list[tuple[str, str, str]] = []  # in the order in which they came up
        self._ends: dict[tuple[str, str, str], asyncio.Event] = {}
        self.tasks: list[asyncio.Task[None]] = []

    def request(self, address: str, person: str = "", table: str = "") -> asyncio.Task[None]:
        self.tasks.append(asyncio.create_task(self._work(Requester(address, person, table))))
        return self.tasks[-1]

    async def _work(self, requester: Requester) -> None:
        async with self.queue.turn(requester, "work"):
            end = self._ends[requester] = asyncio.Event()
            self.running.append(requester)
            await end.wait()

    async def end_first(self, seconds: float = 1.0) -> tuple[str, str, str]:
        """End the work that began first, which then took so long."""
        self.now += seconds
        ended = self.running.pop(0)
        self._ends.pop(Requester(*ended)).set()
        await settle()
        return ended

    async def end_all(self) -> list[tuple[str, str, str]]:
        ended = []
        while self.running:
            ended.append(await self.end_first())
        await asyncio.gather(*self.tasks)
        return ended


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def test_many_identities_of_one_address_delay_another_address_by_one_piece_of_work() -> None:
    async def play() -> None:
        work = Work()
        for number in range(14):
            work.request("attacker", f"identity {number}", f"table {number}")
        await settle()
        for _ in range(20):
            work.request("honest", "Marie", "a table")
            await settle()
            await work.end_first()
            assert work.running[0][0] == "honest"
            await work.end_first()
            work.request("attacker", "one more", f"{work.now}")
        await work.end_all()

    run(play)


def test_one_address_is_shared_by_person_and_one_person_s_part_by_table() -> None:
    async def play() -> None:
        work = Work()
        for number in range(14):
            work.request("school", "greedy", f"table {number}")
        work.request("school", "modest", "a table")
        await settle()
        assert [(await work.end_first())[1] for _ in range(3)] == ["greedy", "modest", "greedy"]
        await work.end_all()

        work.request("school", "Marie", "the first")
        for number in range(9):
            work.request("school", "Marie", f"table {number % 3}")
        await settle()
        tables = [(await work.end_first())[2] for _ in range(4)]
        assert tables == ["the first", "table 0", "table 1", "table 2"]
        await work.end_all()

    run(play)


def test_long_work_counts_for_more_than_short_work() -> None:
    async def play() -> None:
        work = Work()
        for number in range(4):
            work.request("long", "", f"{number}")
            work.request("short", "", f"{number}")
        await settle()
        order = []
        while work.running:
            order.append((await work.end_first(3.0 if work.running[0][0] == "long" else 1.0))[0])
        assert order == ["long", "short", "short", "short", "short", "long", "long", "long"]

    run(play)


def test_work_that_still_runs_counts() -> None:
    """With two places, an address that already has one does not get the other before one that has none."""

    async def play() -> None:
        work = Work(places=2)
        work.request("first", "", "1")
        work.request("second", "", "1")
        await settle()
        work.request("first", "", "2")
        work.request("third", "", "1")
        await settle()
        work.running.reverse()  # the work of "second" ends, that of "first" runs on
        await work.end_first(0.0)
        assert work.running[-1][0] == "third"
        await work.end_all()

    run(play)


def test_quiet_addresses_save_nothing_up() -> None:
    async def play() -> None:
        work = Work()
        work.request("quiet", "", "0")
        for number in range(10):
            work.request("busy", "", f"{number}")
        await settle()
        assert [(await work.end_first())[0] for _ in range(6)] == ["quiet"] + ["busy"] * 5
        for number in range(1, 7):
            work.request("quiet", "", f"{number}")
        await settle()
        order = [(await work.end_first())[0] for _ in range(6)]
        assert order == ["busy", "quiet", "busy", "quiet", "busy", "quiet"]
        await work.end_all()

    run(play)


@pytest.mark.parametrize(
    ("requests", "refused", "welcome"),
    [
        ([("a", "Marie")] * 3, ("a", "Marie"), ("a", "Lukas")),
        ([("a", f"{number % 5}") for number in range(6)], ("a", "somebody new"), ("b", "Marie")),
        ([(f"{number}", "") for number in range(10)], ("b", "Marie"), None),
    ],
)
def test_too_much_that_waits_is_refused_and_told_when_to_ask_again(
    requests: list[tuple[str, str]], refused: tuple[str, str], welcome: tuple[str, str] | None
) -> None:
    async def play() -> None:
        work = Work(bounds=Bounds(person=3, address=6, all=10))
        work.request("the one that runs")
        await settle()
        for number, (address, person) in enumerate(requests):
            work.request(address, person, f"{number}")
        await settle()
        assert work.queue.waiting == len(requests)
        with pytest.raises(TooMuch, match=r"ask again in 1 s$") as why:
            await work.request(*refused)
        assert why.value.fields == {"n": 1}
        work.tasks.pop()
        assert work.queue.refused == 1
        if welcome is not None:
            work.request(*welcome)
            await settle()
            assert work.queue.waiting == len(requests) + 1
        await work.end_first(2.0)
        assert await work.end_all()
        assert work.queue.waiting == 0
        assert work.queue.seconds["work"] > len(requests)

    run(play)


def test_the_time_to_ask_again_follows_from_what_waits() -> None:
    async def play() -> None:
        work = Work(bounds=Bounds(person=2, address=9, all=9))
        work.request("a", "Marie", "0")
        await settle()
        await work.end_first(7.0)
        for number in range(3):
            work.request("a", "Marie", f"{number}")
            await settle()
        with pytest.raises(TooMuch, match="ask again in 14 s"):
            await work.request("a", "Marie", "3")
        work.tasks.pop()
        await work.end_all()

    run(play)


def test_whoever_leaves_the_queue_leaves_nothing_behind() -> None:
    async def play() -> None:
        work = Work(bounds=Bounds(person=2, address=2, all=2))
        work.request("a", "", "0")
        await settle()
        leaving = work.request("b", "", "1")
        await settle()
        leaving.cancel()
        await asyncio.wait([leaving])
        assert work.queue.waiting == 0

        just_called = work.request("b", "", "2")
        staying = work.request("c", "", "3")
        await settle()
        work.running.clear()
        work._ends.pop(Requester("a", "", "0")).set()
        await asyncio.sleep(0)
        just_called.cancel()  # at the moment at which the place is given
        await settle()
        assert just_called.cancelled()
        assert work.running == [("c", "", "3")]
        await work.end_first()
        await staying
        assert not work.queue.is_full
        async with asyncio.timeout(5), work.queue.turn(Requester("d")):
            pass

    run(play)


def test_a_place_that_becomes_free_while_the_next_leaves_goes_to_the_one_after() -> None:
    async def play() -> None:
        work = Work()
        for address in "abc":
            last = work.request(address)
        await settle()
        work._ends.pop(Requester("a")).set()  # it ends before the cancelled task runs again
        work.tasks[1].cancel()
        await asyncio.wait(work.tasks[:2])
        await settle()
        assert work.running == [("a", "", ""), ("c", "", "")]
        work._ends.pop(Requester("c")).set()
        await last
        assert (work.queue.waiting, work.queue.is_full) == (0, False)

    run(play)


def test_nothing_is_remembered_for_ever() -> None:
    async def play() -> None:
        work = Work()
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(work.queue.turn(Requester("always here")))
            work.queue.set_places(2)
            for number in range(3 * MOST_REMEMBERED):
                async with work.queue.turn(Requester(f"address {number}", "somebody", "a table")):
                    work.now += 1.0
            assert len(work.queue._root.below) <= MOST_REMEMBERED + 1
        assert not work.queue._root.below

    run(play)
