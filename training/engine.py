"""The engine's tables as tensors: compiled for one game by nvcc, or by a C compiler for the processor."""

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import torch

from hexdeck.core.errors import SetupRefused
from training.recipe import MOST_KINDS, Recipe, numbers

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "src" / "hexdeck"
HEADERS = (PACKAGE / "kernel" / "c", PACKAGE / "games")
WHOLE = 65_536  # shares are parts of it
MOST_TABLE_OPTIONS = 4  # as in engine.h
LEARNER, HOT, ELDER, POLICY, ANYTHING = range(5)
GAME_OVER, ROUND_OVER = 1, 2  # bits of `over`
NO_SEAT = -1000  # in `finals`, beyond the seats of a table


class EngineFailed(SetupRefused):
    """It cannot be compiled, or a step failed."""


class Plan(ctypes.Structure):
    """As in engine.h."""

    _fields_ = (
        ("setups", ctypes.c_int),
        ("players", ctypes.c_int * MOST_KINDS),
        ("options", ctypes.c_int * MOST_TABLE_OPTIONS * MOST_KINDS),
        ("up_to", ctypes.c_uint32 * MOST_KINDS),
        ("brains", ctypes.c_int * 5),
        ("elder_tables", ctypes.c_int),
        ("elder_seats", ctypes.c_int),
        ("lone", ctypes.c_int),
        ("style", ctypes.c_int),
        ("win_scale", ctypes.c_float),
        ("win_spread", ctypes.c_float),
    )


class Buffers(ctypes.Structure):
    """As in engine.cu."""

    _fields_ = tuple(
        (name, ctypes.c_void_p)
        for name in ("features", "unseen", "mask", "rewards", "seats", "brains", "over", "finals")
    )


@dataclass(frozen=True)
class Sizes:
    """Of a game and its features, as the engine has them."""

    game: int
    features: int
    feature_words: int
    unseen: int
    unseen_words: int
    choices: int
    choice_words: int
    seats: int
    options: int
    plan: int


def plan_of(recipe: Recipe, *, lone: int = -1, style: int = -1) -> Plan:
    """Who sits where; with `lone`, one learner among that brain at every table."""
    plan = Plan(setups=len(recipe.tables), lone=lone, style=style)
    plan.win_scale, plan.win_spread = recipe.win_scale, recipe.win_spread
    total, so_far = sum(tables.weight for tables in recipe.tables), 0.0
    for at, tables in enumerate(recipe.tables):
        so_far += tables.weight
        plan.players[at] = tables.players
        plan.up_to[at] = min(0xFFFFFFFF, int(so_far / total * 2**32))
        for place, option in enumerate(numbers(recipe.game, tables.options)):
            plan.options[at][place] = option
    shares = {HOT: recipe.hot, POLICY: recipe.policy, ANYTHING: recipe.anything}
    for brain, share in shares.items():
        plan.brains[brain] = round(share * WHOLE)
    plan.brains[LEARNER] = WHOLE - sum(plan.brains)
    plan.elder_tables = round(recipe.elder_tables * WHOLE)
    plan.elder_seats = round(recipe.elder_seats * WHOLE)
    return plan


@cache
def compiled(game: str, device: torch.device) -> ctypes.CDLL:
    """The engine of a game as a library, or one of the small ones beside this file; it keeps no state."""
    source = [f"-I{HERE}", f'-DTRAINING="{game}/kernel/training.h"', str(HERE / "engine.cu")]
    if device.type == "cuda":
        return library_of(game, ["nvcc", "-arch=native", "-Xcompiler", "-fPIC", *source])
    return library_of(game, ["cc", "-std=gnu11", "-fPIC", "-x", "c", *source, "-lm"])


def library_of(name: str, command: list[str]) -> ctypes.CDLL:
    """What a compiler makes of the kernel's headers and the source that is named last."""
    if shutil.which(command[0]) is None:
        raise EngineFailed(f"there is no {command[0]} to compile the engine with")
    with tempfile.TemporaryDirectory(prefix="hexdeck-engine-") as folder:  # once it is loaded nobody needs it
        library = f"{folder}/{name}.so"
        compiler, *rest = command
        command = [compiler, "-O3", "-shared", *(f"-I{folder}" for folder in HEADERS)]
        command += ["-o", library, *rest]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise EngineFailed(f"{name} does not compile: {done.stderr.strip()}")
        return ctypes.CDLL(library)


def sizes_of(library: ctypes.CDLL) -> Sizes:
    found = (ctypes.c_int * 10)()
    library.sizes(found)
    sizes = Sizes(*found)
    if sizes.plan != ctypes.sizeof(Plan):
        raise EngineFailed(f"a plan has {ctypes.sizeof(Plan)} bytes here and {sizes.plan} in the engine")
    return sizes


class Engine:
    """Tables side by side; after `first` and each `next` every one of them waits for a network's choice."""

    def __init__(self, library: ctypes.CDLL, plan: Plan, games: int, device: torch.device) -> None:
        self.sizes = sizes_of(library)
        self.games = games
        self._library = library
        self._device = device

        def block(width: int, kind: torch.dtype) -> torch.Tensor:
            return torch.zeros((games, width) if width else games, dtype=kind, device=device)

        self._games = block(self.sizes.game, torch.uint8)
        self._plan = torch.frombuffer(bytearray(bytes(plan)), dtype=torch.uint8).to(device)
        self.features = block(self.sizes.feature_words, torch.int32)
        self.unseen = block(self.sizes.unseen_words, torch.int32)
        self.mask = block(self.sizes.choice_words, torch.int32)
        self.rewards = block(self.sizes.seats, torch.float32)
        self.seats = block(0, torch.int8)
        self.brains = block(0, torch.int8)
        self.over = block(0, torch.int8)
        self.finals = block(self.sizes.seats, torch.int16)
        blocks = (self.features, self.unseen, self.mask, self.rewards)
        ends = (self.seats, self.brains, self.over, self.finals)
        self._buffers = Buffers(*(each.data_ptr() for each in (*blocks, *ends)))

    def first(self, seed: int) -> None:
        """Begin a game at every table."""
        self._call(self._library.first, ctypes.c_uint64(seed))

    def next(self, choices: torch.Tensor) -> None:
        """Play what was chosen at every table, and go on to the next choice."""
        assert choices.dtype == torch.int64, "the engine reads whole numbers of eight bytes"
        self._call(self._library.next, ctypes.c_void_p(choices.contiguous().data_ptr()))

    def _call(self, function: Callable[..., int], argument: object) -> None:
        on_gpu = self._device.type == "cuda"
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream if on_gpu else 0)
        games, plan = ctypes.c_void_p(self._games.data_ptr()), ctypes.c_void_p(self._plan.data_ptr())
        failed = function(
            games, plan, argument, ctypes.byref(self._buffers), ctypes.c_long(self.games), stream
        )
        if failed:
            raise EngineFailed(f"a step of the engine failed with CUDA's error {failed}")
