"""Stories, replays and QR codes: made in a process of their own, in fair turns, with bounds on what waits."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from hexdeck.core.registry import GAMES
from hexdeck.server.base.fair_queue import STRANGER, Requester
from hexdeck.server.base.refusals import TooMuch
from hexdeck.server.house.house import READS
from server.bots.test_background import read_pipe
from server.inside import Inside

ELSEWHERE = "198.51.100.1"
OPENS = {
    "story": ("GET", "/api/tables/{playing}/story", b'"steps"'),
    "QR code": ("GET", "/api/tables/{gathering}/qr.svg", b"<svg"),
    "link": ("POST", "/api/me/move", b'"qr"'),
    "page": ("GET", "/t/{gathering}/plain", b"data:image/svg"),
}


class Reader:
    """A house with two tables of Marie's, whose process for reading waits for the test."""

    def __init__(self, inside: Inside, pipe: Path) -> None:
        self.inside, self.queue, self._pipe = inside, inside.house.reading.queue, pipe
        self.codes: dict[str, str] = {}

    async def open(self, game: str) -> None:
        marie = self.inside.token("marie")
        for name, path, wish in (
            ("gathering", "/api/tables", {"game": game}),
            ("playing", "/api/play", {"game": game, "level": "novice"}),
        ):
            made = await self.inside.ask("POST", path, marie, wish)
            self.codes[name] = str(made).partition('"code":"')[2].partition('"')[0]

    async def block(self) -> "asyncio.Task[bytes]":
        begun = asyncio.Event()
        reading = self.inside.house.reading
        blocked = asyncio.create_task(
            reading.consult(Requester("another"), "replays", read_pipe, str(self._pipe), begun=begun.set)
        )
        await begun.wait()
        return blocked

    async def unblock(self) -> None:
        await asyncio.to_thread(self._pipe.write_bytes, b"done")

    def request(self, what: str, person: str, address: str) -> "asyncio.Task[bytes]":
        method, path, _ = OPENS[what]
        token = self.inside.token(person)
        content = b"{}" if method == "POST" else None
        asked = self.inside.ask(method, path.format(**self.codes), token, content, address=address)
        return asyncio.create_task(asked)

    async def until_waiting(self, number: int) -> None:
        async with asyncio.timeout(60):
            while self.queue.waiting != number:
                await asyncio.sleep(0.001)


@asynccontextmanager
async def reader(tmp_path: Path, game: str) -> AsyncIterator[Reader]:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    inside = await Inside.at(tmp_path / "data")
    try:
        found = Reader(inside, pipe)
        await found.open(game)
        yield found
    finally:
        await inside.close()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", OPENS)
def test_one_address_cannot_keep_another_waiting_and_is_refused_when_too_much_waits(
    what: str, game: str, tmp_path: Path
) -> None:
    async def play() -> None:
        async with reader(tmp_path, game) as house:
            blocked, order = await house.block(), list[str]()
            greedy = [house.request(what, f"p{number // 20}", "192.0.2.7") for number in range(READS.address)]
            for one in greedy:
                one.add_done_callback(lambda _: order.append("greedy"))
            await house.until_waiting(READS.address)

            refused = await house.request(what, "one more", "192.0.2.7")
            assert refused.startswith(b"429")
            assert b"oo many requests from here wait already: ask again in" in refused
            assert what == "page" or b"retry-after: 1\n" in refused
            honest = house.request(what, "lukas", ELSEWHERE)
            honest.add_done_callback(lambda _: order.append("honest"))
            await house.until_waiting(READS.address + 1)

            await house.unblock()
            answers = [await honest, *await asyncio.gather(*greedy)]
            assert {answer[:2] for answer in answers} == {b"20"}
            assert all(OPENS[what][2] in answer for answer in answers)
            assert order.index("honest") <= 2
            await blocked

    asyncio.run(play())


def test_one_person_has_a_bound_of_their_own_and_leaves_room_for_others(tmp_path: Path) -> None:
    async def play() -> None:
        async with reader(tmp_path, "voodoo") as house:
            blocked = await house.block()
            greedy = [house.request("QR code", "p1", ELSEWHERE) for _ in range(READS.person)]
            await house.until_waiting(READS.person)
            assert (await house.request("QR code", "p1", ELSEWHERE)).startswith(b"429")
            other = house.request("QR code", "p2", ELSEWHERE)
            await house.until_waiting(READS.person + 1)
            await house.unblock()
            assert (await other).startswith(b"200")
            await asyncio.gather(blocked, *greedy)

    asyncio.run(play())


@pytest.mark.parametrize("path", ["/api/tables/{playing}/story", "/api/tables/{gathering}/qr.svg"])
def test_what_waits_for_a_client_that_has_gone_leaves_the_queue(path: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with reader(tmp_path, "skull_queen") as house:
            blocked = await house.block()
            line = house.inside.stream(path.format(**house.codes), house.inside.token("marie"))
            await house.until_waiting(1)
            await line.end()
            await house.until_waiting(0)
            await house.unblock()
            await blocked

    asyncio.run(play())


def test_a_process_that_was_killed_is_replaced(tmp_path: Path) -> None:
    async def play() -> None:
        async with reader(tmp_path, "vampire_queen") as house:
            process = await house.inside.house.reading.consult(STRANGER, "replays", os.getpid)
            os.kill(process, 9)
            assert (await house.request("story", "marie", ELSEWHERE)).startswith(b"200")

    asyncio.run(play())


def test_a_seat_s_token_may_read_too(tmp_path: Path) -> None:
    """It names no person, so what it asks for is charged to its address alone."""

    async def play() -> None:
        async with reader(tmp_path, "voodoo_prince") as house:
            live = await house.inside.house.tables.table(house.codes["playing"])
            token = f"seat:{live.document.chairs[0].token}"
            story = await house.inside.ask("GET", f"/api/tables/{live.code}/story", token)
            assert story.startswith(b"200")

    asyncio.run(play())


def test_words_of_tournaments_are_hashed_in_turns_of_who_names_them(tmp_path: Path) -> None:
    """It takes ten milliseconds on purpose, so it is bounded like everything that takes long."""

    async def play() -> None:
        async with reader(tmp_path, "voodoo") as house:
            tournaments = house.inside.house.tournaments
            blocked = await house.block()
            many = [
                asyncio.create_task(tournaments.hashed("p1", "ABC", f"{number}"))
                for number in range(READS.person)
            ]
            await house.until_waiting(READS.person)
            with pytest.raises(TooMuch):
                await tournaments.hashed("p1", "ABC", "one more")
            await house.unblock()
            assert len(set(await asyncio.gather(*many))) == READS.person
            await blocked

    asyncio.run(play())
