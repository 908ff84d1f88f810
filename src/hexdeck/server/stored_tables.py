"""Tables in the store: how they are written and read back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.json import Decoder

from hexdeck.reader import read
from hexdeck.record import Record
from hexdeck.server.documents import Document, read_document
from hexdeck.server.protocol import encode
from hexdeck.server.refusals import TableUnknown
from hexdeck.server.store import Statement, Store


@dataclass(frozen=True, slots=True)
class StoredTable:
    document: Document
    seed: bytes
    record: Record | None  # None before the start
    lines: int  # of the record, without its header
    deadline: float | None
    updated: float
    away: dict[str, float]  # who has gone, and when


def stored_table(store: Store, code: str) -> StoredTable:
    row = store.row("SELECT document, seed, header, deadline, updated, away FROM tables WHERE code = ?", code)
    if row is None:
        raise TableUnknown(f"no table is called {code!r}: check the code, or make a table of your own")
    document, seed, header, deadline, updated, away = row
    lines = [text for (text,) in store.rows("SELECT text FROM steps WHERE code = ? ORDER BY number", code)]
    record = None if header is None else read(header + "".join(f"{line}\n" for line in lines))
    gone = _read_away(away) if away else {}
    return StoredTable(read_document(document), seed, record, len(lines), deadline, updated, gone)


_read_away: Final = Decoder(dict[str, float]).decode


def create_statements(document: Document, seed: bytes, now: float) -> list[Statement]:
    table = (document.code, encode(document), document.status, document.public, seed, now)
    return [
        (
            "INSERT INTO tables (code, document, status, public, seed, updated) VALUES (?, ?, ?, ?, ?, ?)",
            table,
        ),
        *(sitting_statement(document.code, who) for who in document.people()),
    ]


def document_statement(document: Document) -> Statement:
    return (
        "UPDATE tables SET document = ?, status = ?, public = ? WHERE code = ?",
        (encode(document), document.status, document.public, document.code),
    )


def header_statement(code: str, header: str) -> Statement:
    """Once, when the game begins."""
    return ("UPDATE tables SET header = ? WHERE code = ?", (header, code))


def step_statements(code: str, lines: Sequence[str], first: int) -> list[Statement]:
    """`first` is the number of the first of `lines`."""
    return [
        ("INSERT INTO steps (code, number, text) VALUES (?, ?, ?)", (code, number, line))
        for number, line in enumerate(lines, start=first)
    ]


def clock_statement(code: str, deadline: float | None, began: float, away: dict[str, float]) -> Statement:
    return (
        "UPDATE tables SET deadline = ?, updated = ?, away = ? WHERE code = ?",
        (deadline, began, encode(away), code),
    )


def command_statement(code: str, who: str, name: str, version: int) -> Statement:
    return ("INSERT INTO commands (code, who, id, version) VALUES (?, ?, ?, ?)", (code, who, name, version))


def version_after(store: Store, code: str, who: str, name: str) -> int | None:
    """Of the game, after a command that was carried out; None if it was not."""
    row = store.row("SELECT version FROM commands WHERE code = ? AND who = ? AND id = ?", code, who, name)
    return None if row is None else int(row[0])


def sitting_statement(code: str, who: str) -> Statement:
    return ("INSERT OR IGNORE INTO sittings (who, code) VALUES (?, ?)", (who, code))
