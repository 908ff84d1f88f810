"""`hexdeck house`: what whoever runs a house may look at and put in order.

What changes something is done by the open house itself, or under its lock while it is closed.
"""

import argparse
import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import Any, Final

from hexdeck.core.errors import SetupRefused
from hexdeck.server.base.identity import Signer
from hexdeck.server.base.messages import encode
from hexdeck.server.base.refusals import HouseIsOpen, refused_elsewhere
from hexdeck.server.base.settings import Settings, settings
from hexdeck.server.base.worker_key import key_of_house
from hexdeck.server.house.house import house_at
from hexdeck.server.run.house_check import Shown, check_house
from hexdeck.server.run.serve import alone, try_storage
from hexdeck.server.store import rows
from hexdeck.server.store.choice import check_there, compare, file_of, looked_at, place, rows_of
from hexdeck.server.store.documents import read_document
from hexdeck.server.store.integrity import quiet
from hexdeck.server.store.sqlite_check import accept
from hexdeck.server.store.sqlite_copies import (
    backup,
    check_backup,
    check_same_house,
    put_in_place,
)
from hexdeck.server.store.sqlite_sidecar import head_of, put_sidecar_aside
from hexdeck.server.web.api.orders import PATH, SIGNATURE, Order, carry_out

ANSWER_SECONDS: Final = 60.0  # that an open house may take to carry out an order


def _chosen(options: argparse.Namespace) -> Settings:
    """Where the house is kept."""
    return settings({name: getattr(options, name) for name in ("data", "database", "bus")})


def run(options: argparse.Namespace) -> int:
    """Print what was found; 1 where the house is damaged, else 0."""
    chosen = _chosen(options)
    found = asyncio.run(_DO.get(options.what, _order)(chosen, options))
    if options.json:
        print(json.dumps(found))
    else:
        for line in found:
            _show(line)
    return int(any(line.get("sound") is False for line in found))


def migrate(options: argparse.Namespace) -> None:
    chosen = _chosen(options)
    with alone(chosen):
        asyncio.run(try_storage(chosen))
    print("Everything is in the format of this version.")


def copy(options: argparse.Namespace) -> None:
    source, target = place(options.source), place(options.target)
    check_there(source)
    with alone(source), alone(target):
        copied = asyncio.run(_copied(source, target))
    people, tables, changes = (copied[kind] for kind in ("players", "tables", "changes"))
    print(f"{tables} tables, {changes} changes of them, {people} people: copied, read back, the same")


async def _copied(source: Settings, target: Settings) -> dict[str, int]:
    async with rows_of(source) as old, rows_of(target) as new:
        copied = await rows.copy(old, new)
    await compare(source, target)
    return copied


def _show(line: dict[str, object], indent: str = "") -> None:
    """What belongs to one thing in a line; what it consists of in lines of their own."""
    whole = {name: value for name, value in line.items() if not isinstance(value, list | None)}
    said = [name if value is True else str(value) for name, value in whole.items() if value is not False]
    print(indent + "  ".join(said))
    for parts in (value for value in line.values() if isinstance(value, list)):
        for part in parts:
            _show(part if isinstance(part, dict) else {"": part}, indent + "  ")


async def _tables(chosen: Settings, options: argparse.Namespace) -> list[dict[str, object]]:
    del options
    async with looked_at(chosen) as storage:
        return [
            {
                "code": one.code,
                "game": read_document(one.document).game,
                "status": one.status,
                "public": one.public,
                "updated": one.updated,
                "steps": one.steps,
            }
            for one in await storage.list_tables()
        ]


async def _people(chosen: Settings, options: argparse.Namespace) -> list[dict[str, object]]:
    del options
    async with looked_at(chosen) as storage:
        return [one._asdict() for one in await storage.list_people()]


async def _order(chosen: Settings, options: argparse.Namespace) -> list[dict[str, object]]:
    """Carried out under the lock, so that no house opens meanwhile; by the house itself where one is open.

    Where several processes keep it, we are one of them for a moment.
    """
    about = options.code if "code" in options else options.id
    order = Order(options.what, about, time.time(), name=getattr(options, "name", ""))
    check_there(chosen)
    try:
        with alone(chosen):
            return [await _carried_out(chosen, order)]
    except HouseIsOpen:
        async with looked_at(chosen) as storage:
            return [_sent(await storage.door(), await storage.secret(b""), order)]


async def _carried_out(chosen: Settings, order: Order) -> dict[str, object]:
    house = await house_at(chosen)
    try:
        await house.company.open()
        return await carry_out(house, order)
    finally:
        await house.close()


def _sent(door: str, secret: bytes, order: Order) -> dict[str, object]:
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
        raise refused_elsewhere(
            found["code"], found.get("template") or found["message"], found.get("fields", {})
        )
    return found


async def _restore(chosen: Settings, options: argparse.Namespace) -> list[dict[str, object]]:
    """Check the file, put everything that was there aside, and the file in its place."""
    database = file_of(chosen)
    check_backup(options.file)
    check_same_house(options.file, database)
    with alone(chosen):
        before = put_in_place(options.file, database)
    return [{"restored": str(options.file), "before": None if before is None else str(before)}]


async def _accept(chosen: Settings, options: argparse.Namespace) -> list[dict[str, object]]:
    """Take the database as it is for this house; the files that contradict it are put aside."""
    del options
    database = file_of(chosen)
    with alone(chosen):
        head, found = head_of(database), accept(database)
        aside = put_sidecar_aside(database)
        await try_storage(chosen)
    async with looked_at(chosen) as storage:
        tables = len(await storage.list_tables())
    expected = "" if head is None else time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(head.at))
    about = {"tables": tables, "expected": expected, "faults": found, "aside": aside}
    return [{"accepted": str(database), **about}]


async def _check(chosen: Settings, options: argparse.Namespace) -> list[dict[str, object]]:
    """Look at everything that is stored; changes nothing, and works beside an open house."""
    progress = quiet if options.json else Shown()
    check_there(chosen)
    return [await check_house(chosen, progress)]


async def _rotate(chosen: Settings, options: argparse.Namespace) -> list[dict[str, object]]:
    if options.keep < 1:
        raise SetupRefused("{n} backups cannot be kept: choose 1 or more", n=options.keep)
    options.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    made = options.folder / f"hexdeck-{time.strftime('%Y%m%d-%H%M%S')}.sqlite3"
    tables = backup(file_of(chosen), made)
    kept = sorted(options.folder.glob("hexdeck-????????-??????.sqlite3"))
    for old in kept[: -options.keep]:
        old.unlink()
    return [{"made": str(made), "tables": tables, "kept": min(len(kept), options.keep)}]


async def _worker_key(chosen: Settings, options: argparse.Namespace) -> list[dict[str, object]]:
    del options
    async with looked_at(chosen) as storage:
        key = key_of_house(await storage.secret(b""), chosen.worker_key_file)
        return [{"worker_key": key.text()}]


_DO: Final[
    dict[str, Callable[[Settings, argparse.Namespace], Coroutine[Any, Any, list[dict[str, object]]]]]
] = {
    "tables": _tables,
    "people": _people,
    "restore": _restore,
    "accept": _accept,
    "check": _check,
    "rotate": _rotate,
    "worker-key": _worker_key,
}
