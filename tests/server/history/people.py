"""People who play at random tables by way of random servers, and do all that can be done there."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Any

import httpx

from hexdeck.core.registry import GAMES
from hexdeck.server.base.messages import PHRASES, Ack, Refusal, decode_command, encode
from hexdeck.server.client import Client
from server.guest import QUICK, some_action
from server.history.notes import Asked, Ear, Notes

ANSWER_SECONDS = 15.0  # until somebody gives a command up
VISIT_SECONDS = 60.0  # the longest that somebody stays at a table
LOOK_SECONDS = 2.0  # and one who only looks on
GATHER_SECONDS = 0.5  # that a host waits for others
HTTP_SHARE = 0.15  # of the commands, by way of any server
LOST_SHARE = 0.02  # of the moments at which a connection breaks by itself


@dataclass
class Club:
    """What they all know."""

    urls: Callable[[], list[str]]  # of servers, some of which may be gone
    notes: Notes
    rng: Random
    http: httpx.AsyncClient
    is_closing: bool = False  # no new tables: everybody plays on where they sit
    is_over: bool = False
    invitations: list[str] = field(default_factory=list)
    playing: set[str] = field(default_factory=set)
    games: Any = field(default_factory=lambda: cycle(GAMES))


class Wanderer(Client):
    """Comes back by way of another server each time."""

    def __init__(self, club: Club, code: str, token: str, ear: Ear, rng: Random) -> None:
        super().__init__("", code, token, ear.hear)
        self._club, self._path, self._rng = club, self._url, rng

    async def _listen(self) -> None:
        self._url = self._rng.choice(self._club.urls()).replace("http", "ws", 1) + self._path
        await super()._listen()

    def lose_connection(self) -> None:
        if self._socket is not None:
            self._socket.transport.abort()

    @property
    def is_connected(self) -> bool:
        return self._socket is not None and self._welcomed.is_set()


class Person:
    def __init__(self, club: Club, number: int) -> None:
        self._club = club
        self._rng = Random(club.rng.random())
        self._name = f"P{number:02}"
        self._renamed = 0
        self._ears: dict[str, Ear] = {}
        self._token = self._id = ""
        self.open_tables: set[str] = set()  # where they may have a seat
        self._is_everywhere = False  # at all of them at once: nobody waits for them
        self._renaming = asyncio.Lock()  # one after the other, wherever they are

    # The evening.

    async def spend(self) -> None:
        await self._come()
        while not self._club.is_over:
            if self._club.is_closing:
                self._is_everywhere = True
                await asyncio.gather(asyncio.sleep(0.2), *map(self._visit, sorted(self.open_tables)))
            elif code := await self._choose():
                await self._visit(code)
            else:
                await asyncio.sleep(0.2)

    async def _come(self) -> None:
        while not self._id:
            try:
                made = await self._request("POST", "/api/me/token", {})
                self._token = made.json()["token"]
                self._id = (await self._request("GET", "/api/me")).json()["profile"]["id"]
            except (httpx.HTTPError, KeyError, ValueError):
                await asyncio.sleep(0.2)
        while not await self._rename():  # before that they are called as others may be too
            await asyncio.sleep(0.2)

    async def _choose(self) -> str:
        club, rng = self._club, self._rng
        own = sorted(self.open_tables)
        if own and (len(own) > 1 or rng.random() < 0.6):
            return rng.choice(own)
        if club.invitations and rng.random() < 0.9:
            return club.invitations.pop(rng.randrange(len(club.invitations)))
        if club.playing and rng.random() < 0.3:
            return rng.choice(sorted(club.playing))
        return await self._make()

    async def _visit(self, code: str) -> None:
        ear = self._ears.setdefault(code, Ear(self._club.notes, self._id, code))
        client = Wanderer(self._club, code, self._token, ear, self._rng)
        try:
            async with asyncio.timeout(VISIT_SECONDS):
                async with client:
                    await self._stay(client, code)
        except TimeoutError:
            pass
        if client.refused is not None:
            self.open_tables.discard(code)

    async def _stay(self, client: Wanderer, code: str) -> None:
        came = time.monotonic()
        while client.refused is None and not self._club.is_over:
            table, you = client.table, client.you
            assert table is not None
            assert you is not None
            stayed = time.monotonic() - came
            if table.status == "over":
                self._club.playing.discard(code)
                self.open_tables.discard(code)
                return await self._after(client, code)
            if you.seat is not None:
                self.open_tables.add(code)
            if self._rng.random() < LOST_SHARE:
                client.lose_connection()
            if table.status == "gathering":
                await self._gather(client, code, stayed)
            elif you.seat is None:
                self._club.playing.add(code)
                if self._club.is_closing or stayed > LOOK_SECONDS:
                    self.open_tables.discard(code)
                    return None
                await self._look_on(client, code)
            else:
                self._club.playing.add(code)
                if not self._is_everywhere and (self._club.is_closing or self._rng.random() < 0.003):
                    return None  # to another table, without a word
                await self._play(client, code)
        return None

    async def _news(self, client: Wanderer, seconds: float = 0.5) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(client.changed(), seconds)

    # What they do.

    async def _gather(self, client: Wanderer, code: str, stayed: float) -> None:
        assert client.table is not None
        assert client.you is not None
        rng, seats = self._rng, client.table.seats
        if client.you.seat is None:
            if client.you.asking is not None:
                return await self._news(client)
            await self._ask(client, code, "sit", salt=f"{rng.random()}")
            return await self._news(client)
        people = sum(seat.kind == "person" for seat in seats)
        if client.you.host and (people > 1 + rng.randrange(3) or stayed > GATHER_SECONDS):
            return await self._do(client, code, "start", level="novice")
        seat = rng.randrange(len(seats))
        whim = rng.random()
        if whim < 0.05:
            await self._do(client, code, "stand")
        elif whim < 0.1:
            await self._do(client, code, "salt", salt=f"{whim}")
        elif whim < 0.15:
            await self._do(client, code, "sit", seat=seat)
        elif whim < 0.2:
            await self._do(client, code, "swap", seat=seat, other=rng.randrange(len(seats)))
        elif whim < 0.22:
            await self._do(client, code, "remove", seat=seat)
        elif whim < 0.25:
            await self._rename()
        else:
            await self._news(client, 0.3)
        return None

    async def _look_on(self, client: Wanderer, code: str) -> None:
        assert client.you is not None
        if client.you.asking is None and self._rng.random() < 0.1:
            await self._do(client, code, "sit")
        await self._news(client)

    async def _play(self, client: Wanderer, code: str) -> None:
        view, rng, table, you = client.view, self._rng, client.table, client.you
        assert table is not None
        assert you is not None
        if view is None or view["seat"] != you.seat:
            return await self._news(client)
        if table.asking and rng.random() < 0.5:
            asking = rng.choice(table.asking).number
            return await self._do(client, code, "admit", asking=asking, welcome=rng.random() < 0.7)
        if view["seat"] in view["to_move"] and view["actions"]:
            await self._do(client, code, "act", action=some_action(view, rng))
            if rng.random() < 0.1:
                await self._do(client, code, "undo")
            return None
        return await self._besides(client, code)

    async def _besides(self, client: Wanderer, code: str) -> None:
        """While others are to move."""
        assert client.table is not None
        rng, whim = self._rng, self._rng.random()
        if client.view["actions"] and whim < 0.1:
            await self._do(client, code, "act", action=some_action(client.view, rng), early=True)
        elif whim < 0.12:
            await self._do(client, code, "withdraw")
        elif whim < 0.16:
            await self._do(client, code, "say", phrase=rng.choice(PHRASES))
        elif whim < 0.17:
            await self._do(client, code, "stand")
            await self._do(client, code, "reclaim")
        elif whim < 0.175 and not self._club.is_closing:
            await self._do(client, code, "leave")
        elif whim < 0.18:
            await self._do(client, code, "remove", seat=rng.randrange(len(client.table.seats)))
        elif whim < 0.185:
            await self._rename()
        else:
            await self._news(client)

    async def _after(self, client: Wanderer, code: str) -> None:
        if self._club.is_closing or self._rng.random() < 0.5:
            return
        asked = await self._ask(client, code, "rematch")
        if asked.outcome == "done" and asked.made:
            self._club.invitations.append(asked.made)
            self.open_tables.add(asked.made)

    # How they ask.

    async def _do(self, client: Wanderer, code: str, kind: str, **fields: Any) -> None:
        asked = await self._ask(client, code, kind, **fields)
        if asked.reason == "store.failed":
            await asyncio.sleep(0.1 + 0.2 * self._rng.random())
        elif asked.outcome == "refused":
            await self._news(client, 0.1)

    async def _ask(self, client: Wanderer, code: str, kind: str, **fields: Any) -> Asked:
        asked = Asked(self._id, code, f"{self._rng.getrandbits(64):x}", kind, begun=time.time())
        self._club.notes.asked.append(asked)
        if kind == "act" and not fields.get("early"):
            asked.known = client.version
        message = {"type": kind, "id": asked.id, **fields}
        if self._rng.random() < HTTP_SHARE:
            answer = await self._ask_anywhere(code, message, asked)
        else:
            answer = await self._ask_here(client, message, asked)
        if answer is not None:
            asked.ended = time.time()
            asked.outcome = "done" if answer["type"] == "ack" else "refused"
            asked.version, asked.reason = answer.get("version"), answer.get("code", "")
            if asked.outcome == "done":
                asked.made, asked.reason = asked.reason, ""
        return asked

    async def _ask_here(
        self, client: Wanderer, message: dict[str, Any], asked: Asked
    ) -> dict[str, Any] | None:
        """Over the socket, and over the next one if it is lost."""
        before, was_connected = client.connections, client.is_connected
        command = decode_command(encode(message))
        try:
            answer = await asyncio.wait_for(client.send(command), ANSWER_SECONDS)
        except TimeoutError:
            asked.tries += 1
            return None
        asked.tries += client.connections - before + (not was_connected)
        if isinstance(answer, Refusal) and client.refused is not None:
            return None  # we were sent away, and nobody has said what became of it
        kind = "ack" if isinstance(answer, Ack) else "refusal"
        code = answer.code if isinstance(answer.code, str) else ""
        return {"type": kind, "code": code, "version": getattr(answer, "version", None)}

    async def _ask_anywhere(self, code: str, message: dict[str, Any], asked: Asked) -> dict[str, Any] | None:
        """By requests to one server after the other, until one of them answers."""
        for attempt in range(1, 4):
            asked.tries = attempt
            try:
                answer = await self._request("POST", f"/api/tables/{code}/commands", message)
                found = answer.json()
                if found.get("type") in ("ack", "refusal"):
                    return dict(found)
                if answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR and "code" in found:
                    return {"type": "refusal", "code": found["code"]}
            except (httpx.HTTPError, ValueError):
                pass
            await asyncio.sleep(0.1)
        return None

    async def _make(self) -> str:
        """A table of the next game."""
        game = next(self._club.games)
        fewest = GAMES[game].players[0]
        wish = {"game": game, "players": max(fewest, self._rng.randint(2, 4)), "options": QUICK[game]}
        asked = Asked(self._id, "", f"{game}", "make", begun=time.time())
        self._club.notes.asked.append(asked)
        try:
            answer = await self._request("POST", "/api/tables", {**wish, "pace": "instant"})
            if answer.status_code == httpx.codes.CREATED:
                asked.made, asked.outcome = answer.json()["code"], "done"
                self._club.invitations += [asked.made] * 2
                self.open_tables.add(asked.made)
                return asked.made
        except (httpx.HTTPError, ValueError):
            pass
        return ""

    async def _rename(self) -> bool:
        async with self._renaming:
            return await self._try_to_rename()

    async def _try_to_rename(self) -> bool:
        self._renamed += 1
        asked = Asked(self._id, "", f"{self._name} {self._renamed}", "rename", begun=time.time())
        self._club.notes.asked.append(asked)
        try:
            answer = await self._request("PATCH", "/api/me", {"name": asked.id})
            asked.outcome = "done" if answer.is_success else "unknown"
        except httpx.HTTPError:
            pass
        return asked.outcome == "done"

    async def _request(self, method: str, path: str, content: Any = None) -> httpx.Response:
        headers = {"authorization": f"Bearer {self._token}"} if self._token else {}
        url = self._rng.choice(self._club.urls())
        return await self._club.http.request(method, url + path, json=content, headers=headers, timeout=12.0)
