"""What can happen in Skull Queen."""

from dataclasses import dataclass
from typing import TypeAlias

from hexdeck.core.cards import Card, Color, Seat
from hexdeck.games.skull_queen.law.planks import Plank, Side, Space
from hexdeck.games.skull_queen.law.trick import Laid


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    round: int
    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]  # empty where the reader may not look
    centre: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    seat: Seat
    plank: Plank | None  # None where the reader may not look yet


@dataclass(frozen=True, slots=True)
class PlanksRevealed:
    planks: tuple[Plank, ...]


@dataclass(frozen=True, slots=True)
class GhostPlayed:
    card: Card
    left: int  # cards still in the stack


@dataclass(frozen=True, slots=True)
class CardChosen:
    """Two players choose in secret."""

    seat: Seat
    card: Card | None  # None where the reader may not look yet


@dataclass(frozen=True, slots=True)
class CardsRevealed:
    trick: tuple[Laid, ...]  # the ghost's card first


@dataclass(frozen=True, slots=True)
class Played:
    seat: Seat
    card: Card
    color: Color | None  # what it counts as; None while the trick has no colour


@dataclass(frozen=True, slots=True)
class PirateMoved:
    """Part of a TrickResolved."""

    seat: Seat
    color: Color
    side: Side  # of the seat's plank
    steps: int  # up, or down if negative
    start: Space
    end: Space  # OVERBOARD where it fell


@dataclass(frozen=True, slots=True)
class TrickResolved:
    trick: tuple[Laid, ...]  # in the order played
    moves: tuple[PirateMoved, ...]
    gone: tuple[Card, ...]  # of the resolved colours
    centre: tuple[Card, ...]  # what lies there now
    leader: Seat | None  # has the next lead; None where the ghost leads


@dataclass(frozen=True, slots=True)
class RoundEnded:
    round: int
    planks: tuple[Plank, ...]  # as they are counted
    points: tuple[int, ...]  # earned in this round
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    winners: tuple[Seat, ...]


Event: TypeAlias = (
    DealerDrawn
    | Dealt
    | Placed
    | PlanksRevealed
    | GhostPlayed
    | CardChosen
    | CardsRevealed
    | Played
    | TrickResolved
    | RoundEnded
    | GameEnded
)
