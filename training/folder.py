"""The folder of a training: what it goes on from, what it has measured, and the network that plays."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

from hexdeck.core.file_lock import is_ours
from training.curve_page import LINES, PAGE, measured_lines, write_page
from training.export import exported
from training.recipe import AnyRecipe, RecipeRefused

STATE = "state.pt"  # whatever it goes on from is written before it
NETWORK = "network.safetensors"  # as bots read it: network:FOLDER/network.safetensors
IMITATION = "imitation.pt"  # of search: a rival
SAVE_EVERY = 45.0  # seconds


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """The folder, made if need be, for this process alone; or RecipeRefused."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("a") as file:
        if not is_ours(file.fileno()):
            raise RecipeRefused(
                f"another training is at work in {folder}: wait for it, or name another folder"
            )
        yield


@contextmanager
def fitting(folder: Path) -> Iterator[None]:
    """RecipeRefused where what is read there is broken, or of another game or other layers."""
    try:
        yield
    except (RuntimeError, LookupError, ValueError, TypeError, EOFError, OSError, UnpicklingError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        if "state_dict" in why:  # what PyTorch lists after it are matrices
            why = "its networks have other layers, or are of another game"
        raise RecipeRefused(
            f"{folder} holds no training by this recipe ({why}): name another folder, or the recipe it has"
        ) from error


def save(folder: Path, parts: dict[str, dict[str, Any]]) -> None:
    """Each file whole or not at all, in this order."""
    for name, what in parts.items():
        torch.save(what, folder / f"{name}.new")
        os.replace(folder / f"{name}.new", folder / name)


def save_network(path: Path, game: str, weights: dict[str, torch.Tensor], **origin: int) -> None:
    """As bots read it, with what it comes from: the seed, and how many decisions or lessons."""
    save_bytes(path, exported(game, weights, **origin))


def save_bytes(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    new.write_bytes(data)
    os.replace(new, path)


def add_to_curve(folder: Path, recipe: AnyRecipe, line: dict[str, object]) -> None:
    """A line of what was measured, and the page that shows all of them."""
    with (folder / LINES).open("a", encoding="utf-8") as curve:
        curve.write(json.dumps(line) + "\n")
    write_page(folder, recipe)


def cut_curve(folder: Path, lessons: int) -> None:
    """Forget what was measured after the lesson that a training goes on from, or by one before it."""
    if not (folder / LINES).exists():
        return
    kept = [line for line in measured_lines(folder) if line["lessons"] <= lessons]
    save_bytes(folder / LINES, "".join(json.dumps(line) + "\n" for line in kept).encode())
    if not kept:
        (folder / PAGE).unlink(missing_ok=True)


def told_cost(seconds: float) -> str:
    """How long a training still takes: `about 12 minutes to go`."""
    memory = torch.cuda.max_memory_allocated() / 1e9 if torch.cuda.is_available() else 0.0
    return f"about {seconds / 60:.0f} minutes to go" + (
        f", {memory:.0f} GB of the GPU's memory" if memory else ""
    )
