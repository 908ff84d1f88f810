"""What a hostile stranger does to a house, a little of everything at a time; each is over within a second."""

import random
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import NamedTuple

from server.mischief import Facts, Mischief
from server.raw_socket import HANDSHAKE, PING, TEXT, frame

SECONDS = 1.0  # that one attack lasts at most
ADDRESSES = 8  # that the attackers come from; none is that of those who only want to play


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


ATTACKS: tuple[Attack, ...] = (
    frames_for_nothing,
    a_flood_of_messages,
    answers_nobody_reads,
    requests_in_a_row,
    somebody_new_each_time,
    acting_and_taking_back,
    bad_frames_and_requests,
)


def attack(target: Target, seed: int, seconds: float) -> None:
    """One attacker in a process of their own: one thing after the other, in an order that `seed` gives."""
    rng, end = random.Random(seed), time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(OSError):  # being thrown out is what should happen
            rng.choice(ATTACKS)(rng, target)
