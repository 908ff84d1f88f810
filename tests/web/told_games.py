"""Whole games as the house tells them to every seat and to an onlooker: the app's scenes are held to them."""

import json
from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.bot import Bot
from hexdeck.core.chance import SEED_BYTES
from hexdeck.core.record import Player, new_header
from hexdeck.core.registry import game_named
from hexdeck.core.replay import Replay
from hexdeck.core.table import Table
from hexdeck.text.wire import wire


class Told(NamedTuple):
    game: str
    players: int
    options: Mapping[str, int | str] = MappingProxyType({})


GAMES: Final = (
    Told("voodoo_prince", 2),
    Told("voodoo_prince", 3, {"variant": "marshmallow"}),
    Told("voodoo_prince", 5, {"rounds": 2}),
    Told("vampire_queen", 3, {"phases": 3}),
    Told("vampire_queen", 12, {"phases": 1}),
    Told("skull_queen", 2),
    Told("skull_queen", 3),
    Told("skull_queen", 6),
    Told("voodoo", 3),
    Told("voodoo", 4, {"mode": "table"}),
    Told("voodoo", 6),
)
WHIMS: Final = 0.2  # how often somebody does anything instead of something sensible


def told(one: Told) -> Iterator[str]:
    """A line of JSON for every seat and one for an onlooker: after each step what was heard, and the view."""
    replay, speak = Replay(_played(one).record), wire(one.game)
    for seat in (*range(one.players), None):
        steps = [
            {"events": speak.events(replay.events(at, seat)), "view": speak.view(replay.view(at, seat))}
            for at in range(1, len(replay) + 1)
        ]
        about: dict[str, Any] = {"game": one.game, "players": one.players, "seat": seat, "steps": steps}
        yield json.dumps(msgspec.to_builtins(about), separators=(",", ":"))


def _played(one: Told) -> Table:
    """A game between players who are sensible most of the time, so that it ends, and much happens in it."""
    seed = bytes([one.players] * SEED_BYTES)
    people = [Player(f"Player {number}") for number in range(one.players)]
    table = Table(new_header(game_named(one.game), people, one.options, seed=seed), seed)
    bots = [make_bot("heuristic", one.game, Random(seat)) for seat in range(one.players)]
    chance = Random(0)
    table.open()
    while not table.is_over:
        _act(table, bots, chance)
    return table


def _act(table: Table, bots: list[Bot], chance: Random) -> None:
    to_move = table.to_move()
    for seat, bot in enumerate(bots):
        if seat not in to_move and table.may_act(seat):
            interruption = bot.interrupt(table.view(seat))
            if interruption is not None:
                return table.submit(seat, interruption)
    seat = chance.choice(to_move)
    view = table.view(seat)
    return table.submit(
        seat, chance.choice(view.actions) if chance.random() < WHIMS else bots[seat].choose(view)
    )
