"""Real games while the server is killed again and again: what it has acknowledged must be there, once."""

import asyncio
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import httpx

from hexdeck.core.record import Acted, Record, TakenBack
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.verify import verify
from hexdeck.server.base.messages import Ack, Act, Change, Command, Fill, Rematch, Say, Sit, Start, Swap, Undo
from hexdeck.server.client import Client
from server.guest import QUICK, Guest, some_action
from server.house_process import HouseProcess

T = TypeVar("T")

PERSONS = 2  # at each table
BOTS = 1
COMMAND_SECONDS = 0.02  # about what the server takes from a command to its answer
PATIENT = ("--grace", "3600")  # no bot plays for a person: every one of their actions must be their own


@dataclass
class Figures:
    kills: int = 0
    games_ended: int = 0
    acknowledged: int = 0
    refused: int = 0
    lost: int = 0  # acknowledged, but not there
    doubled: int = 0  # there more often than acknowledged
    unproved: int = 0  # records that do not verify
    seconds: float = 0.0


@dataclass
class Person:
    """What one of them did at one table, as far as the server has acknowledged it."""

    guest: Guest
    rng: Random
    seat: int | None = None
    acts: Counter[str] = field(default_factory=Counter)
    early: Counter[str] = field(default_factory=Counter)
    undone: int = 0
    commands: list[str] = field(default_factory=list)

    def new_id(self) -> str:
        return f"{self.rng.getrandbits(64):x}"


class KillRun:
    """`tables` games at a time, until the server was killed `kills` times and every game is over."""

    def __init__(self, data: Path, *, kills: int, seed: int, tables: int = 4) -> None:
        self.house = HouseProcess(data, *PATIENT)
        self.figures = Figures()
        self._kills = kills
        self._tables = tables
        self._rng = Random(seed)
        self._games = cycle(GAMES)
        self._is_open = asyncio.Event()
        self._sent = asyncio.Event()

    def run(self) -> Figures:
        began = time.monotonic()
        self.house.start()
        try:
            asyncio.run(self._run())
        finally:
            if self.house.process is not None:
                self.house.end(signal.SIGKILL)
        self.figures.seconds = round(time.monotonic() - began, 1)
        return self.figures

    async def _run(self) -> None:
        self._is_open.set()
        killing = asyncio.create_task(self._kill())
        async with asyncio.TaskGroup() as tasks:
            for _ in range(self._tables):
                guests = [Guest(self.house.url) for _ in range(PERSONS)]
                tasks.create_task(self._play_on(guests, Random(self._rng.random()), killing))
        await killing

    async def _kill(self) -> None:
        """At random moments: when it has hardly opened, or while it carries out a command."""
        while self.figures.kills < self._kills:
            await asyncio.sleep(self._rng.choice((0.0, 0.2, 0.8)) * self._rng.random())
            if self._rng.random() < 0.8:
                await self._sending()
                await asyncio.sleep(self._rng.random() * COMMAND_SECONDS)
            self._is_open.clear()
            await asyncio.to_thread(self.house.end, signal.SIGKILL)
            await asyncio.to_thread(self.house.start)
            self._is_open.set()
            self.figures.kills += 1

    async def _sending(self) -> None:
        """Until somebody sends a command, or all only wait."""
        self._sent.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await self._sent.wait()

    async def _play_on(self, guests: list[Guest], rng: Random, killing: "asyncio.Task[None]") -> None:
        """One game after the other, every second one a rematch."""
        while not killing.done():
            people = [Person(guest, Random(rng.random())) for guest in guests]
            code = await self._gather_people(people, next(self._games))
            again = await self._play(people, code)
            if again is not None and not killing.done():
                people = [Person(guest, Random(rng.random())) for guest in guests]
                await self._play(people, again)

    async def _asked(self, ask: Callable[[], T]) -> T:
        """The answer to a request, asked again until somebody is there to answer."""
        while True:
            await self._is_open.wait()
            try:
                return await asyncio.to_thread(ask)
            except httpx.TransportError:
                await asyncio.sleep(0.05)

    async def _gather_people(self, people: list[Person], game: str) -> str:
        host = people[0]
        players = max(PERSONS + BOTS, GAMES[game].players[0])
        wish: dict[str, Any] = {"game": game, "players": players, "options": QUICK[game], "pace": "calm"}
        code = str((await self._asked(lambda: host.guest.post("/api/tables", **wish)))["code"])
        for person in people[1:]:
            async with person.guest.at(code) as client:
                await self._send(client, person, Sit(person.new_id(), salt=person.new_id()))
        async with host.guest.at(code) as client:
            await self._send(client, host, Change(host.new_id(), pace="instant"))
            await self._send(client, host, Swap(host.new_id(), 0, 1))
            if host.rng.random() < 0.5:
                await self._send(client, host, Fill(host.new_id(), "novice"))
        return code

    async def _play(self, people: list[Person], code: str) -> str | None:
        """The code of the rematch."""
        async with asyncio.TaskGroup() as tasks:
            for person in people:
                tasks.create_task(self._play_one(person, code, is_host=person is people[0]))
        text = await self._asked(lambda: people[0].guest.get(f"/api/tables/{code}/record").text)
        self._check(read(text), code, people)
        async with people[1].guest.at(code) as client:
            answer = await self._send(client, people[1], Rematch(people[1].new_id()))
            assert answer is not None
            return str(answer.code)

    async def _play_one(self, person: Person, code: str, *, is_host: bool) -> None:
        async with person.guest.at(code) as client:
            assert client.table is not None
            if is_host and client.table.status == "gathering":
                await self._send(client, person, Start(person.new_id(), "novice"))
            while client.table.status != "over":
                await self._act(client, person)
            assert client.you is not None
            person.seat = client.you.seat

    async def _act(self, client: Client, person: Person) -> None:
        """One action, now and then taken back, an early one, or a word."""
        view, rng = client.view, person.rng
        if view is None or view["seat"] is None:
            return await client.changed()
        if view["seat"] in view["to_move"]:
            action = some_action(view, rng)
            if await self._send(client, person, Act(person.new_id(), action)) is None:
                return await client.changed()
            person.acts[action] += 1
            if rng.random() < 0.1 and await self._send(client, person, Undo(person.new_id())) is not None:
                person.undone += 1
        elif view["actions"] and rng.random() < 0.1:
            action = some_action(view, rng)
            if await self._send(client, person, Act(person.new_id(), action, early=True)) is not None:
                person.early[action] += 1
        elif rng.random() < 0.02:
            await client.send(Say(person.new_id(), "hurry"))
        else:
            await client.changed()
        return None

    async def _send(self, client: Client, person: Person, command: Command) -> Ack | None:
        self._sent.set()
        answer = await client.send(command)
        if isinstance(answer, Ack):
            self.figures.acknowledged += 1
            person.commands.append(command.id)
            return answer
        assert answer.code.startswith("action."), answer
        self.figures.refused += 1
        return None

    def _check(self, record: Record, code: str, people: list[Person]) -> None:
        self.figures.games_ended += 1
        self.figures.unproved += not verify(record).is_proved
        for person in people:
            self._check_person(record, code, person)

    def _check_person(self, record: Record, code: str, person: Person) -> None:
        game, figures = record.header.game, self.figures
        recorded = Counter(
            game.action_name(step.action)
            for step in record.steps
            if isinstance(step, Acted) and step.seat == person.seat
        )
        undone = sum(isinstance(step, TakenBack) and step.seat == person.seat for step in record.steps)
        figures.lost += (person.acts - recorded).total() + max(0, person.undone - undone)
        figures.doubled += (recorded - person.acts - person.early).total() + max(0, undone - person.undone)
        figures.lost += len(set(person.commands) - self._stored_commands(code))

    def _stored_commands(self, code: str) -> set[str]:
        database = self.house.data / "hexdeck.sqlite3"
        connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
        try:
            rows = connection.execute("SELECT id FROM changes WHERE code = ?", (code,)).fetchall()
        finally:
            connection.close()
        return {name for (name,) in rows}
