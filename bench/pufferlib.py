"""PufferLib's tripletriad, from the one version that is published compiled.

Nothing of it is changed, but two things keep the wheel from playing.  It lacks the Python half of its
environments, which its packages import: the compiled half is found by its path.  And its function `step` has
a namesake in the C library: unless a module's own names come first, that one is called, and nobody plays.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module, invalidate_caches
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from typing import Any, Final

LOCK: Final = Path(__file__).with_suffix(".lock")
FOLDER: Final = Path(__file__).parents[1] / "build" / "pufferlib"  # apart: it wants a numpy of 2022
INSTALL: Final = ("-m", "pip", "install", "--retries", "1", "--no-deps", "--require-hashes", "--upgrade")
ACTIONS: Final = 15  # nothing, choose one of five cards, lay it on one of nine places
FEATURES: Final = 114
SCREEN: Final = (990, 690, 192, 224)  # never drawn on


class NotInstalled(Exception):
    """There is no PufferLib, and it could not be fetched."""


class TripleTriad:
    """So many games.  Its own class of this name does the same at a step."""

    def __init__(self, games: int, folder: Path = FOLDER) -> None:
        zeros = import_module("numpy").zeros
        self.features = zeros((games, FEATURES), "float32")
        self.actions = zeros(games, "int32")
        self.rewards = zeros(games, "float32")
        self.ends = zeros(games, "uint8")
        arrays = (self.features, self.actions, self.rewards, self.ends)  # the games do not keep them alive
        self._games = compiled(folder).CyTripleTriad(*arrays, games, *SCREEN)
        self._games.reset()

    def step(self, actions: Sequence[int]) -> None:
        self.actions[:] = actions
        self._games.step()
        self._games.log()


def compiled(folder: Path) -> Any:
    """The module in `folder`, which is fetched at the first time."""
    found = installed(folder) or fetched(folder)
    if found is None or found.loader is None:
        raise NotInstalled("missing PufferLib 2.0.2: it needs x86-64 Linux, Python below 3.14, and pip once")
    usual = sys.getdlopenflags()
    sys.setdlopenflags(os.RTLD_NOW | os.RTLD_DEEPBIND)
    module = module_from_spec(found)
    sys.setdlopenflags(usual)
    found.loader.exec_module(module)
    return module


def installed(folder: Path = FOLDER) -> ModuleSpec | None:
    return PathFinder.find_spec("cy_tripletriad", [str(folder / "pufferlib" / "ocean" / "tripletriad")])


def fetched(folder: Path) -> ModuleSpec | None:
    command = [sys.executable, *INSTALL, "--target", str(folder), "--requirement", str(LOCK)]
    subprocess.run(command, check=False, capture_output=True)
    invalidate_caches()
    return installed(folder)
