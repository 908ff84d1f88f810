"""One number for each bot, from all games in a fixed order: OpenSkill's Plackett-Luce."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from hexdeck.ai.arena.match import Lineup, Match, Outcome
from hexdeck.ai.arena.settings import Settings


@dataclass(frozen=True, slots=True)
class Rating:
    bot: str
    mu: float  # 25 for a bot nobody has seen
    sigma: float

    def as_dict(self) -> dict[str, object]:
        return {"bot": self.bot, "mu": round(self.mu, 4), "sigma": round(self.sigma, 4)}


def ratings(settings: Settings, matches: Sequence[Match]) -> list[Rating]:
    """The best first."""
    model = PlackettLuce()
    known = {bot: model.rating() for bot in settings.bots}
    for match in matches:
        for lineup, outcome in match.outcomes.items():
            known |= _rated(model, known, lineup, outcome)
    rated = [Rating(bot, rating.mu, rating.sigma) for bot, rating in known.items()]
    return sorted(rated, key=lambda rating: -rating.mu)


def _rated(
    model: PlackettLuce, known: Mapping[str, PlackettLuceRating], lineup: Lineup, outcome: Outcome
) -> dict[str, PlackettLuceRating]:
    """Every seat is rated for itself; a bot in several seats moves by their mean."""
    teams = [[model.rating(known[bot].mu, known[bot].sigma)] for bot in lineup]
    seats = [team[0] for team in model.rate(teams, scores=[float(score) for score in outcome.scores])]
    return {bot: _mean_of(model, bot, lineup, seats) for bot in dict.fromkeys(lineup)}


def _mean_of(
    model: PlackettLuce, bot: str, lineup: Lineup, seats: Sequence[PlackettLuceRating]
) -> PlackettLuceRating:
    own = [rating for place, rating in zip(lineup, seats, strict=True) if place == bot]
    return model.rating(fmean(rating.mu for rating in own), fmean(rating.sigma for rating in own))
