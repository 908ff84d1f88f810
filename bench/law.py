"""How fast the law plays at random, as a ratio to a plain Python loop in the same run.

Run it with: make bench
"""

import time
from collections.abc import Callable
from random import Random

from rich.console import Console
from rich.progress import track
from rich.table import Table

from hexdeck.core.chance import Stream
from hexdeck.core.game import AnyGame
from hexdeck.core.registry import GAMES

SECONDS = 0.5  # for each figure


def reference_rate() -> float:
    """Steps a second of a loop that chooses from a list and moves an item: what a move costs at least."""
    rng = Random(0)
    hand, pile = list(range(52)), list[int]()

    def step() -> int:
        if not hand:
            hand.extend(sorted(pile))
            pile.clear()
        card = rng.choice(hand)
        hand.remove(card)
        pile.append(card)
        return 1

    return rate(step)


def rate(step: Callable[[], int]) -> float:
    """How many things a second `step` does, best of three."""
    best = 0.0
    for _ in range(3):
        done, started = 0, time.perf_counter()
        while (passed := time.perf_counter() - started) < SECONDS / 3:
            done += step()
        best = max(best, done / passed)
    return best


def random_player(game: AnyGame, players: int) -> Callable[[], int]:
    """A function that plays one whole game at random and says how many actions that took."""
    rng, stream = Random(0), Stream(bytes(32))

    def play() -> int:
        state, actions = game.set_up(players), 0
        while not state.is_over:
            if state.needs is not None:
                state.resolve(stream.supply(state.needs))
                continue
            seat = state.to_move()[0]
            state.apply(seat, rng.choice(state.legal_actions(seat)))
            actions += 1
        return actions

    return play


def main() -> None:
    reference = reference_rate()
    grid = Table(title="The law at random play, one core")
    for heading in ("game", "players", "actions a second", "of the reference loop"):
        grid.add_column(heading, justify="left" if heading == "game" else "right")
    cases = [(game, players) for game in GAMES.values() for players in game.players]
    for game, players in track(cases, description="measuring", transient=True):
        actions = rate(random_player(game, players))
        grid.add_row(game.title, str(players), f"{actions:,.0f}", f"{actions / reference:.3f}")
    console = Console()
    console.print(grid)
    console.print(f"reference loop: {reference:,.0f} steps a second")


if __name__ == "__main__":
    main()
