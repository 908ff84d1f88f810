"""A puzzle: what a seat sees, what each choice is worth, and how hard it is to see which one is best.

Only what the seat knows is kept, no deal and no seed: whoever reads the file learns no hidden card.
"""

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final, get_type_hints

from msgspec import DecodeError, Raw, Struct
from msgspec.json import Decoder, encode

from hexdeck.ai.coach.why import Reason
from hexdeck.core.errors import NameUnknown, RecordRefused
from hexdeck.core.game import View
from hexdeck.core.game_files import data_of
from hexdeck.core.registry import GAMES, game_named

LADDER: Final = (0.35, 0.2, 0.1)  # what is found less often than that stands a step higher; steps go from 1
LEVELS: Final = range(1, len(LADDER) + 2)
STAGES: Final = ("early", "middle", "late")  # thirds of the game's decisions
ID_LETTERS: Final = 8


class Valued(Struct, frozen=True):
    """A choice and what it is worth; each margin is half of a 95 % interval."""

    action: str
    points: float  # that the seat can expect of the round
    points_margin: float
    chance: float  # to win the match, from 0 to 1
    chance_margin: float
    behind: float  # how much more chance the best choice has, from the differences in the same worlds
    behind_margin: float
    behind_points: float  # the same in points
    behind_points_margin: float

    @property
    def is_right(self) -> bool:
        """As good as the best, for all that can be told: the interval of the difference holds zero."""
        return self.behind <= self.behind_margin


class Counted(Struct, frozen=True):
    """A reason: what was counted after the best choice, and after the tempting one."""

    message: str  # with the holes {n} and {of}, or {n} alone
    best: float
    other: float
    of: int

    @property
    def reason(self) -> Reason:
        return Reason(self.message, self.best, self.other, self.of)


class Puzzle(Struct, frozen=True):
    id: str
    stage: str
    found: float  # how often novice and casual players, half of each, chose the best
    asked: int  # how often they were asked
    worlds: int  # of the long look
    choices: tuple[Valued, ...]  # the best first
    tempting: str  # the wrong choice that those players made most often
    reasons: tuple[Counted, ...]
    view: Raw  # what the seat sees, as JSON; `view_of` reads it

    @property
    def level(self) -> int:
        """Its step on the ladder."""
        return level_of(self.found)

    @property
    def best(self) -> Valued:
        return self.choices[0]

    @property
    def tempting_choice(self) -> Valued:
        found = self.valued(self.tempting)
        assert found is not None, "it is one of the choices"
        return found

    def valued(self, action: str) -> Valued | None:
        return next((choice for choice in self.choices if choice.action == action), None)


def level_of(found: float) -> int:
    return 1 + sum(found < limit for limit in LADDER)


def id_of(game: str, view: View) -> str:
    """The same for whoever sees the same."""
    return hashlib.sha256(game.encode() + encode(view)).hexdigest()[:ID_LETTERS]


def view_of(game: str, puzzle: Puzzle) -> View:
    view: View = _view_decoder(game).decode(puzzle.view)
    return view


@cache
def _view_decoder(game: str) -> Decoder[Any]:
    return Decoder(get_type_hints(GAMES[game].view)["return"])


def in_order(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """As they stand on the ladder: the easiest first."""
    return sorted(puzzles, key=lambda puzzle: (puzzle.level, -puzzle.found, puzzle.id))


def written(puzzles: Iterable[Puzzle]) -> bytes:
    """A file of puzzles: one a line."""
    return b"".join(encode(puzzle) + b"\n" for puzzle in puzzles)


def read(text: bytes) -> list[Puzzle]:
    """Puzzles from a file, or RecordRefused with the line."""
    decoder, puzzles = Decoder(Puzzle), []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            puzzles.append(decoder.decode(line))
        except DecodeError as error:
            raise RecordRefused("line {line} is no puzzle: {error}", line=number, error=error) from None
    return puzzles


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with the house, the easiest first; none of a game for which nobody made any."""
    path = data_of(game_named(game).name) / "puzzles.jsonl"
    return tuple(read(path.read_bytes())) if path.exists() else ()


def puzzle_named(game: str, name: str) -> Puzzle:
    """Return the puzzle with that id, or raise NameUnknown."""
    found = next((puzzle for puzzle in puzzles_of(game) if puzzle.id == name), None)
    if found is None:
        raise NameUnknown("there is no puzzle “{name}”: choose one of the list", name=name[:40])
    return found


def at_level(puzzles: Sequence[Puzzle], level: int | None) -> list[Puzzle]:
    return [puzzle for puzzle in puzzles if level is None or puzzle.level == level]
