"""Every game at every player count with every option, and one way to play it through."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

import pytest

from hexdeck.core.cards import Seat
from hexdeck.core.chance import Stream
from hexdeck.core.game import Game
from hexdeck.core.registry import GAMES

FACTS: dict[str, ModuleType] = {name: import_module(f"laws.{name}_facts") for name in GAMES}


@dataclass(frozen=True)
class Case:
    game: Game[Any, Any, Any]
    facts: Any
    players: int
    options: dict[str, int | str]

    def start(self) -> Any:
        return self.game.set_up(self.players, self.options)

    def seats(self) -> list[Seat | None]:
        return [None, *range(self.players)]


CASES = [
    pytest.param(
        Case(game, FACTS[name], players, options),
        id="-".join([name, str(players), *(f"{key}={choice}" for key, choice in options.items())]),
    )
    for name, game in GAMES.items()
    for players in game.players
    for options in FACTS[name].OPTIONS
]


@dataclass(frozen=True)
class Step:
    """A chance outcome (seat None) or an action."""

    seat: Seat | None
    what: Any


def choosers(state: Any, players: int) -> list[Seat]:
    """Every seat that may do something now, in turn or not."""
    return [seat for seat in range(players) if state.legal_actions(seat)]


def random_step(case: Case, state: Any, stream: Stream, rng: Random) -> Step:
    """What comes next: chance, mostly a seat in turn, now and then an interruption."""
    if state.needs is not None:
        return Step(None, stream.supply(state.needs))
    seats = choosers(state, case.players) if rng.random() < 0.1 else list(state.to_move())
    seat = rng.choice(seats)
    return Step(seat, rng.choice(state.legal_actions(seat)))


def take(state: Any, step: Step) -> None:
    if step.seat is None:
        state.resolve(step.what)
    else:
        state.apply(step.seat, step.what)


def random_game(case: Case, number: int) -> Iterator[tuple[Any, Step]]:
    """A game played at random: the state after every step, and the step."""
    rng, stream = Random(number), Stream(number.to_bytes(32, "big"))
    state = case.start()
    while not state.is_over:
        step = random_step(case, state, stream, rng)
        take(state, step)
        yield state, step
