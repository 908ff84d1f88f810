"""What the house asks of a store, by name; any that passes tests/server/test_storage.py will do.

What an operation has returned from is safe; what it raised for has not happened.  StoreFailed says that
nothing could be read or stored, Outdated that somebody else has changed the table meanwhile, AlreadyDone that
a link was taken before.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, Protocol, Self, TypeAlias

from msgspec import Struct
from msgspec.json import Decoder

Asker: TypeAlias = tuple[str, str]  # a person, and the id of their command
Status: TypeAlias = Literal["gathering", "playing", "over"]
_read_away: Final = Decoder(dict[str, float]).decode


class Profile(Struct):
    """What somebody has chosen to be shown as."""

    id: str
    name: str
    picture: str
    language: str = "en"


class Times(NamedTuple):
    """What a table must know of the clock after a restart."""

    deadline: float | None  # when it must be looked after, in seconds since 1970
    began: float  # when the present wait began
    away: dict[str, float]  # who has gone, and when


@dataclass(frozen=True, slots=True)
class Kept:
    """A table's document, which the store does not read, and what it is found by."""

    document: bytes
    status: Status
    public: bool


@dataclass(frozen=True, slots=True)
class NewTable:
    code: str
    kept: Kept
    seed: bytes
    at: float
    people: Sequence[str] = ()  # who sit there


class Rating(NamedTuple):
    mu: float
    sigma: float
    games: int


class Result(NamedTuple):
    """Of one seat of a game that is over."""

    seat: int
    who: str  # a person, or `bot` and a level
    score: int
    place: int


@dataclass(frozen=True, slots=True)
class Ended:
    """What a game leaves behind.

    `rate` makes new ratings of the present ones; nobody else may rate the same people meanwhile.
    """

    game: str
    players: int
    band: str  # of players: what is rated together
    at: float
    results: Sequence[Result]
    rated: Sequence[str]
    rate: Callable[[Mapping[str, Rating]], Mapping[str, Rating]]


@dataclass(slots=True)
class TableChange:
    """What one command, bot or clock has changed at a table; stored as a whole or not at all."""

    code: str
    revision: (
        int  # of the table after it, one more than before: Outdated if somebody else has got there first
    )
    lines: Sequence[str] = ()  # of the record
    total: int = 0  # lines of the record after it
    at: float = 0.0  # when the present wait began
    by: Asker | None = None  # who asked for it
    version: int = 0  # of the game after it
    forgotten: Sequence[int] = ()  # revisions without a line that nobody asks about any more
    kept: Kept | None = None  # where it is new; so are all below
    header: str | None = None  # of the record, when the game begins
    times: Times | None = None
    sitting: Sequence[str] = ()  # people who are found at this table from now on
    rematch: NewTable | None = None
    ended: Ended | None = None


class StoredChange(NamedTuple):
    revision: int
    lines: tuple[str, ...]  # of the record
    by: Asker | None
    version: int  # of the game after it


@dataclass(frozen=True, slots=True)
class StoredTable:
    document: bytes
    seed: bytes
    header: str | None  # None before the start
    times: Times
    changes: list[StoredChange] = field(default_factory=list)

    @property
    def revision(self) -> int:
        return self.changes[-1].revision if self.changes else 0

    @property
    def lines(self) -> list[str]:
        """Of the record, without its header."""
        return [line for change in self.changes for line in change.lines]

    def parted(self, after: int) -> tuple[Self, Self]:
        """What had changed up to that revision, and what has since; the rest is as it is now in both."""
        before = replace(self, changes=[change for change in self.changes if change.revision <= after])
        since = replace(self, changes=[change for change in self.changes if change.revision > after])
        if since.lines and not before.lines:  # the game has begun since
            before = replace(before, header=None)
        return before, since


def stored_table(row: Sequence[Any], changes: Sequence[Sequence[Any]]) -> StoredTable:
    """Of what both databases keep: a row of its own, and one for each change."""
    document, seed, header, deadline, began, total, away = row
    if changes and changes[-1][5] != total:  # with a quick clock, only a change tells when it was made
        began = changes[-1][6]
    return StoredTable(
        document,
        seed,
        header,
        Times(deadline, began, _read_away(away) if away else {}),
        [
            StoredChange(revision, tuple(lines.splitlines()), None if who is None else (who, name), version)
            for revision, lines, who, name, version, _, _ in changes
        ],
    )


class TableLine(NamedTuple):
    """A table in the list that its keeper looks at."""

    code: str
    document: bytes
    status: Status
    public: bool
    updated: float
    steps: int


class PersonLine(NamedTuple):
    id: str
    name: str
    seen: float
    banned: bool


class OwnGame(NamedTuple):
    code: str
    seat: int
    game: str
    players: int
    score: int
    place: int
    ended: float


class OwnRating(NamedTuple):
    game: str
    players: str
    mu: float
    sigma: float
    games: int


class Statistic(NamedTuple):
    game: str
    players: int
    games: int
    wins: int
    mean_place: float
    mean_score: float


class Ranked(NamedTuple):
    who: str
    name: str | None  # of a person who has chosen one
    mu: float
    sigma: float
    games: int


class Storage(Protocol):
    """One store, of one house."""

    async def close(self) -> None:
        """Wait for what was asked for."""

    async def try_out(self) -> None:
        """StoreFailed unless it can be read and written just now."""

    # Tables.

    async def make_table(self, table: NewTable) -> None: ...

    async def change_table(self, change: TableChange) -> None:
        """Changes of many tables at the same time share what it costs to make them safe."""

    async def has_table(self, code: str) -> bool: ...

    async def read_table(self, code: str, after: int = 0) -> StoredTable | None:
        """As it is now, with what has changed after that revision."""

    async def delete_tables(self, codes: Sequence[str]) -> None:
        """With everything that is kept of them; results and ratings stay."""

    async def public_tables(self) -> list[str]:
        """Codes of at most fifty that are not over, the latest first."""

    async def running_tables(self) -> list[str]: ...

    async def due_tables(self, now: float) -> list[str]:
        """Those whose stored deadline has passed, the earliest first."""

    async def quiet_tables(self, before: float) -> list[str]:
        """Not running, and nothing has happened since then."""

    async def deserted_tables(self, before: float) -> list[str]:
        """Running without a deadline, and by then everybody had left and nothing has happened since."""

    async def shift_times(self, seconds: float) -> None:
        """Of all running tables: the clock was set, or stood still."""

    async def list_tables(self) -> list[TableLine]:
        """All of them, the latest first."""

    # People.

    async def profile(self, who: str) -> Profile | None: ...

    async def keep_profile(self, profile: Profile, at: float) -> None: ...

    async def is_known(self, who: str) -> bool:
        """Whether somebody has chosen a name, sat down or played."""

    async def tables_of(self, who: str) -> list[bytes]:
        """Documents of all tables that somebody is found at, the latest first."""

    async def open_tables_of(self, who: str) -> list[tuple[bytes, float]]:
        """Of at most fifty that are not over, the latest first, and when something last happened there."""

    async def make_link(self, hashed: str, who: str, path: str, expires: float) -> None:
        """That makes another device the same person, once."""

    async def take_link(self, hashed: str, now: float) -> tuple[str, str]:
        """Who it was made for and where it leads; AlreadyDone for a second one, and where there is none."""

    async def forget_person(self, who: str) -> None:
        """Everything that belongs to somebody, apart from the documents and headers that name them."""

    async def clear_out(self, now: float, visitors_before: float) -> None:
        """Links that are too old, and names of people who came before then and never sat down or played."""

    async def list_people(self) -> list[PersonLine]:
        """Everybody with a name, and everybody who is banned, the latest first."""

    # Results.

    async def games_of(self, who: str) -> list[OwnGame]: ...

    async def ratings_of(self, who: str) -> list[OwnRating]: ...

    async def statistics_of(self, who: str) -> list[Statistic]: ...

    async def ranking(self, game: str, band: str) -> list[Ranked]:
        """The hundred with the highest safe estimate, `mu - 3 sigma`."""

    # The house itself.

    async def secret(self, fresh: bytes) -> bytes:
        """What identities are signed with: `fresh` where there is none yet."""

    async def door(self) -> str:
        """Where this machine reaches the house that is open, or was last."""

    async def keep_door(self, door: str) -> None: ...

    async def sign_outs(self) -> dict[str, int]:
        """How often a person has signed out all other devices."""

    async def keep_sign_outs(self, who: str, times: int) -> None: ...

    async def bans(self) -> list[str]: ...

    async def ban(self, who: str, at: float) -> None: ...

    async def unban(self, who: str) -> None: ...
