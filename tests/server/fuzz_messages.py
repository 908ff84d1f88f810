"""Whatever somebody might send who means no good, or whose program is broken."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, get_args
from urllib.parse import quote, urlencode

from hexdeck.core.registry import GAMES
from hexdeck.server.base.messages import PHRASES, Command, Hello, Ping

KINDS = [kind.__struct_config__.tag for kind in (*get_args(Command), Hello, Ping)]
PATHS = [
    "/", "/plain", "/plain/play", "/plain/join", "/plain/me", "/move", "/healthz", "/readyz", "/metrics",
    "/api/games", "/api/play", "/api/tables", "/api/me", "/api/me/export", "/api/me/token", "/api/me/move",
    "/api/move", "/api/me/statistics", "/api/me/companions", "/api/me/games?game=voodoo&page=2",
    "/api/me/invitations", "/api/me/invitations/CODE", "/api/me/invitations/CODE/decline", "/api/me/link",
    "/api/me/companions/CODE", "/api/with/CODE", "/with/CODE",
    "/api/day", "/api/day/2026-11-17/voodoo", "/api/ratings/voodoo/3-4", "/api/puzzles/voodoo",
    "/api/puzzles/voodoo/CODE", "/api/pads", "/api/pads/CODE", "/api/pads/CODE/qr.svg",
    "/api/protocol.json", "/api/openapi.json",
    "/api/tables/CODE", "/api/tables/CODE/commands", "/api/tables/CODE/record", "/api/tables/CODE/replay",
    "/api/tables/CODE/replay/1", "/api/tables/CODE/rounds", "/api/tables/CODE/suggestion",
    "/api/tables/CODE/verification", "/api/tables/CODE/qr.svg", "/api/tables/CODE/review",
    "/api/tournaments", "/api/tournaments/CODE", "/api/tournaments/CODE/join", "/api/tournaments/CODE/start",
    "/api/tournaments/CODE/stand-in", "/api/codes/CODE", "/tournament/CODE", "/tournament/CODE/plain",
    "/api/tables/CODE/socket", "/t/CODE", "/t/CODE/plain", "/assets/CODE", "/plain.css",
]  # fmt: skip
METHODS = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "QUERY", "get", "\x00"]
ODD_TEXTS = [
    "", "\x00", "\ud7ff", "<script>alert(1)</script>", "' OR 1=1 --", "../../etc/passwd", "%00", "{{7*7}}",
    "ÿ" * 50, "\u202e", "a" * 5000, "💀" * 20, "-1", "1e999", "NaN", "null", "True",
]  # fmt: skip


@dataclass(frozen=True)
class Facts:
    """What the mischief-maker has found out."""

    codes: list[str]
    tokens: list[str]  # some of them good for something
    actions: list[str]


class Mischief:
    def __init__(self, rng: Random, facts: Facts) -> None:
        self._rng = rng
        self._facts = facts
        self._frames: list[Callable[[], bytes]] = [
            *[self._command] * 8,
            *[self._wrong_shape] * 3,
            self._bytes, self._deep, self._huge, self._cut_off, self._numbers,
        ]  # fmt: skip

    def frame(self) -> bytes:
        """What could come over a socket, or as a body."""
        return self._rng.choice(self._frames)()

    def command(self) -> dict[str, Any]:
        """Of the right shape, at the wrong time."""
        rng = self._rng
        kind = rng.choice(KINDS)
        every: dict[str, dict[str, Any]] = {
            "act": {"action": rng.choice(self._facts.actions), "early": rng.random() < 0.3},
            "undo": {"ask": rng.random() < 0.5},
            "agree": {"version": rng.choice([0, 5, 10**9]), "yes": rng.random() < 0.7},
            "roll": {"faces": rng.choice(["doll", "1 2 3", "skull skull", "x" * 100])},
            "sit": {"seat": rng.randrange(12), "salt": rng.choice(["salt", "ä", "\t"])},
            "swap": {"seat": rng.randrange(12), "other": rng.randrange(12)},
            "fill": {"level": "novice", "seat": rng.choice([None, *range(12)])},
            "remove": {"seat": rng.randrange(12)},
            "change": {
                "players": rng.randrange(2, 13),
                "options": rng.choice([{}, {"rounds": 1}, {"x": 1}, {"phases": "?"}]),
                "public": rng.random() < 0.5,
            },
            "start": {"level": rng.choice([None, "novice"])},
            "rematch": {"options": rng.choice([None, {}, {"rounds": 2}])},
            "say": {"phrase": rng.choice(PHRASES)},
            "hello": {"since": rng.choice([None, 0, 1, 10**9, 10**25])},
        }
        name = {} if kind == "hello" else {"id": f"{rng.getrandbits(24):x}"}
        return {"type": kind, **name, **every.get(kind, {})}

    def _command(self) -> bytes:
        return json.dumps(self.command()).encode()

    def _wrong_shape(self) -> bytes:
        """A good message with one thing wrong."""
        rng, message = self._rng, self.command()
        key = rng.choice([*message, "more"])
        message[key] = rng.choice(
            [None, [], {}, -1, 10**40, 1.5, True, rng.choice(ODD_TEXTS), [self.command()]]
        )
        return json.dumps(message).encode()

    def _bytes(self) -> bytes:
        return self._rng.randbytes(self._rng.randrange(200))

    def _deep(self) -> bytes:
        depth = self._rng.choice([10, 1000, 8000])
        opening, closing = self._rng.choice(
            [(b"[", b"]"), (b'{"a":', b"}"), (b'{"type":"act","id":[', b"]}")]
        )
        return (opening * depth + closing * depth)[:16_000]

    def _huge(self) -> bytes:
        return json.dumps({"type": "act", "id": "x" * self._rng.choice([65, 1000, 15_000])}).encode()

    def _cut_off(self) -> bytes:
        whole = self._command()
        return whole[: self._rng.randrange(len(whole))]

    def _numbers(self) -> bytes:
        number = self._rng.choice(["9" * 6000, "1e400", "-0", "0x10", "1" + "0" * 30, "\\ud800", "01"])
        return f'{{"type":"hello","since":{number}}}'.encode()

    # Requests as bytes.

    def request(self) -> bytes:
        rng = self._rng
        if rng.random() < 0.03:
            return rng.randbytes(rng.randrange(1, 300)) + b"\r\n\r\n"
        method, path = rng.choice(METHODS[:2] * 4 + METHODS), self._path()
        body = self._body(path) if method not in ("GET", "HEAD") or rng.random() < 0.1 else b""
        lines = [f"{method} {path} HTTP/1.1".encode(), *self._headers(body, path)]
        return b"\r\n".join([*lines, b"", body])

    def _path(self) -> str:
        rng = self._rng
        if rng.random() < 0.05:
            return "/" + quote(rng.choice(ODD_TEXTS))[:3000]
        path = rng.choice(PATHS).replace("CODE", quote(rng.choice([*self._facts.codes, *ODD_TEXTS[:12]])))
        return path + rng.choice(["", "", "", "/", "?since=1", "?since=x", "//", "?" + "a=b&" * 50])

    def _body(self, path: str) -> bytes:
        rng = self._rng
        if path.startswith(("/plain", "/t/", "/move")) and rng.random() < 0.8:
            names = [
                "signature",
                "do",
                "id",
                "choice",
                "seat",
                "code",
                "name",
                "game",
                "players",
                "secret",
                "level",
            ]
            fields = [
                (rng.choice(names), rng.choice([*ODD_TEXTS, "3", "act"])) for _ in range(rng.randrange(40))
            ]
            return urlencode(fields).encode()
        if rng.random() < 0.4:
            return json.dumps(self._wish()).encode()
        if rng.random() < 0.03:
            return b"x" * 40_000
        return self.frame()

    def _wish(self) -> dict[str, Any]:
        """For a table, a profile or a link."""
        rng = self._rng
        wishes: list[dict[str, Any]] = [
            {"game": rng.choice([*GAMES, "chess"]), "players": rng.choice([None, 2, 4, 12, 99, "3"])},
            {"game": "voodoo", "options": {rng.choice(ODD_TEXTS)[:40]: rng.choice([1, "", 10**30, []])}},
            {"name": rng.choice(ODD_TEXTS), "picture": "bat"},
            {"language": rng.choice(["de", "xx"])},
            {"code": rng.choice(ODD_TEXTS)[:20]},
            {"secret": rng.choice(["K7Q-M3X-HPA", *ODD_TEXTS])[:25]},
        ]
        return rng.choice(wishes)

    def _headers(self, body: bytes, path: str) -> list[bytes]:
        rng = self._rng
        headers = [
            b"host: " + rng.choice([b"house"] * 80 + [b"[", b"[::::]", b"a b", b"\xff", b"x:99999999", b""])
        ]
        headers.append(b"content-length: %d" % len(body))
        if rng.random() < 0.7:
            headers.append(b"authorization: Bearer " + rng.choice(self._facts.tokens).encode())
        if rng.random() < 0.3:
            cookie = rng.choice([b"hexdeck=", b"hexdeck=a.b", b"hexdeck=\xff.\xfe", b";;;===", b"=" * 3000])
            headers.append(b"cookie: " + cookie)
        if rng.random() < 0.2:
            headers.append(
                b"origin: " + rng.choice([b"https://evil.example", b"null", b"http://house", b"\xff"])
            )
        if rng.random() < 0.1:
            headers.append(
                rng.choice([b"accept-language: \xff,,;q=x", b"accept: text/html", b"range: bytes=0-9"])
            )
        if rng.random() < 0.05:
            headers += [b"x-%d: %s" % (number, b"y" * 50) for number in range(rng.choice([5, 150, 900]))]
        if path.endswith("/socket") and rng.random() < 0.7:
            headers += [b"upgrade: websocket", b"connection: upgrade", b"sec-websocket-version: 13"]
            headers.append(b"sec-websocket-key: " + rng.choice([b"dGhlIHNhbXBsZSBub25jZQ==", b"x", b"\xff"]))
        return headers
