"""How clearly each heuristic beats random play, at every player count, by the arena's measure.

Run it with: make strength
"""

import argparse

from rich.console import Console
from rich.progress import track
from rich.table import Table

from hexdeck.ai.arena.results import measure
from hexdeck.ai.arena.settings import new_settings
from hexdeck.core.registry import GAMES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20, help="deals for each game and player count")
    deals = parser.parse_args().deals
    grid = Table(title=f"The heuristic alone among random bots, {deals} deals from every seat")
    for heading in ("game", "players", "win share", "times fair", "points over the others"):
        grid.add_column(heading, justify="left" if heading == "game" else "right")
    cases = [(game, players) for game in GAMES.values() for players in game.players]
    for game, players in track(cases, description="playing", transient=True):
        settings = new_settings(game.name, ("heuristic", "random"), players=players)
        duel = measure(settings, deals).duels["heuristic", "random"]
        share = duel.win_share.mean
        grid.add_row(
            game.title, str(players), f"{share:.3f}", f"{share * players:.2f}", str(duel.main_points)
        )
    Console().print(grid)


if __name__ == "__main__":
    main()
