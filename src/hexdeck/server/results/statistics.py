"""How somebody has played: what their games come to, and how it went over time."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise
from math import sqrt
from statistics import fmean, stdev
from typing import Final, TypeVar

from msgspec import Struct

from hexdeck.ai.arena.estimates import t95
from hexdeck.core.registry import GAMES
from hexdeck.server.store.feats import Feats, read_feats, unit_of
from hexdeck.server.store.protocol import OwnGame

T = TypeVar("T")

PIECES: Final = 12  # in which the course of all games is told
BEST: Final = 3  # rounds that are worth looking at again
SURE: Final = 1.96  # standard errors either side: in 95 of 100 cases


class Estimate(Struct):
    """A mean of `n`, and how far from it the truth is at most, nearly always; None of a single one."""

    n: int
    mean: float
    margin: float | None


class Piece(Struct):
    """Some games, one after the other, and their points a round, or those lost a decision."""

    until: float  # when the last of them ended
    games: int
    points: Estimate


class BestRound(Struct):
    points: int
    round: int  # the first is 1
    code: str
    ended: float
    kept: bool = False  # it can be looked at again


class GameStatistics(Struct):
    game: str
    unit: str  # what points are counted by: round, phase or game
    games: int
    wins: int  # shared ones too
    fair: float  # wins of one who plays like everybody else at these tables
    points: Estimate | None  # a round; None where no game tells
    course: list[Piece]
    best: list[BestRound]
    counts: dict[str, int]  # what the game counts, over all games that tell
    lost: Estimate | None  # points a decision, over all games that were reviewed; None where none was
    losses: list[Piece]  # how that went


def statistics_by_game(games: Sequence[OwnGame]) -> list[GameStatistics]:
    """Of games in the order in which they ended; the most played game first."""
    by_name = sorted(games, key=lambda one: one.game)
    found = [_statistics(name, list(own)) for name, own in groupby(by_name, lambda one: one.game)]
    return sorted(found, key=lambda one: -one.games)


def _statistics(name: str, games: list[OwnGame]) -> GameStatistics:
    told = [(one, read_feats(one.feats)) for one in games if one.feats is not None]
    counts: Counter[str] = Counter()
    for _, feats in told:
        counts.update(feats.counts)
    return GameStatistics(
        game=name,
        unit=unit_of(GAMES[name]) if name in GAMES else "game",
        games=len(games),
        wins=sum(one.place == 1 for one in games),
        fair=round(sum(1 / one.players for one in games), 2),
        points=_estimate([points for _, feats in told for points in feats.rounds]),
        course=_course([(one.ended, feats.rounds) for one, feats in told]),
        best=_best(told),
        counts=dict(counts),
        lost=lost_a_decision(games),
        losses=_losses([one for one in games if one.decisions]),
    )


def lost_a_decision(games: Sequence[OwnGame]) -> Estimate | None:
    """Points, over all decisions that were judged: their sum and squares tell as much as each of them."""
    judged = [one for one in games if one.decisions]
    n = sum(one.decisions or 0 for one in judged)
    if not n:
        return None
    mean = sum(one.lost or 0.0 for one in judged) / n
    if n == 1:
        return Estimate(n, round(mean, 3), None)
    spread = max(0.0, sum(one.squares or 0.0 for one in judged) - n * mean**2) / (n - 1)
    return Estimate(n, round(mean, 3), round(t95(n - 1) * sqrt(spread / n), 3))


def _losses(games: Sequence[OwnGame]) -> list[Piece]:
    return [
        Piece(some[-1].ended, len(some), lost)
        for some in _pieces(games)
        if (lost := lost_a_decision(some)) is not None
    ]


def _estimate(values: Sequence[int]) -> Estimate | None:
    if not values:
        return None
    margin = round(SURE * stdev(values) / sqrt(len(values)), 3) if len(values) > 1 else None
    return Estimate(len(values), round(fmean(values), 3), margin)


def _course(told: Sequence[tuple[float, list[int]]]) -> list[Piece]:
    """By when a game ended, and the points of its rounds."""
    return [
        Piece(some[-1][0], len(some), points)
        for some in _pieces(told)
        if (points := _estimate([points for _, rounds in some for points in rounds])) is not None
    ]


def _pieces(games: Sequence[T]) -> list[Sequence[T]]:
    """All of them in at most so many pieces of equal length, give or take a game."""
    pieces = min(PIECES, len(games))
    bounds = [at * len(games) // pieces for at in range(pieces + 1)] if pieces else []
    return [games[start:end] for start, end in pairwise(bounds)]


def _best(told: Sequence[tuple[OwnGame, Feats]]) -> list[BestRound]:
    rounds = [
        BestRound(points, number, game.code, game.ended)
        for game, feats in told
        for number, points in enumerate(feats.rounds, 1)
    ]
    return sorted(rounds, key=lambda one: (-one.points, -one.ended))[:BEST]
