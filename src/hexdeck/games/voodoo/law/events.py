"""What can happen in Voodoo."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from hexdeck.core.cards import Card, Seat
from hexdeck.games.voodoo.law.cards import Face


@dataclass(frozen=True, slots=True)
class DollGiven:
    seat: Seat


@dataclass(frozen=True, slots=True)
class StartingCursesDealt:
    cards: tuple[Card | None, ...]  # by seat; None where the reader may not look


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    deck: str  # curses, artefacts or permanents
    cards: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    seat: Seat
    turn: int  # 1 for the first of the game
    dice: int  # the seat will roll


@dataclass(frozen=True, slots=True)
class ShieldEnded:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Rolled:
    seat: Seat
    faces: tuple[Face, ...]  # as they fell
    dice: tuple[Face, ...]  # what the seat has now, sorted


@dataclass(frozen=True, slots=True)
class Discarded:
    seat: Seat
    face: Face


@dataclass(frozen=True, slots=True)
class Kept:
    seat: Seat
    faces: tuple[Face, ...]
    rerolled: int  # dice


@dataclass(frozen=True, slots=True)
class Stopped:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Paid:
    seat: Seat
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Drew:
    seat: Seat
    deck: Literal["curses", "artefacts"]
    card: Card | None  # None where the reader may not look


@dataclass(frozen=True, slots=True)
class CurseCast:
    seat: Seat
    card: Card
    victims: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TargetMoved:
    seat: Seat | None  # None is the middle


@dataclass(frozen=True, slots=True)
class MarkerMoved:
    seat: Seat
    points: int  # below zero when lost
    score: int  # where the marker is now


@dataclass(frozen=True, slots=True)
class SkullCrossed:
    seat: Seat
    skull: int  # 3, 6 or 9


@dataclass(frozen=True, slots=True)
class PermanentDrawn:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class ArtefactUsed:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class DieTurned:
    seat: Seat
    face: Face
    new_face: Face


@dataclass(frozen=True, slots=True)
class DiceChanged:
    seat: Seat
    dice: int  # more in the seat's next turn; below zero when fewer


@dataclass(frozen=True, slots=True)
class Shielded:
    seat: Seat


@dataclass(frozen=True, slots=True)
class CurseHandedOver:
    card: Card
    giver: Seat
    seat: Seat  # who it binds now


@dataclass(frozen=True, slots=True)
class CurseEnded:
    card: Card  # now under its deck


@dataclass(frozen=True, slots=True)
class ActDone:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Called:
    seat: Seat
    card: Card
    accused: Seat


@dataclass(frozen=True, slots=True)
class Denied:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Voted:
    seat: Seat  # how, everybody learns from VotesRevealed


@dataclass(frozen=True, slots=True)
class VotesRevealed:
    votes: tuple[tuple[Seat, bool | None], ...]  # True: broken, None: abstained


@dataclass(frozen=True, slots=True)
class CallJudged:
    seat: Seat  # the caller
    card: Card
    accused: Seat
    broken: bool


@dataclass(frozen=True, slots=True)
class DollPassed:
    seat: Seat
    to: Seat


@dataclass(frozen=True, slots=True)
class GameEnded:
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


Event: TypeAlias = (
    DollGiven
    | StartingCursesDealt
    | DeckShuffled
    | TurnBegan
    | ShieldEnded
    | Rolled
    | Discarded
    | Kept
    | Stopped
    | Paid
    | Drew
    | CurseCast
    | TargetMoved
    | MarkerMoved
    | SkullCrossed
    | PermanentDrawn
    | ArtefactUsed
    | DieTurned
    | DiceChanged
    | Shielded
    | CurseHandedOver
    | CurseEnded
    | ActDone
    | Called
    | Denied
    | Voted
    | VotesRevealed
    | CallJudged
    | DollPassed
    | GameEnded
)
