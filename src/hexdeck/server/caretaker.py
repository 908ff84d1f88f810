"""`hexdeck house`: what whoever runs a house may look at and put in order.

What changes something is done by the open house itself, or under its lock while it is closed.
"""

import argparse
import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import Any, Final

from hexdeck.errors import SetupRefused
from hexdeck.server.backup import backup
from hexdeck.server.house import House
from hexdeck.server.identity import Signer
from hexdeck.server.orders import ORDERS, PATH, SIGNATURE, Order, carry_out
from hexdeck.server.protocol import encode
from hexdeck.server.serve import HouseIsOpen, locked
from hexdeck.server.settings import Settings, settings
from hexdeck.server.store import FORMAT

ANSWER_SECONDS: Final = 60.0  # that an open house may take to carry out an order
_TABLES: Final = (
    "SELECT code, json_extract(CAST(document AS TEXT), '$.game'), status, public, updated,"
    " (SELECT COUNT(*) FROM steps WHERE steps.code = tables.code) FROM tables ORDER BY updated DESC"
)
_PEOPLE: Final = (
    "SELECT id, name, seen, EXISTS (SELECT 1 FROM meta WHERE key = 'banned ' || id) FROM players"
    " UNION ALL SELECT substr(key, 8), '', value, 1 FROM meta WHERE key >= 'banned ' AND key < 'banned ~'"
    " AND substr(key, 8) NOT IN (SELECT id FROM players) ORDER BY seen DESC"
)


def run(options: argparse.Namespace) -> None:
    chosen = settings({"data": options.data})
    found = [_order(chosen, options)] if options.what in ORDERS else _DO[options.what](chosen, options)
    if options.json:
        print(json.dumps(found))
        return
    for line in found:
        _show(line)


def _show(line: dict[str, Any], indent: str = "") -> None:
    """What belongs to one thing in a line; what it consists of in lines of their own."""
    whole = {name: value for name, value in line.items() if not isinstance(value, list | None)}
    said = [name if value is True else str(value) for name, value in whole.items() if value is not False]
    print(indent + "  ".join(said))
    for parts in (value for value in line.values() if isinstance(value, list)):
        for part in parts:
            _show(part, indent + "  ")


def _read(chosen: Settings, sql: str) -> list[tuple[Any, ...]]:
    if not chosen.database.exists():
        raise SetupRefused(f"there is no house at {chosen.data}: choose a place with --data")
    with closing(sqlite3.connect(f"file:{chosen.database}?mode=ro", uri=True)) as database:
        return database.execute(sql).fetchall()


def _tables(chosen: Settings, options: argparse.Namespace) -> list[dict[str, Any]]:
    del options
    return [
        {"code": code, "game": game, "status": status, "public": bool(public), "updated": at, "steps": steps}
        for code, game, status, public, at, steps in _read(chosen, _TABLES)
    ]


def _people(chosen: Settings, options: argparse.Namespace) -> list[dict[str, Any]]:
    del options
    return [
        {"id": who, "name": name, "seen": seen, "banned": bool(banned)}
        for who, name, seen, banned in _read(chosen, _PEOPLE)
    ]


def _order(chosen: Settings, options: argparse.Namespace) -> dict[str, Any]:
    """Carried out under the lock, so that no house opens meanwhile; by the house itself where one is open."""
    about = options.code if "code" in options else options.id
    order = Order(options.what, about, time.time(), name=getattr(options, "name", ""))
    known = dict(_read(chosen, "SELECT key, value FROM meta WHERE key IN ('secret', 'door')"))
    try:
        with locked(chosen.data):
            return asyncio.run(_carried_out(chosen, order))
    except HouseIsOpen:
        return _sent(known.get("door", ""), known.get("secret", b""), order)


async def _carried_out(chosen: Settings, order: Order) -> dict[str, Any]:
    house = House(chosen)
    try:
        return await carry_out(house, order)
    finally:
        await house.close()


def _sent(door: str, secret: bytes, order: Order) -> dict[str, Any]:
    """The answer of the house that is open, or its refusal."""
    raw = encode(order)
    host, _, port = door.partition(" ")
    try:
        with closing(HTTPConnection(host, int(port or 0), timeout=ANSWER_SECONDS)) as connection:
            connection.request("POST", PATH, raw, {SIGNATURE: Signer(secret, {}).sign_order(raw)})
            answer = connection.getresponse()
            found: dict[str, Any] = json.loads(answer.read())
    except (OSError, HTTPException, ValueError):
        raise SetupRefused("a house is open here but does not answer: try again in a moment") from None
    if answer.status != HTTPStatus.OK:
        raise SetupRefused(str(found.get("message", "the house that is open refuses that")))
    return found


def _restore(chosen: Settings, options: argparse.Namespace) -> list[dict[str, Any]]:
    """The file is checked first; what was there before is kept beside it."""
    try:
        with closing(sqlite3.connect(f"file:{options.file}?mode=ro", uri=True)) as source:
            [version] = source.execute("PRAGMA user_version").fetchone()
            [sound] = source.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        raise SetupRefused(f"{options.file} is no backup of a house: {error}") from None
    if (version, sound) != (FORMAT, "ok"):
        raise SetupRefused(f"{options.file} is no backup that this version can read")
    with locked(chosen.data):
        before = chosen.data / f"before-{time.strftime('%Y%m%d-%H%M%S')}.sqlite3"
        if chosen.database.stat().st_size:
            backup(chosen.database, before)
        with (
            closing(sqlite3.connect(f"file:{options.file}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(chosen.database)) as target,
        ):
            source.backup(target)
    return [{"restored": str(options.file), "before": str(before) if before.exists() else None}]


def _rotate(chosen: Settings, options: argparse.Namespace) -> list[dict[str, Any]]:
    if options.keep < 1:
        raise SetupRefused(f"{options.keep} backups cannot be kept: choose 1 or more")
    options.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    made = options.folder / f"hexdeck-{time.strftime('%Y%m%d-%H%M%S')}.sqlite3"
    tables = backup(chosen.database, made)
    kept = sorted(options.folder.glob("hexdeck-????????-??????.sqlite3"))
    for old in kept[: -options.keep]:
        old.unlink()
    return [{"made": str(made), "tables": tables, "kept": min(len(kept), options.keep)}]


_DO: Final[dict[str, Callable[[Settings, argparse.Namespace], list[dict[str, Any]]]]] = {
    "tables": _tables,
    "people": _people,
    "restore": _restore,
    "rotate": _rotate,
}
