"""What can happen in Vampire Queen."""

from dataclasses import dataclass
from typing import TypeAlias

from hexdeck.core.cards import Card, Seat


@dataclass(frozen=True, slots=True)
class SlayersGiven:
    fifteen: Seat
    twenty: Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    phase: int
    dealer: Seat
    starter: Seat
    hands: tuple[tuple[Card, ...], ...]  # without slayers; empty where the reader may not look


@dataclass(frozen=True, slots=True)
class Played:
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    seat: Seat
    forced: bool  # everybody could see that there was no choice


@dataclass(frozen=True, slots=True)
class LaidAside:
    """A normal round is over."""

    seat: Seat  # played highest and starts the next round
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TakenUp:
    """A slayer round is over."""

    seat: Seat  # takes the cards and starts the next round
    cards: tuple[Card, ...]
    barred: Card  # the slayer that the seat may not lead now


@dataclass(frozen=True, slots=True)
class PhaseEnded:
    phase: int
    hands: tuple[tuple[Card, ...], ...]  # laid open
    points: tuple[int, ...]  # lost in this phase
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    winners: tuple[Seat, ...]


Event: TypeAlias = SlayersGiven | Dealt | Played | Passed | LaidAside | TakenUp | PhaseEnded | GameEnded
