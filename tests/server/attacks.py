"""Attacks of hostile strangers on a server, each a function of a second or two, listed by name.

`make siege` mixes all of them; `--only NAME` repeats one.  To add one, write it here and name it in ATTACKS.
"""

import asyncio
import os
import random
import select
import socket
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from server.identities import Line, new_tokens, repeat
from server.long_requests import Table, read_at_length, solve_puzzles
from server.mischief import Facts, Mischief
from server.raw_socket import HANDSHAKE, PING, TEXT, frame

SECONDS = 1.0  # that one attack lasts, or a little longer
ADDRESSES = 8  # that the attackers come from; none is that of those who only want to play
ONE_ADDRESS = "127.0.0.10"  # that of attacks that use a single one
IDENTITIES = 55  # that one attacker gets there; two attackers have 110
THINKERS = 14  # of them, or tables of one person, that make the server think or read at length
PING_SOCKETS = 100  # that one attacker keeps open there
NICENESS = 10  # attackers stand for other machines: they take only processor time that is left over


class Target(NamedTuple):
    port: int
    codes: list[str]  # tables that gather, play, and are over
    tokens: list[str]  # of people who are the attackers' own


Attack = Callable[[Random, Target], None]


def _line(rng: Random, port: int) -> socket.socket:
    line = socket.socket()
    line.settimeout(SECONDS)
    line.bind((f"127.0.0.{2 + rng.randrange(ADDRESSES)}", 0))
    line.connect(("127.0.0.1", port))
    return line


def _table_line(rng: Random, target: Target, *, hello: bool = True) -> socket.socket:
    line = _line(rng, target.port)
    token = rng.choice(["", *target.tokens])
    asked = HANDSHAKE.format(code=rng.choice(target.codes), token=token)
    line.sendall(asked.replace("authorization: Bearer \r\n", "").encode())
    line.recv(65536)
    if hello:
        line.sendall(frame(b'{"type":"hello"}'))
    return line


def frames_for_nothing(rng: Random, target: Target) -> None:
    kind = rng.choice([PING, 10, 0])
    with _table_line(rng, target, hello=rng.random() < 0.5) as line:
        line.sendall(frame(b"", TEXT, is_last=False) if kind == 0 else b"")
        line.sendall(frame(b"x" * rng.choice([0, 125]) if kind else b"", kind, is_last=kind != 0) * 30_000)


def a_flood_of_messages(rng: Random, target: Target) -> None:
    message = rng.choice(
        [b"{}", b'{"type":"ping","id":"x"}', b'{"type":"say","id":"%d","phrase":"hurry"}', b"nonsense"]
    )
    with _table_line(rng, target) as line:
        line.sendall(b"".join(frame(message.replace(b"%d", b"%d" % number)) for number in range(3000)))


def answers_nobody_reads(rng: Random, target: Target) -> None:
    """Kept open until the attacker has many of them."""
    path = rng.choice(["replay", "story", "review", "verification", "record", "events", "qr.svg"])
    lines = [_line(rng, target.port) for _ in range(10)]
    for line in lines:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(
            f"GET /api/tables/{rng.choice(target.codes)}/{path} HTTP/1.1\r\nhost: h\r\n\r\n".encode()
        )
    _LEFT_OPEN.extend(lines)
    for line in _LEFT_OPEN[:-100]:
        line.close()
    del _LEFT_OPEN[:-100]


_LEFT_OPEN: list[socket.socket] = []


def requests_in_a_row(rng: Random, target: Target) -> None:
    path = rng.choice(["/api/me", "/plain", "/healthz", "/api/tables"])
    host = "x" * rng.choice([1, 250, 2900])
    with _line(rng, target.port) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nhost: {host}\r\n\r\n".encode() * rng.choice([3, 30, 2000]))
        line.recv(65536)


def somebody_new_each_time(rng: Random, target: Target) -> None:
    body = rng.choice(['{"name":"x"}', '{"game":"skull_queen","level":"expert","pace":"instant"}'])
    what = "PATCH /api/me" if "name" in body else "POST /api/play"
    request = f"{what} HTTP/1.1\r\nhost: h\r\ncontent-length: {len(body)}\r\n\r\n{body}".encode()
    for _ in range(20):
        with _line(rng, target.port) as line:
            line.sendall(request)
            line.recv(4096)


def acting_and_taking_back(rng: Random, target: Target) -> None:
    commands = [b'{"type":"act","id":"a%d","action":"r1"}', b'{"type":"undo","id":"u%d"}']
    commands.append(b'{"type":"withdraw","id":"w%d"}')
    with _table_line(rng, target) as line:
        start = rng.getrandbits(40)
        for number in range(300):
            line.sendall(frame(rng.choice(commands) % (start + number)))


def bad_frames_and_requests(rng: Random, target: Target) -> None:
    mischief = Mischief(rng, Facts(target.codes, [*target.tokens, "x"], ["r1", "b3", "no such card"]))
    with _table_line(rng, target) as line:
        for _ in range(50):
            line.sendall(frame(mischief.frame()[:16_000]))
    for _ in range(10):
        with _line(rng, target.port) as line:
            line.sendall(mischief.request())
            line.recv(4096)


def identities_on_plain(rng: Random, target: Target) -> None:
    """Free identities of one address read the first plain page, each as fast as it may."""
    del rng
    asyncio.run(_as_identities(target.port, "GET", "/plain"))


async def _as_identities(port: int, method: str, path: str, body: bytes = b"") -> None:
    await repeat(await _lines(port, IDENTITIES), 2 * SECONDS, method, path, body)


async def _lines(port: int, count: int) -> list[Line]:
    """Return a connection of its own for each of so many identities of one address."""
    missing = count - len(_IDENTITIES)
    _IDENTITIES.extend(await new_tokens(port, ONE_ADDRESS, missing) if missing > 0 else [])
    return [Line(port, ONE_ADDRESS, token) for token in _IDENTITIES[:count]]


_IDENTITIES: list[str] = []  # of this process


def score_pads(rng: Random, target: Target) -> None:
    """Score pads as long as they may be, by identities of one address and by strangers."""
    document = rng.choice("xé☾💀") * (3900 if rng.random() < 0.5 else 12_000)
    body = f'{{"game":"voodoo","document":"{document}"}}'.encode()[:16_000]
    asyncio.run(_as_identities(target.port, "POST", "/api/pads", body))


def coach_by_identities(rng: Random, target: Target) -> None:
    """Identities of one address ask the coach about every choice, each at a table of their own."""
    asyncio.run(_at_tables(rng, target.port, THINKERS, 1))


def coach_by_one_person(rng: Random, target: Target) -> None:
    """One person asks the coach about every choice at many tables at the same time."""
    asyncio.run(_at_tables(rng, target.port, 1, THINKERS))


async def _at_tables(rng: Random, port: int, people: int, each: int) -> None:
    lines = [line for line in await _lines(port, people) for _ in range(each)]
    lines = [Line(line.port, line.address, line.token) for line in lines]
    tables = _TABLES.setdefault((people, each), [Table() for _ in lines])
    end = time.monotonic() + 2 * SECONDS
    work = (table.ask_coach(line, rng, end) for table, line in zip(tables, lines, strict=False))
    await _all(lines, list(work))


_TABLES: dict[tuple[int, int], list[Table]] = {}  # of this process


def puzzles_by_identities(rng: Random, target: Target) -> None:
    """Identities of one address choose in puzzles what must be compared first."""
    asyncio.run(_solve_puzzles(rng, target.port))


async def _solve_puzzles(rng: Random, port: int) -> None:
    lines, end = await _lines(port, THINKERS), time.monotonic() + 2 * SECONDS
    await _all(lines, [solve_puzzles(line, rng, end) for line in lines])


def reading_by_identities(rng: Random, target: Target) -> None:
    """Identities of one address ask for replays, QR codes, verification and suggestions in lessons."""
    asyncio.run(_read(rng, target))


async def _read(rng: Random, target: Target) -> None:
    lines, end = await _lines(target.port, THINKERS), time.monotonic() + 2 * SECONDS
    await _all(lines, [read_at_length(line, rng, target.codes[-1], end) for line in lines])


async def _all(lines: list[Line], work: list[Coroutine[Any, Any, None]]) -> None:
    try:
        await asyncio.gather(*work)
    finally:
        for line in lines:
            line.close()


def sockets_of_pings(rng: Random, target: Target) -> None:
    """Many sockets of one address, each sending as many pings as one may."""
    while len(_PING_LINES) < PING_SOCKETS:
        line = socket.socket()
        _PING_LINES.append(line)
        line.settimeout(SECONDS)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.bind((ONE_ADDRESS, 0))
        line.connect(("127.0.0.1", target.port))
        asked = HANDSHAKE.format(code=rng.choice(target.codes), token="")  # a stranger may open more
        line.sendall(asked.replace("authorization: Bearer \r\n", "").encode())
        line.recv(65536)
        line.sendall(frame(b'{"type":"hello"}'))
        line.settimeout(0)
    end = time.monotonic() + 2 * SECONDS
    ping = frame(b"x", PING)
    while time.monotonic() < end:
        time.sleep(0.0105)  # no more than 100 in a second, each in a packet of its own
        for line in select.select(_PING_LINES, [], [], 0)[0]:
            with suppress(BlockingIOError):
                if not _is_open(line):
                    _PING_LINES.remove(line)
                    line.close()
        for line in _PING_LINES:
            with suppress(OSError):
                line.send(ping)


def _is_open(line: socket.socket) -> bool:
    try:
        return bool(line.recv(65536))
    except ConnectionError:
        return False


_PING_LINES: list[socket.socket] = []  # of this process


_ALL: tuple[Attack, ...] = (
    frames_for_nothing,
    a_flood_of_messages,
    answers_nobody_reads,
    requests_in_a_row,
    somebody_new_each_time,
    acting_and_taking_back,
    bad_frames_and_requests,
    identities_on_plain,
    score_pads,
    coach_by_identities,
    coach_by_one_person,
    puzzles_by_identities,
    reading_by_identities,
    sockets_of_pings,
)
ATTACKS: dict[str, Attack] = {one.__name__: one for one in _ALL}


def attack(target: Target, seed: int, seconds: float, only: tuple[str, ...] = ()) -> None:
    """Attack in a process of one's own: one thing after the other, in an order that `seed` gives."""
    os.nice(NICENESS)
    rng, end = random.Random(seed), time.monotonic() + seconds
    chosen = [ATTACKS[name] for name in only or ATTACKS]
    while time.monotonic() < end:
        try:
            rng.choice(chosen)(rng, target)
        except OSError:  # being thrown out is what should happen
            time.sleep(0.05)
