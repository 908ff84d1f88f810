"""What a game is to everything outside `games/`: plain functions, and a state they work on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.core.chance import Chance, Outcome
from hexdeck.core.errors import SetupRefused

Choice: TypeAlias = int | str
Options: TypeAlias = Mapping[str, Choice]


class State(Protocol):
    """Everything, secrets included.  `resolve` and `apply` trust their caller and change it in place."""

    scores: list[int]  # the most win, in every game
    needs: Chance | None  # a shuffle or roll that must be supplied before anyone can act

    @property
    def events(self) -> Sequence[object]: ...  # what the last `resolve` or `apply` made happen
    @property
    def is_over(self) -> bool: ...
    def resolve(self, outcome: Outcome) -> None: ...
    def to_move(self) -> tuple[Seat, ...]: ...  # more than one: a secret, simultaneous choice
    def legal_actions(self, seat: Seat) -> list[Action]: ...  # also for a seat that may interrupt
    def apply(self, seat: Seat, action: Action) -> None: ...
    def copy(self) -> Self: ...


class View(Protocol):
    """What one seat knows and has seen."""

    @property
    def seat(self) -> Seat | None: ...  # None is a spectator
    @property
    def players(self) -> int: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def to_move(self) -> tuple[Seat, ...]: ...
    @property
    def actions(self) -> tuple[Action, ...]: ...  # the seat's legal actions, sorted
    @property
    def is_over(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made when a table is set up."""

    name: str
    default: Choice
    choices: tuple[Choice, ...]
    for_people: tuple[Choice, ...] = ()  # those of them that need people, such as real dice


@dataclass(frozen=True, slots=True)
class Lesson:
    """A first game to learn from: always the same deal."""

    players: int
    options: Options
    deal: int  # one of many in which the learner begins and meets every rule the lesson tells


@dataclass(frozen=True, slots=True)
class DayDeal:
    """How the deal of the day is played: something for five minutes."""

    players: int
    options: Options


class Bounds(NamedTuple):
    """Limits of a game, counted by its rules."""

    least: int  # points of a seat
    most: int
    choices: int  # of all seats, waiting included


def all_remembered(view: "V") -> "V":
    """For a game in which nothing can be forgotten, or in which bots see to it themselves."""
    return view


T = TypeVar("T")
S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)
E = TypeVar("E")  # what can happen


@dataclass(frozen=True, slots=True)
class Game(Generic[S, V, E]):
    name: str  # as in file names and records: voodoo_prince
    title: str
    version: int  # rises when rules, action ids or names change
    players: range
    options: tuple[Option, ...]
    actions: int  # every action is below this
    new: Callable[[int, Options], S]  # trusts its caller; see `set_up`
    view: Callable[[S, Seat | None], V]
    own: Callable[[S, Seat | None], tuple[Any, ...]]  # a NamedTuple: the fields of a view that differ by seat
    events: Callable[[S, Seat | None], tuple[E, ...]]  # the last events, as a seat saw them
    worlds: Callable[[V, Random], S]  # a state that agrees with all the seat has seen
    reveals: tuple[type, ...]  # events that show the acting seat something new: no undo past them
    card_name: Callable[[Card], str]
    action_name: Callable[[Action], str]
    action_named: Callable[[str], Action]  # raises NameUnknown
    outcome_name: Callable[[Chance, Outcome], str]
    outcome_named: Callable[[Chance, str], Outcome]  # raises NameUnknown
    number_names: Mapping[str, Callable[[int], str]] = field(default_factory=dict)  # of what is marked `face`
    patterns: Mapping[tuple[Action, ...], tuple[str, ...]] = field(default_factory=dict)  # for long menus
    round_begins: tuple[type, ...] = ()  # the events that begin a round; in a game without rounds, a turn
    round_ends: tuple[type, ...] = ()  # the events that end a round; none in a game without rounds
    round_word: str = "round"  # what the rulebook calls one
    interrupts: bool = False  # seats may act out of turn, so bots should leave people time
    forgetful: Callable[[V], V] = all_remembered  # the view of one who remembers only what lies on the table
    lesson: Lesson | None = None
    day: DayDeal | None = None  # None: the game has no deal of the day

    def set_up(self, players: int, options: Options | None = None) -> S:
        """A new game, or SetupRefused."""
        self.check_players(players)
        return self.new(players, self.complete(options or {}))

    def check_players(self, players: int) -> None:
        """SetupRefused if the game is not for so many."""
        if players not in self.players:
            raise SetupRefused(
                "{title} is not for {players} players: choose {few} to {many}",
                title=self.title,
                players=players,
                few=self.players[0],
                many=self.players[-1],
            )

    def complete(self, options: Options) -> dict[str, Choice]:
        """`options` with the defaults filled in, or SetupRefused."""
        known = {option.name: option for option in self.options}
        for name, choice in options.items():
            if name not in known:
                raise SetupRefused(
                    "{title} has no option “{name}”: choose from {known}",
                    title=self.title,
                    name=name,
                    known=_listed(known),
                )
            if choice not in known[name].choices:
                raise SetupRefused(
                    "option {name} cannot be “{choice}”: choose one of {known}",
                    name=name,
                    choice=choice,
                    known=_listed(known[name].choices),
                )
        return {name: options.get(name, option.default) for name, option in known.items()}

    def complete_for_bots(self, options: Options) -> dict[str, Choice]:
        """`complete`, or SetupRefused of what bots among themselves cannot do."""
        chosen = self.complete(options)
        for option in self.options:
            if chosen[option.name] in option.for_people:
                raise SetupRefused(
                    "bots cannot play with {chosen}: choose {usual}",
                    chosen=f"{option.name}={chosen[option.name]}",
                    usual=f"{option.name}={option.default}",
                )
        return chosen


AnyGame: TypeAlias = Game[State, View, object]  # whichever it is: what is its own, only its own files know


def shallow_clone(state: T) -> T:
    """A second state that has everything in common with the first; `copy` then copies what changes in place.

    `events` stay common: they are never changed once made, only replaced.
    """
    kind: Any = type(state)
    second: T = kind(*_values(kind)(state))
    return second


@cache
def _values(kind: Any) -> Callable[[object], tuple[Any, ...]]:
    return attrgetter(*(one.name for one in fields(kind)))


def winners(scores: Sequence[int]) -> tuple[Seat, ...]:
    """The seats with the most points; ties share the win."""
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def _listed(things: object) -> str:
    return ", ".join(str(thing) for thing in things) or "none"  # type: ignore[attr-defined]
