"""`hexdeck train`: an imitation of search first, then lessons, then the weights where bots look for them."""

import os
from pathlib import Path

import torch

from hexdeck.bots.weights import FOLDER
from training.export import exported
from training.imitation import imitated, recorded
from training.recipe import Recipe, of, read
from training.train import Training


def run(game: str, *, folder: Path, minutes: float, recipe: Path | None, imitate: int, keep: bool) -> None:
    """Train for so long, going on from what lies in the folder."""
    followed = read(recipe) if recipe else of(game)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    folder.mkdir(parents=True, exist_ok=True)
    if imitate and not (folder / "imitation.pt").exists():
        _imitate(followed, folder, imitate, device)
    training = Training(followed, folder, device)
    where = torch.cuda.get_device_name() if device.type == "cuda" else "the processor"
    print(
        f"{followed.decisions / 1e6:.0f} M decisions on {where}, {minutes:g} minutes of them now", flush=True
    )
    training.begin()
    training.run(60 * minutes)
    if keep:
        FOLDER.mkdir(exist_ok=True)
        path = FOLDER / f"{followed.game}.safetensors"
        path.write_bytes(exported(followed.game, training.pupil.average.state_dict()))
        print(f"{path}: {path.stat().st_size} bytes")


def _imitate(recipe: Recipe, folder: Path, choices: int, device: torch.device) -> None:
    data = recorded(recipe, choices, os.cpu_count() or 1)
    torch.save(imitated(recipe, data, device).state_dict(), folder / "imitation.pt")
