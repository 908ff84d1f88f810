"""One challenger in a field of others, in every seat in turn over the same deals."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hexdeck.arena.simulate import game_seed, play_bots
from hexdeck.game import Game, Options, winners


@dataclass(slots=True)
class Challenge:
    """How a challenger has done so far."""

    players: int
    games: int = 0
    wins: float = 0.0  # a shared win counts its share
    points: float = 0.0  # over the mean of the others, summed

    @property
    def win_share(self) -> float:
        return self.wins / self.games

    @property
    def times_fair(self) -> float:
        """The win share against what an equal player would have."""
        return self.win_share * self.players

    @property
    def mean_points(self) -> float:
        return self.points / self.games


def challenge(
    game: Game[Any, Any],
    challenger: str,
    field: str,
    *,
    players: int,
    deals: int,
    seed: int = 0,
    options: Options | None = None,
) -> Iterator[Challenge]:
    """The growing result after each game; every deal is played once from each seat."""
    result = Challenge(players)
    for deal in range(deals):
        for seat in range(players):
            kinds = [challenger if other == seat else field for other in range(players)]
            table = play_bots(game, kinds, game_seed(seed, deal), options)
            best = winners(table.scores)
            result.games += 1
            result.wins += (seat in best) / len(best)
            result.points += table.scores[seat] - (sum(table.scores) - table.scores[seat]) / (players - 1)
            yield result
