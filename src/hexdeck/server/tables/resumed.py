"""A table as it comes back from the store: its document read, its game played up to where it stood."""

from dataclasses import dataclass

from hexdeck.core.record_reader import read
from hexdeck.core.table import Table
from hexdeck.server.store.documents import Document, read_document
from hexdeck.server.store.protocol import Asker, StoredTable, Times


@dataclass(frozen=True, slots=True)
class ResumedTable:
    document: Document
    seed: bytes
    table: Table | None  # None before the start
    lines: int  # of the record, without its header
    times: Times
    revision: int
    answered: dict[int, int]  # commands by their fingerprint, and the version after them
    lineless: dict[int, Asker | None]  # revisions without a line of the record, and who asked for them


def resumed(stored: StoredTable) -> ResumedTable:
    """To be done beside the loop: a long game takes long."""
    record = None if stored.header is None else read(record_text(stored))
    return ResumedTable(
        document=read_document(stored.document),
        seed=stored.seed,
        table=None if record is None else Table.resume(record, stored.seed),
        lines=len(stored.lines),
        times=stored.times,
        revision=stored.revision,
        answered={fingerprint(change.by): change.version for change in stored.changes if change.by},
        lineless={change.revision: change.by for change in stored.changes if not change.lines},
    )


def record_text(stored: StoredTable) -> str:
    """The game as it was written down; nobody needs its rules to read that."""
    return (stored.header or "") + "".join(f"{line}\n" for line in stored.lines)


def fingerprint(asker: Asker | None) -> int:
    """What is remembered of a command: of hundreds of them, all in a few kilobytes."""
    return hash(asker)
