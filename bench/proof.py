"""How far a bot is ahead of another at every table: points and wins, with intervals, over fresh deals.

Run it with: python bench/proof.py net ismcts-1000 --seed 2130 --minutes 20
"""

import argparse
import json
import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from hexdeck.ai.arena.estimates import Share
from hexdeck.ai.arena.match import play_deal
from hexdeck.ai.arena.results import Results
from hexdeck.ai.arena.settings import Settings, new_settings
from hexdeck.ai.arena.statistics import Duel
from hexdeck.ai.arena.store import Store, usual_path
from hexdeck.core.errors import GameError
from hexdeck.core.registry import GAMES, game_named

LEAST = 2  # deals: one alone has no interval
HEADINGS = ("players", "deals", "lead", "wins alone", "the other wins alone", "fair")


@dataclass(frozen=True, slots=True)
class Row:
    """Two bots at one table, each alone among the other."""

    settings: Settings
    deals: int
    duel: Duel
    other: Duel

    def cells(self) -> tuple[str, ...]:
        game, players = game_named(self.settings.game), self.settings.players
        table = f"{game.title}, {players}" if players == game.players[0] else str(players)
        wins = (percent(self.duel.win_share), percent(self.other.win_share))
        return (table, str(self.deals), str(self.duel.main_lead), *wins, f"{1 / players:.1%}")

    def as_dict(self) -> dict[str, Any]:
        return self.settings.as_dict() | {
            "deals": self.deals,
            "lead": self.duel.main_lead.as_dict(),
            "wins": self.duel.win_share.as_dict(),
            "other_wins": self.other.win_share.as_dict(),
        }


def percent(share: Share) -> str:
    ends = "" if share.ends is None else f" ({100 * share.ends[0]:.0f} to {100 * share.ends[1]:.0f})"
    return f"{100 * share.mean:.0f} %{ends}"


def played(settings: Settings, path: Path, seconds: float) -> Row:
    """Deals for so long, after those that are kept in the file."""
    until = time.monotonic() + seconds
    with Store.open(path, settings) as store:
        for deal in (number for number in count() if number not in store.matches):
            if time.monotonic() >= until and len(store.matches) >= LEAST:
                break
            store.add(play_deal(settings, deal))
        results = Results.of(settings, store.first(max(store.matches) + 1))
    bot, other = settings.bots
    return Row(settings, results.deals, results.duels[bot, other], results.duels[other, bot])


def rows(tables: Sequence[Settings], folder: Path | None, minutes: float, workers: int) -> list[Row]:
    """Every table has the same time on one core."""
    seconds = 60 * minutes * min(1.0, workers / len(tables))
    paths = [folder / usual_path(one).name if folder else usual_path(one) for one in tables]
    with ProcessPoolExecutor(workers) as pool:
        playing = [pool.submit(played, *table, seconds) for table in zip(tables, paths, strict=True)]
        for _ in track(
            as_completed(playing), "playing", len(playing), console=Console(stderr=True), transient=True
        ):
            pass
    return [table.result() for table in playing]


def tables_of(given: argparse.Namespace) -> list[Settings]:
    return [
        new_settings(name, (given.bot, given.other), players=players, seed=given.seed)
        for name in given.games
        for players in GAMES[name].players
        if players in given.players
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot")
    parser.add_argument("other", help="what it is held against")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES), metavar="GAME")
    parser.add_argument("--players", nargs="+", type=int, default=range(2, 13), metavar="N")
    parser.add_argument("--seed", type=int, required=True, help="of deals that were used for nothing else")
    parser.add_argument("--minutes", type=float, default=20.0, help="in all (20)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes; one a core")
    parser.add_argument("--folder", type=Path, help="where deals are kept; else in your data folder")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args()
    try:
        tables = tables_of(given)
    except GameError as error:
        parser.error(str(error))
    if not tables:
        parser.error(f"no game is played by {', '.join(map(str, given.players))}: choose of 2 to 12")
    found = rows(tables, given.folder, given.minutes, given.workers)
    if given.json:
        print(json.dumps({"tables": [row.as_dict() for row in found]}))
        return
    lines = [HEADINGS, ["---"] * len(HEADINGS), *(row.cells() for row in found)]
    print(*(f"| {' | '.join(line)} |" for line in lines), sep="\n")


if __name__ == "__main__":
    main()
