"""What is counted in phases of Vampire Queen."""

from typing import Final

from hexdeck.ai.coach.stories import Fact, Story
from hexdeck.games.vampire_queen.law.events import LaidAside, PhaseEnded, TakenUp
from hexdeck.games.vampire_queen.law.rules import SLAYERS
from hexdeck.text.sayings import N_


def starts_next(story: Story) -> bool:
    """Plays highest, or takes the cards up, in the round that ends first."""
    ends = story.all(LaidAside, TakenUp)
    return bool(ends) and ends[0].seat == story.seat


def takes_up(story: Story) -> bool:
    return any(one.seat == story.seat for one in story.all(TakenUp))


def goes_out(story: Story) -> bool:
    return any(not one.hands[story.seat] for one in story.all(PhaseEnded))


def keeps_a_slayer(story: Story) -> bool:
    return any(card in SLAYERS for one in story.all(PhaseEnded) for card in one.hands[story.seat])


FACTS: Final = (
    Fact(N_("starts the next round in {n} of {of}"), starts_next),
    Fact(N_("gets rid of all cards first in {n} of {of}"), goes_out, is_good=True),
    Fact(N_("takes cards up from a slayer round in {n} of {of}"), takes_up, is_good=False),
    Fact(N_("keeps a slayer to the end in {n} of {of}"), keeps_a_slayer, is_good=False),
)
POINTS: Final = N_("brings {n} points in this phase on average")
