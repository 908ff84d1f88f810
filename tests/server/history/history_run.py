"""An evening at several servers and workers, and everything breaks: what was said must be true afterwards."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from random import Random
from typing import Any

import httpx

from server.history.checks import all_checks
from server.history.cluster import DATABASE, Cluster, in_thread
from server.history.faults import KINDS, Fault, Kinds
from server.history.notes import Notes
from server.history.people import Club, Person
from server.history.stored import read_stored
from server.house_process import TLS

SERVERS = 3
WORKERS = 2
PAUSE = 1.0  # the longest between two faults of one kind
GO_ON_SECONDS = 90.0  # within which every table goes on when nothing is broken any more
GO_ON_STEPS = 6  # that count as going on


@dataclass
class Evening:
    seed: int
    faults: Counter[str] = field(default_factory=Counter)
    figures: dict[str, Any] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)


class HistoryRun:
    def __init__(self, folder: Path, seed: int, people: int) -> None:
        self._rng = Random(seed)
        self._cluster = Cluster(folder, SERVERS, WORKERS)
        self._people = people
        self._notes = Notes()
        self.evening = Evening(seed)

    def run(self, each: int, kinds: Kinds = KINDS) -> Evening:
        """Every fault so many times."""
        began = time.monotonic()
        asyncio.run(self._run(each, kinds))
        self.evening.figures["seconds"] = round(time.monotonic() - began, 1)
        return self.evening

    async def _run(self, each: int, kinds: Kinds) -> None:
        no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # else they would all be one person
        async with self._cluster as cluster, httpx.AsyncClient(verify=TLS, cookies=no_cookies) as http:
            club = Club(
                lambda: [server.house.url for server in cluster.servers],
                self._notes,
                Random(self._rng.random()),
                http,
            )
            people = [Person(club, number) for number in range(self._people)]
            evening = asyncio.gather(*(person.spend() for person in people))
            try:
                await self._let_all_break(each, kinds)
                club.is_closing = True
                self.evening.findings += await self._stuck()
                thought = [await _thought_elsewhere(http, server.house.url) for server in cluster.servers]
                self.evening.figures["thought_by_workers"] = sum(thought)
            finally:
                club.is_over = True
                await _ended(evening)
            await self._check()

    async def _let_all_break(self, each: int, kinds: Kinds) -> None:
        lines = []
        for kind in kinds.values():
            faults = [fault for fault in kind for _ in range(each)]
            self._rng.shuffle(faults)
            lines.append(self._break(faults, Random(self._rng.random())))
        await asyncio.gather(*lines)

    async def _break(self, faults: Sequence[Fault], rng: Random) -> None:
        for fault in faults:
            await asyncio.sleep(rng.random() * PAUSE)
            self.evening.faults[fault.__name__] += 1
            await fault(self._cluster, rng)

    # Afterwards.

    async def _stuck(self) -> list[str]:
        """Tables that do not go on, although people are there and nothing is broken."""
        began = await self._running()
        waiting, end = set(began), time.monotonic() + GO_ON_SECONDS
        while waiting and time.monotonic() < end:
            await asyncio.sleep(0.5)
            now = await self._running()
            waiting = {code for code in waiting if now.get(code, 1 << 30) < began[code] + GO_ON_STEPS}
        return [f"stuck: {code} stands at version {began[code]}" for code in waiting]

    async def _running(self) -> dict[str, int]:
        """Tables with a game that is not over, and their versions."""
        sql = """SELECT code || ' ' || MAX(version) FROM tables JOIN changes USING (code)
                 WHERE status = 'playing' GROUP BY code"""
        answer = await in_thread(lambda: self._cluster.pair.primary.ask(DATABASE, sql))
        return {code: int(version) for code, version in map(str.split, answer.splitlines())}

    async def _check(self) -> None:
        stored, games, unproved = await read_stored(self._cluster.pair.primary.url(DATABASE))
        findings = self.evening.findings
        findings += all_checks(self._notes, stored, games)
        findings += [f"unproved: {code}" for code in unproved]
        findings += [f"mistake: {line}" for line in self._cluster.mistakes()]
        outcomes = Counter(asked.outcome for asked in self._notes.asked)
        self.evening.figures |= {
            "faults": self.evening.faults.total(),
            "tables": len(stored.documents),
            "games_ended": len({result.code for result in stored.results}),
            "changes": sum(map(len, stored.rows.values())),
            "acknowledged": outcomes["done"],
            "refused": outcomes["refused"],
            "unknown": outcomes["unknown"],
            "states_told": sum(map(len, self._notes.told.values())),
        }


async def _thought_elsewhere(http: httpx.AsyncClient, url: str) -> int:
    """Turns for which a server has had the answer of a worker, since it was opened."""
    found = re.search(
        r"^hexdeck_bot_answers_total(?:{.*})? (\S+)$", (await http.get(f"{url}/metrics")).text, re.M
    )
    assert found
    return int(float(found[1]))


async def _ended(evening: "asyncio.Future[Any]") -> None:
    """A mistake of a person is one of the test."""
    try:
        await asyncio.wait_for(evening, 30)
    except TimeoutError:
        evening.cancel()
