"""Tables in the store: how they are written and read back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from msgspec.json import Decoder

from hexdeck.reader import read
from hexdeck.server.documents import Document, read_document
from hexdeck.server.protocol import encode
from hexdeck.server.refusals import TableUnknown
from hexdeck.server.store import Statement, Store
from hexdeck.table import Table

Asker: TypeAlias = tuple[str, str]  # a person, and the id of their command
# When the next deadline is, when the present wait began, who has gone and when.
Times: TypeAlias = tuple[float | None, float, dict[str, float]]


@dataclass(frozen=True, slots=True)
class StoredTable:
    document: Document
    seed: bytes
    table: Table | None  # None before the start
    lines: int  # of the record, without its header
    deadline: float | None
    updated: float  # when the present wait began
    away: dict[str, float]  # who has gone, and when
    answered: dict[int, int]  # commands by their mark, and the version after them
    commands: list[Asker]  # those that made no step


def delete_statements(code: str) -> list[Statement]:
    """A table with everything that is kept of it."""
    return [
        (f"DELETE FROM {kind} WHERE code = ?", (code,))
        for kind in ("steps", "commands", "sittings", "tables")
    ]


def stored_table(store: Store, code: str) -> StoredTable:
    """To be read beside the loop: a long game takes long."""
    row = store.row(
        "SELECT document, seed, header, deadline, updated, lines, away FROM tables WHERE code = ?", code
    )
    if row is None:
        raise TableUnknown(f"no table is called {code!r}: check the code, or make a table of your own")
    document, seed, header, deadline, updated, lines_then, away = row
    steps = store.rows("SELECT text, at, who, id, number FROM steps WHERE code = ? ORDER BY number", code)
    record = None if header is None else read(header + "".join(f"{text}\n" for text, *_ in steps))
    table = None if record is None else Table.resume(record, seed)
    commands = store.rows("SELECT who, id, version FROM commands WHERE code = ?", code)
    return StoredTable(
        document=read_document(document),
        seed=seed,
        table=table,
        lines=len(steps),
        deadline=deadline,
        updated=updated if len(steps) == lines_then else steps[-1][1],
        away=_read_away(away) if away else {},
        answered={
            mark(who, name): number
            for who, name, number in (
                *commands,
                *((who, name, number) for _, _, who, name, number in steps if who is not None),
            )
        },
        commands=[(who, name) for who, name, _ in commands],
    )


def mark(who: str, name: str) -> int:
    """What is remembered of a command: of hundreds of them, all in a few kilobytes."""
    return hash((who, name))


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


def document_statement(document: Document, encoded: bytes) -> Statement:
    return (
        "UPDATE tables SET document = ?, status = ?, public = ? WHERE code = ?",
        (encoded, document.status, document.public, document.code),
    )


def header_statement(code: str, header: str) -> Statement:
    """When the game begins, and when somebody in it is forgotten."""
    return ("UPDATE tables SET header = ? WHERE code = ?", (header, code))


def step_statements(
    code: str, lines: Sequence[str], first: int, at: float, by: tuple[str, str] | None
) -> list[Statement]:
    """`first` is the number of the first of `lines`; `by` is who asked for them, and their command's id."""
    return [
        (
            "INSERT INTO steps (code, number, text, at, who, id) VALUES (?, ?, ?, ?, ?, ?)",
            (code, number, line, at, *(by if by and number == first else (None, None))),
        )
        for number, line in enumerate(lines, start=first)
    ]


def clock_statement(code: str, times: Times, lines: int) -> Statement:
    deadline, began, away = times
    return (
        "UPDATE tables SET deadline = ?, updated = ?, away = ?, lines = ? WHERE code = ?",
        (deadline, began, encode(away), lines, code),
    )


def command_statement(code: str, who: str, name: str, version: int) -> Statement:
    return ("INSERT INTO commands (code, who, id, version) VALUES (?, ?, ?, ?)", (code, who, name, version))


def forget_command_statement(code: str, who: str, name: str) -> Statement:
    return ("DELETE FROM commands WHERE code = ? AND who = ? AND id = ?", (code, who, name))


def sitting_statement(code: str, who: str) -> Statement:
    return ("INSERT OR IGNORE INTO sittings (who, code) VALUES (?, ?)", (who, code))
