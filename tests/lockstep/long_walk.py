"""Law and kernel side by side for a million moves of each game.  Run it with: make lockstep"""

from rich.progress import Progress

from hexdeck.games import GAMES
from lockstep.test_lockstep import FACTS, pairs

MOVES = 1_000_000
FIRST = 10_000  # games below this are CI's


def main() -> None:
    with Progress() as progress:
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
