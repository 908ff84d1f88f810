"""Every number of a training, read from a TOML file beside this one."""

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from hexdeck.errors import SetupRefused
from hexdeck.features import features_for
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
    from_shipped: bool = False  # begins with the weights that the house ships
    engine: str = ""  # a folder here with a training.h for smaller decks; else the game's own
    layers: list[int] = field(default_factory=lambda: [512, 256, 256])
    games: int = 16_384  # side by side
    steps: int = 64  # decisions of each between two lessons
    minibatch: int = 32_768
    epochs: int = 2
    clip: float = 0.1
    trace: float = 0.95  # lambda of the generalised advantage estimate
    by_round: bool = False  # whether returns end with the round: for games whose rounds are independent
    rate: float = 6e-4  # of learning, at first
    last_rate: float = 2e-5
    betas: list[float] = field(default_factory=lambda: [0.9, 0.98])
    entropy: float = 0.01
    last_entropy: float = 0.001
    entropy_times: dict[str, float] = field(default_factory=dict)  # by features: where it is worth more
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
    imitation_heat: float = 1.0  # at which it chooses
    win_scale: float = 3.0  # a match won, in rewards
    measure_every: float = 30.0  # seconds
    measured_games: int = 4_096
    measured_steps: int = 220  # decisions of each of them: enough for whole matches of networks
    seed: int = 1

    @property
    def extent(self) -> str:
        return f"{self.decisions / 1e6:.0f} M decisions"


@dataclass(frozen=True)
class ValueRecipe:
    """For a network that says what a table after a turn is worth; dice go by exact odds."""

    game: str
    tables: list[Tables]
    layers: list[int] = field(default_factory=lambda: [128, 32])
    lessons: int = 60
    turns: int = 400_000  # of each lesson, by the present network
    first: int = 5  # times as many in the first one, whose games are quick: without a network
    minibatch: int = 4_096
    rate: float = 2e-3  # of learning, at first
    last_rate: float = 1e-4
    average: float = 0.995  # of the running average of the weights that plays, by step of the optimiser
    trace: float = 0.7  # lambda: how far a target looks to the end instead of to the seat's next turn
    draws: int = 6  # cards that are looked at for what a draw brings
    policy: float = 0.1  # share of the seats that play like playouts
    astray: float = 0.05  # share of the turns that are played so
    attentive: float = 0.5  # share of the games in which nobody forgets anything
    measured: int = 2_000  # games after each lesson
    seed: int = 1

    @property
    def extent(self) -> str:
        return f"{self.lessons} lessons of {self.turns:,} turns"


VALUED = ("voodoo",)  # games with such a network
Kind = TypeVar("Kind", Recipe, ValueRecipe)


def read(path: Path, kind: type[Kind]) -> Kind:
    """The recipe in a file, or RecipeRefused."""
    try:
        written: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RecipeRefused(f"{path} cannot be read: {error}") from None
    known = {each.name for each in fields(kind)}
    if unknown := sorted(set(written) - known):
        raise RecipeRefused(
            f"{path} has {', '.join(unknown)}, which no recipe has: choose of {', '.join(sorted(known))}"
        )
    try:
        return kind(**{**written, "tables": [Tables(**each) for each in written.get("tables", [])]})
    except TypeError as error:
        raise RecipeRefused(f"{path} is not complete: {error}") from None


def feature_named(game: str, name: str) -> int:
    """The number of a feature, or RecipeRefused."""
    names = features_for(game).LAYOUT.names()
    if name not in names:
        raise RecipeRefused(f"no feature of {game} is called “{name}”: `LAYOUT.names()` has them all")
    return int(names.index(name))


def numbers(game: str, options: dict[str, int | str]) -> list[int]:
    """The options of a table as the engine has them: a number, or the place of a word among its choices."""
    law = game_named(game)
    chosen = law.complete(options)
    return [
        value if isinstance(value := chosen[option.name], int) else option.choices.index(value)
        for option in law.options
    ]


def of(game: str, path: Path | None = None) -> Recipe | ValueRecipe:
    """The recipe that the game's network was made by, or the one in a file; or RecipeRefused."""
    path = path or FOLDER / f"{game_named(game).name}.toml"
    if not path.exists():
        raise RecipeRefused(f"there is no recipe for {game} yet: write one and name it with --recipe")
    return read(path, ValueRecipe) if game in VALUED else read(path, Recipe)
