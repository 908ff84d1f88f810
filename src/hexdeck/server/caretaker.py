"""`hexdeck house`: what whoever runs a house may look at and put in order.

Looking and copying go on beside an open house; what changes something needs the house closed.
"""

import argparse
import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Coroutine
from contextlib import closing
from typing import Any, Final

from hexdeck.errors import NameUnknown, SetupRefused
from hexdeck.server.backup import backup
from hexdeck.server.house import House
from hexdeck.server.identity import read_code
from hexdeck.server.serve import locked
from hexdeck.server.settings import Settings, settings
from hexdeck.server.store import FORMAT
from hexdeck.server.stored_tables import delete_statements

_TABLES: Final = (
    "SELECT code, json_extract(CAST(document AS TEXT), '$.game'), status, public, updated,"
    " (SELECT COUNT(*) FROM steps WHERE steps.code = tables.code) FROM tables ORDER BY updated DESC"
)


def run(options: argparse.Namespace) -> None:
    chosen = settings({"data": options.data})
    found = _DO[options.what](chosen, options)
    if options.json:
        print(json.dumps(found))
        return
    for line in found:
        print("  ".join(str(value) for value in line.values()))


def _read(chosen: Settings, sql: str, names: tuple[str, ...]) -> list[dict[str, Any]]:
    if not chosen.database.exists():
        raise SetupRefused(f"there is no house at {chosen.data}: choose a place with --data")
    with closing(sqlite3.connect(f"file:{chosen.database}?mode=ro", uri=True)) as database:
        return [dict(zip(names, row, strict=True)) for row in database.execute(sql)]


def _tables(chosen: Settings, options: argparse.Namespace) -> list[dict[str, Any]]:
    del options
    return _read(chosen, _TABLES, ("code", "game", "status", "public", "updated", "steps"))


def _people(chosen: Settings, options: argparse.Namespace) -> list[dict[str, Any]]:
    del options
    return _read(chosen, "SELECT id, name, seen FROM players ORDER BY seen DESC", ("id", "name", "seen"))


def _close(chosen: Settings, options: argparse.Namespace) -> list[dict[str, Any]]:
    code = read_code(options.code)
    if all(one["code"] != code for one in _tables(chosen, options)):
        raise NameUnknown(f"no table is called {code!r}: hexdeck house tables lists them")

    async def close(house: House) -> None:
        await house.store.commit(*delete_statements(code))

    _in_closed_house(chosen, close)
    return [{"closed": code}]


def _rename(chosen: Settings, options: argparse.Namespace) -> list[dict[str, Any]]:
    async def rename(house: House) -> None:
        profile = house.people.profile(options.id)
        profile.name = options.name
        await house.rename(profile)

    _known(chosen, options)
    _in_closed_house(chosen, rename)
    return [{"renamed": options.id, "name": options.name}]


def _forget(chosen: Settings, options: argparse.Namespace) -> list[dict[str, Any]]:
    _known(chosen, options)
    _in_closed_house(chosen, lambda house: house.forget(options.id))
    return [{"forgotten": options.id}]


def _known(chosen: Settings, options: argparse.Namespace) -> None:
    if all(one["id"] != options.id for one in _people(chosen, options)):
        raise NameUnknown(f"nobody has the id {options.id!r}: hexdeck house people lists them")


def _in_closed_house(chosen: Settings, do: Callable[[House], Coroutine[Any, Any, None]]) -> None:
    """While the lock is ours, so that no house opens meanwhile; SetupRefused while one is open."""

    async def work() -> None:
        house = House(chosen)
        try:
            await do(house)
        finally:
            await house.close()

    with locked(chosen.data):
        asyncio.run(work())


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
    "close": _close,
    "rename": _rename,
    "forget": _forget,
    "restore": _restore,
    "rotate": _rotate,
}
