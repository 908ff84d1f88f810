"""A bot stands in at a tournament for players who are away for the table's pause, and for no others."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from hexdeck.core.registry import GAMES
from server.guest import QUICK
from server.inside import Inside

GRACE = 60.0


class Evening:
    """A tournament that Marie keeps, in which Lukas plays too."""

    def __init__(self, inside: Inside) -> None:
        self.inside = inside
        self.marie, self.lukas = inside.token("marie"), inside.token("lukas")
        self.path = ""

    async def begin(self, game: str) -> str:
        """Return the code of the table."""
        stage = {"game": game, "players": GAMES[game].players[0], "options": QUICK[game]}
        made = await self.ask(self.marie, "/api/tournaments", name="Friday", games=[stage], pace="instant")
        self.path = f"/api/tournaments/{made['code']}"
        await self.ask(self.lukas, f"{self.path}/join")
        await self.ask(self.marie, f"{self.path}/start")
        looked = await self.inside.ask("GET", self.path, self.lukas)
        return str(_body(looked)["you"]["table"])

    async def stand_in(self) -> tuple[int, str]:
        """Return the status, and the message of a refusal."""
        raw = await self.inside.ask("POST", f"{self.path}/stand-in", self.marie, {"number": 2})
        return int(raw.split(b"\n", 1)[0]), str(_body(raw).get("message", ""))

    async def ask(self, token: str, path: str, **content: Any) -> dict[str, Any]:
        raw = await self.inside.ask("POST", path, token, content)
        assert int(raw.split(b"\n", 1)[0]) < httpx.codes.BAD_REQUEST, raw
        return _body(raw)

    async def is_held(self, code: str) -> bool:
        live = await self.inside.house.tables.table(code)
        seat = live.document.seat_of("lukas")
        assert seat is not None
        return live.document.chairs[seat].held


def _body(raw: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(raw.split(b"\n\n", 1)[1])
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_stands_in_for_a_player_who_has_been_away_for_the_pause(tmp_path: Path, game: str) -> None:
    async def play() -> None:
        inside = await Inside.at(tmp_path, grace=GRACE)
        evening = Evening(inside)
        code = await evening.begin(game)
        socket = await inside.socket(f"/api/tables/{code}/socket", evening.lukas).hello()
        inside.time += 10 * GRACE

        assert await evening.stand_in() == (
            409,
            "this player is at the table: a bot can play only for players who are away",
        )
        await socket.leave()
        assert await evening.stand_in() == (
            409,
            "this player has just gone: a bot can play for them in 60 seconds",
        )
        assert not await evening.is_held(code)

        inside.time += GRACE
        assert await evening.stand_in() == (200, "")
        assert await evening.is_held(code)
        await inside.close()

    asyncio.run(play())


def test_a_player_who_sends_commands_is_not_away(tmp_path: Path) -> None:
    """Also one who never stays connected, as a program that plays over the JSON API alone."""

    async def play() -> None:
        inside = await Inside.at(tmp_path, grace=GRACE)
        evening = Evening(inside)
        code = await evening.begin("voodoo_prince")
        inside.time += GRACE
        await evening.ask(evening.lukas, f"/api/tables/{code}/commands", type="reclaim", id="here")

        assert await evening.stand_in() == (
            409,
            "this player has just gone: a bot can play for them in 60 seconds",
        )
        await inside.close()

    asyncio.run(play())
