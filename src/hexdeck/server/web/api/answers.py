"""What the JSON API answers; the OpenAPI schema is made from these types."""

from typing import Any, Literal

from msgspec import Struct

from hexdeck.server.base.messages import Said, TableInfo, You
from hexdeck.server.people.invitations import ReceivedInvitation, SentInvitation
from hexdeck.server.results.past_games import KnownCompanion
from hexdeck.server.results.ratings import RatingHistory
from hexdeck.server.results.standing import Verdict
from hexdeck.server.results.statistics import GameStatistics
from hexdeck.server.store.feats import Feats
from hexdeck.server.store.protocol import Profile
from hexdeck.server.tournaments.presenter import OwnTournament


class OptionInfo(Struct):
    name: str
    default: int | str
    choices: tuple[int | str, ...]


class GameInfo(Struct):
    name: str
    title: str
    version: int
    players: list[int]
    options: list[OptionInfo]
    levels: list[str]  # of bots that can be chosen at its tables


class Games(Struct):
    """What can be played, and how."""

    protocol: int
    levels: list[str]  # of all games
    languages: dict[str, str]
    games: list[GameInfo]


class Made(Struct):
    """The new table's code, and what it promises of its deals."""

    code: str
    commitment: str


class PublicTables(Struct):
    tables: list[TableInfo]


class Look(Struct):
    """A table, who you are at it, and what you may see of the game: a view as in /api/protocol.json."""

    protocol: int
    now: float  # the server's clock
    you: You
    table: TableInfo
    version: int
    view: Any  # None before the start
    undo: int | None  # the seat that may take back its last action now
    back: list[int]  # the seats that may ask to take back theirs


class Story(Struct):
    """What has happened up to `version`, as your seat saw it, and what was said last."""

    version: int
    steps: list[list[Any]]  # the events of each; of a long game, of the last ones
    said: list[Said]


class ReplayedMoment(Struct):
    """Something worth to be looked at again."""

    name: str  # `end_of_round`, `end_of_game`, or what the game counts, such as `split`
    seat: int | None  # whose it was; None where it was everybody's


class ReplayedStep(Struct):
    name: str  # as in the record
    events: list[list[Any]]  # as each seat saw them, an onlooker last
    seat: int | None  # who acted; None where nobody chose anything
    begins: int | None  # the number of the round, phase or turn that begins with it
    moments: list[ReplayedMoment]


class Replayed(Struct):
    game: str
    players: list[str]
    result: tuple[int, ...] | None
    unit: str  # what steps begin: a `round` or `phase`, or a `turn` in a game without rounds
    steps: list[ReplayedStep]


class Position(Struct):
    position: int
    views: list[Any]  # of each seat, an onlooker's last


class Suggestion(Struct):
    action: str  # what the teacher of a lesson would do in your place


class Rounds(Struct):
    """How a game went."""

    unit: str  # what `scores` follow: `round`, `phase`, or `change` of points in a game without rounds
    scores: list[tuple[int, ...]]  # of each seat, after each of them


class RatingVerdict(Struct):
    rating: Verdict | None  # None of a game that is never rated: a lesson, the deal of a day


class Verification(Struct):
    proved: bool
    moves: int
    recomputed: int
    by_hand: int
    over: bool
    secret: bool
    wrong: str | None
    commitment: str
    seed: str | None
    salts: tuple[str, ...]
    salted_by: list[str]  # who added each of them
    unsalted: bool  # no player added a salt although they could: the server alone chose the seed
    lesson: bool  # the same deal for everybody, without salt
    day: str | None  # whose deal it was, also without salt
    record: str


class OwnTable(Struct):
    code: str
    game: str
    status: Literal["gathering", "playing", "over"]
    played: float  # when something last happened there, in seconds since 1970
    alone: bool  # nobody else sits there: whoever leaves it ends it


class Me(Struct):
    profile: Profile
    tables: list[OwnTable]
    url: str  # how others reach this house
    named: bool  # you have chosen a name; else you have the one of your picture
    tournaments: list[OwnTournament]  # that are not over
    invitations: list[ReceivedInvitation]  # to tables that wait for you, the latest first


class ChangedProfile(Struct):
    profile: Profile


class OwnResult(Struct):
    code: str
    seat: int
    game: str
    players: int
    score: int
    place: int
    ended: float
    feats: Feats | None  # None of a game that ended before they were kept
    mu: float | None  # your rating after it, where it was rated
    sigma: float | None
    decisions: int | None  # that the coach has judged, where it was asked to
    lost: float | None  # points of all of them together
    squares: float | None  # of the points that each has cost


class OwnRating(Struct):
    game: str
    players: str  # a band, like 3-4
    mu: float
    sigma: float
    games: int


class OwnTry(Struct):
    """At the deal of a day."""

    day: str
    game: str
    code: str
    score: int | None  # None until it is over; so is the next
    ended: float | None
    choices: list[tuple[int, str]]  # the step and the name of each


class ExportedTournament(Struct):
    """One in which somebody takes part, or that they have made."""

    code: str
    name: str
    host: bool
    number: int | None  # under which they take part


class Export(Struct):
    """All that is kept of somebody."""

    profile: Profile
    tables: list[str]
    tournaments: list[ExportedTournament]
    results: list[OwnResult]
    ratings: list[OwnRating]
    tries: list[OwnTry]
    invitations: list[ReceivedInvitation]
    invited: list[SentInvitation]
    unwelcome: list[str]  # whose invitations you are not shown, by the ids of companions
    handle: str | None  # of the link to your table, if you have asked for one


class Forgotten(Struct):
    forgotten: bool


class Token(Struct):
    """For `Authorization: Bearer`."""

    token: str


class MoveLink(Struct):
    """Another device opens `url` and is you; it works once."""

    secret: str
    path: str
    url: str
    qr: str  # the same as a picture, a data: address


class Moved(Struct):
    path: str


class Statistic(Struct):
    game: str
    players: int
    games: int
    wins: int
    mean_place: float
    mean_score: float


class Statistics(Struct):
    statistics: list[Statistic]
    ratings: list[OwnRating]
    games: list[GameStatistics]
    histories: list[RatingHistory]


class Companions(Struct):
    companions: list[KnownCompanion]


class Ranked(Struct):
    name: str  # of a bot, `bot` and its level
    kind: Literal["person", "bot"]
    you: bool
    mu: float
    sigma: float
    games: int
    provisional: bool  # after fewer than ten games


class Ranking(Struct):
    ratings: list[Ranked]
