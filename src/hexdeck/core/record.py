"""A game as text: who played, what chance said, what everybody did, in names.

docs/notation.md describes the format; core/record_reader.py reads it back.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias
from unicodedata import category

from hexdeck.core.cards import Action, Seat
from hexdeck.core.chance import Chance, Outcome, Roll, commitment
from hexdeck.core.errors import SetupRefused
from hexdeck.core.fast_init import fast_init
from hexdeck.core.game import AnyGame, Choice, Options, State, View
from hexdeck.core.input_check import (
    check_action,
    check_agreed,
    check_outcome,
    check_seat,
    check_turn,
    check_undo,
)

FORMAT: Final = "hexdeck 1"  # the first line of every record
PERSON: Final = "person"  # the kind of a player who is no bot
LONGEST_NAME: Final = 40
LONGEST_SALT: Final = 100
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"  # fillers and the empty Braille pattern

_WORD: Final = re.compile(r"[a-z][a-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    kind: str = PERSON  # or the name of a bot

    def __post_init__(self) -> None:
        _check_typed(self.name)
        if not _WORD.fullmatch(self.kind):
            raise SetupRefused(
                "“{kind}” is no kind of player: write {person} or the name of a bot",
                kind=self.kind,
                person=PERSON,
            )


@dataclass(frozen=True, slots=True)
class Header:
    """All that is fixed before the first deal."""

    game: AnyGame
    players: tuple[Player, ...]
    options: dict[str, Choice]  # every option, defaults filled in
    commitment: str  # SHA-256 of the seed
    salts: tuple[str, ...] = ()
    seed: bytes | None = None  # None while it is secret
    older: int | None = None  # the version of its rules, if it is not today's

    def start(self) -> State:
        return self.game.set_up(len(self.players), self.options)

    def text(self) -> str:
        lines = [FORMAT, f"game {self.game.name} {self.older or self.game.version}"]
        lines += [f"option {name} {choice}" for name, choice in self.options.items()]
        lines += [f"player {seat} {player.kind} {player.name}" for seat, player in enumerate(self.players)]
        lines += [f"commitment {self.commitment}"]
        lines += [f"salt {salt}" for salt in self.salts]
        lines += [seed_line(self.seed)] if self.seed else []
        return "\n".join([*lines, "", ""])


@dataclass(frozen=True, slots=True)
class Chanced:
    """What a shuffle or roll gave."""

    needs: Chance
    outcome: Outcome

    def text(self, game: AnyGame) -> str:
        return f"{step_word(self.needs)} {self.needs.what} {game.outcome_name(self.needs, self.outcome)}"


@fast_init
@dataclass(frozen=True, slots=True)
class Acted:
    seat: Seat
    action: Action

    def text(self, game: AnyGame) -> str:
        return f"{self.seat} {game.action_name(self.action)}"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last action, undone by the seat that had taken it; or more of them, which all people agreed to."""

    seat: Seat
    agreed: int = 0  # actions that all agreed to take back, the first of them the seat's

    def text(self, game: AnyGame) -> str:
        del game
        return f"undo {self.seat} agreed {self.agreed}" if self.agreed else f"undo {self.seat}"


@dataclass(frozen=True, slots=True)
class Advised:
    """A seat that is to choose has asked the coach; it changes nothing."""

    seat: Seat

    def text(self, game: AnyGame) -> str:
        del game
        return f"advice {self.seat}"


Step: TypeAlias = Chanced | Acted | TakenBack | Advised


@dataclass(frozen=True, slots=True)
class Position:
    """A moment at which somebody chose."""

    game: AnyGame
    state: State  # everything, secrets included, before the action; a copy of your own
    seat: Seat
    action: Action

    @property
    def view(self) -> View:
        """What the seat knew."""
        return self.game.view(self.state, self.seat)

    @property
    def action_name(self) -> str:
        return self.game.action_name(self.action)


@dataclass(slots=True)
class Record:
    header: Header
    steps: list[Step] = field(default_factory=list)
    seed: bytes | None = None  # from the header, or revealed at the end
    result: tuple[int, ...] | None = None  # the final scores, once over
    torn: str | None = None  # the beginning of a last line that was cut off

    def lasting(self, position: int | None = None) -> list[Chanced | Acted]:
        """The steps up to `position` that were not taken back by then; up to the last, if it is None."""
        return [step for _, step in self._lasting(position)]

    def lasting_positions(self) -> list[int]:
        """Those to which a step has led that was never taken back."""
        return [at for at, _ in self._lasting()]

    def _lasting(self, position: int | None = None) -> list[tuple[int, Chanced | Acted]]:
        steps: list[tuple[int, Chanced | Acted]] = []
        for at, step in enumerate(self.steps[:position], start=1):
            if isinstance(step, TakenBack):
                del steps[-max(1, step.agreed) :]
            elif not isinstance(step, Advised):
                steps.append((at, step))
        return steps

    @property
    def is_advised(self) -> bool:
        """Somebody has asked the coach."""
        return any(isinstance(step, Advised) for step in self.steps)

    @property
    def is_agreed_back(self) -> bool:
        """Something was taken back that others had answered, because all agreed."""
        return any(isinstance(step, TakenBack) and step.agreed > 0 for step in self.steps)

    def text(self) -> str:
        lines = [step.text(self.header.game) for step in self.steps]
        lines += [result_line(self.result)] if self.result is not None else []
        lines += [seed_line(self.seed)] if self.seed and not self.header.seed else []
        return self.header.text() + "".join(f"{line}\n" for line in lines)

    def positions(self) -> Iterator[Position]:
        """Every choice in its order, with the state it was made in; what was taken back is left out."""
        course = Course(self.header)
        for step in self.lasting():
            if isinstance(step, Acted):
                yield Position(course.game, course.state.copy(), step.seat, step.action)
            course.follow(step)


def new_header(
    game: AnyGame,
    players: Sequence[Player],
    options: Options | None = None,
    *,
    seed: bytes,
    salts: Sequence[str] = (),
    secret: bool = False,
) -> Header:
    """A checked header, or SetupRefused; `secret` keeps the seed out of it until the end."""
    for salt in salts:
        check_salt(salt)
    game.set_up(len(players), options)
    complete = game.complete(options or {})
    return Header(game, tuple(players), complete, commitment(seed), tuple(salts), None if secret else seed)


def step_word(needs: Chance) -> str:
    """How a record's line begins: `rolled` for dice that people rolled by hand, else `chance`."""
    return "rolled" if isinstance(needs, Roll) and needs.by_hand else "chance"


def result_line(scores: Sequence[int]) -> str:
    return " ".join(["result", *map(str, scores)])


def seed_line(seed: bytes) -> str:
    return f"seed {seed.hex()}"


class Course:
    """A game gone through step by step: the one place where a step of a record changes its state."""

    def __init__(self, header: Header, deepest: int | None = None) -> None:
        """Of the last actions, `deepest` can be taken back; all since the last roll or shuffle, if None."""
        self.game = header.game
        self.players = len(header.players)
        self.state = header.start()
        self._deepest = deepest
        self._stay()

    def _stay(self) -> None:
        """Nothing before this can be taken back."""
        self._before = self.state.copy()
        self._acted: list[Acted] = []  # since then
        self.actors: list[Seat] = []  # who have, in the order in which they first did
        self._undoable = 0  # of them

    def take(self, step: Step) -> None:
        """Go one step on, or raise the GameError that says why not."""
        self.check(step)
        self.follow(step)

    def check(self, step: Step) -> None:
        if isinstance(step, Chanced):
            return check_outcome(self.state, step.outcome)
        check_seat(self.players, step.seat)
        if isinstance(step, Acted):
            return check_action(self.game, self.state, step.seat, step.action)
        if isinstance(step, Advised):
            return check_turn(self.state, step.seat)
        if step.agreed:
            return check_agreed(self.state, self.since_action_of(step.seat), step.agreed)
        return check_undo(self.game, self.state, self.last_actor, step.seat)

    @property
    def last_actor(self) -> Seat | None:
        """The seat whose action led here; None where chance did, or where it cannot be taken back."""
        return self._acted[-1].seat if self._undoable else None

    def since_action_of(self, seat: Seat) -> int:
        """The seat's last action and all since then; 0 where chance has come in between."""
        seats = (act.seat for act in reversed(self._acted))
        return next((count for count, one in enumerate(seats, 1) if one == seat), 0)

    def follow(self, step: Step) -> None:
        """The same for a step that was checked before."""
        if isinstance(step, Chanced):
            self.state.resolve(step.outcome)
            self._stay()
        elif isinstance(step, Acted):
            self.state.apply(step.seat, step.action)
            self._acted.append(step)
            if step.seat not in self.actors:
                self.actors.append(step.seat)
            self._undoable = min(self._undoable + 1, self._deepest or self._undoable + 1)
        elif isinstance(step, TakenBack):
            self._take_back(max(1, step.agreed))

    def _take_back(self, count: int) -> None:
        """It happens seldom: playing what led here once more costs less than keeping where each began."""
        del self._acted[-count:]
        self.actors = list(dict.fromkeys(act.seat for act in self._acted))
        self._undoable = max(0, self._undoable - count)
        self.state = self._before.copy()
        for act in self._acted:
            self.state.apply(act.seat, act.action)


def check_name(name: str) -> None:
    """What others can see: not only spaces, marks and letters that are drawn as nothing; or SetupRefused."""
    _check_typed(name)
    if all(letter in _BLANK or category(letter)[0] in "MZC" for letter in name):
        raise SetupRefused("“{name}” cannot be a name: nobody would see it; write some letters", name=name)


def _check_typed(name: str) -> None:
    if not _is_typed(name, LONGEST_NAME):
        raise SetupRefused(
            "“{name}” cannot be a name: write 1 to {most} visible characters", name=name, most=LONGEST_NAME
        )


def check_salt(salt: str) -> None:
    """What can stand in a line of a record, or SetupRefused."""
    if not _is_typed(salt, LONGEST_SALT):
        raise SetupRefused(
            "“{salt}” cannot be a salt: write 1 to {most} visible characters", salt=salt, most=LONGEST_SALT
        )


def _is_typed(text: str, longest: int) -> bool:
    """One line that a person could have typed."""
    return text.isprintable() and text == text.strip() and 0 < len(text) <= longest
