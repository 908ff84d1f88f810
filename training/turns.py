"""Games of Voodoo on all processors, in C, as tensors: what was seen after each turn, and what came of it."""

import ctypes
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import torch

from hexdeck.features.voodoo import ATTENTION, LAYOUT
from hexdeck.games.voodoo.actions import SEATS
from training.engine import HERE, EngineFailed, library_of
from training.export import layers_of
from training.recipe import ValueRecipe

T = TypeVar("T")
FEATURE_WORDS = -(-LAYOUT.size // 32)
MOST_TABLES = 8  # as in turns.c
MOST_TURNS = 150
SEED_STEP = 0x9E3779B97F4A7C15


class Ways(ctypes.Structure):
    """As in turns.c."""

    _fields_ = (
        ("tables", ctypes.c_int),
        ("players", ctypes.c_int * MOST_TABLES),
        ("up_to", ctypes.c_float * MOST_TABLES),
        ("policy", ctypes.c_float),
        ("astray", ctypes.c_float),
        ("attentive", ctypes.c_float),
        ("trace", ctypes.c_float),
        ("draws", ctypes.c_int),
        ("lone", ctypes.c_int),
        ("attention", ctypes.c_double * len(ATTENTION)),
    )


@dataclass
class Turns:
    """A row for each turn of a learner."""

    features: torch.Tensor  # words of bits
    targets: torch.Tensor  # chances to win by seat, the learner's own first
    players: torch.Tensor


@dataclass(frozen=True)
class Weights:
    """A network as the library reads it; without layers all play as in playouts."""

    floats: torch.Tensor
    units: list[int]


NO_NETWORK = Weights(torch.zeros(1), [])


@cache
def library() -> ctypes.CDLL:
    found = library_of("turns", ["cc", "-std=gnu11", "-fPIC", "-march=native", str(HERE / "turns.c"), "-lm"])
    found.games.restype = ctypes.c_long
    sizes = (ctypes.c_int * 2)()
    found.sizes(sizes)
    expected = [4 * (FEATURE_WORDS + SEATS + 1), ctypes.sizeof(Ways)]
    if list(sizes) != expected:
        raise EngineFailed(f"rows and ways to play have {expected} bytes here and {list(sizes)} in C")
    found.games(None, None, 0, None, ctypes.c_uint64(0), ctypes.c_long(0), None, None)  # works out the odds
    return found


def weights_of(state: dict[str, torch.Tensor], inputs: int) -> Weights:
    layers = layers_of(state, inputs)
    parts = [part.detach().to("cpu", torch.float32).flatten() for layer in layers for part in layer]
    return Weights(torch.cat(parts), [inputs, *(len(bias) for _, bias in layers)])


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


def played(weights: Weights, ways: Ways, wanted: int, seed: int) -> Turns:
    """At least so many turns, from games on all processors."""
    parts = list(_on_all(lambda share, own: _some(weights, ways, share, own), wanted, seed))
    return Turns(*(torch.cat(part) for part in zip(*parts, strict=True)))


def wins(weights: Weights, ways: Ways, games: int, seed: int) -> dict[int, tuple[float, int]]:
    """By players: the share of its games that a lone planner wins, and how many it has played."""
    found = torch.zeros(2 * (SEATS + 1))
    for part in _on_all(lambda share, own: _wins(weights, ways, share, own), games, seed):
        found += part
    return {
        players: (float(found[2 * players] / count), count)
        for players in range(SEATS + 1)
        if (count := int(found[2 * players + 1]))
    }


def _on_all(work: Callable[[int, int], T], wanted: int, seed: int) -> Iterator[T]:
    threads = len(os.sched_getaffinity(0))
    seeds = [(seed + at * SEED_STEP) % 2**64 for at in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(work, [-(-wanted // threads)] * threads, seeds)


def _call(weights: Weights, ways: Ways, seed: int, wanted: int, rows: int | None, found: int | None) -> int:
    units = (ctypes.c_int * max(1, len(weights.units)))(*weights.units)
    return library().games(
        ctypes.c_void_p(weights.floats.data_ptr()),
        units,
        len(weights.units),
        ctypes.byref(ways),
        ctypes.c_uint64(seed),
        ctypes.c_long(wanted),
        ctypes.c_void_p(rows),
        ctypes.c_void_p(found),
    )


def _some(weights: Weights, ways: Ways, wanted: int, seed: int) -> tuple[torch.Tensor, ...]:
    rows = torch.empty(wanted + MOST_TURNS, FEATURE_WORDS + SEATS + 1, dtype=torch.int32)
    count = _call(weights, ways, seed, wanted, rows.data_ptr(), None)
    rows = rows[:count]
    targets = rows[:, FEATURE_WORDS : FEATURE_WORDS + SEATS].contiguous().view(torch.float32)
    return rows[:, :FEATURE_WORDS].clone(), targets, rows[:, -1].clone()


def _wins(weights: Weights, ways: Ways, games: int, seed: int) -> torch.Tensor:
    found = torch.zeros(2 * (SEATS + 1))
    _call(weights, ways, seed, games, None, found.data_ptr())
    return found
