"""Attacks of hostile strangers on a server, each a coroutine of a second or two, listed by name.

`make siege` mounts each alone and all at once; `--only NAME` repeats one.  To add one, write it here and name
it in ATTACKS.
"""

import asyncio
import functools
import os
import re
import select
import socket
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.synchronize import Barrier
from random import Random
from typing import Any, NamedTuple

from server.competitors import REFUSED_RATING, WAITS_FOR_HOST, Pair, Puppets, join_and_leave
from server.fuzz_messages import Facts, Mischief
from server.identities import HEARD, HUNG_UP, Line, hear, new_tokens, repeat
from server.long_requests import Reviews, Table, guess_codes, read_at_length, solve_puzzles
from server.raw_socket import HANDSHAKE, PING, TEXT, frame

SECONDS = 1.0  # that one attack lasts, or a little longer
ADDRESSES = 8  # that floods of bytes come from, all mixed; every other attack has one of its own
IDENTITIES = 55  # that one attacker gets there; two attackers have 110
THINKERS = 14  # of them, or tables of one person, that make the server think or read at length
PUPPETS = 24  # of them at a tournament of their own
PING_SOCKETS = 100  # that one attacker keeps open at its address
NICENESS = 10  # of attackers: they stand for other machines, and take only time that is left over


class Target(NamedTuple):
    port: int
    codes: list[str]  # tables that gather, play, and are over
    tokens: list[str]  # of people who are the attackers' own
    tournament: str  # the code of one that gathers, of which no attacker is the host
    network: int  # the third byte of the addresses that the attackers come from; 0 is that of honest players
    address: str = ""  # that of attacks that use a single one


Attack = Callable[[Random, Target], Coroutine[Any, Any, None]]


def _in_thread(attack: Callable[[Random, Target], None]) -> Attack:
    """Make an attack of blocking sockets one that can be mounted beside others."""

    @functools.wraps(attack)
    async def mount(rng: Random, target: Target) -> None:
        await asyncio.to_thread(attack, rng, target)

    return mount


def _line(rng: Random, target: Target) -> socket.socket:
    return _line_from(f"127.0.{target.network}.{2 + rng.randrange(ADDRESSES)}", target.port)


def _line_from(address: str, port: int) -> socket.socket:
    line = socket.socket()
    with _closed_on_failure(line):
        line.settimeout(SECONDS)
        line.bind((address, 0))
        line.connect(("127.0.0.1", port))
    return line


@contextmanager
def _closed_on_failure(line: socket.socket) -> Iterator[None]:
    try:
        yield
    except OSError:
        line.close()
        raise


def _read(line: socket.socket) -> bytes:
    """Read what has come, at most 64 kB of it, and count the answers in it."""
    data = line.recv(65536)
    for status in re.findall(rb"HTTP/1\.1 (\d{3})", data):
        hear(status.decode())
    for code in re.findall(rb'"type":"refusal"[^}]*?"code":"([a-z_.]+)"', data):
        hear(code.decode())
    if not data:
        hear(HUNG_UP)
    return data


def _table_line(rng: Random, target: Target, *, hello: bool = True) -> socket.socket:
    line = _line(rng, target)
    token = rng.choice(["", *target.tokens])
    asked = HANDSHAKE.format(code=rng.choice(target.codes), token=token)
    with _closed_on_failure(line):
        line.sendall(asked.replace("authorization: Bearer \r\n", "").encode())
        _read(line)
        if hello:
            line.sendall(frame(b'{"type":"hello"}'))
    return line


@_in_thread
def frames_for_nothing(rng: Random, target: Target) -> None:
    kind = rng.choice([PING, 10, 0])
    with _table_line(rng, target, hello=rng.random() < 0.5) as line:
        line.sendall(frame(b"", TEXT, is_last=False) if kind == 0 else b"")
        line.sendall(frame(b"x" * rng.choice([0, 125]) if kind else b"", kind, is_last=kind != 0) * 30_000)
        _read_to_the_end(line)


def _read_to_the_end(line: socket.socket) -> None:
    """Read until the server hangs up or says nothing for a while."""
    line.settimeout(0.1)
    with suppress(TimeoutError):
        while _read(line):
            pass


@_in_thread
def a_flood_of_messages(rng: Random, target: Target) -> None:
    message = rng.choice(
        [b"{}", b'{"type":"ping","id":"x"}', b'{"type":"say","id":"%d","phrase":"hurry"}', b"nonsense"]
    )
    with _table_line(rng, target) as line:
        line.sendall(b"".join(frame(message.replace(b"%d", b"%d" % number)) for number in range(3000)))
        _read_to_the_end(line)


@_in_thread
def answers_nobody_reads(rng: Random, target: Target) -> None:
    """Kept open until the attacker has many of them."""
    path = rng.choice(["replay", "story", "review", "verification", "record", "events", "qr.svg"])
    for _ in range(10):
        line = _line_from(target.address, target.port)
        _LEFT_OPEN.append(line)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(
            f"GET /api/tables/{rng.choice(target.codes)}/{path} HTTP/1.1\r\nhost: house\r\n\r\n".encode()
        )
    for line in _LEFT_OPEN[:-100]:
        line.settimeout(0)
        with suppress(BlockingIOError, ConnectionError):
            _read(line)
        line.close()
    del _LEFT_OPEN[:-100]


_LEFT_OPEN: list[socket.socket] = []


@_in_thread
def requests_in_a_row(rng: Random, target: Target) -> None:
    path = rng.choice(["/api/me", "/plain", "/healthz", "/api/tables"])
    host = rng.choice(["house", "x" * 250, "x" * 2900])
    with _line(rng, target) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nhost: {host}\r\n\r\n".encode() * rng.choice([3, 30, 2000]))
        _read(line)


@_in_thread
def somebody_new_each_time(rng: Random, target: Target) -> None:
    body = rng.choice(['{"name":"x"}', '{"game":"skull_queen","level":"expert","pace":"instant"}'])
    what = "PATCH /api/me" if "name" in body else "POST /api/play"
    request = f"{what} HTTP/1.1\r\nhost: house\r\ncontent-length: {len(body)}\r\n\r\n{body}".encode()
    for _ in range(20):
        with _line(rng, target) as line:
            line.sendall(request)
            _read(line)


@_in_thread
def acting_and_taking_back(rng: Random, target: Target) -> None:
    commands = [b'{"type":"act","id":"a%d","action":"r1"}', b'{"type":"undo","id":"u%d"}']
    commands.append(b'{"type":"withdraw","id":"w%d"}')
    with _table_line(rng, target) as line:
        start = rng.getrandbits(40)
        for number in range(300):
            line.sendall(frame(rng.choice(commands) % (start + number)))
        _read_to_the_end(line)


@_in_thread
def bad_frames_and_requests(rng: Random, target: Target) -> None:
    mischief = Mischief(rng, Facts(target.codes, [*target.tokens, "x"], ["r1", "b3", "no such card"]))
    with _table_line(rng, target) as line:
        for _ in range(50):
            line.sendall(frame(mischief.frame()[:16_000]))
    for _ in range(10):
        with _line(rng, target) as line:
            line.sendall(mischief.request())
            _read(line)


async def identities_on_plain(rng: Random, target: Target) -> None:
    """Free identities of one address read the first plain page, each as fast as it may."""
    del rng
    await _as_identities(target, "GET", "/plain")


async def _as_identities(target: Target, method: str, path: str, body: bytes = b"") -> None:
    await repeat(await _lines(target, IDENTITIES), 2 * SECONDS, method, path, body)


async def _lines(target: Target, count: int) -> list[Line]:
    """Return a connection of its own for each of so many identities of one address."""
    known = _IDENTITIES.setdefault(target.address, [])
    if missing := count - len(known):
        known.extend(await new_tokens(target.port, target.address, missing))
    return [Line(target.port, target.address, token) for token in known[:count]]


_IDENTITIES: dict[str, list[str]] = {}  # of this process, by address


async def score_pads(rng: Random, target: Target) -> None:
    """Score pads as long as they may be, by identities of one address and by strangers."""
    mark = rng.choice("xé☾💀")
    document = mark * min(12_000, 15_600 // len(mark.encode()))
    body = f'{{"game":"voodoo","document":"{document}"}}'.encode()
    await _as_identities(target, "POST", "/api/pads", body)


async def tables_made_and_kept(rng: Random, target: Target) -> None:
    """Tables that gather for ever and games that are never gone on with, by identities of one address."""
    path, wish = rng.choice(
        [
            ("/api/tables", b'{"game":"voodoo","players":6,"public":true}'),
            ("/api/play", b'{"game":"skull_queen","players":6,"pace":"calm"}'),
        ]
    )
    await _as_identities(target, "POST", path, wish)


async def coach_by_identities(rng: Random, target: Target) -> None:
    """Identities of one address ask the coach about every choice, each at a table of their own."""
    await _at_tables(rng, target, THINKERS, 1)


async def coach_by_one_person(rng: Random, target: Target) -> None:
    """One person asks the coach about every choice at many tables at the same time."""
    await _at_tables(rng, target, 1, THINKERS)


async def _at_tables(rng: Random, target: Target, people: int, each: int) -> None:
    lines = [line for line in await _lines(target, people) for _ in range(each)]
    lines = [Line(line.port, line.address, line.token) for line in lines]
    tables = _TABLES.setdefault(target.address, [Table() for _ in lines])
    end = time.monotonic() + 2 * SECONDS
    work = (table.ask_coach(line, rng, end) for table, line in zip(tables, lines, strict=False))
    await _all(lines, list(work))


_TABLES: dict[str, list[Table]] = {}  # of this process, by address


async def reviews_by_identities(rng: Random, target: Target) -> None:
    """Identities of one address have game after game reviewed by the coach."""
    lines, end = await _lines(target, THINKERS), time.monotonic() + 2 * SECONDS
    games = _REVIEWS.setdefault(target.address, [Reviews() for _ in lines])
    await _all(lines, [one.ask_for(line, rng, end) for one, line in zip(games, lines, strict=False)])


_REVIEWS: dict[str, list[Reviews]] = {}  # of this process, by address


async def puzzles_by_identities(rng: Random, target: Target) -> None:
    """Identities of one address choose in puzzles what must be compared first."""
    lines, end = await _lines(target, THINKERS), time.monotonic() + 2 * SECONDS
    await _all(lines, [solve_puzzles(line, rng, end) for line in lines])


async def reading_by_identities(rng: Random, target: Target) -> None:
    """Identities of one address ask for replays, QR codes, verification and suggestions in lessons."""
    lines, end = await _lines(target, THINKERS), time.monotonic() + 2 * SECONDS
    await _all(lines, [read_at_length(line, rng, target.codes[-1], end) for line in lines])


async def wrong_codes(rng: Random, target: Target) -> None:
    """Identities of one address guess codes of tables, score pads and links."""
    lines, end = await _lines(target, THINKERS), time.monotonic() + 2 * SECONDS
    await _all(lines, [guess_codes(line, rng, end) for line in lines])


async def puppets_fill_a_tournament(rng: Random, target: Target) -> None:
    """Identities of one address join another person's tournament and leave it, again and again."""
    lines = await _lines(target, IDENTITIES)
    at = f"/api/tournaments/{target.tournament}"
    await _all(lines, [join_and_leave(line, rng, at, leaves=0.5) for line in lines])


async def tournaments_of_puppets(rng: Random, target: Target) -> None:
    """Identities of one address play tournaments of their own: places, pairings, standings and tables."""
    lines, end = await _lines(target, PUPPETS), time.monotonic() + 2 * SECONDS
    puppets = _PUPPETS.setdefault(target.address, Puppets())
    await _all(lines, [puppets.play(lines, rng, end)] if lines else [])


_PUPPETS: dict[str, Puppets] = {}  # of this process, by address


async def rated_games_against_oneself(rng: Random, target: Target) -> None:
    """Pairs of identities of one address play game after game for ratings."""
    lines, end = await _lines(target, THINKERS), time.monotonic() + 2 * SECONDS
    pairs = _PAIRS.setdefault(target.address, [Pair() for _ in lines[::2]])
    both = zip(pairs, lines[::2], lines[1::2], strict=False)
    await _all(lines, [pair.play(first, second, rng, end) for pair, first, second in both])


_PAIRS: dict[str, list[Pair]] = {}  # of this process, by address


async def _all(lines: list[Line], work: list[Coroutine[Any, Any, None]]) -> None:
    try:
        await asyncio.gather(*work)
    finally:
        for line in lines:
            line.close()


@_in_thread
def sockets_of_pings(rng: Random, target: Target) -> None:
    """Many sockets of one address, each sending as many pings as one may."""
    while len(_PING_LINES) < PING_SOCKETS:
        line = _line_from(target.address, target.port)
        _PING_LINES.append(line)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        asked = HANDSHAKE.format(code=rng.choice(target.codes), token="")  # a stranger may open more
        line.sendall(asked.replace("authorization: Bearer \r\n", "").encode())
        _read(line)
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
        return bool(_read(line))
    except ConnectionError:
        hear(HUNG_UP)
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
    sockets_of_pings,
    identities_on_plain,
    wrong_codes,
    score_pads,
    tables_made_and_kept,
    coach_by_identities,
    coach_by_one_person,
    reviews_by_identities,
    puzzles_by_identities,
    reading_by_identities,
    puppets_fill_a_tournament,
    tournaments_of_puppets,
    rated_games_against_oneself,
)
Heard = dict[str, Counter[str]]  # by attack: how often each answer came
ATTACKS: dict[str, Attack] = {one.__name__: one for one in _ALL}
_REFUSED = (HUNG_UP, REFUSED_RATING, WAITS_FOR_HOST, "client.too_much")


def refusals(heard: Counter[str]) -> int:
    """Return how often a limit was met: answers 4xx, connections ended, games not rated, and the like."""
    return sum(count for word, count in heard.items() if word in _REFUSED or re.fullmatch(r"4\d\d", word))


def wait_until_all_are_ready(ready: Barrier) -> None:
    """Begin when all attackers have started, for that takes long."""
    ready.wait(60)


def attack(target: Target, seed: int, seconds: float, names: Set[str], cores: Set[int]) -> Heard:
    """Mount these attacks at once in a process of one's own, on `cores` where the server has others."""
    os.nice(NICENESS)
    if cores:
        os.sched_setaffinity(0, cores)
    end = time.monotonic() + seconds
    return asyncio.run(mount(target, seed, names, lambda _: time.monotonic() >= end))


async def mount(
    target: Target, seed: int, names: Set[str], is_enough: Callable[[Counter[str]], bool]
) -> Heard:
    """Repeat each of these attacks until it has heard enough; each has its address and its part of chance."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(len(ATTACKS)))
    heard: Heard = {name: Counter() for name in ATTACKS if name in names}

    async def keep_on(number: int, name: str) -> None:
        HEARD.set(heard[name])
        rng, own = Random(f"{seed} {name}"), target._replace(address=f"127.0.{target.network}.{10 + number}")
        while not is_enough(heard[name]):
            try:
                await ATTACKS[name](rng, own)
            except TimeoutError:
                hear("no answer")
            except OSError:  # being sent away is what should happen
                hear(HUNG_UP)
                await asyncio.sleep(0.05)

    try:
        await asyncio.gather(*(keep_on(number, name) for number, name in enumerate(ATTACKS) if name in names))
    finally:
        for lines in (_LEFT_OPEN, _PING_LINES):
            for line in lines:
                line.close()
            lines.clear()
    return heard
