"""`hexdeck train`: an imitation of search first, then lessons, then the weights where bots look for them."""

import os
from pathlib import Path

import torch

from hexdeck.bots.weights import FOLDER
from training.export import exported
from training.imitation import imitated, recorded
from training.recipe import Recipe, RecipeRefused, ValueRecipe, of
from training.train import Training
from training.values import ValueTraining


def run(game: str, *, folder: Path, minutes: float, recipe: Path | None, imitate: int, keep: bool) -> None:
    """Train for so long, going on from what lies in the folder."""
    followed = of(game, recipe)
    if keep and isinstance(followed, Recipe) and followed.engine:
        raise RecipeRefused("no bot plays with so small a deck: leave out --keep")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    folder.mkdir(parents=True, exist_ok=True)
    training = _training(followed, folder, imitate, device)
    where = torch.cuda.get_device_name() if device.type == "cuda" else "the processor"
    print(f"{followed.extent} on {where}, {minutes:g} minutes of them now", flush=True)
    training.begin()
    training.run(60 * minutes)
    if keep:
        FOLDER.mkdir(exist_ok=True)
        path = FOLDER / f"{followed.game}.safetensors"
        path.write_bytes(exported(followed.game, training.plays()))
        print(f"{path}: {path.stat().st_size} bytes")


def _training(
    recipe: Recipe | ValueRecipe, folder: Path, imitate: int, device: torch.device
) -> Training | ValueTraining:
    if isinstance(recipe, ValueRecipe):
        if imitate:
            raise RecipeRefused(
                f"{recipe.game} is learnt without an imitation of search: leave out --imitate"
            )
        return ValueTraining(recipe, folder, device)
    if imitate and not (folder / "imitation.pt").exists():
        _imitate(recipe, folder, imitate, device)
    return Training(recipe, folder, device)


def _imitate(recipe: Recipe, folder: Path, choices: int, device: torch.device) -> None:
    data = recorded(recipe, choices, os.cpu_count() or 1)
    torch.save(imitated(recipe, data, device).state_dict(), folder / "imitation.pt")
