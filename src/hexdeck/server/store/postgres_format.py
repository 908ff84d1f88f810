"""Connections to PostgreSQL, and the format of a database: an older one is brought up to date."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg

from hexdeck.core.errors import SetupRefused
from hexdeck.server.base.refusals import HouseIsOpen

SCHEMES: Final = ("postgresql://", "postgres://")
CONNECT_SECONDS: Final = 5.0
STALL_SECONDS: Final = 10.0  # after which a statement without an answer counts as lost
MIGRATION_SECONDS: Final = 3600.0  # for a large database
LOCK_SECONDS: Final = 2  # that the session of one who was killed may take to end
IDLE_SECONDS: Final = 3  # that a process may stand still in a transaction: others wait for what it has locked
HOUSE: Final = 0x6865786465636B01  # the number of whoever has a database for itself
NO_ANSWER: Final = (OSError, asyncpg.InterfaceError, asyncpg.InternalClientError)
_MIGRATION_LOCK: Final = 0x6865786465636B00  # of all that bring the same database up to date
_HOST: Final = r"([\w.-]+|\[[\da-fA-F:]+\])?(:\d+)?"
_HOSTS: Final = re.compile(rf"{_HOST}(,{_HOST})*")
_SESSION: Final = {
    "application_name": "hexdeck",
    "tcp_keepalives_idle": "10",  # so that the session of a machine that is gone ends soon
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "idle_in_transaction_session_timeout": f"{IDLE_SECONDS}s",
}
CONNECTING: Final[dict[str, Any]] = {  # how every connection is made
    "timeout": CONNECT_SECONDS,
    "command_timeout": STALL_SECONDS,
    "server_settings": _SESSION,
}
# A session of our own whose end the database has not noticed: nobody else has our number.
_END_EARLIER: Final = """
SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND (classid::int8 << 32 | objid::int8) = $1
"""
_worked_last: Final[dict[str, str]] = {}  # of the servers that an address names
_FORMAT_1: Final = """
CREATE TABLE meta (key text COLLATE "C" PRIMARY KEY, value bytea NOT NULL);
CREATE TABLE writers ( -- who writes, and their last transaction: to be looked up after a lost connection
    id bigint PRIMARY KEY, last bigint NOT NULL
);
CREATE TABLE players (
    id text COLLATE "C" PRIMARY KEY, name text NOT NULL, picture text NOT NULL, language text NOT NULL,
    seen float8 NOT NULL
);
CREATE TABLE sign_outs (who text COLLATE "C" PRIMARY KEY, times integer NOT NULL);
CREATE TABLE bans (who text COLLATE "C" PRIMARY KEY, at float8 NOT NULL);
CREATE TABLE tables (
    code text COLLATE "C" PRIMARY KEY,
    document bytea NOT NULL, -- JSON: settings, seats, early choices
    status text COLLATE "C" NOT NULL, -- gathering, playing or over
    public boolean NOT NULL,
    seed bytea NOT NULL,
    header text, -- of the record, from the start of the game
    deadline float8, -- when the table must be looked after, in seconds since 1970
    away json, -- who has gone, and when
    updated float8 NOT NULL, -- when the present wait began, if no step came later
    lines integer NOT NULL DEFAULT 0 -- steps by then
);
CREATE INDEX tables_by_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX tables_by_status ON tables (status, public, updated);
CREATE TABLE changes ( -- of a table, one after the other
    code text COLLATE "C" NOT NULL, revision integer NOT NULL,
    lines text NOT NULL, -- of the record, that it has added
    total integer NOT NULL, -- of them by then
    version integer NOT NULL, -- of the game after it
    at float8 NOT NULL,
    who text COLLATE "C", id text, -- of the command that made it
    PRIMARY KEY (code, revision)
);
CREATE TABLE sittings (
    who text COLLATE "C" NOT NULL, code text COLLATE "C" NOT NULL, PRIMARY KEY (who, code)
);
CREATE INDEX sittings_by_table ON sittings (code);
CREATE TABLE results (
    code text COLLATE "C" NOT NULL, seat integer NOT NULL, who text COLLATE "C" NOT NULL,
    game text COLLATE "C" NOT NULL, players integer NOT NULL, score integer NOT NULL, place integer NOT NULL,
    ended float8 NOT NULL, PRIMARY KEY (code, seat)
);
CREATE INDEX results_by_player ON results (who, ended);
CREATE TABLE ratings (
    who text COLLATE "C" NOT NULL, game text COLLATE "C" NOT NULL, band text COLLATE "C" NOT NULL,
    mu float8 NOT NULL, sigma float8 NOT NULL, games integer NOT NULL, PRIMARY KEY (who, game, band)
);
CREATE TABLE links (
    secret text COLLATE "C" PRIMARY KEY, who text COLLATE "C" NOT NULL, path text NOT NULL,
    expires float8 NOT NULL
);
"""

_FORMAT_2: Final = """
CREATE UNLOGGED TABLE processes (name text COLLATE "C" PRIMARY KEY, until timestamptz NOT NULL);
CREATE UNLOGGED TABLE people_here ( -- who is connected to a table, by way of which process
    process text COLLATE "C" NOT NULL, code text COLLATE "C" NOT NULL, who text COLLATE "C" NOT NULL,
    PRIMARY KEY (code, process, who)
);
CREATE UNLOGGED TABLE care ( -- which process lets a table's bots play and looks at its clocks
    code text COLLATE "C" PRIMARY KEY, process text COLLATE "C" NOT NULL
);
CREATE INDEX care_by_process ON care (process);
"""

_FORMAT_3: Final = """
ALTER TABLE results ADD COLUMN feats bytea; -- JSON: points of each round, and what the game counts
ALTER TABLE results ADD COLUMN mu float8; -- the rating after the game, where it was rated
ALTER TABLE results ADD COLUMN sigma float8;
CREATE TABLE tries ( -- at the deal of a day, one for each person
    day text COLLATE "C" NOT NULL, game text COLLATE "C" NOT NULL, who text COLLATE "C" NOT NULL,
    code text COLLATE "C" NOT NULL,
    score integer, ended float8, -- once it is over
    story bytea, -- JSON: what was chosen
    PRIMARY KEY (day, game, who)
);
CREATE INDEX tries_by_player ON tries (who);
CREATE INDEX tries_by_table ON tries (code);
CREATE TABLE tournaments (
    code text COLLATE "C" PRIMARY KEY,
    document bytea NOT NULL, -- JSON: what was chosen, who takes part, rounds and their seeds
    status text COLLATE "C" NOT NULL, -- gathering, playing or over
    revision integer NOT NULL, -- one more with each change
    updated float8 NOT NULL
);
CREATE TABLE entries (
    who text COLLATE "C" NOT NULL, code text COLLATE "C" NOT NULL, PRIMARY KEY (who, code)
);
CREATE TABLE invitations ( -- to tables, by people who sit there
    who text COLLATE "C" NOT NULL, host text COLLATE "C" NOT NULL, code text COLLATE "C" NOT NULL,
    at float8 NOT NULL, expires float8 NOT NULL, declined integer NOT NULL, PRIMARY KEY (who, host)
);
CREATE INDEX invitations_by_host ON invitations (host);
CREATE TABLE unwelcome ( -- whose invitations somebody does not want
    who text COLLATE "C" NOT NULL, other text COLLATE "C" NOT NULL, PRIMARY KEY (who, other)
);
CREATE TABLE handles ( -- by which somebody's table is found, whichever it is
    who text COLLATE "C" PRIMARY KEY, handle text COLLATE "C" NOT NULL UNIQUE, at float8 NOT NULL
);
ALTER TABLE results ADD COLUMN decisions integer; -- that the coach has judged, where it was asked to
ALTER TABLE results ADD COLUMN lost float8; -- points of all of them together
ALTER TABLE results ADD COLUMN squares float8; -- and their squares
CREATE TABLE reviews (
    code text COLLATE "C" PRIMARY KEY,
    process text COLLATE "C" NOT NULL, -- that looks back
    until float8 NOT NULL, -- when another one may go on with it, in seconds since 1970
    done integer NOT NULL, steps integer NOT NULL, -- so many of so many, while it lasts
    findings bytea -- gzipped JSON, once it is done
);
CREATE TABLE glimpses ( -- what reviews have found that are not done
    code text COLLATE "C" NOT NULL, start integer NOT NULL, -- steps of the game before it
    seen bytea NOT NULL, PRIMARY KEY (code, start)
);
CREATE TABLE pads ( -- for real cards, that several phones share
    code text COLLATE "C" PRIMARY KEY, game text COLLATE "C" NOT NULL, revision integer NOT NULL,
    document text NOT NULL, expires float8 NOT NULL
);
"""

# The first makes format 1 of an empty database, the next format 2 of format 1, and so on.
# Never change one that was released: databases that it made are out there.
MIGRATIONS: Final = (_FORMAT_1, _FORMAT_2, _FORMAT_3)


def shown(url: str) -> str:
    """An address as it may be read by everybody: without a password.  SetupRefused for one that is none."""
    parts = urlsplit(url)
    login, _, hosts = parts.netloc.rpartition("@")
    name = parts.path.removeprefix("/")
    if not url.startswith(SCHEMES) or not _HOSTS.fullmatch(hosts) or not name or set(name) & set("/@:"):
        raise SetupRefused(
            "the address of the database cannot be read: write it like {example},"
            " and what is no letter or digit in a password as %XX",
            example="postgresql://user:password@host/name",
        )
    user = f"{login.partition(':')[0]}@" if login else ""
    return f"postgresql://{user}{hosts}/{name}"


async def connected(url: str, **more: Any) -> Any:
    """A connection to the first server that will do; what asyncpg raises where there is none.

    Each has its own time to answer, so that one whose machine is gone does not use up that of the others.
    """
    servers = sorted(_each_server(url), key=lambda server: server != _worked_last.get(url))
    for at, server in enumerate(servers, 1):
        try:
            connection = await asyncpg.connect(server, **CONNECTING, **more)
        except (*NO_ANSWER, asyncpg.PostgresError):
            if at == len(servers):
                raise
        else:
            _worked_last[url] = server
            return connection
    raise AssertionError("an address names a server")


def _each_server(url: str) -> list[str]:
    """The same address with one host each."""
    parts = urlsplit(url)
    login, at, hosts = parts.netloc.rpartition("@")
    if "," not in hosts:
        return [url]
    return [parts._replace(netloc=f"{login}{at}{host}").geturl() for host in hosts.split(",")]


async def only_read(connection: Any) -> None:
    """Nothing can be changed by it.  Set afterwards: an address may ask for a server that can be written."""
    await connection.execute("SET default_transaction_read_only = on")


async def connected_as(number: int, url: str) -> Any:
    """A connection to a database that is up to date; no other has the same number, nor that of the house."""
    beside_others = "" if number == HOUSE else f"SELECT pg_advisory_lock_shared({HOUSE});"
    connection = await connected(url)
    try:
        if number != HOUSE:
            await connection.execute(_END_EARLIER, number)
        await connection.execute(
            f"SET lock_timeout = '{LOCK_SECONDS}s'; {beside_others} SELECT pg_advisory_lock({number});"
            " SET lock_timeout = 0"
        )
        await migrate(connection, url)
    except BaseException:
        connection.terminate()
        raise
    return connection


@contextmanager
def refused_in_words(url: str) -> Iterator[None]:
    """HouseIsOpen and SetupRefused for a database that cannot be had."""
    try:
        yield
    except asyncpg.LockNotAvailableError:
        raise HouseIsOpen(
            "another house is open with {database}: use that one, or choose another with --database",
            database=shown(url),
        ) from None
    except (*NO_ANSWER, asyncpg.PostgresError, ValueError) as error:
        raise _unusable(url, error) from None


def _unusable(url: str, error: Exception) -> SetupRefused:
    """Its own words only where there can be nothing secret in them."""
    if isinstance(error, asyncpg.PostgresError):
        reason = str(error.args[0])
    elif isinstance(error, OSError):
        reason = error.strerror or type(error).__name__
    else:
        reason = type(error).__name__
    return SetupRefused(
        "the database {database} cannot be used: {error}; is PostgreSQL running, and may this user write to a"
        " database of that name? Choose another with --database",
        database=shown(url),
        error=reason,
    )


async def format_of(connection: Any) -> int:
    """0 for an empty database."""
    if await connection.fetchval("SELECT to_regclass('hexdeck_format')") is None:
        return 0
    return int(await connection.fetchval("SELECT version FROM hexdeck_format"))


async def migrate(connection: Any, url: str, migrations: Sequence[str] = MIGRATIONS) -> None:
    """All missing steps or none, by one program at a time."""
    async with connection.transaction():
        await connection.execute(
            f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})", timeout=MIGRATION_SECONDS
        )
        found, newest = await format_of(connection), len(migrations)
        _check_not_newer(url, found, newest)
        if found == newest:
            return
        if found == 0:
            await connection.execute(
                "CREATE TABLE hexdeck_format (version integer NOT NULL);"
                " INSERT INTO hexdeck_format VALUES (0)"
            )
        await connection.execute("".join(migrations[found:]), timeout=MIGRATION_SECONDS)
        await connection.execute("UPDATE hexdeck_format SET version = $1", newest)


async def check_format(connection: Any, url: str) -> None:
    """SetupRefused unless it can be read as it is."""
    found, newest = await format_of(connection), len(MIGRATIONS)
    _check_not_newer(url, found, newest)
    if found < newest:
        raise SetupRefused(
            "the database {database} has format {found}, not {format}: open the house once with this version,"
            " or run hexdeck migrate",
            database=shown(url),
            found=found,
            format=newest,
        )


def _check_not_newer(url: str, found: int, newest: int) -> None:
    if found > newest:
        raise SetupRefused(
            "the database {database} was written by a newer hexdeck: it has format {found}, and this version"
            " knows {newest}; install that again, or choose another with --database",
            database=shown(url),
            found=found,
            newest=newest,
        )
