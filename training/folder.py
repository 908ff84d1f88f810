"""The folder of a training: what it goes on from, what it has measured, and the network that plays."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

from training.curve_page import LINES, write_page
from training.export import exported
from training.recipe import RecipeRefused

NETWORK = "network.safetensors"  # as bots read it: network:FOLDER/network.safetensors
SAVE_EVERY = 45.0  # seconds


@contextmanager
def fitting(folder: Path) -> Iterator[None]:
    """RecipeRefused where what is read there is broken, or of another game or other layers."""
    try:
        yield
    except (RuntimeError, LookupError, ValueError, TypeError, EOFError, OSError, UnpicklingError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise RecipeRefused(
            f"{folder} holds no training by this recipe ({why}): name another folder, or the recipe it has"
        ) from error


def save(folder: Path, parts: dict[str, dict[str, Any]]) -> None:
    """Each file whole or not at all, in this order."""
    for name, what in parts.items():
        torch.save(what, folder / f"{name}.new")
        os.replace(folder / f"{name}.new", folder / name)


def save_network(folder: Path, game: str, weights: dict[str, torch.Tensor], name: str = NETWORK) -> None:
    """As bots read it."""
    save_bytes(folder / name, exported(game, weights))


def save_bytes(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    new.write_bytes(data)
    os.replace(new, path)


def add_to_curve(folder: Path, game: str, line: dict[str, object]) -> None:
    """A line of what was measured, and the page that shows all of them."""
    with (folder / LINES).open("a", encoding="utf-8") as curve:
        curve.write(json.dumps(line) + "\n")
    write_page(folder, game)


def cut_curve(folder: Path, lessons: int) -> None:
    """Forget what was measured after the lesson that a training goes on from."""
    path = folder / LINES
    if path.exists():
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if json.loads(line)["lessons"] <= lessons]
        path.write_text("".join(kept), encoding="utf-8")


def told_cost(done: float, seconds: float, wanted: float) -> str:
    """How long the rest takes, if so much took so many seconds: `about 12 minutes to go`."""
    left = (wanted - done) * seconds / done
    memory = torch.cuda.max_memory_allocated() / 1e9 if torch.cuda.is_available() else 0.0
    return f"about {left / 60:.0f} minutes to go" + (
        f", {memory:.0f} GB of the GPU's memory" if memory else ""
    )
