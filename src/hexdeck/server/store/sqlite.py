"""A store in one SQLite file: reads on the caller's thread, writes of many tables in groups on another."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, Final

from msgspec.json import Encoder

from hexdeck.core.errors import SetupRefused
from hexdeck.server.base.refusals import AlreadyDone, Outdated
from hexdeck.server.base.writability import Writability, cannot_read
from hexdeck.server.store.acquaintances import CLEAR_HANDLES, CLEAR_INVITATIONS, FORGET, Acquaintances
from hexdeck.server.store.pads import CLEAR_PADS, Pads
from hexdeck.server.store.protocol import (
    UNRANKED,
    Companion,
    DailyResult,
    FinishedTry,
    GameFilter,
    GameResult,
    Loss,
    NewTable,
    OwnGame,
    OwnRating,
    Past,
    PersonLine,
    PlayedSeat,
    Profile,
    Ranked,
    Rating,
    ReviewChunk,
    ReviewLease,
    Statistic,
    Status,
    StoredReview,
    StoredTable,
    StoredTournament,
    TableChange,
    TableLine,
    TournamentChange,
    Try,
    pasts,
    result_row,
    stored_table,
)
from hexdeck.server.store.sqlite_format import looked_at
from hexdeck.server.store.sqlite_sidecar import keep_identity
from hexdeck.server.store.sqlite_writer import CHANGE, Statement, Work, Writer

READERS: Final = 2  # threads that read games: a long one does not keep the short ones waiting
_SIGN_OUTS: Final = "renewed "  # keys of `meta`: this and a person's id
_BANNED: Final = "banned "
_FORGET: Final = "DELETE FROM changes WHERE code = ? AND revision = ?"
_MAKE: Final = "INSERT INTO tables (code, document, status, public, seed, updated) VALUES (?, ?, ?, ?, ?, ?)"
_SIT: Final = "INSERT OR IGNORE INTO sittings (who, code) VALUES (?, ?)"
_META: Final = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"
_OPEN: Final = (  # with a quick clock, only a change tells when it was made
    "SELECT document, MAX(updated, COALESCE("
    "(SELECT at FROM changes WHERE changes.code = tables.code ORDER BY revision DESC LIMIT 1), 0)) AS played"
    " FROM tables JOIN sittings USING (code) WHERE who = ? AND status != 'over'"
    " ORDER BY played DESC LIMIT 50"
)
_DESERTED: Final = (
    "SELECT code FROM tables WHERE updated < ?1 AND status = 'playing' AND deadline IS NULL"
    " AND NOT EXISTS (SELECT 1 FROM changes WHERE changes.code = tables.code AND at >= ?1)"
    " AND NOT EXISTS (SELECT 1 FROM json_each(CAST(away AS TEXT)) WHERE value >= ?1)"
)
_TABLE_LINES: Final = (
    "SELECT code, document, status, public, updated, COALESCE("
    "(SELECT total FROM changes WHERE changes.code = tables.code ORDER BY revision DESC LIMIT 1), 0)"
    " FROM tables ORDER BY updated DESC"
)
_PEOPLE: Final = (
    "SELECT id, name, seen, EXISTS (SELECT 1 FROM meta WHERE key = 'banned ' || id) FROM players"
    " UNION ALL SELECT substr(key, 8), '', value, 1 FROM meta WHERE key >= 'banned ' AND key < 'banned ~'"
    " AND substr(key, 8) NOT IN (SELECT id FROM players) ORDER BY seen DESC"
)
_KNOWN: Final = (
    "SELECT ? IN (SELECT id FROM players UNION ALL SELECT who FROM sittings"
    " UNION ALL SELECT who FROM results UNION ALL SELECT who FROM entries)"
)
_STATISTICS: Final = (
    "SELECT game, players, COUNT(*), SUM(place = 1), AVG(place), AVG(score) FROM results"
    " WHERE who = ? GROUP BY game, players ORDER BY game, players"
)
_OWN_GAMES: Final = (
    "SELECT code, seat, game, players, score, place, ended, feats, mu, sigma, decisions, lost, squares"
    " FROM results"
)
_WANTED: Final = (
    " WHERE who = ?1 AND game = COALESCE(?2, game) AND (?3 IS NULL OR EXISTS"
    " (SELECT 1 FROM results AS theirs WHERE theirs.code = results.code AND theirs.who = ?3))"
)
_PLAYED_SEATS: Final = (
    "SELECT code, seat, who, name, picture, score, place FROM results LEFT JOIN players ON who = id"
    " WHERE code IN (SELECT value FROM json_each(?)) ORDER BY code, seat"
)
_COMPANIONS: Final = (
    "SELECT theirs.who, name, picture, COUNT(DISTINCT code), MAX(theirs.ended) AS last"
    " FROM results AS mine JOIN results AS theirs USING (code) LEFT JOIN players ON id = theirs.who"
    " WHERE mine.who = ? AND theirs.who NOT IN (mine.who, 'gone') AND theirs.who NOT GLOB 'bot *'"
    " GROUP BY theirs.who ORDER BY last DESC, theirs.who LIMIT 100"
)
_RATED: Final = "UPDATE results SET mu = ?, sigma = ? WHERE code = ? AND who = ?"
_FIRST_GAME: Final = "SELECT who, MIN(ended) FROM results WHERE who = ? AND ended < ? GROUP BY who"
_RATED_GAMES: Final = (
    "SELECT who, code FROM results WHERE who = ? AND ended >= ? AND ended < ? AND mu IS NOT NULL"
)
_RANKING: Final = (
    "SELECT who, name, mu, sigma, games FROM ratings LEFT JOIN players ON who = id"
    " WHERE game = ? AND band = ? ORDER BY mu - 3 * sigma DESC LIMIT 100"
)
_NAMELESS: Final = (
    "UPDATE results SET who = 'gone', feats = NULL, mu = NULL, sigma = NULL,"
    " decisions = NULL, lost = NULL, squares = NULL WHERE who = ?"
)
_LOOK_BACK: Final = (
    "INSERT INTO reviews (code, process, until, done, steps) SELECT code, ?2, ?3, ?4, ?5 FROM tables"
    " WHERE code = ?1 ON CONFLICT (code) DO UPDATE"
    " SET process = excluded.process, until = excluded.until, done = excluded.done, steps = excluded.steps"
    " WHERE findings IS NULL AND (process = excluded.process OR until < ?6)"
)
_FORGET_GLIMPSES: Final = "DELETE FROM glimpses WHERE code = ? AND start >= ?"
_KEEP_GLIMPSE: Final = "INSERT INTO glimpses (code, start, seen) VALUES (?, ?, ?)"
_KEEP_REVIEW: Final = (
    "INSERT INTO reviews (code, process, until, done, steps, findings)"
    " SELECT code, '', 0, 0, 0, ?2 FROM tables WHERE code = ?1"
    " ON CONFLICT (code) DO UPDATE SET findings = excluded.findings"
)
_LOST: Final = (
    "UPDATE results SET decisions = ?, lost = ?, squares = ? WHERE code = ? AND seat = ?"
    " AND who != 'gone' AND who NOT GLOB 'bot *'"
)
_VISITORS: Final = (
    "DELETE FROM players WHERE seen < ? AND id NOT IN (SELECT who FROM sittings)"
    " AND id NOT IN (SELECT who FROM results) AND id NOT IN (SELECT who FROM ratings)"
    " AND id NOT IN (SELECT who FROM entries)"
)
_TRY: Final = "INSERT INTO tries (day, game, who, code) VALUES (?, ?, ?, ?)"
_TRIED: Final = "UPDATE tries SET score = ?, ended = ?, story = ? WHERE day = ? AND game = ? AND who = ?"
_FINISHED_TRIES: Final = (
    "SELECT who, name, picture, score, story FROM tries LEFT JOIN players ON who = id"
    " WHERE day = ?2 AND game = ?3 AND score IS NOT NULL AND instr(story, ?1) = 0"
    " ORDER BY score DESC, ended, who LIMIT 100"
)
_TRIED_FROM: Final = (
    "SELECT 1 FROM tries JOIN tables USING (code)"
    " WHERE day = ? AND game = ? AND code != ? AND instr(document, ?) > 0 LIMIT 1"
)
_STORIES: Final = (
    "SELECT story FROM tries WHERE day = ? AND game = ? AND score IS NOT NULL"
    " ORDER BY ended DESC, who LIMIT 1000"
)
_encode: Final = Encoder().encode


class SqliteStorage(Acquaintances, Pads):
    def __init__(self, path: Path, *, looks_only: bool = False) -> None:
        """`looks_only`: beside a house that may be open; nothing can be changed."""
        self._path = path
        self._writer = None if looks_only else Writer(path)
        self.writability = Writability() if self._writer is None else self._writer.writability
        self._connections: list[sqlite3.Connection] = []
        self._own = threading.local()  # a thread's own reader: no other holds what it sees in the past
        if not self._is_never_written:
            self._reader()
        self._threads = ThreadPoolExecutor(READERS, "hexdeck-reader")

    async def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)
        for connection in self._connections:
            connection.close()
        if self._writer is not None:
            self._writer.close()  # the last one, because it moves the log into the file

    async def try_out(self) -> None:
        self._rows("SELECT 1 FROM tables LIMIT 1")
        await self._commit((_META, ("tried", b"")))

    @property
    def _is_never_written(self) -> bool:
        """The writer could not open the file so far."""
        return self._writer is not None and not self._writer.openings

    def _reader(self) -> sqlite3.Connection:
        if not hasattr(self._own, "reader"):
            self._own.reader = looked_at(self._path)
            self._connections.append(self._own.reader)
        reader: sqlite3.Connection = self._own.reader
        return reader

    def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            if self._is_never_written:
                with closing(
                    looked_at(self._path)
                ) as reader:  # one that stayed open would keep the writer out
                    return reader.execute(sql, values).fetchall()
            return self._reader().execute(sql, values).fetchall()
        except (
            SetupRefused,
            sqlite3.Error,
        ) as error:  # a thread opens the file when it first reads
            raise cannot_read() from error

    def _row(self, sql: str, *values: Any) -> tuple[Any, ...] | None:
        found = self._rows(sql, *values)
        return found[0] if found else None

    def _codes(self, sql: str, *values: Any) -> list[str]:
        return [code for (code,) in self._rows(sql, *values)]

    def _commit(self, *statements: Statement, work: Work | None = None) -> Coroutine[Any, Any, None]:
        """To be awaited; it is the writer's own, because every move pays for each one in between."""
        assert self._writer is not None, "whoever only looks changes nothing"
        return self._writer.commit(*statements, work=work)

    async def _looked_up(self, sql: str, *values: Any) -> Sequence[Any]:
        return self._rows(_numbered(sql), *values)

    async def _done(self, sql: str, *values: Any) -> Sequence[Any]:
        found: list[Any] = []
        await self._commit(work=lambda file: found.extend(file.execute(_numbered(sql), values)))
        return found

    # Tables.

    async def make_table(self, table: NewTable) -> None:
        await self._commit(*_making(table))

    def change_table(self, change: TableChange) -> Coroutine[Any, Any, None]:
        """As of `_commit`."""
        work = None if change.ended is None else partial(_rate, change.code, change.ended)
        return self._commit(*_changing(change), work=work)

    async def has_table(self, code: str) -> bool:
        return self._row("SELECT 1 FROM tables WHERE code = ?", code) is not None

    async def read_table(self, code: str, after: int = 0) -> StoredTable | None:
        """Beside the loop: a long game takes a while."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._read_table, code, after)

    def _read_table(self, code: str, after: int) -> StoredTable | None:
        row = self._row(
            "SELECT document, seed, header, deadline, updated, lines, away FROM tables WHERE code = ?", code
        )
        if row is None:
            return None
        select = "SELECT revision, lines, who, id, version, total, at FROM changes"
        changes = self._rows(f"{select} WHERE code = ? AND revision > ? ORDER BY revision", code, after)
        return stored_table(row, changes)

    async def delete_tables(self, codes: Sequence[str]) -> None:
        kinds = ("changes", "sittings", "invitations", "reviews", "glimpses", "tables")
        await self._commit(
            *((f"DELETE FROM {kind} WHERE code = ?", (code,)) for code in codes for kind in kinds),
            *(("DELETE FROM tries WHERE code = ? AND score IS NULL", (code,)) for code in codes),
        )

    async def public_tables(self) -> list[str]:
        return self._codes(
            "SELECT code FROM tables WHERE public = 1 AND status != 'over' ORDER BY updated DESC LIMIT 50"
        )

    async def running_tables(self) -> list[str]:
        return self._codes("SELECT code FROM tables WHERE status = 'playing'")

    async def due_tables(self, now: float) -> list[str]:
        return self._codes("SELECT code FROM tables WHERE deadline <= ? ORDER BY deadline", now)

    async def quiet_tables(self, before: float) -> list[str]:
        return self._codes("SELECT code FROM tables WHERE updated < ? AND status != 'playing'", before)

    async def deserted_tables(self, before: float) -> list[str]:
        return self._codes(_DESERTED, before)

    async def shift_times(self, seconds: float) -> None:
        change = "UPDATE tables SET deadline = deadline + ?, updated = updated + ? WHERE status = 'playing'"
        await self._commit((change, (seconds, seconds)))

    async def list_tables(self) -> list[TableLine]:
        return [
            TableLine(code, document, status, bool(public), updated, steps)
            for code, document, status, public, updated, steps in self._rows(_TABLE_LINES)
        ]

    async def table_statuses(self, codes: Sequence[str]) -> dict[str, Status]:
        sql = "SELECT code, status FROM tables WHERE code IN (SELECT value FROM json_each(?))"
        return dict(self._rows(sql, _encode(codes).decode()))

    # Tournaments.

    async def change_tournament(self, change: TournamentChange) -> None:
        await self._commit(work=partial(_change_tournament, change))

    async def read_tournament(self, code: str) -> StoredTournament | None:
        row = self._row("SELECT document, revision FROM tournaments WHERE code = ?", code)
        return None if row is None else StoredTournament(*row)

    async def running_tournaments(self) -> list[str]:
        return self._codes("SELECT code FROM tournaments WHERE status = 'playing' ORDER BY updated")

    async def tournaments_of(self, who: str) -> list[bytes]:
        sql = "SELECT document FROM tournaments JOIN entries USING (code) WHERE who = ? ORDER BY updated DESC"
        return [document for (document,) in self._rows(sql, who)]

    async def delete_tournaments(self, before: float) -> None:
        old = "SELECT code FROM tournaments WHERE updated < ?"
        await self._commit(
            (f"DELETE FROM entries WHERE code IN ({old})", (before,)),
            ("DELETE FROM tournaments WHERE updated < ?", (before,)),
        )

    # People.

    async def profile(self, who: str) -> Profile | None:
        row = self._row("SELECT name, picture, language FROM players WHERE id = ?", who)
        return None if row is None else Profile(who, *row)

    async def keep_profile(self, profile: Profile, at: float) -> None:
        values = (profile.id, profile.name, profile.picture, profile.language, at)
        change = "INSERT OR REPLACE INTO players (id, name, picture, language, seen) VALUES (?, ?, ?, ?, ?)"
        await self._commit((change, values))

    async def is_known(self, who: str) -> bool:
        return self._row(_KNOWN, who) == (1,)

    async def tables_of(self, who: str) -> list[bytes]:
        sql = "SELECT document FROM tables JOIN sittings USING (code) WHERE who = ? ORDER BY updated DESC"
        return [document for (document,) in self._rows(sql, who)]

    async def open_tables_of(self, who: str) -> list[tuple[bytes, float]]:
        return [(document, played) for document, played in self._rows(_OPEN, who)]

    async def make_link(self, hashed: str, who: str, path: str, expires: float) -> None:
        insert = "INSERT INTO moves (secret, who, path, expires) VALUES (?, ?, ?, ?)"
        await self._commit((insert, (hashed, who, path, expires)))

    async def take_link(self, hashed: str, now: float) -> tuple[str, str]:
        row = self._row("SELECT who, path, expires FROM moves WHERE secret = ? AND expires > ?", hashed, now)
        if row is None:
            raise AlreadyDone("there is no such link, or no more")
        who, path, expires = row
        # Inserting the same row twice fails, so of two devices only one gets through.
        used = "INSERT INTO moves (secret, who, path, expires) VALUES (?, '', '', ?)"
        await self._commit(
            (used, (f"used {hashed}", expires)), ("DELETE FROM moves WHERE secret = ?", (hashed,))
        )
        return who, path

    async def forget_person(self, who: str) -> None:
        mine = ("ratings", "tries", "moves", "sittings", "entries")
        own_changes = (
            "UPDATE changes SET who = NULL, id = NULL,"
            " link = forgotten_link(link, code, revision, lines, total, version, at)"
            " WHERE who = ? AND code IN (SELECT code FROM sittings WHERE who = ?)"
        )
        await self._commit(
            ("DELETE FROM players WHERE id = ?", (who,)),
            (_NAMELESS, (who,)),
            (own_changes, (who, who)),
            *((f"DELETE FROM {name} WHERE who = ?", (who,)) for name in mine),
            ("DELETE FROM meta WHERE key = ?", (_SIGN_OUTS + who,)),
            *((_numbered(sql), (who,)) for sql in FORGET),
        )

    async def clear_out(self, now: float, visitors_before: float) -> None:
        await self._commit(
            ("DELETE FROM moves WHERE expires < ?", (now,)),
            (_numbered(CLEAR_INVITATIONS), (now,)),
            (_numbered(CLEAR_PADS), (now,)),
            (_numbered(CLEAR_HANDLES), (visitors_before,)),
            (_VISITORS, (visitors_before,)),
        )

    async def list_people(self) -> list[PersonLine]:
        return [PersonLine(who, name, seen, bool(banned)) for who, name, seen, banned in self._rows(_PEOPLE)]

    # Results.

    async def games_of(self, who: str) -> list[OwnGame]:
        return [OwnGame(*row) for row in self._rows(f"{_OWN_GAMES} WHERE who = ? ORDER BY ended, code", who)]

    async def wanted_games(self, who: str, wanted: GameFilter) -> tuple[int, list[OwnGame]]:
        key = (who, wanted.game, wanted.other)
        [[total]] = self._rows(f"SELECT COUNT(*) FROM results{_WANTED}", *key)
        some = f"{_OWN_GAMES}{_WANTED} ORDER BY ended DESC, code DESC LIMIT ?4 OFFSET ?5"
        return total, [OwnGame(*row) for row in self._rows(some, *key, wanted.most, wanted.skip)]

    async def played_seats(self, codes: Sequence[str]) -> list[PlayedSeat]:
        return [PlayedSeat(*row) for row in self._rows(_PLAYED_SEATS, _encode(codes).decode())]

    async def kept_tables(self, codes: Sequence[str]) -> set[str]:
        sql = "SELECT code FROM tables WHERE code IN (SELECT value FROM json_each(?))"
        return set(self._codes(sql, _encode(codes).decode()))

    async def companions_of(self, who: str) -> list[Companion]:
        return [Companion(*row) for row in self._rows(_COMPANIONS, who)]

    async def pasts(self, people: Sequence[str], since: float, until: float) -> dict[str, Past]:
        return _pasts(self._rows, people, since, until)

    async def ratings_of(self, who: str) -> list[OwnRating]:
        sql = "SELECT game, band, mu, sigma, games FROM ratings WHERE who = ?"
        return [OwnRating(*row) for row in self._rows(sql, who)]

    async def statistics_of(self, who: str) -> list[Statistic]:
        return [Statistic(*row) for row in self._rows(_STATISTICS, who)]

    async def ranking(self, game: str, band: str) -> list[Ranked]:
        return [Ranked(*row) for row in self._rows(_RANKING, game, band)]

    # The deal of the day.

    async def make_try(self, table: NewTable, day: str, game: str) -> None:
        [who] = table.people
        await self._commit(*_making(table), (_TRY, (day, game, who, table.code)))

    async def is_tried_from(self, day: str, game: str, network: str, but: str) -> bool:
        return bool(self._rows(_TRIED_FROM, day, game, but, network.encode()))

    async def tries_of(self, who: str) -> list[Try]:
        sql = "SELECT day, game, code, score, ended, story FROM tries WHERE who = ? ORDER BY day DESC, game"
        return [Try(*row) for row in self._rows(sql, who)]

    async def finished_tries(self, day: str, game: str) -> list[FinishedTry]:
        return [FinishedTry(*row) for row in self._rows(_FINISHED_TRIES, UNRANKED, day, game)]

    async def stories_of_day(self, day: str, game: str) -> list[bytes]:
        return [story for (story,) in self._rows(_STORIES, day, game)]

    async def scores_of_day(self, day: str) -> list[tuple[str, int]]:
        sql = "SELECT game, score FROM tries WHERE day = ? AND score IS NOT NULL AND instr(story, ?) = 0"
        return [(game, score) for game, score in self._rows(sql, day, UNRANKED)]

    async def forget_tries(self, before: str) -> None:
        await self._commit(("DELETE FROM tries WHERE day < ?", (before,)))

    # Reviews of games that are over.

    async def review(self, code: str) -> StoredReview | None:
        row = self._row("SELECT process, until, done, steps, findings FROM reviews WHERE code = ?", code)
        return None if row is None else StoredReview(ReviewLease(*row[:4]), row[4])

    async def look_back(
        self, code: str, look: ReviewLease, now: float, glimpse: ReviewChunk | None = None
    ) -> bool:
        taken = False

        def take(connection: sqlite3.Connection) -> None:
            nonlocal taken
            taken = connection.execute(_LOOK_BACK, (code, *look, now)).rowcount == 1
            if taken and glimpse is not None:
                connection.execute(_FORGET_GLIMPSES, (code, glimpse.start))
                connection.execute(_KEEP_GLIMPSE, (code, *glimpse))

        await self._commit(work=take)
        return taken

    async def glimpses(self, code: str) -> list[bytes]:
        found = self._rows("SELECT seen FROM glimpses WHERE code = ? ORDER BY start", code)
        return [seen for (seen,) in found]

    async def keep_review(self, code: str, findings: bytes, losses: Sequence[Loss]) -> None:
        await self._commit(
            (_KEEP_REVIEW, (code, findings)),
            (_FORGET_GLIMPSES, (code, 0)),
            *((_LOST, (one.decisions, one.lost, one.squares, code, one.seat)) for one in losses),
        )

    # The house itself.

    async def secret(self, fresh: bytes) -> bytes:
        select = "SELECT value FROM meta WHERE key = 'secret'"
        row = self._row(select)
        if row is None:
            await self._commit(("INSERT OR IGNORE INTO meta (key, value) VALUES ('secret', ?)", (fresh,)))
            row = self._row(select)
        assert row is not None, "it was just stored"
        if self._writer is not None:
            with suppress(OSError):  # a folder that cannot be written now gets it when the house opens next
                keep_identity(self._path, bytes(row[0]))
        return bytes(row[0])

    async def door(self) -> str:
        row = self._row("SELECT value FROM meta WHERE key = 'door'")
        return "" if row is None else str(row[0])

    async def keep_door(self, door: str) -> None:
        await self._commit((_META, ("door", door)))

    def _said_of(self, kind: str) -> list[tuple[str, Any]]:
        """People of whom something is kept in `meta`, and what."""
        rows = self._rows("SELECT key, value FROM meta WHERE key >= ? AND key < ?", kind, kind + "~")
        return [(key.removeprefix(kind), value) for key, value in rows]

    async def sign_outs(self) -> dict[str, int]:
        return dict(self._said_of(_SIGN_OUTS))

    async def keep_sign_outs(self, who: str, times: int) -> None:
        await self._commit((_META, (_SIGN_OUTS + who, times)))

    async def bans(self) -> list[str]:
        return [who for who, _ in self._said_of(_BANNED)]

    async def ban(self, who: str, at: float) -> None:
        await self._commit((_META, (_BANNED + who, at)))

    async def unban(self, who: str) -> None:
        await self._commit(("DELETE FROM meta WHERE key = ?", (_BANNED + who,)))


def _numbered(sql: str) -> str:
    """A statement that is written for both databases."""
    return sql.replace("$", "?")


def _making(table: NewTable) -> list[Statement]:
    kept = table.kept
    values = (table.code, kept.document, kept.status, kept.public, table.seed, table.at)
    return [(_MAKE, values), *((_SIT, (who, table.code)) for who in table.people)]


def _change_tournament(change: TournamentChange, connection: sqlite3.Connection) -> None:
    """It must be the next change."""
    values = (change.document, change.status, change.revision, change.at, change.code)
    if change.revision == 1:
        sql = (
            "INSERT INTO tournaments (document, status, revision, updated, code) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING"
        )
        made = connection.execute(sql, values)
    else:
        sql = (
            "UPDATE tournaments SET document = ?, status = ?, revision = ?, updated = ?"
            " WHERE code = ? AND revision = ?"
        )
        made = connection.execute(sql, (*values, change.revision - 1))
    if made.rowcount != 1:
        raise Outdated("somebody else was first: look again")
    enter = "INSERT OR IGNORE INTO entries (who, code) VALUES (?, ?)"
    connection.executemany(enter, [(who, change.code) for who in change.people])
    for table in change.tables:
        for sql, of_table in _making(table):
            connection.execute(sql, of_table)


def _changing(change: TableChange) -> list[Statement]:
    """A move is one row in one table, as long as nothing else changes with it."""
    code = change.code
    lines, by = "\n".join(change.lines), change.by or (None, None)
    values = (code, change.revision, lines, change.total, change.version, change.at, *by)
    made: list[Statement] = [(CHANGE, values)]
    if change.forgotten:
        made += [(_FORGET, (code, revision)) for revision in change.forgotten]
    if change.kept is not None:
        update = "UPDATE tables SET document = ?, status = ?, public = ? WHERE code = ?"
        made.append((update, (change.kept.document, change.kept.status, change.kept.public, code)))
    if change.header is not None:
        made.append(("UPDATE tables SET header = ? WHERE code = ?", (change.header, code)))
    if change.times is not None:
        deadline, began, away = change.times
        update = "UPDATE tables SET deadline = ?, updated = ?, away = ?, lines = ? WHERE code = ?"
        made.append((update, (deadline, began, _encode(away), change.total, code)))
    if change.sitting:
        made += [(_SIT, (who, code)) for who in change.sitting]
    if change.rematch is not None:
        made += _making(change.rematch)
    if change.ended is not None:
        made += _results(code, change.ended)
    if change.tried is not None:
        made.append(_ending(change.tried))
    return made


def _ending(tried: DailyResult) -> Statement:
    return _TRIED, (tried.score, tried.at, tried.story, tried.day, tried.game, tried.who)


def _results(code: str, ended: GameResult) -> list[Statement]:
    insert = (
        "INSERT INTO results (code, seat, who, game, players, score, place, ended, feats)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    )
    return [(insert, result_row(code, ended, one)) for one in ended.results]


def _pasts(
    ask: Callable[..., Iterable[Any]], people: Sequence[str], since: float, until: float
) -> dict[str, Past]:
    first = [row for who in people for row in ask(_FIRST_GAME, who, until)]
    rated = [row for who in people for row in ask(_RATED_GAMES, who, since, until)]
    return pasts(first, rated)


def _rate(code: str, ended: GameResult, connection: sqlite3.Connection) -> None:
    """In the transaction of the last step, so that no rating is lost to another game that ends now."""
    key = (ended.game, ended.band)
    select = "SELECT mu, sigma, games FROM ratings WHERE who = ? AND game = ? AND band = ?"
    found = {who: connection.execute(select, (who, *key)).fetchone() for who in ended.rated}
    known = {who: Rating(*row) for who, row in found.items() if row is not None}
    past = _pasts(lambda sql, *values: connection.execute(sql, values), ended.people, ended.since, inf)
    for who, new in ended.rate(known, past).items():
        connection.execute(
            "INSERT OR REPLACE INTO ratings (who, game, band, mu, sigma, games) VALUES (?, ?, ?, ?, ?, ?)",
            (who, *key, *new),
        )
        connection.execute(_RATED, (new.mu, new.sigma, code, who))
