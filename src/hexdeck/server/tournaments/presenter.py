"""A tournament as anybody may look at it; nothing of a running round but who sits where and who is done."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from hexdeck.server.store.protocol import Status
from hexdeck.server.tournaments.admission import networks
from hexdeck.server.tournaments.documents import (
    Admission,
    Round,
    RoundTable,
    Stage,
    System,
    Tournament,
)


class TournamentYou(Struct):
    """What the tournament is to whoever asks."""

    number: int | None  # under which you take part
    host: bool
    left: bool  # you are not seated in the next round, unless you join again
    table: str | None  # where you play now
    asking: bool  # you wait for the host to let you in
    removed: bool  # the host has taken you out


class EntrantInfo(Struct):
    number: int
    name: str
    picture: str
    left: bool
    removed: bool  # by the host
    admitted: Admission  # by which rule they came in; host: the host has said yes to this player
    network: int | None  # for the host alone: players with the same number come from one address


class RequestInfo(Struct):
    """A player who waits for the host to let them in."""

    number: int
    name: str
    picture: str
    network: int | None


class StandingInfo(Struct):
    number: int  # of the entrant
    place: int
    points: float  # a hundred for each round in which one surpasses all who had the same cards
    table: float  # the tie-break: shares of the others at the own tables, added up
    rounds: list[float | None]  # points of each; None: not there


class RoundTableInfo(Struct):
    code: str | None  # of a running round your own alone
    seats: list[int | None]  # numbers of entrants; None: a bot
    over: bool
    scores: list[int] | None  # once the round is over; None then: the table was closed


class RoundInfo(Struct):
    game: str
    players: int
    over: bool
    began: float
    commitment: str  # SHA-256 of the seed
    seed: str | None  # once the round is over
    tables: list[RoundTableInfo]


class TournamentLook(Struct):
    code: str
    name: str
    status: Literal["gathering", "playing", "pausing", "ending", "over"]
    now: float  # the server's clock
    next_at: float | None  # when the next round begins by itself
    system: System
    rounds: int
    games: list[Stage]  # in turn
    clock: str
    pace: str
    level: str | None
    pause: float | None
    admission: Admission
    limit: int | None  # players of one address; more of them wait for the host
    requests: list[RequestInfo]  # for the host alone
    commitments: list[str]  # of all rounds
    drawn: bool  # the first round was seated by lot; not so where it began in an older version
    you: TournamentYou
    entrants: list[EntrantInfo]
    standings: list[StandingInfo]
    played: list[RoundInfo]


class OwnTournament(Struct):
    """One that is not over, for those who take part or have made it."""

    code: str
    name: str
    status: Literal["gathering", "playing", "pausing", "ending", "over"]
    table: str | None  # where you play now


def look(
    tournament: Tournament, who: str | None, statuses: Mapping[str, Status], now: float
) -> TournamentLook:
    """`statuses` are those of the tables of the running round."""
    you = _you(tournament, who, statuses)
    network = networks(tournament) if you.host else {}
    return TournamentLook(
        code=tournament.code,
        name=tournament.name,
        status=tournament.status,
        now=now,
        next_at=tournament.next_at,
        system=tournament.system,
        rounds=tournament.rounds,
        games=tournament.stages,
        clock=tournament.clock,
        pace=tournament.pace,
        level=tournament.level,
        pause=tournament.pause,
        admission=tournament.admission,
        limit=tournament.limit,
        requests=[
            RequestInfo(one.number, one.name, one.picture, network.get(one.origin))
            for one in tournament.requests
            if you.host
        ],
        commitments=tournament.commitments(),
        drawn=tournament.drawn,
        you=you,
        entrants=[
            EntrantInfo(
                one.number,
                one.name,
                one.picture,
                one.left,
                one.removed,
                one.admitted,
                network.get(one.origin),
            )
            for one in tournament.entrants
        ],
        standings=[
            StandingInfo(
                one.entrant,
                one.place,
                _shown(one.points),
                round(float(one.table), 2),
                [None if points is None else _shown(points) for points in one.rounds],
            )
            for one in tournament.standings()
        ],
        played=[
            _round(tournament, number, one, you, statuses) for number, one in enumerate(tournament.played)
        ],
    )


def own_tournament(tournament: Tournament, who: str, statuses: Mapping[str, Status]) -> OwnTournament:
    table = _you(tournament, who, statuses).table
    return OwnTournament(tournament.code, tournament.name, tournament.status, table)


def running_codes(tournament: Tournament) -> list[str]:
    return [table.code for table in tournament.running.tables] if tournament.running else []


def _you(tournament: Tournament, who: str | None, statuses: Mapping[str, Status]) -> TournamentYou:
    entrant, running = tournament.entrant_of(who), tournament.running
    table = running.table_of(entrant.number) if entrant and running and not entrant.removed else None
    return TournamentYou(
        number=entrant.number if entrant else None,
        host=who is not None and tournament.host == who,
        left=entrant.left if entrant else False,
        table=table.code if table and statuses.get(table.code, "over") != "over" else None,
        asking=tournament.request_of(who) is not None,
        removed=who in tournament.removed,
    )


def _round(
    tournament: Tournament, number: int, one: Round, you: TournamentYou, statuses: Mapping[str, Status]
) -> RoundInfo:
    stage, is_over = tournament.stage(number), one.ended is not None
    return RoundInfo(
        game=stage.game,
        players=stage.players,
        over=is_over,
        began=one.began,
        commitment=tournament.commitments()[number],
        seed=tournament.seeds[number] if is_over else None,
        tables=[_table(one, table, you, statuses) for table in one.tables],
    )


def _table(
    played: Round, table: RoundTable, you: TournamentYou, statuses: Mapping[str, Status]
) -> RoundTableInfo:
    is_over = played.ended is not None
    is_own = you.number is not None and you.number in table.seats and not you.removed
    return RoundTableInfo(
        code=table.code if is_over or is_own else None,
        seats=table.seats,
        over=is_over or statuses.get(table.code, "over") == "over",
        scores=table.scores if is_over else None,
    )


def _shown(points: Fraction) -> float:
    return round(float(points), 1)
