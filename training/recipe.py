"""Every number of a training, read from a TOML file beside this one."""

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from hexdeck.errors import SetupRefused
from hexdeck.games import game_named

FOLDER = Path(__file__).parent


class RecipeRefused(SetupRefused):
    """A recipe that cannot be followed."""


@dataclass(frozen=True)
class Tables:
    """Tables of one kind: how many play, with which options, and how often it is dealt."""

    players: int
    options: dict[str, int | str]
    weight: float = 1.0


@dataclass(frozen=True)
class Recipe:
    game: str
    tables: list[Tables]
    layers: list[int] = field(default_factory=lambda: [512, 256, 256])
    games: int = 16_384  # side by side
    steps: int = 64  # decisions of each between two lessons
    minibatch: int = 32_768
    epochs: int = 2
    clip: float = 0.1
    trace: float = 0.95  # lambda of the generalised advantage estimate
    rate: float = 6e-4  # of learning, at first
    last_rate: float = 2e-5
    betas: list[float] = field(default_factory=lambda: [0.9, 0.98])
    entropy: float = 0.01
    last_entropy: float = 0.001
    gradient: float = 0.5  # its greatest norm
    average: float = 0.999  # of the running average of the weights that is kept, by step of the optimiser
    decisions: float = 1.5e9
    hot: float = 0.12  # share of the seats that play at `heat`
    heat: float = 2.5
    anything: float = 0.03  # share of the seats that play at random
    policy: float = 0.02  # share of the seats that play like playouts
    elder_tables: float = 0.3  # share of the tables at which half of the seats are an older network's
    elders: int = 8  # older networks that are kept
    imitation: float = 0.4  # how often the elder is the imitation of search, where there is one
    win_scale: float = 3.0  # a match won, in rewards
    seed: int = 1


def read(path: Path) -> Recipe:
    """The recipe in a file, or RecipeRefused."""
    try:
        written: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RecipeRefused(f"{path} cannot be read: {error}") from None
    known = {each.name for each in fields(Recipe)}
    if unknown := sorted(set(written) - known):
        raise RecipeRefused(
            f"{path} has {', '.join(unknown)}, which no recipe has: choose of {', '.join(sorted(known))}"
        )
    try:
        return Recipe(**{**written, "tables": [Tables(**each) for each in written.get("tables", [])]})
    except TypeError as error:
        raise RecipeRefused(f"{path} is not complete: {error}") from None


def numbers(game: str, options: dict[str, int | str]) -> list[int]:
    """The options of a table as the engine has them: a number, or the place of a word among its choices."""
    law = game_named(game)
    chosen = law.complete(options)
    return [
        value if isinstance(value := chosen[option.name], int) else option.choices.index(value)
        for option in law.options
    ]


def of(game: str) -> Recipe:
    """The recipe that the game's network was made by, or RecipeRefused."""
    path = FOLDER / f"{game_named(game).name}.toml"
    if not path.exists():
        raise RecipeRefused(f"there is no recipe for {game} yet: write one and name it with --recipe")
    return read(path)
