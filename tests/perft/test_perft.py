"""How many ways there are to go on, counted from fixed positions.

A line of perft.txt: game, players, options; which random game and how many of its steps come first;
then the number of different lines of play one action deep, two, three …
Chance on the way is drawn from the seed of 32 zero bytes.
"""

from pathlib import Path
from typing import Any

import pytest

from hexdeck.core.chance import Stream
from hexdeck.core.registry import GAMES
from laws.games import FACTS, Case, random_game

LINES = [line for line in (Path(__file__).parent / "perft.txt").read_text().splitlines() if line[0] != "#"]


def position(game: str, players: str, options: str, number: str, steps: str) -> Any:
    chosen = dict(pair.split("=") for pair in options.split(",") if pair != "-")
    case = Case(
        GAMES[game],
        FACTS[game],
        int(players),
        {name: int(choice) if choice.isdigit() else choice for name, choice in chosen.items()},
    )
    played = random_game(case, int(number))
    for _ in range(int(steps) - 1):
        next(played)
    return next(played)[0]


def leaves(state: Any, depth: int) -> int:
    while state.needs is not None:
        state.resolve(Stream(bytes(32)).supply(state.needs))
    if depth == 0 or state.is_over:
        return 1
    seat = state.to_move()[0]
    return sum(leaves(_after(state, seat, action), depth - 1) for action in state.legal_actions(seat))


def _after(state: Any, seat: int, action: int) -> Any:
    after = state.copy()
    after.apply(seat, action)
    return after


@pytest.mark.parametrize("line", LINES)
def test_the_tree_has_as_many_leaves_as_ever(line: str) -> None:
    game, players, options, number, steps, *counts = line.split()
    state = position(game, players, options, number, steps)
    assert [leaves(state.copy(), depth) for depth in range(1, len(counts) + 1)] == [
        int(count) for count in counts
    ]
