"""One thread writes to the SQLite file and commits many wishes at once.

What `commit` has returned from is on the disk (WAL, synchronous FULL); what it raised for has not happened.
"""

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from itertools import chain, groupby
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeAlias

from hexdeck.core.errors import GameError, SetupRefused
from hexdeck.server.base.logs import log
from hexdeck.server.base.refusals import AlreadyDone, Outdated
from hexdeck.server.base.writability import Cause, Writability, cannot_store, not_stored
from hexdeck.server.store.integrity import FIRST, LINK_BYTES, link_of
from hexdeck.server.store.sqlite_check import check_quickly
from hexdeck.server.store.sqlite_format import cause_of, looked_at, opened
from hexdeck.server.store.sqlite_sidecar import (
    BUSY_SECONDS,
    COMMITS,
    Head,
    check_identity,
    keep_head,
)

Statement: TypeAlias = tuple[str, Sequence[Any]]
Work: TypeAlias = Callable[[sqlite3.Connection], None]  # what must read before it writes

CHANGE: Final = (  # what nearly all wishes are
    "INSERT INTO changes (code, revision, lines, total, version, at, who, id, link)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"  # the writer adds the link
)
_LAST_LINK: Final = "SELECT link FROM changes WHERE code = ? AND lines != '' ORDER BY revision DESC LIMIT 1"
MOST_LINKS: Final = 20_000  # tables whose newest link is in memory
MOST_ROWS: Final = 64  # in one statement
LARGEST_GROUP: Final = 500  # wishes in one transaction, but for what comes in the same moment
TIDY_SECONDS: Final = 5.0  # between two times that the log is moved into the file
LARGEST_LOG: Final = 8 * 1024 * 1024  # bytes of the log before it is started over
LOG_SECONDS: Final = 1.0  # until that is tried again, where somebody still read from the log
LOG_WAIT_MS: Final = 50  # that the writer waits for them
_COUNT: Final = (  # what `is_head_in` compares
    f"INSERT INTO meta (key, value) VALUES ('{COMMITS}', 1)"
    " ON CONFLICT (key) DO UPDATE SET value = value + 1 RETURNING value"
)
_OUTDATED: Final = "outdated"  # what the trigger in the file says
_ONLY_ONCE: Final = ("UNIQUE constraint failed: moves.", "UNIQUE constraint failed: tries.")


_Done: TypeAlias = tuple[int, Sequence[Any] | None]  # the count of commits, and a change since


@dataclass(slots=True)
class _Wish:
    statements: Sequence[Statement]
    work: Work | None
    done: "asyncio.Future[None]"
    is_settled: bool = False
    failed: GameError | None = None


class Writer:
    def __init__(self, path: Path) -> None:
        self._path = path
        self.writability = Writability()
        self.openings = 0  # times that the file was opened to be written
        self._connection: sqlite3.Connection | None = None  # the writer's; None after it has failed
        self._commits = 0
        self._begin()
        self._links: dict[str, tuple[int, bytes]] = {}  # by table: its newest revision, what the next follows
        self._newest: Sequence[Any] | None = None  # the last change, as long as it was alone in its commit
        self._done: _Done | None = None  # the newest commit; None until there is one
        self._kept: _Done | None = None  # the newest commit that the head beside the database tells
        self._log = path.with_name(path.name + "-wal")
        self._log_tried = float("-inf")  # when it could not be started over
        self._asked: list[_Wish] = []  # since the writer was woken last
        self._wishes: SimpleQueue[list[_Wish] | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write_on, name="hexdeck-store", daemon=True)
        self._is_closing = threading.Event()
        self._tidier = threading.Thread(target=self._tidy_up, name="hexdeck-tidier", daemon=True)
        self._writer.start()
        self._tidier.start()

    def _begin(self) -> None:
        """Open the file; where it can be read and not written, begin without a connection."""
        try:
            self._connection = self._open()
        except SetupRefused as refused:
            if not isinstance(refused.__cause__, OSError | sqlite3.OperationalError):
                raise
            cause = cause_of(refused.__cause__, self._path)
            if cause is Cause.LOCKED:
                raise
            self._begin_reading(refused)
            self.writability.note(cause, str(refused))
        else:
            check_quickly(self._connection, self._path)
            self._commits = _commits(self._connection)

    def _begin_reading(self, refused: SetupRefused) -> None:
        """SetupRefused as the file cannot be written, unless it can be read at least."""
        try:
            reader = looked_at(self._path)
        except SetupRefused:
            raise refused from refused.__cause__
        with closing(reader):
            check_quickly(reader, self._path)
            self._commits = _commits(reader)

    def _open(self) -> sqlite3.Connection:
        """A file that is gone, or is another house's, is not taken for an empty house."""
        check_identity(self._path)
        connection = opened(self._path)
        self.openings += 1
        return connection

    async def commit(self, *statements: Statement, work: Work | None = None) -> None:
        """All of them or none; StoreFailed, Outdated or AlreadyDone if none."""
        loop = asyncio.get_running_loop()
        wish = _Wish(statements, work, loop.create_future())
        self._asked.append(wish)
        if len(self._asked) == 1:
            loop.call_soon(self._hand_over)
        try:
            await wish.done
        except asyncio.CancelledError:
            if not wish.is_settled:  # it cannot be called back, so nobody goes on before it is known
                wish.done = loop.create_future()
                wish.done.add_done_callback(lambda done: done.exception())  # which perhaps nobody will ask
                await asyncio.wait([wish.done])
            elif not wish.done.cancelled():
                wish.done.exception()
            raise

    def _hand_over(self) -> None:
        """All that was asked for in one turn of the loop: to wake the writer costs more than to ask."""
        asked, self._asked = self._asked, []
        self._wishes.put(asked)

    def close(self) -> None:
        """Wait for what was asked for."""
        self._hand_over()
        self._wishes.put(None)
        self._is_closing.set()
        self._writer.join()
        self._tidier.join()
        self._keep_head()

    def _keep_head(self) -> None:
        """Write down how far the database has come; at most every TIDY_SECONDS, so no commit waits for it."""
        done = self._done
        if done is None or done is self._kept:
            return
        commits, change = done
        place = () if change is None else (change[0], change[1], change[8].hex())
        with suppress(OSError):  # the older one stays true
            keep_head(self._path, Head(time.time(), commits, *place))
            self._kept = done

    def _tidy_up(self) -> None:
        """Move what was written from the log into the file, beside the writer: it need not wait for that."""
        while not self._is_closing.wait(TIDY_SECONDS):
            with suppress(sqlite3.Error):  # the log grows until it can be done
                connection = sqlite3.connect(self._path)
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
                connection.close()
            self._keep_head()

    def _write_on(self) -> None:
        while (group := self._next_group()) is not None:
            self._commit(group)
            for loop, mine in _by_loop(group):
                with suppress(RuntimeError):  # nobody waits any more: the loop is closed
                    loop.call_soon_threadsafe(_settle, mine)
            self._start_log_over()
        if self._connection is not None:
            self._connection.close()

    def _commit(self, group: Iterable[_Wish]) -> None:
        """One transaction; where it fails, the next one begins with a connection that has seen nothing."""
        try:
            self._connection = self._connection or self._open()
            self._carry_out_all(self._connection, group)
        except Exception as error:  # whatever it is, the writer must go on
            cause = cause_of(error.__cause__ if isinstance(error, SetupRefused) else error, self._path)
            for wish in group:
                wish.failed = cannot_store(cause)
            self._give_up_connection()
            self.writability.note(cause, f"{type(error).__name__}: {error}")
        else:
            self.writability.note(None)

    def _carry_out_all(self, connection: sqlite3.Connection, group: Iterable[_Wish]) -> None:
        connection.execute("BEGIN IMMEDIATE")
        commits, self._newest = self._commits, None
        for is_change, wishes in groupby(group, _is_change):
            if is_change:
                self._insert(connection, list(wishes))
            else:
                for wish in wishes:
                    self._carry_out(connection, wish)
                [[commits]] = connection.execute(_COUNT).fetchall()
                self._newest = None
        connection.execute("COMMIT")
        self._commits, self._done = commits, (commits, self._newest)
        if len(self._links) > MOST_LINKS:
            self._links.clear()

    def _insert(self, connection: sqlite3.Connection, wishes: Sequence[_Wish]) -> None:
        """Many rows with one statement: loop and writer disturb each other once, and not at every row."""
        while wishes:
            count = min(1 << (len(wishes).bit_length() - 1), MOST_ROWS)
            now, wishes = wishes[:count], wishes[count:]
            try:
                rows = [self._linked(wish.statements[0][1]) for wish in now]
                connection.execute(_rows(count), [*chain.from_iterable(rows)])
                self._newest = rows[-1]
            except sqlite3.OperationalError:
                raise  # the file's fault, and so everybody's
            except Exception:  # none of them is in; each alone tells which one cannot be
                self._forget_links(now)
                for wish in now:
                    self._carry_out(connection, wish)
                self._newest = None

    def _linked(self, change: Sequence[Any]) -> Sequence[Any]:
        """A row of `changes` with the link to the one before it."""
        code, revision, lines, *_ = change
        known = self._links.get(code)
        before = known[1] if known is not None and known[0] == revision - 1 else self._last_link(code)
        link = link_of(before, change)
        self._links[code] = (revision, link if lines else before)
        return (*change, link)

    def _forget_links(self, wishes: Iterable[_Wish]) -> None:
        """What was not stored is followed by nothing."""
        for wish in wishes:
            for sql, values in wish.statements:
                if sql is CHANGE:
                    self._links.pop(values[0], None)

    def _last_link(self, code: str) -> bytes:
        assert self._connection is not None, "changes are linked within a transaction"
        row = self._connection.execute(_LAST_LINK, (code,)).fetchone()
        return FIRST if row is None else bytes(row[0][:LINK_BYTES])

    def _carry_out(self, connection: sqlite3.Connection, wish: _Wish) -> None:
        """A wish that cannot be is left out of the transaction alone."""
        is_one = (
            len(wish.statements) == 1 and wish.work is None
        )  # then it fails or succeeds as a whole anyway
        if not is_one:
            connection.execute("SAVEPOINT wish")
        try:
            for sql, values in wish.statements:
                connection.execute(sql, self._linked(values) if sql is CHANGE else values)
            if wish.work is not None:
                wish.work(connection)
        except sqlite3.OperationalError:
            raise  # the file's fault, and so everybody's
        except Exception as error:
            if not is_one:
                connection.execute("ROLLBACK TO wish")
            self._forget_links([wish])
            wish.failed = _why_not(error)
        if not is_one:
            connection.execute("RELEASE wish")

    def _start_log_over(self) -> None:
        """Between two groups, since beside a writer who always writes it is never all moved."""
        if self._connection is None or time.monotonic() < self._log_tried + LOG_SECONDS:
            return
        with suppress(OSError, sqlite3.Error):  # the log grows until it can be done
            if self._log.stat().st_size > LARGEST_LOG:
                self._log_tried = time.monotonic()
                self._connection.execute(f"PRAGMA busy_timeout = {LOG_WAIT_MS}")
                [is_busy, *_] = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                self._connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")
                if not is_busy:
                    self._log_tried = float("-inf")

    def _give_up_connection(self) -> None:
        """Closing it takes back what was not committed."""
        connection, self._connection = self._connection, None
        self._links.clear()
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()

    def _next_group(self) -> list[_Wish] | None:
        """At least one wish, and all that wait by now; None at the end."""
        group: list[_Wish] = []
        while not group or (len(group) < LARGEST_GROUP and not self._wishes.empty()):
            asked = self._wishes.get()
            if asked is None:
                self._wishes.put(None)
                return group or None
            group += asked
        return group


def _by_loop(group: list[_Wish]) -> Iterator[tuple[asyncio.AbstractEventLoop, list[_Wish]]]:
    """Whom to tell of a group; nearly always there is one loop."""
    loops = {wish.done.get_loop() for wish in group}
    for loop in loops:
        yield loop, group if len(loops) == 1 else [wish for wish in group if wish.done.get_loop() is loop]


def _commits(connection: sqlite3.Connection) -> int:
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (COMMITS,)).fetchone()
    return 0 if row is None else int(row[0])


def _is_change(wish: _Wish) -> bool:
    return wish.work is None and len(wish.statements) == 1 and wish.statements[0][0] is CHANGE


@cache
def _rows(count: int) -> str:
    """Few different ones, so that each is prepared once."""
    insert, values, row = CHANGE.partition(" VALUES ")
    return insert + values + ", ".join([row] * count)


def _why_not(error: Exception) -> GameError:
    if isinstance(error, sqlite3.IntegrityError) and str(error) == _OUTDATED:
        return Outdated("somebody else was first: look again")
    if isinstance(error, sqlite3.IntegrityError) and str(error).startswith(_ONLY_ONCE):
        return AlreadyDone("that is done already")
    if isinstance(error, GameError):
        return error
    log("not_stored", level=logging.ERROR, error=error)
    return not_stored()


def _settle(group: Iterable[_Wish]) -> None:
    for wish in group:
        wish.is_settled = True
        if wish.done.cancelled():
            continue
        if wish.failed is None:
            wish.done.set_result(None)
        else:
            wish.done.set_exception(wish.failed)
