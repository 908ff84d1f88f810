"""Where a training comes from: its recipe with every number, and who ran it on what, kept in its folder."""

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import torch

from hexdeck import __version__
from hexdeck.core.registry import game_named
from training.device import told
from training.folder import STATE, save_bytes
from training.recipe import AnyRecipe, RecipeRefused, of, written

RECIPE = "recipe.toml"
ABOUT = "about.json"
MAY_CHANGE = {  # in a later slice: how long, how fast, and how it is measured
    *("decisions", "lessons", "rate", "last_rate"),
    *("measure_every", "measured", "measured_games", "measured_steps"),
}


def settle(
    folder: Path,
    recipe: AnyRecipe,
    device: torch.device,
    first: Path | None,
    opponents: Sequence[Path] = (),
) -> None:
    """Write down what begins or goes on here, or RecipeRefused if that is another training."""
    changed: dict[str, Any] = {}
    about: dict[str, Any] = {
        "game": recipe.game,
        "rules": game_named(recipe.game).version,
        "began_with": None if first is None else _digest(first),
        "opponents": [_digest(each) for each in opponents],
        "slices": [],
    }
    if (folder / STATE).exists():
        for option, given in (("--from", first), ("--opponent", opponents)):
            if given:
                raise RecipeRefused(f"{folder} has begun already: leave out {option}, or name another folder")
        changed = _changes(folder, recipe)
        if (folder / ABOUT).exists():
            about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    about["slices"].append(_slice(device, changed))
    save_bytes(folder / RECIPE, toml(recipe).encode())
    save_bytes(folder / ABOUT, json.dumps(about, indent=1).encode())


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _slice(device: torch.device, changed: dict[str, Any]) -> dict[str, Any]:
    return {
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "hexdeck": __version__,
        "torch": str(torch.__version__),
        "device": told(device),
        "changed": changed,
    }


def _changes(folder: Path, recipe: AnyRecipe) -> dict[str, Any]:
    """The numbers that are others than in the slice before, or RecipeRefused where they must not be."""
    path = folder / RECIPE
    if not path.exists():
        return {}
    if (game := written(path).get("game")) != recipe.game:
        raise RecipeRefused(f"{folder} holds a training of {game}: name that game, or another folder")
    before = of(recipe.game, path)
    changed = {
        each.name for each in fields(recipe) if getattr(before, each.name) != getattr(recipe, each.name)
    }
    if wrong := sorted(changed - MAY_CHANGE):
        raise RecipeRefused(
            f"{folder} has begun with another recipe, of other {', '.join(wrong)}: "
            f"go on with --recipe {path}, or name another folder"
        )
    return {name: getattr(recipe, name) for name in sorted(changed)}


def toml(recipe: AnyRecipe) -> str:
    """Every number of a recipe, as a file that reads back."""
    return "".join(f"{name} = {_toml(value)}\n" for name, value in asdict(recipe).items())


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(name)} = {_toml(each)}" for name, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)
