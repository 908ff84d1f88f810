"""Law and kernel side by side: 1,925 more games for each game and player count than the tests walk, then a
million moves of each game.  Run it with: make lockstep"""

from rich.progress import Progress

from hexdeck.core.registry import GAMES
from lockstep.test_lockstep import FACTS, GAMES_FIRST, TABLES, pairs, walk_games

MOVES = 1_000_000
FIRST = 10_000  # games of the long walk are numbered from here
GAMES_A_TABLE = 2_000  # those of the tests included


def main() -> None:
    with Progress() as progress:
        for name, players in progress.track(TABLES, description="tables"):
            walk_games(name, players, range(GAMES_FIRST, GAMES_A_TABLE))
        for name in FACTS:
            task = progress.add_task(name, total=MOVES)
            tables = [pair for players in GAMES[name].players for pair in pairs(name, players)]
            moves, number = 0, FIRST
            while moves < MOVES:
                walked = tables[number % len(tables)].walk(number)
                moves, number = moves + walked, number + 1
                progress.update(task, advance=walked)
            progress.console.print(f"{name}: {moves} moves in {number - FIRST} games, no difference")


if __name__ == "__main__":
    main()
