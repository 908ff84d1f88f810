"""Ratings as people read them: how sure they are, and how they went."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from hexdeck.server.store.protocol import OwnGame

SETTLED: Final = 10  # games after which a rating is more than a first guess
SHOWN: Final = 24  # moments of a long history
BANDS: Final = ((2, "2"), (4, "3-4"), (6, "5-6"), (12, "7-12"))  # most players, and the band's name


class RatingPoint(Struct):
    ended: float
    mu: float
    sigma: float


class RatingHistory(Struct):
    """Of one game and band of player counts."""

    game: str
    players: str  # a band, like 3-4
    games: int
    provisional: bool
    moments: list[RatingPoint]  # after some of the games, the first and the last among them


def band(players: int) -> str:
    """Return the name of the band: games of so many players are rated together."""
    return next(name for most, name in BANDS if players <= most)


def is_provisional(games: int) -> bool:
    return games < SETTLED


def histories(games: Sequence[OwnGame]) -> list[RatingHistory]:
    """Of games in the order in which they ended, where they were rated."""
    rated = sorted((one for one in games if one.mu is not None), key=_key)
    return [_history(*key, list(own)) for key, own in groupby(rated, _key)]


def _key(game: OwnGame) -> tuple[str, str]:
    return game.game, band(game.players)


def _history(game: str, players: str, games: list[OwnGame]) -> RatingHistory:
    moments = [RatingPoint(one.ended, one.mu, one.sigma) for one in games if one.mu is not None and one.sigma]
    return RatingHistory(game, players, len(games), is_provisional(len(games)), _thinned(moments))


def _thinned(moments: list[RatingPoint]) -> list[RatingPoint]:
    if len(moments) <= SHOWN:
        return moments
    return [moments[at * (len(moments) - 1) // (SHOWN - 1)] for at in range(SHOWN)]
