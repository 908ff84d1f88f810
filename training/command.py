"""`hexdeck train`: an imitation of search first, then lessons, then the weights where bots look for them."""

import os
import shutil
from pathlib import Path

import torch

from hexdeck.bots.weights import FOLDER, Weights, read_weights
from training.device import best_device
from training.folder import NETWORK
from training.imitation import imitated, recorded
from training.recipe import Recipe, RecipeRefused, ValueRecipe, of, seconds_of
from training.train import Training
from training.values import ValueTraining


def run(
    game: str,
    *,
    folder: Path,
    minutes: float,
    recipe: Path | None,
    imitate: int,
    keep: bool,
    first: Path | None = None,
) -> None:
    """Train for so long, going on from what lies in the folder; a new training may begin with a network."""
    seconds, followed = seconds_of(minutes), of(game, recipe)
    if imitate < 0:
        raise RecipeRefused(f"{imitate} choices of search cannot be imitated: give more than 0, like 60000")
    if keep and isinstance(followed, Recipe) and followed.engine:
        raise RecipeRefused("no bot plays with so small a deck: leave out --keep")
    device = best_device()
    folder.mkdir(parents=True, exist_ok=True)
    weights = None if first is None else read_weights(first, game)
    training = _training(followed, folder, imitate, device, weights)
    where = torch.cuda.get_device_name() if device.type == "cuda" else "the processor"
    print(f"{followed.extent} on {where}, {minutes:g} minutes of them now", flush=True)
    training.begin()
    try:
        training.run(seconds)
    except KeyboardInterrupt:
        training.keep()
        raise
    made = folder / NETWORK
    if keep:
        made = shutil.copyfile(made, FOLDER / f"{followed.game}.safetensors")
    if made.exists():
        print(f"{made}: {made.stat().st_size} bytes")


def _training(
    recipe: Recipe | ValueRecipe, folder: Path, imitate: int, device: torch.device, first: Weights | None
) -> Training | ValueTraining:
    if isinstance(recipe, ValueRecipe):
        if imitate:
            raise RecipeRefused(
                f"{recipe.game} is learnt without an imitation of search: leave out --imitate"
            )
        return ValueTraining(recipe, folder, device, first)
    if imitate and not (folder / "imitation.pt").exists():
        _imitate(recipe, folder, imitate, device)
    return Training(recipe, folder, device, first)


def _imitate(recipe: Recipe, folder: Path, choices: int, device: torch.device) -> None:
    data = recorded(recipe, choices, os.cpu_count() or 1)
    torch.save(imitated(recipe, data, device).state_dict(), folder / "imitation.pt")
