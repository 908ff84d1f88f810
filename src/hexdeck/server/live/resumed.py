"""A table as it comes back from the store: its document read, its game played up to where it stood."""

from dataclasses import dataclass

from hexdeck.reader import read
from hexdeck.server.live.documents import Document, read_document
from hexdeck.server.storage.protocol import Asker, StoredTable, Times
from hexdeck.table import Table


@dataclass(frozen=True, slots=True)
class ResumedTable:
    document: Document
    seed: bytes
    table: Table | None  # None before the start
    lines: int  # of the record, without its header
    times: Times
    answered: dict[int, int]  # commands by their fingerprint, and the version after them
    commands: list[Asker]  # those that made no step


def resumed(stored: StoredTable) -> ResumedTable:
    """To be done beside the loop: a long game takes long."""
    record = None if stored.header is None else read(record_text(stored))
    answered = {fingerprint(command.by): command.version for command in stored.commands}
    answered.update(
        (fingerprint(step.by), number)
        for number, step in enumerate(stored.steps, start=1)
        if step.by is not None
    )
    return ResumedTable(
        document=read_document(stored.document),
        seed=stored.seed,
        table=None if record is None else Table.resume(record, stored.seed),
        lines=len(stored.steps),
        times=stored.times,
        answered=answered,
        commands=[command.by for command in stored.commands],
    )


def record_text(stored: StoredTable) -> str:
    """The game as it was written down; nobody needs its rules to read that."""
    return (stored.header or "") + "".join(f"{step.text}\n" for step in stored.steps)


def fingerprint(asker: Asker) -> int:
    """What is remembered of a command: of hundreds of them, all in a few kilobytes."""
    return hash(asker)
