"""Where a training runs, and what that is too small for."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from training.recipe import AnyRecipe, Recipe, RecipeRefused

MANY = 1e8  # decisions: hours of a processor, seconds of a GPU


def best_device() -> torch.device:
    """The GPU, else the processor.

    Half of its cores learn: at every step threads wait for each other, and beside anything else that runs, as
    many of them as cores are slower than one.
    """
    if torch.cuda.is_available():
        return torch.device("cuda")
    torch.set_num_threads(max(1, len(os.sched_getaffinity(0)) // 2))
    return torch.device("cpu")


def told(device: torch.device) -> str:
    """`NVIDIA H200`, or `the processor`."""
    return torch.cuda.get_device_name() if device.type == "cuda" else "the processor"


def advise(recipe: AnyRecipe, device: torch.device) -> None:
    """Say where a recipe is meant for a GPU and there is none."""
    if device.type == "cpu" and isinstance(recipe, Recipe) and recipe.decisions >= MANY:
        print(
            "this recipe is meant for a GPU, and there is none: "
            f"for processors there is --recipe training/small/{recipe.game}.toml",
            flush=True,
        )


@contextmanager
def enough_memory(recipe: AnyRecipe) -> Iterator[None]:
    """RecipeRefused where what the recipe wants side by side does not fit into memory."""
    try:
        yield
    except (MemoryError, RuntimeError) as error:
        wide = isinstance(error, MemoryError | torch.OutOfMemoryError) or "allocate memory" in str(error)
        if not wide:
            raise
        names = "games, steps or measured_games" if isinstance(recipe, Recipe) else "turns, or a lower first"
        raise RecipeRefused(f"there is not enough memory for this recipe: write fewer {names}") from error
