"""What the matches come to.  The deal is the unit: its games share their cards and are not independent."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any, Final, TypeAlias

from hexdeck.arena.match import Match, Outcome, lineup
from hexdeck.arena.settings import Settings
from hexdeck.cards import Seat
from hexdeck.game import winners
from hexdeck.locale.sentences import digits

# Student's t for a two-sided 95 % interval, by degrees of freedom from 1.
T95: Final = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
Z95: Final = 1.959964

Measure: TypeAlias = Callable[[Outcome, Seat], float]  # of one game, for one seat


@dataclass(frozen=True, slots=True)
class Estimate:
    mean: float
    margin: float | None  # half a 95 % interval; None where one deal says nothing about others

    @property
    def low(self) -> float | None:
        return None if self.margin is None else self.mean - self.margin

    @property
    def high(self) -> float | None:
        return None if self.margin is None else self.mean + self.margin

    @property
    def is_clear(self) -> bool:
        """The interval leaves zero out."""
        return self.margin is not None and abs(self.mean) > self.margin

    def __str__(self) -> str:
        """`+2.31 ± 0.12`, or `+2.31` alone."""
        return digits(self.mean, "+.2f") + ("" if self.margin is None else f" ± {self.margin:.2f}")

    def as_dict(self) -> dict[str, Any]:
        numbers = {"mean": self.mean, "low": self.low, "high": self.high}
        return {name: None if number is None else round(number, 6) for name, number in numbers.items()}


@dataclass(frozen=True, slots=True)
class Duel:
    """One bot alone among others of one kind, and both ways."""

    bot: str
    against: str
    points: Estimate  # over the mean of the others, per game
    points_per_round: Estimate | None  # None where the game has no rounds
    win_share: Estimate  # a shared win counts its share; an equal would have one part in `players`
    lead: Estimate  # points per game, half from being alone, half from being the field
    lead_per_round: Estimate | None

    @property
    def main_points(self) -> Estimate:
        """Per round where there are rounds."""
        return self.points_per_round or self.points

    @property
    def main_lead(self) -> Estimate:
        return self.lead_per_round or self.lead

    def as_dict(self) -> dict[str, Any]:
        parts = ("points", "points_per_round", "win_share", "lead", "lead_per_round")
        estimates = {part: getattr(self, part) for part in parts}
        return {"bot": self.bot, "against": self.against} | {
            part: None if estimate is None else estimate.as_dict() for part, estimate in estimates.items()
        }


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, one for each deal."""
    if len(values) < 2:
        return Estimate(fmean(values), None)
    return Estimate(fmean(values), t95(len(values) - 1) * stdev(values) / math.sqrt(len(values)))


def t95(freedom: int) -> float:
    """Student's t for 95 %, from the table or, beyond it, from its expansion around the normal one."""
    if freedom <= len(T95):
        return T95[freedom - 1]
    return Z95 + (Z95**3 + Z95) / (4 * freedom) + (5 * Z95**5 + 16 * Z95**3 + 3 * Z95) / (96 * freedom**2)


def points_over_others(outcome: Outcome, seat: Seat) -> float:
    others = sum(outcome.scores) - outcome.scores[seat]
    return outcome.scores[seat] - others / (len(outcome.scores) - 1)


def points_over_others_per_round(outcome: Outcome, seat: Seat) -> float:
    return points_over_others(outcome, seat) / outcome.rounds


def share_of_win(outcome: Outcome, seat: Seat) -> float:
    best = winners(outcome.scores)
    return (seat in best) / len(best)


def duels(settings: Settings, matches: Sequence[Match]) -> list[Duel]:
    """Every pair both ways, in the order of the settings."""
    return [duel(settings, matches, bot, other) for bot, other in settings.pairs]


def duel(settings: Settings, matches: Sequence[Match], bot: str, other: str) -> Duel:
    has_rounds = all(outcome.rounds for match in matches for outcome in match.outcomes.values())

    def alone(measure: Measure) -> Estimate:
        return estimate([_mean_alone(match, bot, other, settings.players, measure) for match in matches])

    def both_ways(measure: Measure) -> Estimate:
        return estimate([_lead(match, bot, other, settings.players, measure) for match in matches])

    return Duel(
        bot,
        other,
        points=alone(points_over_others),
        points_per_round=alone(points_over_others_per_round) if has_rounds else None,
        win_share=alone(share_of_win),
        lead=both_ways(points_over_others),
        lead_per_round=both_ways(points_over_others_per_round) if has_rounds else None,
    )


def _mean_alone(match: Match, bot: str, other: str, players: int, measure: Measure) -> float:
    """Over the seats of one deal, `bot` alone among `other`s."""
    seats = range(players)
    return fmean(measure(match.outcomes[lineup(bot, other, seat, players)], seat) for seat in seats)


def _lead(match: Match, bot: str, other: str, players: int, measure: Measure) -> float:
    mine = _mean_alone(match, bot, other, players, measure)
    theirs = _mean_alone(match, other, bot, players, measure)
    return (mine - theirs) / 2
