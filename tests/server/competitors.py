"""Attacks on competitions: tournaments of puppets, and rated games against one's own second identity."""

import asyncio
import time
from contextlib import suppress
from random import Random
from typing import Any

from server.guest import QUICK
from server.identities import Line, hear
from server.long_requests import PAUSE_SECONDS, ask, command

REFUSED_RATING = "not rated"  # what is heard of a game that counts for no rating
WAITS_FOR_HOST = "waits for the host"  # what a puppet hears whom a tournament does not let in by itself
_GAME = {"game": "voodoo_prince", "players": 2, "options": QUICK["voodoo_prince"]}


class Puppets:
    """Identities of one address in a tournament that one of them has made, so that it lets in all of them."""

    def __init__(self) -> None:
        self._at = ""

    async def play(self, lines: list[Line], rng: Random, end: float) -> None:
        """Fill it, join and leave, be paired, let bots play, and go on to the next round at once."""
        host = lines[0]
        while time.monotonic() < end:
            with suppress(OSError, EOFError, TimeoutError):
                status = (await ask(host, "GET", self._at)).get("status") if self._at else "over"
                if status == "over":
                    made = await ask(host, "POST", "/api/tournaments", _TOURNAMENT)
                    self._at = f"/api/tournaments/{made['code']}" if made else ""
                elif status == "playing":
                    await asyncio.gather(*(self._let_a_bot_play(line, rng) for line in lines))
                else:
                    await asyncio.gather(*(join_and_leave(line, rng, self._at, leaves=0.1) for line in lines))
                    await ask(host, "POST", f"{self._at}/{'start' if status == 'gathering' else 'next'}", {})

    async def _let_a_bot_play(self, line: Line, rng: Random) -> None:
        with suppress(OSError, EOFError, TimeoutError):
            table = (await ask(line, "GET", self._at)).get("you", {}).get("table")
            if table:
                await command(line, f"/api/tables/{table}", rng, "stand")
            else:
                await asyncio.sleep(PAUSE_SECONDS)


_TOURNAMENT: dict[str, Any] = {
    "name": "Puppets",
    "games": [_GAME],
    "rounds": 15,
    "pace": "instant",
    "level": "novice",
    "pause": 0,
    "limit": None,
}


async def join_and_leave(line: Line, rng: Random, at: str, *, leaves: float) -> None:
    """Join the tournament at this path, and leave it again with this probability."""
    with suppress(OSError, EOFError, TimeoutError):
        if (await ask(line, "POST", f"{at}/join", {})).get("you", {}).get("asking"):
            hear(WAITS_FOR_HOST)
        if rng.random() < leaves:
            await ask(line, "POST", f"{at}/leave", {})


class Pair:
    """Two identities of one attacker, who play for ratings against each other, game after game."""

    def __init__(self) -> None:
        self._at = ""

    async def play(self, first: Line, second: Line, rng: Random, end: float) -> None:
        while time.monotonic() < end:
            with suppress(OSError, EOFError, TimeoutError):
                if not self._at:
                    made = await ask(first, "POST", "/api/tables", {**_GAME, "pace": "instant"})
                    self._at = f"/api/tables/{made['code']}" if made else ""
                elif (status := (await ask(first, "GET", self._at)).get("table", {}).get("status")) == "over":
                    await self._look_at_ratings(first)
                    self._at = ""
                elif status == "gathering":
                    await command(second, self._at, rng, "sit")
                    await command(first, self._at, rng, "start")
                else:
                    for line in (first, second):
                        await command(line, self._at, rng, "stand")  # bots play on

    async def _look_at_ratings(self, line: Line) -> None:
        rating = (await ask(line, "GET", f"{self._at}/rating")).get("rating")
        if rating and not rating["weight"]:
            hear(REFUSED_RATING)
        await ask(line, "GET", "/api/ratings/voodoo_prince/2")
        await ask(line, "GET", "/api/me/statistics")
