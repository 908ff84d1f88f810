"""`hexdeck train`: an imitation of search first, then lessons, then the weights where bots look for them."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path

import torch

from hexdeck.ai.networks.weights import Weights, network_path, read_weights
from training.device import advise, best_device, enough_memory, told
from training.folder import NETWORK, claimed, save_bytes
from training.imitation import imitate_search
from training.learner import learn
from training.origin import settle
from training.recipe import AnyRecipe, Recipe, RecipeRefused, ValueRecipe, check_layers, of, seconds_of
from training.train import Training
from training.values import ValueTraining

MOST_BYTES = 1_800_000  # of a network that comes with the house


def run(
    game: str,
    *,
    folder: Path,
    minutes: float,
    recipe: Path | None,
    imitate: int,
    keep: bool,
    first: Path | None = None,
    opponents: Sequence[Path] = (),
) -> None:
    """Train for so long, going on from what lies in the folder.

    A new training may begin with a network, and play against opponents that have studied one.
    """
    seconds, followed = seconds_of(minutes), of(game, recipe)
    _check(followed, imitate=imitate, keep=keep, opponents=opponents)
    weights = None if first is None else _read(first, followed)
    others = [_read(each, followed) for each in opponents]
    device = best_device()
    with claimed(folder), enough_memory(followed):
        settle(folder, followed, device, first, opponents)
        print(f"{followed.extent} on {told(device)}, {minutes:g} minutes of them now", flush=True)
        advise(followed, device)
        if imitate and isinstance(followed, Recipe):
            imitate_search(followed, folder, imitate, device)
        learn(_training(followed, folder, device, weights, others), seconds)
        made = folder / NETWORK
        if keep:
            ship(made, game)
        elif made.exists():
            print(f"{made}: {made.stat().st_size} bytes")


def _read(network: Path, recipe: AnyRecipe) -> Weights:
    weights = read_weights(network, recipe.game)
    check_layers(weights, recipe, str(network))
    return weights


def _check(recipe: AnyRecipe, *, imitate: int, keep: bool, opponents: Sequence[Path]) -> None:
    """What was asked for, or RecipeRefused."""
    if imitate < 0:
        raise RecipeRefused(f"{imitate} choices of search cannot be imitated: give more than 0, like 60000")
    if imitate and isinstance(recipe, ValueRecipe):
        raise RecipeRefused(f"{recipe.game} is learnt without an imitation of search: leave out --imitate")
    if opponents and isinstance(recipe, ValueRecipe):
        raise RecipeRefused(f"{recipe.game} is learnt among equals: leave out --opponent")
    if keep and isinstance(recipe, Recipe) and recipe.engine:
        raise RecipeRefused("no bot plays with so small a deck: leave out --keep")


def _training(
    recipe: AnyRecipe,
    folder: Path,
    device: torch.device,
    first: Weights | None,
    opponents: Sequence[Weights],
) -> Training | ValueTraining:
    if isinstance(recipe, ValueRecipe):
        return ValueTraining(recipe, folder, device, first)
    return Training(recipe, folder, device, first, opponents)


def ship(made: Path, game: str) -> None:
    """Put a network where bots look for their own, and what was there beside it; or SetupRefused."""
    read_weights(made, game)
    data, shipped = made.read_bytes(), network_path(game)
    if len(data) > MOST_BYTES:
        raise RecipeRefused(
            f"{made} has {len(data):,} bytes, and the house ships {MOST_BYTES:,} at most: "
            "leave out --keep, or learn by a recipe with smaller layers"
        )
    if shipped.exists() and shipped.read_bytes() != data:
        replaced = _free_path(made.parent)
        save_bytes(replaced, shipped.read_bytes())
        print(f"what was in {shipped} is now in {replaced}")
    save_bytes(shipped, data)
    print(f"{shipped}: {len(data)} bytes, from {made}")


def _free_path(folder: Path) -> Path:
    """`replaced.safetensors`, or one with a number where a slice before has left one."""
    names = (f"replaced{f'_{number}' if number > 1 else ''}.safetensors" for number in count(1))
    return next(folder / name for name in names if not (folder / name).exists())
