"""Games of Voodoo on all processors, in C, as tensors: what was seen after each turn, and what came of it."""

import ctypes
import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import torch

from hexdeck.games.voodoo.ai.features import ATTENTION, LAYOUT
from hexdeck.games.voodoo.law.actions import SEATS
from training.engine import HERE, EngineFailed, library_of
from training.export import layers_of
from training.recipe import MOST_KINDS_OF_VALUES, ValueRecipe
from training.rollout import Lead

T = TypeVar("T")
FEATURE_WORDS = -(-LAYOUT.size // 32)
MOST_TURNS = 150  # as in turns.c
COUNTED = 4  # numbers that are counted for each number of players: games, wins, points and their squares


class Ways(ctypes.Structure):
    """As in turns.c."""

    _fields_ = (
        ("tables", ctypes.c_int),
        ("players", ctypes.c_int * MOST_KINDS_OF_VALUES),
        ("up_to", ctypes.c_float * MOST_KINDS_OF_VALUES),
        ("policy", ctypes.c_float),
        ("astray", ctypes.c_float),
        ("attentive", ctypes.c_float),
        ("trace", ctypes.c_float),
        ("draws", ctypes.c_int),
        ("lone", ctypes.c_int),
        ("attention", ctypes.c_double * len(ATTENTION)),
    )


class Given(ctypes.Structure):
    """As in turns.c."""

    _fields_ = (
        ("weights", ctypes.c_void_p),
        ("units", ctypes.POINTER(ctypes.c_int)),
        ("layers", ctypes.c_int),
    )


@dataclass
class Turns:
    """A row for each turn of a learner."""

    features: torch.Tensor  # words of bits
    targets: torch.Tensor  # chances to win by seat, the learner's own first
    players: torch.Tensor


@dataclass(frozen=True)
class FlatNetwork:
    """A network as the library reads it; without layers all play as in playouts."""

    floats: torch.Tensor
    units: list[int]

    @property
    def given(self) -> Given:
        units = (ctypes.c_int * max(1, len(self.units)))(*self.units)
        return Given(self.floats.data_ptr(), units, len(self.units))


NO_NETWORK = FlatNetwork(torch.zeros(1), [])


@cache
def library() -> ctypes.CDLL:
    found = library_of("turns", ["cc", "-std=gnu11", "-fPIC", "-march=native", str(HERE / "turns.c"), "-lm"])
    found.games.restype = ctypes.c_long
    sizes = (ctypes.c_int * 3)()
    found.sizes(sizes)
    expected = [4 * (FEATURE_WORDS + SEATS + 1), ctypes.sizeof(Ways), 4 * COUNTED]
    if list(sizes) != expected:
        raise EngineFailed(f"rows, ways to play and counts have {expected} bytes here, {list(sizes)} in C")
    found.prepare()
    return found


def flat(state: dict[str, torch.Tensor], inputs: int) -> FlatNetwork:
    layers = layers_of(state, inputs)
    parts = [part.detach().to("cpu", torch.float32).flatten() for layer in layers for part in layer]
    return FlatNetwork(torch.cat(parts), [inputs, *(len(bias) for _, bias in layers)])


def ways_of(recipe: ValueRecipe, *, lone: bool = False) -> Ways:
    ways = Ways(
        tables=len(recipe.tables),
        policy=recipe.policy,
        astray=recipe.astray,
        attentive=recipe.attentive,
        trace=recipe.trace,
        draws=recipe.draws,
        lone=lone,
    )
    total, so_far = sum(tables.weight for tables in recipe.tables), 0.0
    for at, tables in enumerate(recipe.tables):
        so_far += tables.weight
        ways.players[at], ways.up_to[at] = tables.players, so_far / total
    ways.attention[:] = ATTENTION
    return ways


@dataclass(frozen=True)
class Games:
    """Games that can be played: by whom, how, and with what luck."""

    network: FlatNetwork
    ways: Ways
    seed: int
    rivals: FlatNetwork = NO_NETWORK  # of a lone planner

    def play(self, thread: int, wanted: int, *, rows: int | None = None, found: int | None = None) -> int:
        """So many turns into `rows`, or so many games counted in `found`."""
        return library().games(
            ctypes.byref(self.network.given),
            ctypes.byref(self.rivals.given),
            ctypes.byref(self.ways),
            ctypes.c_uint64(self.seed),
            ctypes.c_int(thread),
            ctypes.c_long(wanted),
            ctypes.c_void_p(rows),
            ctypes.c_void_p(found),
        )


def played(games: Games, wanted: int) -> Turns:
    """At least so many turns, from games on all processors."""
    parts = list(_on_all(lambda thread, share: rows_of(games, thread, share), wanted))
    return Turns(*(torch.cat(part) for part in zip(*parts, strict=True)))


def leads(games: Games, count: int) -> list[Lead]:
    """By players, how a lone planner does in so many games on all processors."""
    found = sum(_on_all(lambda thread, share: _counted(games, thread, share), count), _nothing())
    return [_lead(players, *row) for players, row in enumerate(found.tolist()) if row[0] > 1]


def _lead(players: int, games: float, wins: float, points: float, squares: float) -> Lead:
    mean = points / games
    spread = math.sqrt(max(0.0, squares / games - mean**2) / (games - 1))
    return Lead(players, int(games), mean, 1.96 * spread, wins / games)


def _on_all(work: Callable[[int, int], T], wanted: int) -> Iterator[T]:
    """What each thread makes of its share; it is told which one it is."""
    threads = len(os.sched_getaffinity(0))
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(work, range(threads), [-(-wanted // threads)] * threads)


def rows_of(games: Games, thread: int, wanted: int) -> tuple[torch.Tensor, ...]:
    """What one thread has seen: the fields of `Turns`."""
    rows = torch.empty(wanted + MOST_TURNS, FEATURE_WORDS + SEATS + 1, dtype=torch.int32)
    rows = rows[: games.play(thread, wanted, rows=rows.data_ptr())]
    targets = rows[:, FEATURE_WORDS : FEATURE_WORDS + SEATS].contiguous().view(torch.float32)
    return rows[:, :FEATURE_WORDS].clone(), targets, rows[:, -1].clone()


def _counted(games: Games, thread: int, count: int) -> torch.Tensor:
    found = _nothing()
    games.play(thread, count, found=found.data_ptr())
    return found


def _nothing() -> torch.Tensor:
    return torch.zeros(SEATS + 1, COUNTED)
