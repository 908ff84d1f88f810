"""One connection writes to PostgreSQL; changes of many tables go there as one statement.

What was returned from is committed; what it raised for has not happened.  Where the connection is lost before
the answer has come, nobody is answered before the database is back and was asked whether it is done.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from secrets import randbits
from typing import Any, Final, Self, TypeAlias, TypeVar

import asyncpg
from msgspec.json import Encoder

from hexdeck.core.errors import GameError
from hexdeck.server.base.logs import log
from hexdeck.server.base.refusals import Outdated
from hexdeck.server.base.writability import Cause, Writability, cannot_store, in_doubt, not_stored
from hexdeck.server.store.postgres_format import HOUSE, NO_ANSWER, connected_as, refused_in_words
from hexdeck.server.store.protocol import TableChange

T = TypeVar("T")

Work: TypeAlias = Callable[[Any], Awaitable[Any]]  # what is done with the connection, in a transaction

LARGEST_GROUP: Final = 500  # changes in one statement
FIRST_PAUSE: Final = 0.05  # seconds between two tries to connect again; twice as long each time
LONGEST_PAUSE: Final = 2.0
TRIES: Final = 5  # where two transactions wait for each other, one must begin again
_MAY_BE_DONE: Final = ("08", "57", "58", "XX")  # the connection, the server, the system, a bug
_CAUSES: Final = {"53100": Cause.DISK_FULL, "25006": Cause.READ_ONLY}

_NEW: Final = (
    "unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::int[], $6::float8[], $7::text[], $8::text[]"
)
_INSERT: Final = """
INSERT INTO changes (code, revision, lines, total, version, at, who, id)
SELECT code, revision, lines, total, version, at, who, id FROM new
WHERE COALESCE((SELECT revision FROM changes WHERE changes.code = new.code ORDER BY revision DESC LIMIT 1), 0)
    = new.revision - 1
ON CONFLICT DO NOTHING RETURNING code
"""
PLAIN: Final = f"""
WITH new AS (SELECT * FROM {_NEW}) AS n(code, revision, lines, total, version, at, who, id)) {_INSERT}
"""
WHOLE: Final = f"""
WITH new AS (
    SELECT * FROM {_NEW}, $9::bytea[], $10::text[], $11::bool[], $12::text[], $13::float8[], $14::float8[],
        $15::text[]) AS n(code, revision, lines, total, version, at, who, id,
                          document, status, public, header, deadline, updated, away)
), made AS ({_INSERT}), kept AS (
    UPDATE tables SET
        document = COALESCE(new.document, tables.document),
        status = COALESCE(new.status, tables.status),
        public = COALESCE(new.public, tables.public),
        header = COALESCE(new.header, tables.header),
        deadline = CASE WHEN new.updated IS NULL THEN tables.deadline ELSE new.deadline END,
        lines = CASE WHEN new.updated IS NULL THEN tables.lines ELSE new.total END,
        updated = COALESCE(new.updated, tables.updated),
        away = COALESCE(new.away::json, tables.away)
    FROM new JOIN made USING (code) WHERE tables.code = new.code
        AND (new.document IS NOT NULL OR new.header IS NOT NULL OR new.updated IS NOT NULL)
), sat AS (
    INSERT INTO sittings (code, who)
    SELECT code, who FROM unnest($16::text[], $17::text[]) AS sits(code, who) JOIN made USING (code)
    ON CONFLICT DO NOTHING
), forgotten AS (
    DELETE FROM changes USING unnest($18::text[], $19::int[]) AS old(code, revision) JOIN made USING (code)
    WHERE changes.code = old.code AND changes.revision = old.revision
) SELECT code FROM made
"""
_LOOK_UP: Final = "SELECT lines, total, version, at, who, id FROM changes WHERE code = $1 AND revision = $2"
_encode: Final = Encoder().encode


@dataclass(slots=True)
class _Wish:
    """A change that one statement can make, or work of any kind."""

    done: "asyncio.Future[Any]"
    change: TableChange | None = None
    work: Work | None = None
    result: Any = None  # of the work
    is_settled: bool = False


class Writer:
    """Holds a lock on its own number: with it, no earlier session still writes in its name."""

    @classmethod
    async def open(cls, url: str, *, alone: bool) -> Self:
        """Brings the database up to date.  `alone`: HouseIsOpen if another such writer has it."""
        writer = cls(url, HOUSE if alone else randbits(62))
        with refused_in_words(url):
            await writer._connect()
        writer._task = asyncio.get_running_loop().create_task(writer._write_on())
        return writer

    def __init__(self, url: str, number: int) -> None:
        self.writability = Writability()
        self._url = url
        self._number = number
        self._last = randbits(60)  # of its transactions; not one that somebody had before
        self._connection: Any = None  # None while it is lost
        self._changes: deque[_Wish] = deque()
        self._works: deque[_Wish] = deque()
        self._news = asyncio.Event()
        self._is_closing = asyncio.Event()
        self._task: asyncio.Task[None]

    async def _connect(self) -> None:
        """Once it has its lock, nothing is under way any more that an earlier connection has begun."""
        connection = await connected_as(self._number, self._url)
        connection.add_termination_listener(lambda _: self._news.set())
        self._connection = connection

    async def close(self) -> None:
        """Wait for what was asked for."""
        self._is_closing.set()
        self._news.set()
        await self._task
        if self._connection is not None:
            with suppress(*NO_ANSWER, asyncpg.PostgresError):
                await self._connection.execute(f"DELETE FROM writers WHERE id = {self._number}")
                await self._connection.close()
            self._drop_connection()

    async def change(self, change: TableChange) -> None:
        await self._wait_for(self._changes, _Wish(_future(), change=change))

    async def carry_out(self, work: Work) -> Any:
        """All of it or nothing; what it returns."""
        return await self._wait_for(self._works, _Wish(_future(), work=work))

    async def _wait_for(self, queue: deque[_Wish], wish: _Wish) -> Any:
        if self._connection is None or self._task.done():
            raise cannot_store(Cause.UNREACHABLE)
        queue.append(wish)
        self._news.set()
        try:
            return await wish.done
        except asyncio.CancelledError:
            if not wish.is_settled:  # it cannot be called back, so nobody goes on before it is known
                wish.done = _future()
                wish.done.add_done_callback(lambda done: done.exception())  # which perhaps nobody will ask
                await asyncio.wait([wish.done])
            elif not wish.done.cancelled():
                wish.done.exception()
            raise

    async def _write_on(self) -> None:
        while self._changes or self._works or not self._is_closing.is_set():
            if self._connection is None or self._connection.is_closed():
                await self._connect_again([])
            elif self._changes:
                await self._store(self._next_group())
                if self._works and self._connection is not None:
                    await self._carry_out(self._works.popleft())
            elif self._works:
                await self._carry_out(self._works.popleft())
            else:
                self._news.clear()
                await self._news.wait()

    def _next_group(self) -> list[_Wish]:
        """At most one change of a table, ordered: then two writers never wait for each other."""
        group: dict[str, _Wish] = {}
        later: list[_Wish] = []
        while self._changes and len(group) < LARGEST_GROUP:
            wish = self._changes.popleft()
            assert wish.change is not None
            if group.setdefault(wish.change.code, wish) is not wish:
                later.append(wish)
        self._changes.extendleft(reversed(later))
        return [group[code] for code in sorted(group)]

    async def _store(self, group: Sequence[_Wish]) -> None:
        """In one statement; where somebody's values cannot be stored, each in a statement of its own."""
        changes = [wish.change for wish in group if wish.change is not None]
        try:
            made = await _again(lambda: insert(self._connection, changes))
        except Exception as error:  # whatever it is, the writer must go on
            if not self._is_known(error):
                await self._connect_again(group, error)
            elif len(group) > 1 and isinstance(error, asyncpg.DataError):
                for wish in group:
                    await self._store([wish])
            else:
                _refuse(group, self._why_not(error))
        else:
            self.writability.note(None)
            for wish, change in zip(group, changes, strict=True):
                if change.code in made:
                    _settle(wish)
                else:
                    _refuse([wish], Outdated("somebody else was first: look again"))

    async def _carry_out(self, wish: _Wish) -> None:
        self._last += 1
        try:
            await _again(lambda: self._transact(wish))
        except Exception as error:  # whatever it is, the writer must go on
            if self._is_known(error):
                _refuse([wish], self._why_not(error))
            else:
                await self._connect_again([wish], error)
        else:
            self.writability.note(None)
            _settle(wish)

    async def _transact(self, wish: _Wish) -> None:
        assert wish.work is not None
        connection = self._connection
        await connection.execute(
            f"BEGIN; INSERT INTO writers (id, last) VALUES ({self._number}, {self._last})"
            " ON CONFLICT (id) DO UPDATE SET last = EXCLUDED.last"
        )
        try:
            wish.result = await wish.work(connection)
        except BaseException:
            if not connection.is_closed():
                await connection.execute("ROLLBACK")
            raise
        await connection.execute("COMMIT")

    def _why_not(self, error: Exception) -> GameError:
        if isinstance(error, GameError):
            return error
        log("not_stored", level=logging.ERROR, error=error)
        cause = _CAUSES.get(error.sqlstate) if isinstance(error, asyncpg.PostgresError) else None
        if cause is None:
            return not_stored()
        self.writability.note(cause, str(error))
        return cannot_store(cause)

    def _is_known(self, error: Exception) -> bool:
        """The database has said that nothing is done, or it was never asked."""
        if self._connection is None or self._connection.is_closed():
            return False
        if isinstance(error, asyncpg.PostgresError):
            return error.sqlstate[:2] not in _MAY_BE_DONE
        return not isinstance(error, NO_ANSWER)

    async def _connect_again(self, doubtful: Sequence[_Wish], error: Exception | None = None) -> None:
        """Refuse what was not begun; answer the rest once the database says what became of it."""
        self.writability.note(
            Cause.UNREACHABLE, "connection closed" if error is None else type(error).__name__
        )
        log("connection_lost", level=logging.WARNING, error=error, doubtful=len(doubtful))
        self._drop_connection()
        _refuse([*self._changes, *self._works], cannot_store(Cause.UNREACHABLE))
        self._changes.clear()
        self._works.clear()
        pause = FIRST_PAUSE
        while True:
            try:
                await self._connect()
                if doubtful:
                    await self._wait_for_standby()
                for wish in doubtful:
                    if await self._is_done(wish):
                        _settle(wish)
                    else:
                        _refuse([wish], cannot_store(Cause.UNREACHABLE))
                log("connected_again")
                self.writability.note(None)
                return
            except Exception:  # whatever it is, the writer must go on
                self._drop_connection()
            if self._is_closing.is_set():
                _refuse(doubtful, in_doubt())
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_closing.wait(), pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _wait_for_standby(self) -> None:
        """Where there is a synchronous one, it has all that we can see once it has this too.

        What a lost connection has left behind can be seen already, and may be lost with that machine yet.
        """
        await self._connection.execute(
            f"INSERT INTO writers (id, last) VALUES ({self._number}, 0) ON CONFLICT (id) DO UPDATE SET"
            " last = writers.last"
        )

    async def _is_done(self, wish: _Wish) -> bool:
        """Asked once nothing is under way any more."""
        if wish.change is None:
            last = await self._connection.fetchval(f"SELECT last FROM writers WHERE id = {self._number}")
            return bool(last == self._last)
        row = await self._connection.fetchrow(_LOOK_UP, wish.change.code, wish.change.revision)
        return row is not None and tuple(row) == row_of(wish.change)[2:]

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()


async def _again(work: Callable[[], Awaitable[T]]) -> T:
    """Until no other transaction is in its way."""
    for _ in range(TRIES):
        try:
            return await work()
        except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError):
            continue
    return await work()


async def insert(connection: Any, changes: Sequence[TableChange]) -> set[str]:
    """Codes of the tables that were changed; of the others somebody else has changed first."""
    rows = zip(*map(row_of, changes), strict=True)
    if all(map(_is_plain, changes)):
        return {code for (code,) in await connection.fetch(PLAIN, *rows)}
    more = zip(*map(_more_of, changes), strict=True)
    sitting = [(change.code, who) for change in changes for who in change.sitting]
    forgotten = [(change.code, revision) for change in changes for revision in change.forgotten]
    lists = [[pair[part] for pair in pairs] for pairs in (sitting, forgotten) for part in (0, 1)]
    return {code for (code,) in await connection.fetch(WHOLE, *rows, *more, *lists)}


def row_of(change: TableChange) -> tuple[Any, ...]:
    """In the table of changes."""
    lines, by = "\n".join(change.lines), change.by or (None, None)
    return (change.code, change.revision, lines, change.total, change.version, change.at, *by)


def _is_plain(change: TableChange) -> bool:
    """A move: one row in one table."""
    return (
        change.kept is None
        and change.times is None
        and change.header is None
        and not change.sitting
        and not change.forgotten
    )


def _more_of(change: TableChange) -> tuple[Any, ...]:
    """What changes of the table's own row; None where it stays as it is."""
    kept, times = change.kept, change.times
    document = (None, None, None) if kept is None else (kept.document, kept.status, kept.public)
    clock = (
        (None, None, None) if times is None else (times.deadline, times.began, _encode(times.away).decode())
    )
    return (*document, change.header, *clock)


def _future() -> "asyncio.Future[Any]":
    return asyncio.get_running_loop().create_future()


def _settle(wish: _Wish) -> None:
    wish.is_settled = True
    if not wish.done.done():
        wish.done.set_result(wish.result)


def _refuse(wishes: Iterable[_Wish], error: GameError) -> None:
    for wish in wishes:
        wish.is_settled = True
        if not wish.done.done():
            wish.done.set_exception(error)
