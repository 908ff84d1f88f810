"""What can happen in High Card."""

from dataclasses import dataclass
from typing import TypeAlias

from hexdeck.core.cards import Card, Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    round: int
    hands: tuple[tuple[Card, ...], ...]  # empty where the reader may not look


@dataclass(frozen=True, slots=True)
class Chosen:
    """Somebody has laid a card face down."""

    seat: Seat
    card: Card | None  # None where the reader may not look


@dataclass(frozen=True, slots=True)
class Revealed:
    cards: tuple[Card, ...]  # by seat


@dataclass(frozen=True, slots=True)
class TrickTaken:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class RoundEnded:
    round: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    winners: tuple[Seat, ...]


Event: TypeAlias = Dealt | Chosen | Revealed | TrickTaken | RoundEnded | GameEnded
