"""A store in a PostgreSQL database: reads over a few connections, writes over one, all on the event loop."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, Self

import asyncpg

from hexdeck.server.refusals import AlreadyDone, Outdated, StoreFailed
from hexdeck.server.storage.postgres_format import (
    CONNECT_SECONDS,
    NO_ANSWER,
    check_format,
    connected,
    only_read,
    refused_in_words,
    shown,
)
from hexdeck.server.storage.postgres_writer import Writer, insert
from hexdeck.server.storage.protocol import (
    Ended,
    NewTable,
    OwnGame,
    OwnRating,
    PersonLine,
    Profile,
    Ranked,
    Rating,
    Statistic,
    StoredTable,
    TableChange,
    TableLine,
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
    OR EXISTS (SELECT 1 FROM results WHERE who = $1)
"""
_STATISTICS: Final = """
SELECT game, players, COUNT(*), COUNT(*) FILTER (WHERE place = 1), AVG(place)::float8, AVG(score)::float8
FROM results WHERE who = $1 GROUP BY game, players ORDER BY game, players
"""
_RANKING: Final = """
SELECT who, name, mu, sigma, games FROM ratings LEFT JOIN players ON who = id
WHERE game = $1 AND band = $2 ORDER BY mu - 3 * sigma DESC LIMIT 100
"""
_VISITORS: Final = """
DELETE FROM players WHERE seen < $1 AND NOT EXISTS (SELECT 1 FROM sittings WHERE who = id)
AND NOT EXISTS (SELECT 1 FROM results WHERE who = id) AND NOT EXISTS (SELECT 1 FROM ratings WHERE who = id)
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
INSERT INTO results (code, seat, who, game, players, score, place, ended)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
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
_NOT_RATED: Final = (
    "DELETE FROM ratings WHERE who = ANY($1::text[]) AND game = $2 AND band = $3 AND games = 0"
)
_FORGET: Final = (
    "DELETE FROM players WHERE id = $1",
    "UPDATE results SET who = 'gone' WHERE who = $1",
    "UPDATE changes SET who = NULL, id = NULL"
    " WHERE who = $1 AND code IN (SELECT code FROM sittings WHERE who = $1)",
    *(f"DELETE FROM {name} WHERE who = $1" for name in ("ratings", "links", "sittings", "sign_outs")),
)


class PostgresStorage:
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
                raise _unreadable() from error
        raise _unreadable()

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
        kinds = ("changes", "sittings", "tables")
        await self._commit(*((f"DELETE FROM {kind} WHERE code = ANY($1)", (list(codes),)) for kind in kinds))

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
        await self._commit(("DELETE FROM links WHERE expires < $1", (now,)), (_VISITORS, (visitors_before,)))

    async def list_people(self) -> list[PersonLine]:
        return [PersonLine(*row) for row in await self._rows(_PEOPLE)]

    # Results.

    async def games_of(self, who: str) -> list[OwnGame]:
        sql = "SELECT code, seat, game, players, score, place, ended FROM results WHERE who = $1"
        return [OwnGame(*row) for row in await self._rows(f"{sql} ORDER BY ended, code", who)]

    async def ratings_of(self, who: str) -> list[OwnRating]:
        sql = "SELECT game, band, mu, sigma, games FROM ratings WHERE who = $1 ORDER BY game, band"
        return [OwnRating(*row) for row in await self._rows(sql, who)]

    async def statistics_of(self, who: str) -> list[Statistic]:
        return [Statistic(*row) for row in await self._rows(_STATISTICS, who)]

    async def ranking(self, game: str, band: str) -> list[Ranked]:
        return [Ranked(*row) for row in await self._rows(_RANKING, game, band)]

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


def _unreadable() -> StoreFailed:
    return StoreFailed("nothing can be read now: the database does not answer; try again in a moment")


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


async def _end(code: str, ended: Ended, connection: Any) -> None:
    """Ratings are locked in the same order by everybody, and none is lost to another game that ends now."""
    await connection.executemany(
        _RESULT,
        [
            (code, one.seat, one.who, ended.game, ended.players, one.score, one.place, ended.at)
            for one in ended.results
        ],
    )
    key = (sorted(set(ended.rated)), ended.game, ended.band)
    await connection.execute(_LOCK_RATINGS, *key)
    found = await connection.fetch(_READ_RATINGS, *key)
    known = {who: Rating(mu, sigma, games) for who, mu, sigma, games in found if games}
    new = ended.rate(known)
    await connection.executemany(_RATE, [(who, *key[1:], *rating) for who, rating in new.items()])
    await connection.execute(_NOT_RATED, *key)
