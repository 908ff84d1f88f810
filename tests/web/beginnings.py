"""How games begin, as the house tells of it: the app's scenes are tested with it.

Run this file to write web/tests/beginnings.json anew.
"""

import json
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from hexdeck.cards import Seat
from hexdeck.chance import SEED_BYTES
from hexdeck.games import GAMES, game_named
from hexdeck.record import Player, new_header
from hexdeck.server.wire import wire
from hexdeck.table import Replay, Table

KEPT: Final = Path(__file__).parents[2] / "web" / "tests" / "beginnings.json"
STEPS: Final = 20  # of each game
SEED: Final = bytes(SEED_BYTES)


def beginnings() -> str:
    """A line for each game, with few and with many players, as the first seat and an onlooker saw it."""
    lines = [
        json.dumps(_told(game, players, seat), separators=(",", ":"))
        for game in GAMES
        for players in (min(game_named(game).players), max(game_named(game).players))
        for seat in (0, None)
    ]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _told(game: str, players: int, seat: Seat | None) -> dict[str, Any]:
    replay, speak = Replay(_played(game, players).record), wire(game)
    steps = [
        {"events": speak.events(replay.events(at, seat)), "view": speak.view(replay.view(at, seat))}
        for at in range(1, min(STEPS, len(replay)) + 1)
    ]
    return {"game": game, "players": players, "steps": msgspec.to_builtins(steps)}


def _played(game: str, players: int) -> Table:
    """A game between people who do anything."""
    people = [Player(f"Player {number}") for number in range(players)]
    table = Table(new_header(game_named(game), people, seed=SEED, secret=True), SEED)
    chance = Random(0)
    table.open()
    while len(table.record.steps) < STEPS and not table.is_over:
        seat = chance.choice(table.to_move())
        table.submit(seat, chance.choice(table.view(seat).actions))
    return table


if __name__ == "__main__":
    KEPT.write_text(beginnings())
