"""All that an arena has found out, for tables, programs and reports."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from hexdeck.ai.arena.match import Match, play_deal
from hexdeck.ai.arena.ratings import Rating, ratings
from hexdeck.ai.arena.seeds import SeedRun, new_secret
from hexdeck.ai.arena.settings import Settings
from hexdeck.ai.arena.statistics import Duel, duels
from hexdeck.ai.external_bots.faults import Faults, summed
from hexdeck.core.registry import game_named


@dataclass(frozen=True, slots=True)
class Results:
    settings: Settings
    deals: int
    games: int
    duels: dict[tuple[str, str], Duel]  # by the bot that is alone and the bots around it
    ratings: list[Rating]  # the best first
    faults: tuple[Faults, ...] = ()  # turns that bots of one's own have lost
    seeds: tuple[SeedRun, ...] = ()  # of the runs that drew a secret one

    @classmethod
    def of(cls, settings: Settings, matches: Sequence[Match], seeds: tuple[SeedRun, ...] = ()) -> Self:
        games = sum(len(match.outcomes) for match in matches)
        found = {(duel.bot, duel.against): duel for duel in duels(settings, matches)}
        outcomes = (outcome for match in matches for outcome in match.outcomes.values())
        faults = summed(one for outcome in outcomes for one in outcome.faults)
        return cls(settings, len(matches), games, found, ratings(settings, matches), faults, seeds)

    @property
    def unit(self) -> str:
        """What points are counted over: a round, in the game's own word, or a game."""
        per_round = all(duel.points_per_round is not None for duel in self.duels.values())
        return game_named(self.settings.game).round_word if per_round else "game"

    @property
    def fair_share(self) -> float:
        """The win share of an equal."""
        return 1 / self.settings.players

    def as_dict(self) -> dict[str, object]:
        return self.settings.as_dict() | {
            "deals": self.deals,
            "games": self.games,
            "seeds": [one.as_dict() for one in self.seeds],
            "unit": self.unit,
            "fair_share": round(self.fair_share, 6),
            "pairs": [duel.as_dict() for duel in self.duels.values()],
            "ratings": [rating.as_dict() for rating in self.ratings],
            "faults": [one.as_dict() for one in self.faults],
        }


def measure(settings: Settings, deals: int) -> Results:
    """All deals in this process, nothing kept: for benchmarks and tests."""
    if settings.seed is None:
        settings = replace(settings, seed=new_secret())
    return Results.of(settings, [play_deal(settings, deal) for deal in range(deals)])
