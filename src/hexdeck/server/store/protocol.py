"""What the house asks of a store, by name; any that passes tests/server/store/test_storage.py will do.

What an operation has returned from is safe; what it raised for has not happened.  StoreFailed says that
nothing could be read or stored, Outdated that somebody else has changed the table meanwhile, AlreadyDone that
a link was taken before.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, Protocol, Self, TypeAlias

from msgspec import Struct
from msgspec.json import Decoder

from hexdeck.server.base.writability import Writability

Asker: TypeAlias = tuple[str, str]  # a person, and the id of their command
BOT: Final = "bot "  # and a level: whose results and ratings are those of bots
UNRANKED: Final = b'"unranked":true'  # in the story of a try that stands in no table
GONE: Final = "gone"  # whose results are those of people who were forgotten
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
class TableSnapshot:
    """A table's document, which the store does not read, and what it is found by."""

    document: bytes
    status: Status
    public: bool


@dataclass(frozen=True, slots=True)
class NewTable:
    code: str
    kept: TableSnapshot
    seed: bytes
    at: float
    people: Sequence[str] = ()  # who sit there


class Rating(NamedTuple):
    mu: float
    sigma: float
    games: int


class Past(NamedTuple):
    """What a person has played here."""

    first: float | None  # when their first game ended
    rated: frozenset[str]  # codes of their rated games within some time


class Result(NamedTuple):
    """Of one seat of a game that is over."""

    seat: int
    who: str  # a person, or `bot` and a level
    score: int
    place: int
    feats: bytes | None = None  # what the seat has done, which the store does not read


@dataclass(frozen=True, slots=True)
class GameResult:
    """What a game leaves behind.

    `rate` makes new ratings of the present ones, and of what the people have played since then; no other
    game of the same people is rated meanwhile.
    """

    game: str
    players: int
    band: str  # of players: what is rated together
    at: float
    results: Sequence[Result]
    rated: Sequence[str]
    rate: Callable[[Mapping[str, Rating], Mapping[str, Past]], Mapping[str, Rating]]
    people: Sequence[str] = ()  # whose past must be known
    since: float = 0.0


@dataclass(frozen=True, slots=True)
class DailyResult:
    """What a game at the deal of a day leaves behind, beside its results."""

    day: str
    game: str
    who: str
    score: int
    at: float
    story: bytes  # what was chosen, in which the store looks for UNRANKED alone


def pasts(first: Sequence[tuple[str, float]], rated: Sequence[tuple[str, str]]) -> dict[str, Past]:
    """Return the past of each person, of when their first game ended and of the codes of rated ones."""
    codes: dict[str, set[str]] = {}
    for who, code in rated:
        codes.setdefault(who, set()).add(code)
    return {who: Past(ended, frozenset(codes.get(who, ()))) for who, ended in first}


def result_row(code: str, ended: GameResult, one: Result) -> tuple[Any, ...]:
    """As both databases keep it; the rating is written beside it when it is made."""
    shared = (ended.game, ended.players, one.score, one.place, ended.at)
    return (code, one.seat, one.who, *shared, one.feats)


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
    kept: TableSnapshot | None = None  # where it is new; so are all below
    header: str | None = None  # of the record, when the game begins
    times: Times | None = None
    sitting: Sequence[str] = ()  # people who are found at this table from now on
    rematch: NewTable | None = None
    ended: GameResult | None = None
    tried: DailyResult | None = None  # with `ended` alone


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


@dataclass(frozen=True, slots=True)
class TournamentChange:
    """A tournament as it is from now on, with the tables that are made for it; all of it or nothing."""

    code: str
    revision: int  # one more than before, and 1 of a new one: Outdated if somebody else was first
    document: bytes  # which the store does not read
    status: Status
    at: float
    people: Sequence[str] = ()  # who are found by it
    tables: Sequence[NewTable] = ()


class StoredTournament(NamedTuple):
    document: bytes
    revision: int


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
    feats: bytes | None  # None of a game that ended before they were kept; so are the next
    mu: float | None = None  # the rating after it,
    sigma: float | None = None  # where it was rated
    decisions: int | None = None  # that the coach has judged, where it was asked to;
    lost: float | None = None  # points of all of them together,
    squares: float | None = None  # and the squares of those of each


class Loss(NamedTuple):
    """What the decisions of one seat have cost; of a bot it is not kept."""

    seat: int
    decisions: int
    lost: float  # points, of all of them together
    squares: float  # of the points that each has cost


class ReviewLease(NamedTuple):
    """A process that looks back on a game, how far it is, and for how long nobody else may."""

    process: str
    until: float
    done: int = 0
    steps: int = 0  # none while nobody has counted them


class ReviewChunk(NamedTuple):
    """What a review has found so far: of some steps of the game, one after the other."""

    start: int  # how many steps come before them
    seen: bytes  # which the store does not read


class StoredReview(NamedTuple):
    look: ReviewLease
    findings: bytes | None  # which the store does not read; None until it is done


class GameFilter(NamedTuple):
    """Which of somebody's games, the latest first."""

    game: str | None = None  # None: all of them
    other: str | None = None  # a person who played along
    skip: int = 0
    most: int = 20


class PlayedSeat(NamedTuple):
    """Of a game that is over, with the name and picture of a person who has chosen some."""

    code: str
    seat: int
    who: str
    name: str | None
    picture: str | None
    score: int
    place: int


class Companion(NamedTuple):
    """Somebody with whom somebody else has played."""

    who: str
    name: str | None
    picture: str | None
    games: int
    last: float  # when the latest of them ended


class Invitation(NamedTuple):
    """To a table; at most one from one person to another."""

    who: str  # is invited
    host: str  # by them
    code: str
    at: float
    expires: float
    declined: bool = False


class Pad(NamedTuple):
    """A score pad for real cards that several phones share."""

    game: str
    revision: int
    document: str


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


class Try(NamedTuple):
    """Somebody's one try at the deal of a day."""

    day: str
    game: str
    code: str
    score: int | None  # None until it is over; so is the next
    ended: float | None
    story: bytes | None  # what was chosen


class FinishedTry(NamedTuple):
    who: str
    name: str | None  # of a person who has chosen one; so is the next
    picture: str | None
    score: int
    story: bytes


class Storage(Protocol):
    """One store, of one house."""

    writability: Writability

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
        """With everything that is kept of them; results, ratings and tries that are over stay."""

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

    async def table_statuses(self, codes: Sequence[str]) -> dict[str, Status]:
        """Of those that are there."""

    # Tournaments.

    async def change_tournament(self, change: TournamentChange) -> None: ...

    async def read_tournament(self, code: str) -> StoredTournament | None: ...

    async def running_tournaments(self) -> list[str]: ...

    async def tournaments_of(self, who: str) -> list[bytes]:
        """Documents of all that somebody is found by, the latest first."""

    async def delete_tournaments(self, before: float) -> None:
        """Those where nothing has happened since."""

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

    async def games_of(self, who: str) -> list[OwnGame]:
        """All of them, the earliest first."""

    async def wanted_games(self, who: str, wanted: GameFilter) -> tuple[int, list[OwnGame]]:
        """How many somebody has, and some of them."""

    async def played_seats(self, codes: Sequence[str]) -> list[PlayedSeat]:
        """Of these games, by code and seat."""

    async def kept_tables(self, codes: Sequence[str]) -> set[str]:
        """Those that have not been deleted."""

    async def companions_of(self, who: str) -> list[Companion]:
        """At most a hundred people with whom somebody has played, the latest first."""

    async def pasts(self, people: Sequence[str], since: float, until: float) -> dict[str, Past]:
        """Return what each had played before `until`, with the rated games that ended from `since` on."""

    async def ratings_of(self, who: str) -> list[OwnRating]: ...

    async def statistics_of(self, who: str) -> list[Statistic]: ...

    async def ranking(self, game: str, band: str) -> list[Ranked]:
        """The hundred with the highest safe estimate, `mu - 3 sigma`."""

    # The deal of the day.

    async def make_try(self, table: NewTable, day: str, game: str) -> None:
        """A table for somebody's one try at the deal of a day; AlreadyDone if they have had it."""

    async def is_tried_from(self, day: str, game: str, network: str, but: str) -> bool:
        """Whether the table of another try than `but` carries the mark of a network."""

    async def tries_of(self, who: str) -> list[Try]:
        """All that are kept, the latest day first, by game."""

    async def finished_tries(self, day: str, game: str) -> list[FinishedTry]:
        """The hundred with the most points, the best first, of those that are ranked."""

    async def stories_of_day(self, day: str, game: str) -> list[bytes]:
        """Of the thousand who finished last, the latest first."""

    async def scores_of_day(self, day: str) -> list[tuple[str, int]]:
        """The game and the score of every try that is over and ranked."""

    async def forget_tries(self, before: str) -> None:
        """Of days before that one."""

    # Getting together.

    async def invite(self, invitation: Invitation) -> bool:
        """In the place of an earlier one; False, and nothing done, while one that was declined lasts."""

    async def invitations_to(self, who: str, now: float) -> list[tuple[Invitation, bytes]]:
        """To tables that gather, with their documents, from people who are welcome; the latest first."""

    async def invitations_by(self, host: str, now: float) -> list[Invitation]:
        """The latest first, declined ones too."""

    async def decline(self, who: str, host: str) -> None: ...

    async def take_back_invitation(self, who: str, host: str) -> None:
        """Unless it was declined: then it lasts, so that nobody is asked again and again."""

    async def keep_welcome(self, who: str, other: str, *, is_welcome: bool) -> None:
        """Whether somebody is shown another's invitations."""

    async def unwelcome_to(self, who: str) -> set[str]: ...

    async def handle_of(self, who: str) -> str | None:
        """By which somebody's table is found."""

    async def make_handle(self, who: str, handle: str, at: float) -> None:
        """Unless they have one."""

    async def renew_handle(self, who: str, handle: str, at: float) -> None:
        """The one before leads nowhere from now on."""

    async def owner_of(self, handle: str) -> str | None: ...

    async def make_pad(self, code: str, game: str, document: str, expires: float) -> None:
        """Its revision is 1."""

    async def read_pad(self, code: str, now: float) -> Pad | None: ...

    async def write_pad(self, code: str, revision: int, document: str, expires: float) -> bool:
        """Whether it was still at that revision, and is at the next one now."""

    # Reviews of games that are over.

    async def review(self, code: str) -> StoredReview | None: ...

    async def look_back(
        self, code: str, look: ReviewLease, now: float, glimpse: ReviewChunk | None = None
    ) -> bool:
        """Begin a review, or go on with it; False if another has it, if it is done, or without a table.

        A glimpse is kept in place of all that were kept from where it starts on.
        """

    async def glimpses(self, code: str) -> list[bytes]:
        """What an unfinished review has found, from the first step on."""

    async def keep_review(self, code: str, findings: bytes, losses: Sequence[Loss]) -> None:
        """Together with what each person has lost; nothing where the table is gone.

        Nothing is left of the glimpses.
        """

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
