"""Checksums by which damage shows itself: a hash chain over the changes of a table, a sum for other rows."""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from struct import Struct
from typing import Any, Final, NamedTuple, TypeAlias

LINK_BYTES: Final = 16
SUM_BYTES: Final = 8
FIRST: Final = b""  # what the first change of a table is linked to
Progress: TypeAlias = Callable[[str, int], None]  # is told what is looked at, and how many of it so far
_float: Final = Struct(">d").pack

CONTRADICTIONS: Final = """
SELECT DISTINCT 'changes: steps of ' || code || ' are missing' FROM (
    SELECT code, total, SUM(CASE lines WHEN '' THEN 0 ELSE 1 + length(lines) - length(replace(lines, '
', '')) END) OVER (PARTITION BY code ORDER BY revision) AS found FROM changes) AS counted
    WHERE total != found
UNION ALL SELECT 'changes: the newest of ' || code || ' are missing' FROM tables
    WHERE lines > COALESCE((SELECT total FROM changes WHERE changes.code = tables.code
        ORDER BY revision DESC LIMIT 1), 0)
UNION ALL SELECT 'references: a result of ' || code || ', which is not over' FROM results
    JOIN tables USING (code) WHERE status != 'over' GROUP BY code
UNION ALL SELECT 'references: changes of ' || code || ', which is not there' FROM changes
    WHERE code NOT IN (SELECT code FROM tables) GROUP BY code
UNION ALL SELECT 'references: a seat at ' || code || ', which is not there' FROM sittings
    WHERE code NOT IN (SELECT code FROM tables) GROUP BY code
UNION ALL SELECT 'references: a try at ' || code || ', which is not there' FROM tries
    WHERE score IS NULL AND code NOT IN (SELECT code FROM tables) GROUP BY code
UNION ALL SELECT 'references: a review of ' || code || ', which is not there' FROM reviews
    WHERE code NOT IN (SELECT code FROM tables)
UNION ALL SELECT 'references: a rating of ' || who || ', who has no result' FROM ratings
    WHERE games > 0 AND NOT EXISTS (
        SELECT 1 FROM results WHERE results.who = ratings.who AND results.game = ratings.game)
"""  # for both databases: what cannot be so, at whatever time it is looked at


class ChangeRow(NamedTuple):
    """A row of `changes`, without its link."""

    code: str
    revision: int
    lines: str
    total: int
    version: int
    at: float
    who: str | None
    id: str | None


def quiet(what: str, done: int) -> None:
    """Progress that tells nothing."""
    del what, done


def link_of(before: bytes, change: Sequence[Any]) -> bytes:
    """Return the hash over a change, in the order of `ChangeRow`, and the link before it.

    No change is linked to one without lines, for such are deleted.
    """
    code, revision, lines, total, version, at, who, name = change
    text = f"{code}\n{revision}\n{total}\n{version}\n{who}\n{name}\n{lines}"
    return blake2b(before + _float(at) + text.encode(), digest_size=LINK_BYTES).digest()


def forgotten_link(
    link: bytes, code: str, revision: int, lines: str, total: int, version: int, at: float
) -> bytes:
    """Return the link of a change whose asker is forgotten: the old one, which others follow, and a sum."""
    return link[:LINK_BYTES] + row_sum(code, revision, lines, total, version, at)


def row_sum(*values: Any) -> bytes:
    """Return the checksum over the values of a row, each with its type."""
    parts = []
    for value in values:
        if isinstance(value, str):
            raw, kind = value.encode("utf-8", "surrogatepass"), b"s"
        elif value is None:
            raw, kind = b"", b"n"
        elif isinstance(value, int):
            raw, kind = b"%d" % value, b"i"
        elif isinstance(value, float):
            raw, kind = _float(value), b"f"
        else:
            raw, kind = bytes(value), b"b"
        parts.append(b"%b%d:%b" % (kind, len(raw), raw))
    return blake2b(b"".join(parts), digest_size=SUM_BYTES).digest()


class Chain:
    """Links of changes that come in order, table by table."""

    def __init__(self) -> None:
        self._code, self._before = "", FIRST

    def link(self, row: ChangeRow) -> bytes:
        """Return the link of the next change."""
        if row.code != self._code:
            self._code, self._before = row.code, FIRST
        link = link_of(self._before, row)
        if row.lines:
            self._before = link
        return link

    def is_linked(self, row: ChangeRow, link: bytes) -> bool:
        """Whether a change has the link that it must have; the next one follows what is there."""
        expected, kept = self.link(row), link[:LINK_BYTES]
        if row.lines:
            self._before = kept
        if len(link) > LINK_BYTES:
            return row.who is None and row.id is None and link == forgotten_link(kept, *row[:6])
        return link == expected
