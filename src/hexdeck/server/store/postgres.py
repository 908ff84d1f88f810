"""A store in a PostgreSQL database: reads over a few connections, writes over one, all on the event loop."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from math import inf
from typing import Any, Final, Self

import asyncpg

from hexdeck.server.base.refusals import AlreadyDone, Outdated
from hexdeck.server.base.writability import Writability, cannot_read
from hexdeck.server.store.acquaintances import CLEAR_HANDLES, CLEAR_INVITATIONS, FORGET, Acquaintances
from hexdeck.server.store.pads import CLEAR_PADS, Pads
from hexdeck.server.store.postgres_format import (
    CONNECT_SECONDS,
    NO_ANSWER,
    check_format,
    connected,
    only_read,
    refused_in_words,
    shown,
)
from hexdeck.server.store.postgres_writer import Writer, insert
from hexdeck.server.store.protocol import (
    UNRANKED,
    Companion,
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

READERS: Final = 4  # connections: a long game does not keep the short ones waiting
_READ: Final = """
SELECT code, document, seed, header, deadline, updated, tables.lines, away, ARRAY(
    SELECT ROW(revision, changes.lines, who, id, version, total, at) FROM changes
    WHERE changes.code = known.code AND revision > known.revision ORDER BY revision
) FROM unnest($1::text[], $2::int[]) AS known(code, revision) JOIN tables USING (code)
"""
_OPEN: Final = """
SELECT document, GREATEST(updated, COALESCE(
    (SELECT at FROM changes WHERE changes.code = tables.code ORDER BY revision DESC LIMIT 1), 0)) AS played
FROM tables JOIN sittings USING (code) WHERE who = $1 AND status != 'over' ORDER BY played DESC LIMIT 50
"""
_DESERTED: Final = """
SELECT code FROM tables WHERE updated < $1 AND status = 'playing' AND deadline IS NULL
AND NOT EXISTS (SELECT 1 FROM changes WHERE changes.code = tables.code AND at >= $1)
AND NOT EXISTS (SELECT 1 FROM json_each_text(away) WHERE value::float8 >= $1)
"""
_TABLE_LINES: Final = """
SELECT code, document, status, public, updated, COALESCE(
    (SELECT total FROM changes WHERE changes.code = tables.code ORDER BY revision DESC LIMIT 1), 0)
FROM tables ORDER BY updated DESC
"""
_PEOPLE: Final = """
SELECT COALESCE(id, who), COALESCE(name, ''), COALESCE(seen, at) AS latest, who IS NOT NULL
FROM players FULL JOIN bans ON id = who ORDER BY latest DESC
"""
_KNOWN: Final = """
SELECT EXISTS (SELECT 1 FROM players WHERE id = $1) OR EXISTS (SELECT 1 FROM sittings WHERE who = $1)
    OR EXISTS (SELECT 1 FROM results WHERE who = $1) OR EXISTS (SELECT 1 FROM entries WHERE who = $1)
"""
_STATISTICS: Final = """
SELECT game, players, COUNT(*), COUNT(*) FILTER (WHERE place = 1), AVG(place)::float8, AVG(score)::float8
FROM results WHERE who = $1 GROUP BY game, players ORDER BY game, players
"""
_OWN_GAMES: Final = (
    "SELECT code, seat, game, players, score, place, ended, feats, mu, sigma, decisions, lost, squares"
    " FROM results"
)
_WANTED: Final = """
WHERE who = $1 AND game = COALESCE($2::text, game) AND ($3::text IS NULL OR EXISTS
    (SELECT 1 FROM results AS theirs WHERE theirs.code = results.code AND theirs.who = $3))
"""
_PLAYED_SEATS: Final = """
SELECT code, seat, who, name, picture, score, place FROM results LEFT JOIN players ON who = id
WHERE code = ANY($1::text[]) ORDER BY code, seat
"""
_COMPANIONS: Final = """
SELECT theirs.who, name, picture, COUNT(DISTINCT code), MAX(theirs.ended) AS last
FROM results AS mine JOIN results AS theirs USING (code) LEFT JOIN players ON id = theirs.who
WHERE mine.who = $1 AND theirs.who NOT IN (mine.who, 'gone') AND theirs.who NOT LIKE 'bot %'
GROUP BY theirs.who, name, picture ORDER BY last DESC, theirs.who LIMIT 100
"""
_RANKING: Final = """
SELECT who, name, mu, sigma, games FROM ratings LEFT JOIN players ON who = id
WHERE game = $1 AND band = $2 ORDER BY mu - 3 * sigma DESC LIMIT 100
"""
_VISITORS: Final = """
DELETE FROM players WHERE seen < $1 AND NOT EXISTS (SELECT 1 FROM sittings WHERE who = id)
AND NOT EXISTS (SELECT 1 FROM results WHERE who = id) AND NOT EXISTS (SELECT 1 FROM ratings WHERE who = id)
AND NOT EXISTS (SELECT 1 FROM entries WHERE who = id)
"""
_KEEP_PROFILE: Final = """
INSERT INTO players (id, name, picture, language, seen) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (id) DO UPDATE SET (name, picture, language, seen)
    = (EXCLUDED.name, EXCLUDED.picture, EXCLUDED.language, EXCLUDED.seen)
"""
_KEEP: Final = """
INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value
"""
_SIGN_OUTS: Final = """
INSERT INTO sign_outs (who, times) VALUES ($1, $2) ON CONFLICT (who) DO UPDATE SET times = EXCLUDED.times
"""
_BAN: Final = "INSERT INTO bans (who, at) VALUES ($1, $2) ON CONFLICT (who) DO UPDATE SET at = EXCLUDED.at"
_MAKE: Final = """
WITH sits AS (INSERT INTO sittings (who, code) SELECT unnest($7::text[]), $1 ON CONFLICT DO NOTHING)
INSERT INTO tables (code, document, status, public, seed, updated) VALUES ($1, $2, $3, $4, $5, $6)
"""
_RESULT: Final = """
INSERT INTO results (code, seat, who, game, players, score, place, ended, feats)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
"""
# Somebody without a rating has a row without games while it is made, so that it can be locked too.
_LOCK_RATINGS: Final = """
INSERT INTO ratings (who, game, band, mu, sigma, games)
SELECT who, $2, $3, 0, 0, 0 FROM unnest($1::text[]) AS rated(who) ON CONFLICT DO NOTHING
"""
_READ_RATINGS: Final = """
SELECT who, mu, sigma, games FROM ratings WHERE who = ANY($1::text[]) AND game = $2 AND band = $3
ORDER BY who FOR UPDATE
"""
_RATE: Final = "UPDATE ratings SET mu = $4, sigma = $5, games = $6 WHERE who = $1 AND game = $2 AND band = $3"
_KEY_OF_PEOPLE: Final = 1  # the first key of advisory locks on people
# Two games of the same people that end at once, also of different kinds, are rated one after the other.
_LOCK_PEOPLE: Final = "SELECT pg_advisory_xact_lock($2, hashtext(who)) FROM unnest($1::text[]) AS rated(who)"
_FIRST_GAMES: Final = """
SELECT who, MIN(ended) FROM results WHERE who = ANY($1::text[]) AND ended < $2 GROUP BY who
"""
_RATED_GAMES: Final = """
SELECT who, code FROM results
WHERE who = ANY($1::text[]) AND ended >= $2 AND ended < $3 AND mu IS NOT NULL
"""
_RATED: Final = "UPDATE results SET mu = $1, sigma = $2 WHERE code = $3 AND who = $4"
_NOT_RATED: Final = (
    "DELETE FROM ratings WHERE who = ANY($1::text[]) AND game = $2 AND band = $3 AND games = 0"
)
_TRY: Final = """
INSERT INTO tries (day, game, who, code) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING code
"""
_TRIED: Final = (
    "UPDATE tries SET score = $4, ended = $5, story = $6 WHERE day = $1 AND game = $2 AND who = $3"
)
_FINISHED_TRIES: Final = """
SELECT who, name, picture, score, story FROM tries LEFT JOIN players ON who = id
WHERE day = $1 AND game = $2 AND score IS NOT NULL AND position($3::bytea in story) = 0
ORDER BY score DESC, ended, who LIMIT 100
"""
_TRIED_FROM: Final = """
SELECT 1 FROM tries JOIN tables USING (code)
WHERE day = $1 AND game = $2 AND code != $3 AND position($4::bytea in document) > 0 LIMIT 1
"""
_STORIES: Final = """
SELECT story FROM tries WHERE day = $1 AND game = $2 AND score IS NOT NULL ORDER BY ended DESC, who LIMIT 1000
"""
_LOOK_BACK: Final = """
INSERT INTO reviews (code, process, until, done, steps)
SELECT code, $2::text, $3::float8, $4::int, $5::int FROM tables WHERE code = $1
ON CONFLICT (code) DO UPDATE
    SET (process, until, done, steps) = (EXCLUDED.process, EXCLUDED.until, EXCLUDED.done, EXCLUDED.steps)
    WHERE reviews.findings IS NULL AND (reviews.process = EXCLUDED.process OR reviews.until < $6)
RETURNING code
"""
_FORGET_GLIMPSES: Final = "DELETE FROM glimpses WHERE code = $1 AND start >= $2"
_KEEP_GLIMPSE: Final = "INSERT INTO glimpses (code, start, seen) VALUES ($1, $2, $3)"
_KEEP_REVIEW: Final = """
INSERT INTO reviews (code, process, until, done, steps, findings)
SELECT code, '', 0, 0, 0, $2::bytea FROM tables WHERE code = $1
ON CONFLICT (code) DO UPDATE SET findings = EXCLUDED.findings
"""
_LOST: Final = """
UPDATE results SET decisions = $1, lost = $2, squares = $3
WHERE code = $4 AND seat = $5 AND who != 'gone' AND who NOT LIKE 'bot %'
"""
_FORGET: Final = (
    "DELETE FROM players WHERE id = $1",
    "UPDATE results SET who = 'gone', feats = NULL, mu = NULL, sigma = NULL,"
    " decisions = NULL, lost = NULL, squares = NULL WHERE who = $1",
    "UPDATE changes SET who = NULL, id = NULL"
    " WHERE who = $1 AND code IN (SELECT code FROM sittings WHERE who = $1)",
    *(
        f"DELETE FROM {name} WHERE who = $1"
        for name in ("ratings", "tries", "links", "sittings", "sign_outs", "entries")
    ),
    *FORGET,
)
_NEW_TOURNAMENT: Final = """
INSERT INTO tournaments (document, status, revision, updated, code) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT DO NOTHING RETURNING code
"""
_CHANGE_TOURNAMENT: Final = """
UPDATE tournaments SET document = $1, status = $2, revision = $3, updated = $4
WHERE code = $5 AND revision = $3 - 1 RETURNING code
"""
_ENTER: Final = "INSERT INTO entries (who, code) SELECT unnest($1::text[]), $2 ON CONFLICT DO NOTHING"


class PostgresStorage(Acquaintances, Pads):
    _do_readers_write = False  # what need not be safe

    @classmethod
    async def open(cls, url: str, *, alone: bool = False) -> Self:
        """Brought up to date, or SetupRefused.  `alone`: HouseIsOpen if another has it for itself."""
        shown(url)
        writer = await Writer.open(url, alone=alone)
        return cls(await _readers(url, read_only=not cls._do_readers_write), writer)

    @classmethod
    async def look_at(cls, url: str) -> Self:
        """As it is, beside a house that may be open; nothing can be changed."""
        shown(url)
        with refused_in_words(url):
            connection = await connected(url)
            try:
                await only_read(connection)
                await check_format(connection, url)
            finally:
                await connection.close()
        return cls(await _readers(url, read_only=True), None)

    def __init__(self, readers: Any, writer: Writer | None) -> None:
        self._readers = readers
        self._writer = writer
        self.writability = Writability() if writer is None else writer.writability

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()
        try:
            await asyncio.wait_for(self._readers.close(), CONNECT_SECONDS)
        except (*NO_ANSWER, asyncpg.PostgresError):
            self._readers.terminate()

    async def try_out(self) -> None:
        await self._rows("SELECT 1 FROM tables LIMIT 1")
        await self._commit((_KEEP, ("tried", b"")))

    async def _rows(self, sql: str, *values: Any) -> Sequence[Any]:
        """A connection that was lost since it was last used is no reason to fail."""
        for _ in range(READERS):
            try:
                return await self._read(sql, values)
            except (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, ConnectionResetError):
                continue
            except (*NO_ANSWER, asyncpg.PostgresError) as error:
                raise cannot_read() from error
        raise cannot_read()

    async def _read(self, sql: str, values: Sequence[Any]) -> Sequence[Any]:
        async with self._readers.acquire(timeout=CONNECT_SECONDS) as connection:
            rows: Sequence[Any] = await connection.fetch(sql, *values)
            return rows

    async def _row(self, sql: str, *values: Any) -> Any | None:
        found = await self._rows(sql, *values)
        return found[0] if found else None

    async def _codes(self, sql: str, *values: Any) -> list[str]:
        return [code for (code,) in await self._rows(sql, *values)]

    @property
    def _writes(self) -> Writer:
        assert self._writer is not None, "whoever only looks changes nothing"
        return self._writer

    async def _commit(self, *statements: tuple[str, Sequence[Any]]) -> None:
        async def work(connection: Any) -> None:
            for sql, values in statements:
                await connection.execute(sql, *values)

        await self._writes.carry_out(work)

    async def _looked_up(self, sql: str, *values: Any) -> Sequence[Any]:
        return await self._rows(sql, *values)

    async def _done(self, sql: str, *values: Any) -> Sequence[Any]:
        found: Sequence[Any] = await self._writes.carry_out(lambda connection: connection.fetch(sql, *values))
        return found

    # Tables.

    async def make_table(self, table: NewTable) -> None:
        await self._commit((_MAKE, _making(table)))

    async def change_table(self, change: TableChange) -> None:
        if change.ended is None and change.rematch is None:
            await self._writes.change(change)
        else:
            await self._writes.carry_out(partial(_change, change))

    async def has_table(self, code: str) -> bool:
        return await self._row("SELECT 1 FROM tables WHERE code = $1", code) is not None

    async def read_table(self, code: str, after: int = 0) -> StoredTable | None:
        return (await self.read_tables({code: after})).get(code)

    async def read_tables(self, after: Mapping[str, int]) -> dict[str, StoredTable]:
        """Many at once, those that are there, and what has changed since a revision of each."""
        found = await self._rows(_READ, list(after), list(after.values()))
        return {code: stored_table(own, changes) for code, *own, changes in found}

    async def delete_tables(self, codes: Sequence[str]) -> None:
        kinds = ("changes", "sittings", "invitations", "reviews", "glimpses", "tables")
        await self._commit(
            *((f"DELETE FROM {kind} WHERE code = ANY($1)", (list(codes),)) for kind in kinds),
            ("DELETE FROM tries WHERE code = ANY($1) AND score IS NULL", (list(codes),)),
        )

    async def public_tables(self) -> list[str]:
        return await self._codes(
            "SELECT code FROM tables WHERE public AND status != 'over' ORDER BY updated DESC LIMIT 50"
        )

    async def running_tables(self) -> list[str]:
        return await self._codes("SELECT code FROM tables WHERE status = 'playing'")

    async def due_tables(self, now: float) -> list[str]:
        return await self._codes("SELECT code FROM tables WHERE deadline <= $1 ORDER BY deadline", now)

    async def quiet_tables(self, before: float) -> list[str]:
        return await self._codes("SELECT code FROM tables WHERE updated < $1 AND status != 'playing'", before)

    async def deserted_tables(self, before: float) -> list[str]:
        return await self._codes(_DESERTED, before)

    async def shift_times(self, seconds: float) -> None:
        change = "UPDATE tables SET deadline = deadline + $1, updated = updated + $1 WHERE status = 'playing'"
        await self._commit((change, (seconds,)))

    async def list_tables(self) -> list[TableLine]:
        return [TableLine(*row) for row in await self._rows(_TABLE_LINES)]

    async def table_statuses(self, codes: Sequence[str]) -> dict[str, Status]:
        sql = "SELECT code, status FROM tables WHERE code = ANY($1::text[])"
        return dict(map(tuple, await self._rows(sql, list(codes))))

    # Tournaments.

    async def change_tournament(self, change: TournamentChange) -> None:
        await self._writes.carry_out(partial(_change_tournament, change))

    async def read_tournament(self, code: str) -> StoredTournament | None:
        row = await self._row("SELECT document, revision FROM tournaments WHERE code = $1", code)
        return None if row is None else StoredTournament(*row)

    async def running_tournaments(self) -> list[str]:
        return await self._codes("SELECT code FROM tournaments WHERE status = 'playing' ORDER BY updated")

    async def tournaments_of(self, who: str) -> list[bytes]:
        sql = (
            "SELECT document FROM tournaments JOIN entries USING (code) WHERE who = $1 ORDER BY updated DESC"
        )
        return [document for (document,) in await self._rows(sql, who)]

    async def delete_tournaments(self, before: float) -> None:
        old = "SELECT code FROM tournaments WHERE updated < $1"
        await self._commit(
            (f"DELETE FROM entries WHERE code IN ({old})", (before,)),
            ("DELETE FROM tournaments WHERE updated < $1", (before,)),
        )

    # People.

    async def profile(self, who: str) -> Profile | None:
        row = await self._row("SELECT name, picture, language FROM players WHERE id = $1", who)
        return None if row is None else Profile(who, *row)

    async def keep_profile(self, profile: Profile, at: float) -> None:
        values = (profile.id, profile.name, profile.picture, profile.language, at)
        await self._commit((_KEEP_PROFILE, values))

    async def is_known(self, who: str) -> bool:
        [row] = await self._rows(_KNOWN, who)
        return bool(row[0])

    async def tables_of(self, who: str) -> list[bytes]:
        sql = "SELECT document FROM tables JOIN sittings USING (code) WHERE who = $1 ORDER BY updated DESC"
        return [document for (document,) in await self._rows(sql, who)]

    async def open_tables_of(self, who: str) -> list[tuple[bytes, float]]:
        return [(document, played) for document, played in await self._rows(_OPEN, who)]

    async def make_link(self, hashed: str, who: str, path: str, expires: float) -> None:
        insert_link = "INSERT INTO links (secret, who, path, expires) VALUES ($1, $2, $3, $4)"
        await self._commit((insert_link, (hashed, who, path, expires)))

    async def take_link(self, hashed: str, now: float) -> tuple[str, str]:
        async def take(connection: Any) -> tuple[str, str]:
            sql = "DELETE FROM links WHERE secret = $1 AND expires > $2 RETURNING who, path"
            row = await connection.fetchrow(sql, hashed, now)
            if row is None:
                raise AlreadyDone("there is no such link, or no more")
            return row["who"], row["path"]

        who, path = await self._writes.carry_out(take)
        return who, path

    async def forget_person(self, who: str) -> None:
        await self._commit(*((sql, (who,)) for sql in _FORGET))

    async def clear_out(self, now: float, visitors_before: float) -> None:
        await self._commit(
            ("DELETE FROM links WHERE expires < $1", (now,)),
            (CLEAR_INVITATIONS, (now,)),
            (CLEAR_PADS, (now,)),
            (CLEAR_HANDLES, (visitors_before,)),
            (_VISITORS, (visitors_before,)),
        )

    async def list_people(self) -> list[PersonLine]:
        return [PersonLine(*row) for row in await self._rows(_PEOPLE)]

    # Results.

    async def games_of(self, who: str) -> list[OwnGame]:
        sql = f"{_OWN_GAMES} WHERE who = $1 ORDER BY ended, code"
        return [OwnGame(*row) for row in await self._rows(sql, who)]

    async def wanted_games(self, who: str, wanted: GameFilter) -> tuple[int, list[OwnGame]]:
        key = (who, wanted.game, wanted.other)
        [[total]] = await self._rows(f"SELECT COUNT(*) FROM results {_WANTED}", *key)
        some = f"{_OWN_GAMES} {_WANTED} ORDER BY ended DESC, code DESC LIMIT $4 OFFSET $5"
        return total, [OwnGame(*row) for row in await self._rows(some, *key, wanted.most, wanted.skip)]

    async def played_seats(self, codes: Sequence[str]) -> list[PlayedSeat]:
        return [PlayedSeat(*row) for row in await self._rows(_PLAYED_SEATS, list(codes))]

    async def kept_tables(self, codes: Sequence[str]) -> set[str]:
        return set(await self._codes("SELECT code FROM tables WHERE code = ANY($1::text[])", list(codes)))

    async def companions_of(self, who: str) -> list[Companion]:
        return [Companion(*row) for row in await self._rows(_COMPANIONS, who)]

    async def pasts(self, people: Sequence[str], since: float, until: float) -> dict[str, Past]:
        first = await self._rows(_FIRST_GAMES, list(people), until)
        return pasts(first, await self._rows(_RATED_GAMES, list(people), since, until))

    async def ratings_of(self, who: str) -> list[OwnRating]:
        sql = "SELECT game, band, mu, sigma, games FROM ratings WHERE who = $1 ORDER BY game, band"
        return [OwnRating(*row) for row in await self._rows(sql, who)]

    async def statistics_of(self, who: str) -> list[Statistic]:
        return [Statistic(*row) for row in await self._rows(_STATISTICS, who)]

    async def ranking(self, game: str, band: str) -> list[Ranked]:
        return [Ranked(*row) for row in await self._rows(_RANKING, game, band)]

    # The deal of the day.

    async def make_try(self, table: NewTable, day: str, game: str) -> None:
        [who] = table.people

        async def make(connection: Any) -> None:
            if await connection.fetchval(_TRY, day, game, who, table.code) is None:
                raise AlreadyDone("that is done already")
            await connection.execute(_MAKE, *_making(table))

        await self._writes.carry_out(make)

    async def is_tried_from(self, day: str, game: str, network: str, but: str) -> bool:
        return bool(await self._rows(_TRIED_FROM, day, game, but, network.encode()))

    async def tries_of(self, who: str) -> list[Try]:
        sql = "SELECT day, game, code, score, ended, story FROM tries WHERE who = $1 ORDER BY day DESC, game"
        return [Try(*row) for row in await self._rows(sql, who)]

    async def finished_tries(self, day: str, game: str) -> list[FinishedTry]:
        return [FinishedTry(*row) for row in await self._rows(_FINISHED_TRIES, day, game, UNRANKED)]

    async def stories_of_day(self, day: str, game: str) -> list[bytes]:
        return [bytes(story) for (story,) in await self._rows(_STORIES, day, game)]

    async def scores_of_day(self, day: str) -> list[tuple[str, int]]:
        sql = (
            "SELECT game, score FROM tries"
            " WHERE day = $1 AND score IS NOT NULL AND position($2::bytea in story) = 0"
        )
        return [(game, score) for game, score in await self._rows(sql, day, UNRANKED)]

    async def forget_tries(self, before: str) -> None:
        await self._commit(("DELETE FROM tries WHERE day < $1", (before,)))

    # Reviews of games that are over.

    async def review(self, code: str) -> StoredReview | None:
        row = await self._row(
            "SELECT process, until, done, steps, findings FROM reviews WHERE code = $1", code
        )
        return None if row is None else StoredReview(ReviewLease(*row[:4]), row[4])

    async def look_back(
        self, code: str, look: ReviewLease, now: float, glimpse: ReviewChunk | None = None
    ) -> bool:
        async def take(connection: Any) -> bool:
            taken = await connection.fetchrow(_LOOK_BACK, code, *look, now) is not None
            if taken and glimpse is not None:
                await connection.execute(_FORGET_GLIMPSES, code, glimpse.start)
                await connection.execute(_KEEP_GLIMPSE, code, *glimpse)
            return taken

        return bool(await self._writes.carry_out(take))

    async def glimpses(self, code: str) -> list[bytes]:
        found = await self._rows("SELECT seen FROM glimpses WHERE code = $1 ORDER BY start", code)
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
        row = await self._row(select)
        if row is None:
            keep = "INSERT INTO meta (key, value) VALUES ('secret', $1) ON CONFLICT DO NOTHING"
            await self._commit((keep, (fresh,)))
            row = await self._row(select)
        assert row is not None, "it was just stored"
        return bytes(row[0])

    async def door(self) -> str:
        row = await self._row("SELECT value FROM meta WHERE key = 'door'")
        return "" if row is None else bytes(row[0]).decode()

    async def keep_door(self, door: str) -> None:
        await self._commit((_KEEP, ("door", door.encode())))

    async def sign_outs(self) -> dict[str, int]:
        return dict(map(tuple, await self._rows("SELECT who, times FROM sign_outs")))

    async def keep_sign_outs(self, who: str, times: int) -> None:
        await self._commit((_SIGN_OUTS, (who, times)))

    async def bans(self) -> list[str]:
        return await self._codes("SELECT who FROM bans")

    async def ban(self, who: str, at: float) -> None:
        await self._commit((_BAN, (who, at)))

    async def unban(self, who: str) -> None:
        await self._commit(("DELETE FROM bans WHERE who = $1", (who,)))


async def _readers(url: str, *, read_only: bool) -> Any:
    return await asyncpg.create_pool(
        url,
        min_size=0,
        max_size=READERS,
        reset=_leave_as_it_is,
        connect=connected,
        init=only_read if read_only else None,
    )


async def _leave_as_it_is(connection: Any) -> None:
    """Nothing is set by those who read: asking to set it back would cost each of them a round trip."""


def _making(table: NewTable) -> tuple[Any, ...]:
    kept = table.kept
    return (
        *(table.code, kept.document, kept.status, kept.public, table.seed, table.at),
        list(table.people),
    )


async def _change(change: TableChange, connection: Any) -> None:
    """With the rematch, the results and the ratings, in one transaction."""
    if not await insert(connection, [change]):
        raise Outdated("somebody else was first: look again")
    if change.rematch is not None:
        await connection.execute(_MAKE, *_making(change.rematch))
    if change.ended is not None:
        await _end(change.code, change.ended, connection)
    if change.tried is not None:
        done = change.tried
        await connection.execute(_TRIED, done.day, done.game, done.who, done.score, done.at, done.story)


async def _change_tournament(change: TournamentChange, connection: Any) -> None:
    """It must be the next change."""
    sql = _NEW_TOURNAMENT if change.revision == 1 else _CHANGE_TOURNAMENT
    values = (change.document, change.status, change.revision, change.at, change.code)
    if await connection.fetchval(sql, *values) is None:
        raise Outdated("somebody else was first: look again")
    await connection.execute(_ENTER, list(change.people), change.code)
    for table in change.tables:
        await connection.execute(_MAKE, *_making(table))


async def _end(code: str, ended: GameResult, connection: Any) -> None:
    """Ratings are locked in the same order by everybody, and none is lost to another game that ends now."""
    await connection.executemany(_RESULT, [result_row(code, ended, one) for one in ended.results])
    key = (sorted(set(ended.rated)), ended.game, ended.band)
    await connection.execute(_LOCK_PEOPLE, sorted(ended.people), _KEY_OF_PEOPLE)
    await connection.execute(_LOCK_RATINGS, *key)
    found = await connection.fetch(_READ_RATINGS, *key)
    known = {who: Rating(mu, sigma, games) for who, mu, sigma, games in found if games}
    people = list(ended.people)
    first = await connection.fetch(_FIRST_GAMES, people, inf)
    recent = await connection.fetch(_RATED_GAMES, people, ended.since, inf)
    rated = ended.rate(known, pasts(first, recent))
    await connection.executemany(_RATE, [(who, *key[1:], *rating) for who, rating in rated.items()])
    await connection.executemany(_RATED, [(new.mu, new.sigma, code, who) for who, new in rated.items()])
    await connection.execute(_NOT_RATED, *key)
