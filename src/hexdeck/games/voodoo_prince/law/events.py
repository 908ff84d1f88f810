"""What can happen in Voodoo Prince."""

from dataclasses import dataclass
from typing import TypeAlias

from hexdeck.core.cards import Card, Color, Seat


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    seat: Seat


@dataclass(frozen=True, slots=True)
class TrumpDrawn:
    color: Color


@dataclass(frozen=True, slots=True)
class Dealt:
    round: int
    hands: tuple[tuple[Card, ...], ...]  # empty where the reader may not look


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    seat: Seat
    color: Color


@dataclass(frozen=True, slots=True)
class Played:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken:
    seat: Seat
    card: Card  # the one that took it
    tricks: int  # what it counts: 1, or 2 when split
    total: int  # what the seat has now


@dataclass(frozen=True, slots=True)
class RoundLeft:
    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class LeftOver:
    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    round: int
    points: tuple[int, ...]  # earned in this round
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    winners: tuple[Seat, ...]


Event: TypeAlias = (
    DealerDrawn
    | TrumpDrawn
    | Dealt
    | TrumpNamed
    | Played
    | TrickTaken
    | RoundLeft
    | LeftOver
    | RoundEnded
    | GameEnded
)
