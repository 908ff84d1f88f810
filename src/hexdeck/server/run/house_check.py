"""`hexdeck house check`: everything that is stored is read, summed and replayed; nothing is changed."""

import sys
import time
from typing import Final

from hexdeck.core.errors import GameError
from hexdeck.core.registry import GAMES
from hexdeck.server.base.settings import Settings
from hexdeck.server.store.choice import faults_of, looked_at
from hexdeck.server.store.documents import read_document
from hexdeck.server.store.integrity import Progress
from hexdeck.server.store.protocol import Storage, StoredTable
from hexdeck.server.tables.resumed import resumed

SHOWN_SECONDS: Final = 1.0  # between two lines about the same
MOST_FAULTS: Final = 100


class Shown:
    """Progress on standard error: what is looked at, now and then how many of it, and when it is done."""

    def __init__(self) -> None:
        self._at = 0.0

    def __call__(self, what: str, done: int) -> None:
        if done <= 0 or time.monotonic() > self._at + SHOWN_SECONDS:
            self._at = time.monotonic()
            print(f"{what}: {'done' if done < 0 else done or '…'}", file=sys.stderr, flush=True)


async def check_house(chosen: Settings, progress: Progress) -> dict[str, object]:
    """Whether everything is sound, and every fault that was found, the first hundred of them."""
    faults, tables = [], 0
    async for fault in faults_of(chosen, progress):
        faults.append(fault)
        if len(faults) == MOST_FAULTS:
            break
    try:
        async with looked_at(chosen) as storage:
            lines = await storage.list_tables()
            for tables, line in enumerate(lines, 1):
                if tables % 100 == 0:
                    progress("games", tables)
                faults += await _faults_of_game(storage, line.code)
    except (GameError, ValueError, TypeError) as error:
        faults.append(str(error))
    progress("games", -1)
    return {"sound": not faults, "tables": tables, "faults": faults[:MOST_FAULTS]}


async def _faults_of_game(storage: Storage, code: str) -> list[str]:
    stored = await storage.read_table(code)
    if stored is None:
        return []  # deleted meanwhile
    try:
        read_document(stored.document)
        if _is_of_todays_rules(stored):
            resumed(stored)
    except (GameError, ValueError) as error:
        return [f"games: {code} cannot be replayed: {error}"]
    return []


def _is_of_todays_rules(stored: StoredTable) -> bool:
    """A game of other rules than ours is kept as it is: only their version can replay it."""
    for line in (stored.header or "").splitlines():
        kind, _, game = line.partition(" ")
        if kind == "game":
            return game in {f"{name} {rules.version}" for name, rules in GAMES.items()}
    return True
