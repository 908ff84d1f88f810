"""How clearly each heuristic beats random play, at every player count.

One heuristic among random bots, in every seat in turn over the same deals.
Run it with: make strength
"""

import argparse

from rich.console import Console
from rich.progress import track
from rich.table import Table

from hexdeck.arena.challenge import challenge
from hexdeck.games import GAMES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20, help="deals for each game and player count")
    deals = parser.parse_args().deals
    grid = Table(title=f"The heuristic among random bots, {deals} deals from every seat")
    for heading in ("game", "players", "games", "win share", "times fair", "points over the others"):
        grid.add_column(heading, justify="left" if heading == "game" else "right")
    cases = [(game, players) for game in GAMES.values() for players in game.players]
    for game, players in track(cases, description="playing", transient=True):
        *_, result = challenge(game, "heuristic", "random", players=players, deals=deals)
        figures = (f"{result.win_share:.3f}", f"{result.times_fair:.2f}", f"{result.mean_points:+.1f}")
        grid.add_row(game.title, str(players), str(result.games), *figures)
    Console().print(grid)


if __name__ == "__main__":
    main()
