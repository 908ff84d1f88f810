"""Which game an environment plays, for how many, with which options, and what is paid."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import index
from types import ModuleType
from typing import Any, Final, Self

from hexdeck.core.errors import SetupRefused
from hexdeck.core.features import features_for, style_of
from hexdeck.core.game import AnyGame, Choice, Options
from hexdeck.core.game_files import part_of
from hexdeck.core.registry import game_named
from hexdeck.kernel import kernel_of
from hexdeck.kernel.api import Position

SEEDS: Final = range(2**64)
REWARDS: Final = ("points", "lead", "win")
WAIT: Final = "wait"  # the name of the action above all others, for whoever may act out of turn


@dataclass(frozen=True)
class Setting:
    game: AnyGame
    kernel: ModuleType
    players: int
    options: Mapping[str, Choice]
    reward: str

    @classmethod
    def of(cls, game: str, players: int | None, options: Options | None, reward: str) -> Self:
        """`players` is the game's fewest if it is left out; SetupRefused if there is no such table."""
        rules, kernel = game_named(game), kernel_of(game)
        if kernel is None:
            raise SetupRefused("there are no environments without the compiled kernel: install a C compiler")
        if reward not in REWARDS:
            raise SetupRefused("no reward is called “{name}”: choose points, lead or win", name=reward)
        if options is not None and not isinstance(options, Mapping):
            raise SetupRefused(
                "options are a dictionary of names and choices, not {given}", given=repr(options)
            )
        many = rules.players[0] if players is None else whole("players", players)
        rules.check_players(many)
        return cls(rules, kernel, many, rules.complete_for_bots(options or {}), reward)

    def __reduce__(self) -> tuple[object, ...]:
        """By name: neither a game nor its kernel can be written down."""
        return type(self).of, (self.game.name, self.players, dict(self.options), self.reward)

    def __deepcopy__(self, _: object) -> Self:
        """Itself: nothing in it changes."""
        return self

    def new(self) -> Position:
        """A game in which nothing has happened."""
        state: Position = self.kernel.State(self.players, self.options)
        return state

    @cached_property
    def style(self) -> str:
        """What features are told of a seat: what it plays for, or that it forgets nothing."""
        return style_of(self.game.name, "win" if self.reward == "win" else "points")

    @property
    def has_features(self) -> bool:
        return part_of(self.game.name, "ai.features") is not None

    @cached_property
    def feature_names(self) -> list[str]:
        """One for each bit, in order; SetupRefused where the game has none yet."""
        names: list[str] = features_for(self.game.name).LAYOUT.names()
        return names

    @property
    def wait(self) -> int:
        """The number of letting it be."""
        return self.game.actions

    @cached_property
    def action_names(self) -> list[str]:
        """One for each action, in order, waiting included where seats may act out of turn."""
        names = [self.game.action_name(action) for action in range(self.game.actions)]
        return [*names, WAIT] if self.game.interrupts else names


def checked_seed(given: Any) -> int:
    """A seed that the kernel can take, or SetupRefused."""
    seed = whole("seed", given)
    if seed not in SEEDS:
        raise SetupRefused("“{seed}” is no seed: write a number from 0 to {most}", seed=seed, most=SEEDS[-1])
    return seed


def whole(what: str, given: Any) -> int:
    """A whole number of any kind, NumPy's too, or TypeError."""
    try:
        return index(given)
    except TypeError:
        raise TypeError(f"{what} must be a whole number, not {given!r}") from None
