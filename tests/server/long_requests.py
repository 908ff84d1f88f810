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
                    self._code = (await _ask(line, "POST", "/api/play", _WISH)).get("code", "")
                at = f"/api/tables/{self._code}"
                await _command(line, at, rng, "advise")
                await _ask(line, "GET", f"{at}/advice")
                seen = await _ask(line, "GET", at)
                view = seen.get("view")
                if view and view["seat"] in view["to_move"] and view["actions"]:
                    await _command(line, at, rng, "act", action=some_action(view, rng))
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
            found = found or (await _ask(line, "GET", f"/api/puzzles/{GAME}")).get("puzzles", [])
            if found:
                path = f"/api/puzzles/{GAME}/{rng.choice(found)['id']}"
                view = (await _ask(line, "GET", path)).get("view")
                if view:
                    await _ask(line, "POST", path, {"action": some_action(view, rng)})


async def read_at_length(line: Line, rng: Random, ended: str, end: float) -> None:
    """Read replays, verification, rounds, positions and QR codes, and be suggested moves in a lesson."""
    at, lesson = f"/api/tables/{ended}", ""
    while time.monotonic() < end:
        with suppress(OSError, EOFError, TimeoutError):
            if not lesson:
                wish = {"game": "voodoo_prince", "lesson": True, "pace": "instant"}
                lesson = (await _ask(line, "POST", "/api/play", wish)).get("code", "")
            for path in ("verification", "rounds", f"replay/{rng.randrange(200)}", "qr.svg"):
                await _ask(line, "GET", f"{at}/{path}")
            await _ask(line, "GET", f"/api/tables/{lesson}/suggestion")
            await _ask(line, "POST", "/api/me/move", {})
            await line.ask("GET", f"{at}/replay", fields="connection: close\r\n")
            line.close()


async def _command(line: Line, at: str, rng: Random, kind: str, **more: Any) -> None:
    await _ask(line, "POST", f"{at}/commands", {"type": kind, "id": f"{rng.getrandbits(64):x}", **more})


async def _ask(line: Line, method: str, path: str, content: object = None) -> dict[str, Any]:
    """Return the answer, or nothing where it is refused, after a pause."""
    body = b"" if content is None else json.dumps(content).encode()
    answer = await line.ask(method, path, body)
    if answer.status >= 400:
        await asyncio.sleep(PAUSE_SECONDS)
    if answer.status >= 300 or not answer.body.startswith(b"{"):
        return {}
    found: dict[str, Any] = json.loads(answer.body)
    return found
