"""A PostgreSQL database that many processes share: what they must know of each other is in it too.

Those tables are not logged: after a crash of the database they are empty, and every process tells anew.
"""

from collections.abc import Sequence
from typing import Final

from hexdeck.server.store.postgres import PostgresStorage

_KEEP_ALIVE: Final = """
WITH before AS (SELECT until > clock_timestamp() AS alive FROM processes WHERE name = $1)
INSERT INTO processes (name, until) VALUES ($1, clock_timestamp() + $2 * interval '1 second')
ON CONFLICT (name) DO UPDATE SET until = EXCLUDED.until
RETURNING COALESCE((SELECT alive FROM before), false)
"""
_LEAVE: Final = """
WITH cared AS (DELETE FROM care WHERE process = $1), here AS (DELETE FROM people_here WHERE process = $1)
DELETE FROM processes WHERE name = $1
"""
_KEEP_PEOPLE: Final = """
WITH gone AS (DELETE FROM people_here WHERE process = $1 AND code = $2 AND who <> ALL ($3::text[]))
INSERT INTO people_here (process, code, who) SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING
"""
_PEOPLE_ELSEWHERE: Final = """
SELECT code, who FROM people_here JOIN processes ON name = process AND until > clock_timestamp()
WHERE process <> $1 AND code = ANY ($2::text[])
"""
_TAKE_CARE: Final = """
INSERT INTO care (code, process) SELECT unnest($2::text[]), $1
ON CONFLICT (code) DO UPDATE SET process = $1 WHERE care.process = $1
    OR NOT EXISTS (SELECT 1 FROM processes WHERE name = care.process AND until > clock_timestamp())
RETURNING code
"""
_NEGLECTED: Final = """
SELECT code FROM tables
LEFT JOIN (care JOIN processes ON name = process AND until > clock_timestamp()) USING (code)
WHERE status = 'playing' AND process IS NULL LIMIT $1
"""
_REVISIONS: Final = """
SELECT code, COALESCE(
    (SELECT revision FROM changes WHERE changes.code = tables.code ORDER BY revision DESC LIMIT 1), 0)
FROM tables WHERE code = ANY ($1::text[])
"""
_CLEAR_OUT: Final = """
WITH dead AS (DELETE FROM processes WHERE until < clock_timestamp() - interval '1 hour' RETURNING name),
here AS (DELETE FROM people_here USING dead WHERE process = dead.name)
DELETE FROM care WHERE NOT EXISTS (
    SELECT 1 FROM tables WHERE tables.code = care.code AND status = 'playing')
"""
# A writer holds a lock on its own number while it is connected.
_UNHELD: Final = """
SELECT id, last FROM writers WHERE NOT EXISTS (
    SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::int8 << 32 | objid::int8) = writers.id)
"""
_FORGET_WRITERS: Final = """
DELETE FROM writers USING unnest($1::int8[], $2::int8[]) AS gone(id, last)
WHERE writers.id = gone.id AND writers.last = gone.last
"""


class SharedPostgres(PostgresStorage):
    _do_readers_write = True
    _unheld: frozenset[tuple[int, int]] = frozenset()  # writers that were away when we last cleared out

    async def now(self) -> float:
        [(seconds,)] = await self._rows("SELECT EXTRACT(epoch FROM clock_timestamp())::float8")
        return float(seconds)

    async def revisions(self, codes: Sequence[str]) -> dict[str, int]:
        return dict(map(tuple, await self._rows(_REVISIONS, list(codes))))

    async def keep_alive(self, process: str, seconds: float) -> bool:
        [(was_alive,)] = await self._rows(_KEEP_ALIVE, process, seconds)
        return bool(was_alive)

    async def leave(self, process: str) -> None:
        await self._rows(_LEAVE, process)

    async def keep_people(self, process: str, code: str, people: Sequence[str]) -> None:
        await self._rows(_KEEP_PEOPLE, process, code, list(people))

    async def people_elsewhere(self, process: str, codes: Sequence[str]) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for code, who in await self._rows(_PEOPLE_ELSEWHERE, process, list(codes)):
            found.setdefault(code, set()).add(who)
        return found

    async def take_care(self, process: str, codes: Sequence[str]) -> set[str]:
        return {code for (code,) in await self._rows(_TAKE_CARE, process, sorted(set(codes)))}

    async def neglected_tables(self, most: int) -> list[str]:
        return await self._codes(_NEGLECTED, most)

    async def clear_out(self, now: float, visitors_before: float) -> None:
        await super().clear_out(now, visitors_before)
        await self._rows(_CLEAR_OUT)
        await self._clear_writers_out()

    async def _clear_writers_out(self) -> None:
        """Those of killed processes: away at two clearings, and nothing written between them."""
        unheld = frozenset((row["id"], row["last"]) for row in await self._rows(_UNHELD))
        gone = sorted(unheld & self._unheld)
        self._unheld = unheld
        if gone:
            await self._rows(_FORGET_WRITERS, [number for number, _ in gone], [last for _, last in gone])
