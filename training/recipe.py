"""Every number of a training, read from a TOML file beside this one and checked."""

import math
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from hexdeck.ai.networks.weights import Weights
from hexdeck.core.errors import GameError, SetupRefused
from hexdeck.core.features import features_for, is_value_network
from hexdeck.core.registry import game_named

FOLDER = Path(__file__).parent
MOST_KINDS = 64  # of tables, as in engine.h
MOST_KINDS_OF_VALUES = 8  # as in turns.c

Count: TypeAlias = Annotated[int, Meta(ge=1, le=10**9)]
Width: TypeAlias = Annotated[int, Meta(ge=1, le=2**20)]
Seed: TypeAlias = Annotated[int, Meta(ge=0, lt=2**32)]
Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
Beta: TypeAlias = Annotated[float, Meta(ge=0, lt=1)]
Positive: TypeAlias = Annotated[float, Meta(gt=0)]
Layers: TypeAlias = Annotated[list[Annotated[int, Meta(ge=1, le=1024)]], Meta(min_length=1, max_length=4)]


class RecipeRefused(SetupRefused):
    """A recipe that cannot be followed."""


@dataclass(frozen=True)
class Tables:
    """Tables of one kind: how many play, with which options, and how often it is dealt."""

    players: Count
    options: dict[str, int | str] = field(default_factory=dict)
    weight: Positive = 1.0


@dataclass(frozen=True)
class Recipe:
    game: str
    tables: list[Tables]
    engine: str = ""  # a folder here with a training.h for smaller decks; else the game's own
    layers: Layers = field(default_factory=lambda: [512, 256, 256])
    games: Width = 16_384  # side by side
    steps: Width = 64  # decisions of each between two lessons
    minibatch: Count = 32_768
    epochs: Count = 2
    clip: Positive = 0.1
    trace: Share = 0.95  # lambda of the generalised advantage estimate
    by_round: bool = False  # whether returns end with the round: for games whose rounds are independent
    rate: Positive = 6e-4  # of learning, at first
    last_rate: Positive = 2e-5
    betas: tuple[Beta, Beta] = (0.9, 0.98)
    entropy: Positive = 0.01
    last_entropy: Positive = 0.001
    entropy_times: dict[str, Positive] = field(default_factory=dict)  # by features: where it is worth more
    critic: Positive = 0.5  # weight of the critic's squared error beside the policy's gain
    gradient: Positive = 0.5  # its greatest norm
    average: Share = 0.999  # of the running average of the weights that is kept, by step of the optimiser
    decisions: Positive = 1.5e9
    hot: Share = 0.12  # of the seats play at `heat`
    heat: Positive = 2.5
    anything: Share = 0.03  # of the seats play at random
    policy: Share = 0.02  # of the seats play like playouts
    elder_tables: Share = 0.3  # of the tables have seats of an older network
    elder_seats: Share = 0.5  # of their seats are, rounded down
    elders: Count = 8  # older networks that are kept
    imitation: Share = 0.4  # how often the elder is the imitation of search, where there is one
    opponents: Share = 0.25  # how often any other elder is an opponent, where one was given
    imitation_heat: Positive = 1.0  # at which it chooses
    imitated: Count = 1_000  # iterations of the search that is imitated
    imitation_epochs: Count = 12
    imitation_minibatch: Count = 2_048
    imitation_rate: Positive = 1e-3
    imitation_decay: Share = 0.01  # of its weights, by step of the optimiser and rate
    win_scale: Positive = 3.0  # a match won, in rewards
    win_spread: Positive = 0.6  # of the game's usual points a round: what each round to come may still change
    measure_every: Positive = 30.0  # seconds
    measured_games: Width = 4_096
    measured_steps: Count = 900  # decisions of each of them at most: enough for whole matches of networks
    seed: Seed = 1

    @property
    def extent(self) -> str:
        return f"{short(self.decisions)} decisions"


@dataclass(frozen=True)
class ValueRecipe:
    """For a network that says what a table after a turn is worth; dice go by exact odds."""

    game: str
    tables: list[Tables]
    layers: Layers = field(default_factory=lambda: [128, 32])
    lessons: Count = 60
    turns: Count = 400_000  # of each lesson, by the present network
    first: Count = 5  # times as many in the first one, whose games are quick: without a network
    again: Count = 3  # lessons, the present one too, whose turns are learnt from
    minibatch: Count = 4_096
    rate: Positive = 2e-3  # of learning, at first
    last_rate: Positive = 1e-4
    decay: Share = 1e-4  # of the weights, by step of the optimiser and rate
    average: Share = 0.995  # of the running average of the weights that plays, by step of the optimiser
    trace: Share = 0.7  # lambda: how far a target looks to the end instead of to the seat's next turn
    draws: Count = 6  # cards that are looked at for what a draw brings
    policy: Share = 0.1  # of the seats play like playouts
    astray: Share = 0.05  # of the turns are played so
    attentive: Share = 0.5  # of the games: nobody forgets anything
    measured: Count = 2_000  # games after each lesson
    measure_every: Positive = 240.0  # seconds, while an opponent learns to win from it
    seed: Seed = 1

    @property
    def extent(self) -> str:
        return f"{self.lessons} lessons of {self.turns:,} turns"


AnyRecipe: TypeAlias = Recipe | ValueRecipe
Kind = TypeVar("Kind", Recipe, ValueRecipe)


def short(number: float) -> str:
    """In millions, or thousands where there are few: `6.4 M`, `820 k`."""
    size, unit = (number / 1e6, "M") if number >= 1e6 else (number / 1e3, "k")
    return f"{size:,.{0 if size >= 10 else 1}f} {unit}"


def read(path: Path, kind: type[Kind]) -> Kind:
    """The recipe in a file, or RecipeRefused."""
    return _followed(path, written(path), kind)


def written(path: Path) -> dict[str, Any]:
    """What a file of TOML says, or RecipeRefused."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RecipeRefused(f"{path} cannot be read: {error}") from None


def _followed(path: Path, said: dict[str, Any], kind: type[Kind]) -> Kind:
    _check_names(path, said, kind, "recipe")
    tables = said.get("tables")
    for each in tables if isinstance(tables, list) else ():
        if isinstance(each, dict):
            _check_names(path, each, Tables, "table")
    try:
        recipe = msgspec.convert(said, kind)
        _check(recipe)
    except (msgspec.ValidationError, GameError, ValueError) as error:
        raise RecipeRefused(f"{path} cannot be followed: {error}") from None
    return recipe


def _check_names(path: Path, said: dict[str, Any], kind: type, what: str) -> None:
    known = {each.name for each in fields(kind)}
    if unknown := sorted(set(said) - known):
        raise RecipeRefused(
            f"{path} has {', '.join(unknown)}, which no {what} has: choose of {', '.join(sorted(known))}"
        )


def _check(recipe: AnyRecipe) -> None:
    """What their kinds alone do not say; ValueError or a refusal of the game where it is wrong."""
    law, valued = game_named(recipe.game), isinstance(recipe, ValueRecipe)
    most = MOST_KINDS_OF_VALUES if valued else MOST_KINDS
    if not 0 < len(recipe.tables) <= most:
        raise ValueError(f"it has {len(recipe.tables)} kinds of tables: write 1 to {most}")
    for tables in recipe.tables:
        law.set_up(tables.players, tables.options)
        if valued and law.complete(tables.options) != law.complete({}):
            raise ValueError(f"{law.title} is learnt without options: leave out {tables.options}")
    numbers = [each for each in vars(recipe).values() if isinstance(each, float)]
    if not all(map(math.isfinite, [*numbers, *(tables.weight for tables in recipe.tables)])):
        raise ValueError("some of its numbers have no end: write finite ones")
    if isinstance(recipe, Recipe) and recipe.hot + recipe.anything + recipe.policy > 1:
        raise ValueError("hot, anything and policy are more than all seats: make them less")


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


def check_layers(weights: Weights, recipe: AnyRecipe, what: str) -> None:
    """RecipeRefused where a training by the recipe cannot begin with this network, or play against it."""
    if (layers := list(weights.sizes[1:-1])) != recipe.layers:
        raise RecipeRefused(f"{what} has layers of {layers}: so must the recipe")


def seconds_of(minutes: float) -> float:
    """How long a slice of a training takes, or RecipeRefused."""
    if not 0 < minutes < float("inf"):
        raise RecipeRefused(f"nothing can be learnt in {minutes:g} minutes: give it more than 0, like 5")
    return 60 * minutes


def of(game: str, path: Path | None = None) -> AnyRecipe:
    """The recipe of the game, or the one in a file; or RecipeRefused."""
    own = FOLDER / f"{game_named(game).name}.toml"
    if path is None and not own.exists():
        raise RecipeRefused(f"there is no recipe for {game} yet: write one and name it with --recipe")
    path = path or own
    said = written(path)
    if (other := said.get("game", game)) != game:
        raise RecipeRefused(f"{path} is a recipe for {other}: name that game, or another recipe")
    return _followed(path, said, ValueRecipe) if is_value_network(game) else _followed(path, said, Recipe)
