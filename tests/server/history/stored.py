"""Reads all that a database says in the end, and plays its games again."""

from collections.abc import Mapping
from typing import Any

import asyncpg

from hexdeck.core.record_reader import read
from hexdeck.core.table import Table
from hexdeck.core.verify import verify
from hexdeck.server.base.messages import encode
from hexdeck.server.store.documents import read_document
from hexdeck.server.store.protocol import Rating
from hexdeck.text.wire import wire
from server.history.checks import Marks, Result, Row, Stored
from server.history.notes import mark

_CHANGES = "SELECT code, revision, lines, total, version, at, who, id FROM changes ORDER BY code, revision"
_RESULTS = """
SELECT code, seat, who, game, players, score, EXTRACT(epoch FROM pg_xact_commit_timestamp(xmin))::float8
FROM results
"""


async def read_stored(url: str) -> tuple[Stored, dict[str, Marks], list[str]]:
    """What is stored, its games, and those of them that do not verify."""
    connection = await asyncpg.connect(url)
    try:
        tables = await connection.fetch("SELECT code, document, header, seed FROM tables")
        changes = await connection.fetch(_CHANGES)
        stored = Stored(
            documents={row["code"]: read_document(row["document"]) for row in tables},
            results=[Result(*row) for row in await connection.fetch(_RESULTS)],
            ratings={
                (who, game, band): Rating(mu, sigma, games)
                for who, game, band, mu, sigma, games in await connection.fetch(
                    "SELECT who, game, band, mu, sigma, games FROM ratings"
                )
            },
            names=dict(map(tuple, await connection.fetch("SELECT id, name FROM players"))),
        )
    finally:
        await connection.close()
    lines: dict[str, list[str]] = {code: [] for code in stored.documents}
    for code, revision, text, *rest in changes:
        own = text.splitlines()
        lines.setdefault(code, []).extend(own)
        stored.rows.setdefault(code, []).append(Row(code, revision, len(own), *rest))
    games = {row["code"]: replayed(row, lines[row["code"]]) for row in tables if row["header"] is not None}
    return stored, games, [code for code in games if not _is_proved(stored, code, tables, lines[code])]


def replayed(table: Mapping[str, Any], lines: list[str]) -> Marks:
    """What every seat was to see at every version, and of every step."""
    header = read(table["header"]).header
    game = Table(header, table["seed"])
    speak = wire(header.game.name)
    seats = (*range(game.players), None)
    marks: dict[tuple[int, int | None], tuple[str, str]] = {}

    def hear(seat: int | None) -> Any:
        def note(events: tuple[Any, ...]) -> None:
            view = mark(encode(speak.view(game.view(seat))))
            marks[game.version, seat] = (view, mark(encode(speak.events(events))))

        return note

    for seat in seats:
        game.watch(seat, hear(seat))
    game.follow(lines)
    return marks


def _is_proved(stored: Stored, code: str, tables: list[Mapping[str, Any]], lines: list[str]) -> bool:
    if stored.documents[code].scores is None:
        return True
    header = next(row["header"] for row in tables if row["code"] == code)
    return verify(read(header + "".join(f"{line}\n" for line in lines))).is_proved
