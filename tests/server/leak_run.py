"""Plays games twice, the second time with other cards where one seat cannot see them; compares every byte.

What one seat and the spectators get must be the same: sockets, server-sent events, answers, pages, refusals,
metrics and logs.
"""

import asyncio
import logging
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from hexdeck.core.cards import Seat
from hexdeck.server.base.logs import JsonLines
from laws.games import CASES, Case
from server.inside import Inside, Line, Socket, settled
from server.redeals import Twins, Way, twins
from server.scripts import Moment, Script, script

FORBIDDEN_YET = ("record", "replay", "replay/1", "review", "verification")
_TIMES = re.compile(
    rb'"at": "[^"]+"|.*(?:_seconds|_created|content-length|process_(?:resident|virtual|open|max)_).*\n'
)


@dataclass
class Heard:
    """Every byte that left the house, by who got it."""

    watched: dict[str, list[bytes]] = field(default_factory=dict)  # must not depend on hidden cards
    others: list[bytes] = field(default_factory=list)

    def note(self, where: str, *what: bytes) -> None:
        self.watched.setdefault(where, []).extend(what)


def leak_run(games: int, seed: int) -> dict[str, Any]:
    """So many games of all kinds; `leaks` says where what was sent gave hidden cards away."""
    cases: list[Case] = [param.values[0] for param in CASES]  # type: ignore[misc]
    leaks: list[str] = []
    frames = 0
    for number in range(games):
        case = cases[number % len(cases)]
        first, second = heard_twice(twins(case, seed + number), seed + number)
        leaks += [
            f"{case.game.name} {case.players} {seed + number}: {leak}" for leak in differences(first, second)
        ]
        frames += sum(map(len, [*first.watched.values(), first.others])) * 2
    return {"games": games, "frames": frames, "leaks": leaks}


def differences(first: Heard, second: Heard) -> Iterator[str]:
    for where in sorted(first.watched.keys() | second.watched.keys()):
        before, after = first.watched.get(where, []), second.watched.get(where, [])
        if before != after:
            pairs = zip(before, after, strict=False)
            at = next((at for at, (one, other) in enumerate(pairs) if one != other), "the end")
            yield f"{where} differs at {at}"


def heard_twice(games: Twins, number: int) -> tuple[Heard, Heard]:
    """What left the house in both games."""
    written = script(games, Random(number))
    first, second = (_heard(games, way, written, number) for way in games.ways)
    return first, second


def heard_once(games: Twins, number: int) -> Heard:
    """What left the house in the first of them."""
    return _heard(games, games.ways[0], script(games, Random(number)), number)


def _heard(games: Twins, way: Way, written: Script, number: int) -> Heard:
    with tempfile.TemporaryDirectory(dir=_quick_folder()) as folder, settled(number, way.chances()):
        with logged() as log:
            heard = asyncio.run(_Evening(games, way, written).spent(Path(folder)))
        heard.note("log", log.getvalue().encode())
    for where in ("log", "metrics"):
        heard.watched[where] = [_timeless(what) for what in heard.watched.get(where, [])]
    return heard


def _quick_folder() -> Path | None:
    """Memory, where there is such a folder: this run is about what is sent."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() else None


def _timeless(text: bytes) -> bytes:
    """Without what depends on this machine: its speed, and what the system says of the process."""
    return _TIMES.sub(b"", text)


@contextmanager
def logged() -> Iterator[StringIO]:
    """All that would go to the log."""
    text = StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(JsonLines("house"))
    logger = logging.getLogger("hexdeck")
    level, logger.propagate = logger.level, False
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield text
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
        logger.propagate = True


class _Evening:
    """One of the two games, through the doors of the house."""

    def __init__(self, games: Twins, way: Way, written: Script) -> None:
        self._case, self._seat, self._way = games.case, games.seat, way
        self._moments, self._bot = written.moments, written.bot
        self._heard = Heard()
        self._sockets: dict[Seat, Socket] = {}

    async def spent(self, data: Path) -> Heard:
        self._inside = await Inside.at(data)
        await self._gather()
        for at, moment in enumerate(self._moments):
            self._inside.time += 0.25
            await self._besides(moment)
            await self._step(at, moment)
        await self._look()
        await self._listen_in(None)
        await self._part()
        return self._heard

    # Before and after.

    async def _gather(self) -> None:
        """Everybody sits down; a spectator looks on, and the watched seat has a second connection."""
        inside, case = self._inside, self._case
        made = await inside.ask(
            "POST",
            "/api/tables",
            self._token(0),
            {"game": case.game.name, "players": case.players, "options": case.options},
        )
        found = re.search(rb'"code":"([^"]+)"', made)
        assert found, made
        self._code = found[1].decode()
        for seat in range(case.players):
            if seat == self._bot:
                await self._done(self._sockets[0], type="fill", level="novice", seat=seat)
                continue
            self._sockets[seat] = await self._socket(self._token(seat))
            if seat:
                await self._done(self._sockets[seat], type="sit", seat=seat)
        self._spectator = await self._socket(self._token(None))
        self._stream: Line = inside.stream(self._path("events"), self._token(self._seat))
        await self._stream.until(lambda: len(self._stream.sent) > 1)
        await self._done(self._sockets[0], type="start")

    async def _part(self) -> None:
        await self._done(self._sockets[0], type="say", phrase="bye")
        await self._stream.until(lambda: b'"phrase":"bye"' in self._stream.wire[-1])
        for socket in [*self._sockets.values(), self._spectator]:
            await socket.flush()
        for seat, socket in self._sockets.items():
            if seat == self._seat:
                self._heard.note("socket", *socket.frames)
            else:
                self._heard.others += socket.frames
        self._heard.note("spectator", *self._spectator.frames)
        self._heard.note("stream", *self._stream.wire)
        self._heard.note("metrics", await self._inside.ask("GET", "/metrics"))
        await self._stream.end()
        for socket in [*self._sockets.values(), self._spectator]:
            await socket.leave()
        await self._inside.close()

    # One step.

    async def _step(self, at: int, moment: Moment) -> None:
        step = self._way.steps[at]
        is_early = at + 1 < len(self._moments) and self._moments[at + 1].early
        if is_early:
            await self._act(at + 1, early=True)
        if step.seat is None:
            if self._way.is_rolled(at):
                faces = self._case.game.outcome_name(self._way.states[at].needs, step.what)
                await self._done(self._sockets[0], type="roll", faces=faces)
        elif not moment.early:
            await self._act(at)
        if moment.undone and step.seat is not None and not is_early:
            answer = await self._sockets[step.seat].command(type="undo")
            if answer["type"] == "ack":
                await self._act(at)
        if moment.agreed is not None and not is_early:
            await self._go_back(moment.agreed, at)

    async def _go_back(self, first: int, last: int) -> None:
        """Somebody asks to take back their choice and all that came after it; everybody agrees."""
        asker = self._way.steps[first].seat
        assert asker is not None
        version = (await self._inside.house.tables.table(self._code)).version
        answer = await self._sockets[asker].command(type="undo", ask=True)
        if answer["type"] != "ack":
            return
        for seat, socket in self._sockets.items():
            if seat != asker:
                await self._done(socket, type="agree", version=version)
        for at in range(first, last + 1):
            await self._act(at)

    async def _act(self, at: int, *, early: bool = False) -> None:
        step = self._way.steps[at]
        assert step.seat is not None
        if step.seat == self._bot:
            return await self._inside.bots.play(
                (await self._inside.house.tables.table(self._code)), step.what
            )
        name = self._case.game.action_name(step.what)
        return await self._done(self._sockets[step.seat], type="act", action=name, early=early)

    async def _done(self, socket: Socket, **command: Any) -> None:
        answer = await socket.command(**command)
        assert answer["type"] == "ack", (answer, command)

    # What else happens.

    async def _besides(self, moment: Moment) -> None:
        for text in moment.said:
            for socket in [self._spectator, *([] if self._seat is None else [self._sockets[self._seat]])]:
                socket.say(text)
                await socket.flush()
        if moment.phrase is not None:
            await self._sockets[moment.phrase].command(type="say", phrase="hello")
        if moment.leaves is not None:
            await self._away(moment.leaves)
        if moment.reloads:
            await (await self._inside.house.tables.table(self._code)).reload()
        if moment.looks:
            await self._look()
        if moment.comes_back is not None:
            await self._listen_in(moment.comes_back)

    async def _away(self, seat: Seat) -> None:
        await self._sockets[seat].leave()
        self._heard.others += self._sockets[seat].frames
        self._sockets[seat] = await self._socket(self._token(seat))

    async def _look(self) -> None:
        """All that can be asked for while the game goes on, by the watched seat and by a spectator."""
        for seat in (self._seat, None):
            where = f"pages of {self._name(seat)}"
            for what in ("", "story", *FORBIDDEN_YET):
                self._heard.note(where, await self._inside.ask("GET", self._path(what), self._token(seat)))
            plain = f"/t/{self._code}/plain"
            self._heard.note(
                where, await self._inside.ask("GET", plain, self._token(seat), accept="text/html")
            )
            self._heard.note(where, await self._inside.ask("GET", "/api/me/export", self._token(seat)))
        for path in ("/api/tables", "/metrics", "/healthz"):
            where = "metrics" if path == "/metrics" else "public"
            self._heard.note(where, await self._inside.ask("GET", path))

    async def _listen_in(self, since: int | None) -> None:
        """One more client of the watched seat and one more spectator, who have seen some of it or nothing."""
        for seat in (self._seat, None):
            socket = await self._socket(self._token(seat), since)
            await socket.leave()
            self._heard.note(f"back as {self._name(seat)}", *socket.frames)
            self._heard.note(f"back by stream as {self._name(seat)}", *await self._streamed(seat, since or 0))
        who = self._name(self._seat)
        self._heard.note(
            "catching up", *await (await self._inside.house.tables.table(self._code)).catch_up(who)
        )

    async def _streamed(self, seat: Seat | None, since: int) -> list[bytes]:
        """A stream up to now."""
        version = (await self._inside.house.tables.table(self._code)).version
        last = b'"type":"welcome"' if since == version else b'"version":%d,' % version
        stream = self._inside.stream(self._path(f"events?since={since}"), self._token(seat))
        await stream.until(lambda: len(stream.sent) > 1 and last in stream.wire[-1])
        await stream.end()
        return stream.wire

    async def _socket(self, token: str, since: int | None = None) -> Socket:
        return await self._inside.socket(self._path("socket"), token).hello(since)

    def _path(self, what: str) -> str:
        return f"/api/tables/{self._code}/{what}".rstrip("/")

    def _name(self, seat: Seat | None) -> str:
        return "spectator" if seat is None else f"seat {seat}"

    def _token(self, seat: Seat | None) -> str:
        return self._inside.token(self._name(seat))
