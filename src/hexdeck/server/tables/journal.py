"""What is stored of a table, and what waits to be: lines of its record, its document, its times, commands."""

from copy import deepcopy
from typing import Final

from hexdeck.server.base.messages import encode
from hexdeck.server.base.refusals import Outdated
from hexdeck.server.store.documents import Document
from hexdeck.server.store.protocol import Asker, StoredTable, TableChange, Times
from hexdeck.server.tables import results
from hexdeck.server.tables.resumed import ResumedTable, fingerprint
from hexdeck.server.tables.state import TableState

MOST_REMEMBERED: Final = 200  # changes without a line: a client asks again for its last few commands


class Journal:
    def __init__(self, state: TableState) -> None:
        self._state = state

    def take(self, stored: ResumedTable) -> None:
        """Go on from what the store says."""
        document = stored.document
        self.steps = stored.lines
        self.times: Times = stored.times
        self._has_header = stored.table is not None
        self._keep_document(encode(document), document)
        self._found_by = set(document.found_by())
        self._answered = stored.answered
        self.revision = stored.revision
        self._is_outdated = False  # somebody else has changed the table since
        self._lineless = dict(stored.lineless)
        self._lines: list[str] = []  # not stored yet

    def read_on(self, newer: StoredTable) -> None:
        """Somebody else has changed the table, and our state has followed."""
        for change in newer.changes:
            if change.by is not None:
                self._answered[fingerprint(change.by)] = change.version
            if not change.lines:
                self._lineless[change.revision] = change.by
        self.steps += len(newer.lines)
        self.times, self.revision = newer.times, newer.revision
        self._has_header = newer.header is not None
        if not self.has_stored(newer.document):
            self._keep_document(encode(self._state.document), self._state.document)
            self._found_by.update(self._state.document.found_by())

    def _keep_document(self, written: bytes, document: Document) -> None:
        """What the store has; a copy of it, since nearly every move asks whether it has changed.

        To compare the two, which share all their words, costs a fifth of writing one.
        """
        self._written, self._document = written, deepcopy(document)

    def has_stored(self, document: bytes) -> bool:
        """It is the one that was last stored or read here."""
        return document == self._written

    @property
    def has_begun(self) -> bool:
        """The beginning of the game is stored."""
        return self._has_header

    def write(self, line: str) -> None:
        self._lines.append(line)

    def has_unstored(self, *, look_closely: bool) -> bool:
        """What is in memory is not what is stored; the document is only looked at closely."""
        is_unstored = self._is_outdated or bool(self._lines)
        return is_unstored or (look_closely and self._state.document != self._document)

    def version_after(self, asker: Asker) -> int | None:
        """Of a command that was carried out already, perhaps before a restart."""
        return self._answered.get(fingerprint(asker))

    async def store(
        self, *, by: Asker | None = None, header: str | None = None, rematch: Document | None = None
    ) -> bool:
        """All that has changed, or StoreFailed; whether the document has.  `by` is who asked for it."""
        change = self._change(by, header, rematch)
        try:
            await self._state.house.storage.change_table(change)
        except Outdated:
            self._is_outdated = True
            raise
        self._mark_stored(change)
        if by is not None:
            self._answered[fingerprint(by)] = change.version
        return change.kept is not None

    def _change(self, by: Asker | None, header: str | None, rematch: Document | None) -> TableChange:
        state, document = self._state, self._state.document
        if self._lines:
            state.began = state.house.now()
        if state.table is not None and (document.early or state.table.early):
            name = document.rules.action_name
            document.early = {str(seat): name(action) for seat, action in state.table.early.items()}
        ended = tried = None
        if state.table is not None and state.table.is_over and state.is_playing:
            document.status, document.asking, document.scores = "over", [], list(state.table.scores)
            document.ended = state.began
            rule = state.house.settings.standing
            ended = results.ended(document, state.table.record, state.began, rule)
            tried = results.tried(document, state.table.record, state.began)
        change = TableChange(
            document.code,
            self.revision + 1,
            self._lines,
            self.steps + len(self._lines),
            state.began,
            by,
            state.version,
        )
        if not self._lines:
            change.forgotten = list(self._lineless)[: 1 - MOST_REMEMBERED]
        is_document_new = document != self._document
        if is_document_new:
            change.kept = document.kept()
            change.sitting = [who for who in document.found_by() if who not in self._found_by]
        is_first = state.table is not None and not self._has_header
        change.header = state.begun.header.text() if is_first else header
        if is_document_new or self._are_times_new():
            change.times = state.times()
        change.rematch = None if rematch is None else state.house.table_to_make(rematch)
        change.ended, change.tried = ended, tried
        return change

    def _mark_stored(self, change: TableChange) -> None:
        """It is stored."""
        if change.kept is not None:
            self._keep_document(change.kept.document, self._state.document)
        self.times = change.times or self.times
        self._found_by.update(change.sitting)
        self._has_header = self._state.table is not None
        self.steps, self.revision = change.total, change.revision
        if not self._lines:
            for revision in change.forgotten:
                self._answered.pop(fingerprint(self._lineless.pop(revision)), None)
            self._lineless[change.revision] = change.by
        self._lines.clear()

    def _are_times_new(self) -> bool:
        """Whether they must be stored; with a quick clock, a step tells by itself when it was made."""
        is_slow = self._state.document.clock == "slow"
        return not self._lines or is_slow or self._state.gone() != self.times.away
