"""Requests that make a server think or read at length, by many identities of one address or by one person."""

import asyncio
import json
import time
from contextlib import suppress
from random import Random
from typing import Any

from server.guest import some_action
from server.identities import Line

GAME = "skull_queen"  # whose questions to the coach, and whose puzzles, take longest
PLAYERS = 6
PAUSE_SECONDS = 0.1  # after a refusal


class Table:
    """A table of one attacker among bots, who asks the coach about every choice."""

    def __init__(self) -> None:
        self._code = ""

    async def ask_coach(self, line: Line, rng: Random, end: float) -> None:
        while time.monotonic() < end:
            try:
                if not self._code:
                    self._code = (await ask(line, "POST", "/api/play", _WISH)).get("code", "")
                at = f"/api/tables/{self._code}"
                await command(line, at, rng, "advise")
                await ask(line, "GET", f"{at}/advice")
                seen = await ask(line, "GET", at)
                view = seen.get("view")
                if view and view["seat"] in view["to_move"] and view["actions"]:
                    await command(line, at, rng, "act", action=some_action(view, rng))
                else:
                    await asyncio.sleep(PAUSE_SECONDS)
                if seen.get("table", {}).get("status") == "over":
                    self._code = ""
            except (OSError, EOFError, TimeoutError):
                await asyncio.sleep(PAUSE_SECONDS)


_WISH = {"game": GAME, "players": PLAYERS, "level": "novice", "pace": "instant"}


async def solve_puzzles(line: Line, rng: Random, end: float) -> None:
    """Choose at random in puzzles: what nobody has chosen before must be compared."""
    found: list[dict[str, Any]] = []
    while time.monotonic() < end:
        with suppress(OSError, EOFError, TimeoutError):
            found = found or (await ask(line, "GET", f"/api/puzzles/{GAME}")).get("puzzles", [])
            if found:
                path = f"/api/puzzles/{GAME}/{rng.choice(found)['id']}"
                view = (await ask(line, "GET", path)).get("view")
                if view:
                    await ask(line, "POST", path, {"action": some_action(view, rng)})


async def read_at_length(line: Line, rng: Random, ended: str, end: float) -> None:
    """Read replays, verification, rounds, positions and QR codes, and be suggested moves in a lesson."""
    at, lesson = f"/api/tables/{ended}", ""
    while time.monotonic() < end:
        with suppress(OSError, EOFError, TimeoutError):
            if not lesson:
                wish = {"game": "voodoo_prince", "lesson": True, "pace": "instant"}
                lesson = (await ask(line, "POST", "/api/play", wish)).get("code", "")
            for path in ("verification", "rounds", f"replay/{rng.randrange(200)}", "qr.svg"):
                await ask(line, "GET", f"{at}/{path}")
            await ask(line, "GET", f"/api/tables/{lesson}/suggestion")
            await ask(line, "POST", "/api/me/move", {})
            await line.ask("GET", f"{at}/replay", fields="connection: close\r\n")
            line.close()


class Reviews:
    """Finished games of one attacker, each played by bots and then reviewed by the coach."""

    def __init__(self) -> None:
        self._code = ""

    async def ask_for(self, line: Line, rng: Random, end: float) -> None:
        while time.monotonic() < end:
            with suppress(OSError, EOFError, TimeoutError):
                if not self._code:
                    self._code = (await ask(line, "POST", "/api/play", _WISH)).get("code", "")
                    continue
                at = f"/api/tables/{self._code}"
                if (await ask(line, "GET", at)).get("table", {}).get("status") != "over":
                    await command(line, at, rng, "stand")  # bots play on
                    await asyncio.sleep(PAUSE_SECONDS)
                elif (found := await ask(line, "GET", f"{at}/review")).get("ready"):
                    await self._try_others(line, rng, at, found["findings"]["decisions"])
                    self._code = ""

    async def _try_others(self, line: Line, rng: Random, at: str, decisions: list[dict[str, Any]]) -> None:
        """Ask what other choices would have been worth."""
        for one in rng.sample(decisions, min(3, len(decisions))):
            wish = {name: one[name] for name in ("position", "seat", "action")}
            await ask(line, "POST", f"{at}/review", wish)


async def guess_codes(line: Line, rng: Random, end: float) -> None:
    """Ask for codes of tables, score pads and links that there are not."""
    while time.monotonic() < end:
        code = "-".join("".join(rng.choices("23456789ACDEFHJKMNPQRTUVWXYZ", k=3)) for _ in range(3))
        with suppress(OSError, EOFError, TimeoutError):
            await ask(line, "GET", rng.choice(("/api/tables/", "/api/pads/", "/api/codes/")) + code)
            await ask(line, "POST", "/api/move", {"secret": code})


async def command(line: Line, at: str, rng: Random, kind: str, **more: Any) -> None:
    """Send a command to the table at this path."""
    await ask(line, "POST", f"{at}/commands", {"type": kind, "id": f"{rng.getrandbits(64):x}", **more})


async def ask(line: Line, method: str, path: str, content: object = None) -> dict[str, Any]:
    """Return the answer, or nothing where it is refused, after a pause."""
    body = b"" if content is None else json.dumps(content).encode()
    answer = await line.ask(method, path, body)
    if answer.status >= 400:
        await asyncio.sleep(PAUSE_SECONDS)
    if answer.status >= 300 or not answer.body.startswith(b"{"):
        return {}
    found: dict[str, Any] = json.loads(answer.body)
    return found
