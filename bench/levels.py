"""How clearly each level beats the one below, and how long its answers take, by the arena's measure.

Run it with: make levels
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from hexdeck.ai.arena.estimates import Estimate
from hexdeck.ai.arena.results import measure
from hexdeck.ai.arena.settings import new_settings
from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.levels import LEVELS
from hexdeck.core.chance import Stream
from hexdeck.core.game import AnyGame
from hexdeck.core.registry import GAMES

ANSWERS = 24  # that are timed: the first of a round look furthest ahead


@dataclass(frozen=True, slots=True)
class Row:
    """A level at one table."""

    game: AnyGame
    players: int
    level: str
    below: str | None
    lead: Estimate | None  # points over the level below, half from being alone, half from being the field
    wins: Estimate | None  # its share of the matches, alone among those of the level below
    answers: list[float]  # seconds, by processor time

    def cells(self) -> tuple[str, ...]:
        times = [
            f"{1000 * seconds:.0f}" for seconds in (sum(self.answers) / len(self.answers), max(self.answers))
        ]
        verdict = "" if self.lead is None else "yes" if self.lead.is_clear and self.lead.mean > 0 else "NO"
        wins = "" if self.wins is None else f"{self.wins.mean:.0%} of {1 / self.players:.0%}"
        return (self.game.title, str(self.players), self.level, str(self.lead or ""), verdict, wins, *times)

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "players": self.players,
            "level": self.level,
            "below": self.below,
            "lead": self.lead and self.lead.as_dict(),
            "wins": self.wins and self.wins.as_dict(),
            "mean_answer_ms": round(1000 * sum(self.answers) / len(self.answers), 2),
            "slowest_answer_ms": round(1000 * max(self.answers), 2),
        }


def row_of(game: AnyGame, players: int, level: str, below: str | None, deals: int, seed: int) -> Row:
    """In whole matches: a single round is the last one, where search plays for the win and not for points."""
    lead = wins = None
    if below is not None:
        settings = new_settings(game.name, (level, below), players=players, seed=seed)
        duel = measure(settings, deals).duels[level, below]
        lead, wins = duel.main_lead, duel.win_share
    return Row(game, players, level, below, lead, wins, answer_times(game, players, level))


def answer_times(game: AnyGame, players: int, level: str) -> list[float]:
    bot, times = make_bot(level, game.name, Random(0)), list[float]()
    for view in openings(game, players):
        started = time.process_time()
        bot.choose(view)
        times.append(time.process_time() - started)
        if len(times) == ANSWERS:
            break
    return times


def openings(game: AnyGame, players: int) -> Iterator[Any]:
    """The first views with a choice of one game after the other, played at random."""
    stream, rng = Stream(bytes(32)), Random(0)
    while True:
        state, seen = game.set_up(players), 0
        while not state.is_over and seen < ANSWERS // 3:
            if state.needs is not None:
                state.resolve(stream.supply(state.needs))
                continue
            seat = state.to_move()[0]
            view = game.view(state, seat)
            if len(view.actions) > 1:
                seen += 1
                yield view
            state.apply(seat, rng.choice(view.actions))


def rows(games: Sequence[str], counts: Sequence[int], deals: int, seed: int) -> Iterator[Row]:
    cases = [
        (GAMES[name], players, level, below)
        for name in games
        for players in GAMES[name].players
        if players in counts
        for below, level in pairwise((None, *LEVELS))
    ]
    for game, players, level, below in track(
        cases, description="playing", console=Console(stderr=True), transient=True
    ):
        assert level is not None
        yield row_of(game, players, level, below, deals, seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES), metavar="GAME")
    parser.add_argument("--players", nargs="+", type=int, default=range(2, 13), metavar="N")
    parser.add_argument(
        "--deals", type=int, default=20, metavar="K", help="for each pair of levels and table"
    )
    parser.add_argument("--seed", type=int, default=0, help="other deals")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args()
    measured = list(rows(given.games, given.players, given.deals, given.seed))
    if given.json:
        told = [row.as_dict() for row in measured]
        print(json.dumps({"deals": given.deals, "seed": given.seed, "levels": told}))
        return
    grid = Table(title=f"Each level over the one below, {given.deals} deals, points per round or game")
    for heading in ("game", "players", "level", "lead", "clear", "wins alone", "mean ms", "slowest ms"):
        grid.add_column(heading, justify="left" if heading in ("game", "level") else "right")
    for row in measured:
        grid.add_row(*row.cells())
    Console().print(grid)


if __name__ == "__main__":
    main()
