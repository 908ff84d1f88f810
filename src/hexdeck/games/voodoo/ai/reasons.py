"""What is counted in Voodoo until everybody has had a turn."""

from typing import Final

from hexdeck.ai.coach.stories import Fact, Story
from hexdeck.games.voodoo.law.events import CallJudged, CurseCast, Drew, GameEnded, TurnBegan
from hexdeck.text.sayings import N_


def casts(story: Story) -> bool:
    return any(one.seat == story.seat for one in story.this_turn(TurnBegan, CurseCast))


def draws(story: Story) -> bool:
    return any(one.seat == story.seat for one in story.this_turn(TurnBegan, Drew))


def breaks_theirs(story: Story) -> bool:
    """Calls one of the others, and is right."""
    return any(one.broken and one.seat == story.seat for one in story.all(CallJudged))


def is_caught(story: Story) -> bool:
    return any(one.broken and one.accused == story.seat for one in story.all(CallJudged))


def wins(story: Story) -> bool:
    return any(story.seat in one.winners for one in story.all(GameEnded))


FACTS: Final = (
    Fact(N_("wins before everybody has had a turn in {n} of {of}"), wins, is_good=True),
    Fact(N_("casts a curse in this turn in {n} of {of}"), casts),
    Fact(N_("the others break a curse in {n} of {of}"), breaks_theirs, is_good=True),
    Fact(N_("is caught breaking a curse in {n} of {of}"), is_caught, is_good=False),
    Fact(N_("draws a card in this turn in {n} of {of}"), draws),
)
POINTS: Final = N_("brings {n} points in two turns on average")
