"""Whole games as text, with all that every seat saw: a change of behaviour is a diff a person can read.

Run this file (make golden) to write the games anew, then read the diff.
"""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

from golden.stories import STORIES, stories
from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.bot_seats import let_bots_play
from hexdeck.core.record import Player, new_header
from hexdeck.core.registry import GAMES
from hexdeck.core.replay import Replay
from hexdeck.core.table import Table

HERE = Path(__file__).parent
PLAYED: dict[str, tuple[int, dict[str, int | str]]] = {
    "voodoo_prince": (3, {"rounds": 1}),
    "vampire_queen": (3, {"phases": 1}),
    "skull_queen": (2, {}),
    "voodoo": (3, {}),
}
LONG = 120  # characters of a field's value that are shown


def golden(game: str) -> str:
    """The game as text: each step, what each seat heard, what changed in its view."""
    players, options = PLAYED[game]
    replay = Replay(_played(game, players, options).record)
    lines = [replay.record.header.text()]
    for position in range(1, len(replay) + 1):
        lines.append(replay.step_name(position))
        for seat in (None, *range(players)):
            lines += _news(replay, position, seat)
    return "\n".join(lines) + "\n"


def _played(game: str, players: int, options: dict[str, int | str]) -> Table:
    seats = [Player(f"seat {seat}", "heuristic") for seat in range(players)]
    table = Table(new_header(GAMES[game], seats, options, seed=bytes(32)), bytes(32))
    bots = {seat: make_bot("heuristic", game, Random(seat)) for seat in range(players)}
    table.open()
    for _seat in let_bots_play(table, bots):
        pass
    return table


def _news(replay: Replay, position: int, seat: int | None) -> Iterator[str]:
    """What only this seat heard, and what changed for it; the spectator stands for all."""
    who = "all" if seat is None else str(seat)
    common = replay.events(position, None)
    for event in replay.events(position, seat):
        if seat is None or event not in common:
            yield f"    {who} hears {event}"[:400]
    before, after = replay.view(position - 1, seat), replay.view(position, seat)
    shared = _changes(replay.view(position - 1, None), replay.view(position, None))
    for name, value in _changes(before, after).items():
        if seat is None or shared.get(name) != value:
            yield f"    {who} sees {name} = {_short(value)}"


def _changes(before: Any, after: Any) -> dict[str, Any]:
    names = [field.name for field in fields(after)]
    return {name: getattr(after, name) for name in names if getattr(after, name) != getattr(before, name)}


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONG else f"{text[:LONG]}… ({len(text)} characters)"


if __name__ == "__main__":
    for name in PLAYED:
        (HERE / f"{name}.txt").write_text(golden(name))
    STORIES.write_text(stories())
