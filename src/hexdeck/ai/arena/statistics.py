"""What the matches come to.  The deal is the unit: its games share their cards and are not independent."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TypeAlias

from hexdeck.ai.arena.estimates import Estimate, Share, estimate, share
from hexdeck.ai.arena.match import Match, Outcome, lineup
from hexdeck.ai.arena.settings import Settings
from hexdeck.core.cards import Seat
from hexdeck.core.game import winners

Measure: TypeAlias = Callable[[Outcome, Seat], float]  # of one game, for one seat


@dataclass(frozen=True, slots=True)
class Duel:
    """One bot alone among others of one kind, and both ways."""

    bot: str
    against: str
    points: Estimate  # over the mean of the others, per game
    points_per_round: Estimate | None  # None where the game has no rounds
    win_share: Share  # a shared win counts its share; an equal would have one part in `players`
    lead: Estimate  # points per game, half from being alone, half from being the field
    lead_per_round: Estimate | None

    @property
    def main_points(self) -> Estimate:
        """Per round where there are rounds."""
        return self.points_per_round or self.points

    @property
    def main_lead(self) -> Estimate:
        return self.lead_per_round or self.lead

    def as_dict(self) -> dict[str, object]:
        parts = ("points", "points_per_round", "win_share", "lead", "lead_per_round")
        estimates = {part: getattr(self, part) for part in parts}
        return {"bot": self.bot, "against": self.against} | {
            part: None if estimate is None else estimate.as_dict() for part, estimate in estimates.items()
        }


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

    def by_deal(measure: Measure) -> list[float]:
        return [_mean_alone(match, bot, other, settings.players, measure) for match in matches]

    def alone(measure: Measure) -> Estimate:
        return estimate(by_deal(measure))

    def both_ways(measure: Measure) -> Estimate:
        return estimate([_lead(match, bot, other, settings.players, measure) for match in matches])

    return Duel(
        bot,
        other,
        points=alone(points_over_others),
        points_per_round=alone(points_over_others_per_round) if has_rounds else None,
        win_share=share(by_deal(share_of_win)),
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
