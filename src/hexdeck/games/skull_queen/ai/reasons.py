"""What is counted in rounds of Skull Queen."""

from typing import Final

from hexdeck.ai.coach.stories import Fact, Story
from hexdeck.games.skull_queen.law.events import PirateMoved, TrickResolved
from hexdeck.games.skull_queen.law.planks import OVERBOARD
from hexdeck.text.sayings import N_


def moves(story: Story) -> list[PirateMoved]:
    """Of the seat's own pirates, in all tricks."""
    return [move for one in story.all(TrickResolved) for move in one.moves if move.seat == story.seat]


def in_first_trick(story: Story) -> list[PirateMoved]:
    tricks = story.all(TrickResolved)
    return [move for move in tricks[0].moves if move.seat == story.seat] if tricks else []


def climbs(story: Story) -> bool:
    return any(move.steps > 0 for move in in_first_trick(story))


def sinks(story: Story) -> bool:
    return any(move.steps < 0 for move in in_first_trick(story))


def drowns(story: Story) -> bool:
    return any(move.end == OVERBOARD for move in moves(story))


def leads(story: Story) -> bool:
    return bool(story.first(TrickResolved, "leader") == story.seat)


FACTS: Final = (
    Fact(N_("moves a pirate up in this trick in {n} of {of}"), climbs),
    Fact(N_("moves a pirate down in this trick in {n} of {of}"), sinks),
    Fact(N_("a pirate goes overboard in {n} of {of}"), drowns, is_good=False),
    Fact(N_("leads the next trick in {n} of {of}"), leads),
)
POINTS: Final = N_("brings {n} points in this round on average")
