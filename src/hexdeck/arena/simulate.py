"""Games among bots, one after the other, and what they come to."""

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from hexdeck.arena.tallies import tally_of
from hexdeck.bots import make_bot
from hexdeck.errors import SetupRefused
from hexdeck.game import Choice, Game, Options, winners
from hexdeck.record import Acted, Player, new_header
from hexdeck.table import Table
from hexdeck.table.bot_seats import let_bots_play
from hexdeck.table.record_file import write_whole


@dataclass(slots=True)
class Summary:
    """What the games so far come to."""

    game: str
    players: int
    options: dict[str, Choice]
    bots: list[str]
    seed: int
    games: int = 0
    actions: int = 0
    seconds: float = 0.0
    points: list[int] = field(default_factory=list)  # by seat, over all games
    wins: list[float] = field(default_factory=list)  # by seat; a shared win counts its share
    facts: Counter[str] = field(default_factory=Counter)

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "players": self.players,
            "options": self.options,
            "bots": self.bots,
            "seed": self.seed,
            "games": self.games,
            "actions": self.actions,
            "actions_per_second": round(self.actions / max(self.seconds, 1e-9)),
            "mean_points": [round(points / max(self.games, 1), 3) for points in self.points],
            "win_share": [round(wins / max(self.games, 1), 4) for wins in self.wins],
            "facts": tally_of(self.game).means(self.facts),
        }


def simulate(
    game: Game[Any, Any],
    players: int,
    games: int,
    seed: int,
    *,
    bots: Sequence[str] = ("random",),
    options: Options | None = None,
    records: Path | None = None,
) -> Iterator[Summary]:
    """Play `games` games; the growing summary after each."""
    if games < 1:
        raise SetupRefused(f"{games} games cannot be played: ask for 1 or more")
    if (options or {}).get("dice") == "real":
        raise SetupRefused("bots cannot roll real dice: choose dice=app")
    kinds = _one_per_seat(bots, players)
    game.set_up(players, options)
    summary = Summary(game.name, players, game.complete(options or {}), kinds, seed)
    summary.points, summary.wins = [0] * players, [0.0] * players
    for number in range(games):
        table = _played(game, kinds, game_seed(seed, number), summary)
        if records is not None:
            write_whole(records / f"{game.name}-{players}p-{seed}-{number}.hexdeck", table.record.text())
        yield summary


def game_seed(seed: int, number: int) -> bytes:
    """The seed of game `number`: as good as any, and the same on every machine."""
    return hashlib.sha256(f"{seed}/{number}".encode()).digest()


def play_bots(
    game: Game[Any, Any],
    kinds: Sequence[str],
    seed: bytes,
    options: Options | None = None,
    tell: Callable[[tuple[Any, ...]], None] | None = None,
) -> Table:
    """A game between bots of these kinds, played to its end."""
    players = [Player(f"{kind} {seat}", kind) for seat, kind in enumerate(kinds)]
    table = Table(new_header(game, players, options, seed=seed), seed)
    if tell is not None:
        table.watch(None, tell)
    bots = {
        seat: make_bot(kind, game.name, Random(f"{seed.hex()}/{seat}")) for seat, kind in enumerate(kinds)
    }
    table.open()
    for _seat in let_bots_play(table, bots):
        pass
    return table


def _played(game: Game[Any, Any], kinds: list[str], seed: bytes, summary: Summary) -> Table:
    started = time.perf_counter()
    count = tally_of(game.name).count
    table = play_bots(game, kinds, seed, summary.options, lambda events: count(summary.facts, events))
    summary.seconds += time.perf_counter() - started
    summary.actions += sum(1 for step in table.record.steps if isinstance(step, Acted))
    summary.games += 1
    for seat, score in enumerate(table.scores):
        summary.points[seat] += score
    best = winners(table.scores)
    for seat in best:
        summary.wins[seat] += 1 / len(best)
    return table


def _one_per_seat(bots: Sequence[str], players: int) -> list[str]:
    if len(bots) == 1:
        return list(bots) * players
    if len(bots) != players:
        raise SetupRefused(f"{len(bots)} bots do not fill {players} seats: name one for all, or one for each")
    return list(bots)
