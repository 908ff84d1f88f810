"""Any text by any way in: kept, or refused in words; never an error of ours, never one of the store."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, quote_from_bytes, urlencode

import pytest

from hexdeck.cli import main
from hexdeck.server.base.settings import Settings
from hexdeck.server.house.house import house_in
from hexdeck.server.store.choice import storage_of
from server.inside import Inside
from server.listening import CODE, people_at

LETTERS = ["\0", "\x01", "\n", "\x7f", "\x85", "\u00ad", "\u0301", "\u202e", "\ufeff", "\uffff", "\U0010ffff"]
LETTERS += ["\ud800", "\udfff", "\\u0000", "\\", '"', "'", "%00", "a", "ß", "🂡"]
LONE = ("\ud800", "\udfff")
WHO = "p0"


def texts() -> Iterator[str]:
    yield from LETTERS
    rng = Random(1)
    for length in (2, 3, 5, 20):
        for _ in range(4):
            yield "".join(rng.choices(LETTERS, k=length))[:20]


def is_plain(text: str) -> bool:
    """Whether a store can keep it."""
    return not any(letter in text for letter in ("\0", *LONE))


def messages(text: str) -> list[dict[str, Any]]:
    """Every command that carries a text of its client."""
    return [
        {"type": "undo", "id": text},
        {"type": "salt", "id": f"salt {text}"[:64], "salt": "one"},
        {"type": "salt", "id": "c1", "salt": text},
        {"type": "sit", "id": "c2", "salt": text},
        {"type": "act", "id": "c3", "action": text},
        {"type": "roll", "id": "c4", "faces": text},
        {"type": "say", "id": "c5", "phrase": text},
        {"type": "change", "id": "c6", "options": {text: 1}},
        {"type": "change", "id": "c7", "options": {"rounds": text}},
        {"type": "rematch", "id": "c8", "options": {text: text}},
        {"type": "start", "id": "c9", "level": text},
    ]


def requests(text: str) -> list[tuple[str, str, Any]]:
    path = quote(text, errors="replace")
    return [
        *(("POST", f"/api/tables/{CODE}/commands", message) for message in messages(text)),
        ("PATCH", "/api/me", {"name": text}),
        ("PATCH", "/api/me", {"language": text}),
        ("POST", "/api/tables", {"game": text}),
        ("POST", "/api/tables", {"game": "voodoo", "options": {"rounds": text}}),
        ("POST", "/api/play", {"game": "voodoo", "level": text}),
        ("POST", "/api/move", {"secret": text}),
        ("POST", "/api/me/move", {"code": text}),
        ("GET", f"/api/tables/{path}", None),
        ("GET", f"/api/tables/{CODE}/replay/{path}", None),
        ("GET", f"/api/tables/{CODE}/events?since={path}", None),
        ("GET", f"/api/ratings/{path}/2", None),
        ("GET", f"/api/ratings/voodoo/{path}", None),
        ("GET", f"/t/{path}/plain", None),
    ]


def forms(text: str) -> list[tuple[str, dict[str, str]]]:
    table = f"/t/{CODE}/plain"
    return [
        ("/plain/me", {"name": text, "picture": "bat", "language": "en"}),
        ("/plain/join", {"code": text}),
        ("/move", {"secret": text}),
        ("/plain/play", {"game": text}),
        (table, {"do": "salt", "id": text, "salt": "one"}),
        (table, {"do": "salt", "id": "c1", "salt": text}),
        (table, {"do": "act", "id": "c2", "choice": text}),
        (table, {"do": "roll", "id": "c3", "text": text}),
        (table, {"do": "say", "id": "c4", "phrase": text}),
        (table, {text: text}),
    ]


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_any_text_is_kept_or_refused(request: pytest.FixtureRequest, tmp_path: Path, engine: str) -> None:
    database = request.getfixturevalue("database") if engine == "postgres" else ""
    limits: dict[str, Any] = {"rate": 1e9, "guesses": 1e9, "tables_per_minute": 1e9}

    async def play() -> None:
        settings = Settings(data=tmp_path, database=database, allowed_hosts="house", **limits)
        inside = Inside(await house_in(await storage_of(settings), settings))
        await inside.house.new_table(people_at("voodoo_prince"))
        token, signature = inside.token(WHO), inside.house.signer.form_signature(WHO)
        socket = await inside.socket(f"/api/tables/{CODE}/socket", token).hello()
        for text in texts():
            for method, path, content in requests(text):
                answer = await inside.ask(method, path, token, content)
                if content is not None and not is_plain(text):
                    assert answer.startswith(b"400"), (path, content, answer)
                    assert b'"message.refused"' in answer, (path, content, answer)
                check(answer, path, content)
            for path, fields in forms(text):
                raw = urlencode({"signature": signature, **fields}, errors="surrogatepass").encode()
                answer = await inside.ask("POST", path, token, raw)
                if not is_plain(text):
                    assert answer.startswith(b"400"), (path, fields, answer)
                check(answer, path, fields)
            for message in messages(text):
                socket.say(json.dumps(message))
            await socket.flush()
        for frame in socket.frames:
            check(frame, "socket", None)
        assert any(b'"ack"' in frame for frame in socket.frames)  # much of it could be kept
        await socket.leave()
        await inside.close()

    asyncio.run(play())


def check(answer: bytes, *about: object) -> None:
    assert not answer.startswith(b"5"), (about, answer)
    for ours in (b"store.failed", b"house.failed"):
        assert ours not in answer, (about, answer)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    """The first halves of letters, and surrogates as some programs write them."""

    async def play() -> None:
        inside = await Inside.at(tmp_path)
        token, signature = inside.token(WHO), inside.house.signer.form_signature(WHO)
        for raw in (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"):
            answer = await inside.ask("PATCH", "/api/me", token, b'{"name":"%s"}' % raw)
            assert answer.startswith(b"400")
            form = f"signature={signature}&picture=bat&language=en&name={quote_from_bytes(raw)}"
            assert (await inside.ask("POST", "/plain/me", token, form.encode())).startswith(b"400")
        await inside.close()

    asyncio.run(play())


def test_what_looks_like_a_zero_is_none(tmp_path: Path) -> None:
    r"""A backslash and `u0000` are six letters."""

    async def play() -> None:
        inside = await Inside.at(tmp_path)
        answer = await inside.ask("PATCH", "/api/me", inside.token(WHO), {"name": r"\u0000"})
        assert json.loads(answer.split(b"\n\n")[1])["profile"]["name"] == r"\u0000"
        await inside.close()

    asyncio.run(play())


@pytest.mark.parametrize("order", [["ban", "p\udc80"], ["rename", "p\udc80", "Marie"], ["look", "A\udc80"]])
def test_orders_with_what_is_no_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], order: list[str]
) -> None:
    """A command line may hold any bytes."""

    async def make() -> None:
        await (await storage_of(Settings(data=tmp_path))).close()

    asyncio.run(make())
    assert main(["house", *order, "--data", str(tmp_path)]) == 2
    assert "Traceback" not in capsys.readouterr().err
